package index

import (
	"encoding/binary"
	"slices"
	"strconv"
	"sync"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/index/tabiya"
	"github.com/diwan-shatranj/diwan/internal/fold"
	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

// facts are what the index keeps of a game. The bytes belong to whoever made them.
type facts struct {
	result, flags       byte
	array, rules, ended []byte // names: of the start array, the rule set, the reason of the ending
	fen                 []byte // of the start, empty where it is the array's own
	tags                []pair // as recorded, in order
	codes               [][]byte
	evals               [][]byte // in digits, hundredths of a pawn
	blunders            uint32   // as blundersOf has it
	comments            [][]byte // folded, of people only
	moves               []byte   // two bytes each, little-endian
	variations          []byte   // as appendVariations has them
	openings            [2]opening
	source              string // name of the file it came from
	day                 uint32 // of the import, year*10000 + month*100 + day
}

type pair struct{ name, value []byte }

// The bits of facts.flags.
const (
	hasAnnotations = 1 << iota
	hasVariations
	hasErrors
)

// keyShift drops low bits of the canonical keys: what is left keeps the positions
// of an archive apart, and every occurrence is compared with the board anyway.
const keyShift = 16

// placeShift is where the orientation lies in a word of appendKeys.
const placeShift = 62

// keyWord is the word of a position: its shortened key and, in the top bits, the
// orientation.
func keyWord(key uint64, o rules.Orientation) uint64 { return key>>keyShift | uint64(o)<<placeShift }

// appendKeys appends the word of each position of a line, the start first.
func appendKeys(dst []uint64, start *rules.Position, moves []rules.Move) []uint64 {
	dst = slices.Grow(dst, len(moves)+1)
	a, b := *start, rules.Position{}
	at, next := &a, &b
	dst = append(dst, keyWord(at.Key()))
	for _, m := range moves {
		at.PlayInto(next, m)
		at, next = next, at
		dst = append(dst, keyWord(at.Key()))
	}
	return dst
}

// appendReplayKeys is appendKeys for a game that is on a board, of which an import
// has the keys already.
func appendReplayKeys(dst []uint64, p *pgn.Replay) []uint64 {
	if len(p.Keys) != len(p.Moves)+1 {
		return appendKeys(dst, &p.Start, p.Moves)
	}
	dst = slices.Grow(dst, len(p.Keys))
	for _, k := range p.Keys {
		dst = append(dst, keyWord(k.Key, k.Image))
	}
	return dst
}

// factWriter writes facts as bytes: numbers as varints, texts with their length
// before them.
type factWriter struct {
	buf        []byte
	arrays     map[string]rules.Position // start positions by name
	classifier *tabiya.Classifier
}

func newFactWriter(l *tabiya.List) *factWriter {
	w := &factWriter{arrays: map[string]rules.Position{}, classifier: tabiya.NewClassifier(l)}
	for _, a := range rules.Arrays() {
		w.arrays[a.Name] = a.Position()
	}
	return w
}

func (w *factWriter) number(n int) { w.buf = binary.AppendUvarint(w.buf, uint64(n)) }

func (w *factWriter) text(s string) {
	w.number(len(s))
	w.buf = append(w.buf, s...)
}

func (w *factWriter) bytes(b []byte) {
	w.number(len(b))
	w.buf = append(w.buf, b...)
}

// head writes what does not depend on where the facts come from.
func (w *factWriter) head(result rules.Result, flags byte, array, ruleset string, reason pgn.EndReason, start *rules.Position, ds []pgn.Diagnostic) {
	for i := range ds {
		if ds[i].Severity >= pgn.Error {
			flags |= hasErrors
		}
	}
	w.buf = append(w.buf[:0], byte(result), flags)
	w.text(array)
	w.text(ruleset)
	w.text(string(reason))
	if known, ok := w.arrays[array]; ok && known == *start {
		w.number(0)
	} else {
		w.text(start.FEN())
	}
	w.number(len(ds))
	for i := range ds {
		w.text(string(ds[i].Code))
	}
}

// play writes the moves, and what they come to in the opening.
func (w *factWriter) play(start *rules.Position, moves []rules.Move) {
	for _, m := range w.classifier.Classify(start, moves) {
		w.text(openingText(m.Tabiya))
		w.buf = append(w.buf, percent(m))
	}
	w.number(2 * len(moves))
	w.buf = slices.Grow(w.buf, 2*len(moves))
	for _, m := range moves {
		w.buf = binary.LittleEndian.AppendUint16(w.buf, uint16(m))
	}
}

// comments writes those comments that are text for people, and what others hold of
// evaluations.
func (w *factWriter) comments(comments []string, blunders int) {
	evals := evaluations(comments)
	w.number(int(blundersOf(evals, blunders)))
	w.number(len(evals))
	for _, n := range evals {
		w.text(strconv.Itoa(n))
	}
	var folded []string
	for _, c := range comments {
		if f := fold.Text(human(c)); f != "" {
			folded = append(folded, f)
		}
	}
	w.number(len(folded))
	for _, f := range folded {
		w.text(f)
	}
}

// ofReplay writes the facts of a game that is on a board already.
func (w *factWriter) ofReplay(p *pgn.Replay) {
	g := p.Game
	w.movetext(p)
	w.number(g.TagCount())
	for i := range g.TagCount() {
		name, value := g.TagBytes(i)
		w.bytes(name)
		w.bytes(value)
	}
	w.play(&p.Start, p.Moves)
	w.bytes(w.variations(p))
}

// ofRecord writes the facts of a record that was replayed as p. Its tags are its
// own: the text that was made for the replay may have more.
func (w *factWriter) ofRecord(r *archive.Record, p *pgn.Replay) {
	w.movetext(p)
	w.tags(r.Tags)
	w.play(&p.Start, p.Moves)
	w.bytes(w.variations(p))
}

// variations are those of a game that is on a board. Most games have none.
func (w *factWriter) variations(p *pgn.Replay) []byte {
	if w.buf[1]&hasVariations == 0 {
		return nil
	}
	return appendVariations(nil, variationsOf(p))
}

func (w *factWriter) tags(tags []pgn.Tag) {
	w.number(len(tags))
	for _, t := range tags {
		w.text(t.Name)
		w.text(t.Value)
	}
}

// movetext writes what stands in the movetext of a game, and what it came to.
func (w *factWriter) movetext(p *pgn.Replay) {
	g := p.Game
	var flags byte
	var comments []string
	for _, it := range g.Items {
		switch it.Kind {
		case pgn.CommentItem, pgn.LineCommentItem:
			comments = append(comments, g.Comment(it))
		case pgn.NAGItem:
			flags |= hasAnnotations
		case pgn.OpenItem:
			flags |= hasVariations
		}
	}
	w.head(p.Result, flags|annotated(comments), p.Array, p.Rules.Name, p.Ending.Reason, &p.Start, p.Diagnostics)
	w.comments(comments, blundersIn(g))
}

// ofHeader writes the facts of a game as the archive has it. Its variations come from
// elsewhere.
func (w *factWriter) ofHeader(h *archive.Header, start *rules.Position, moves []rules.Move, variations []byte) {
	var flags byte
	if h.NAGs {
		flags |= hasAnnotations
	}
	if h.Variations {
		flags |= hasVariations
	}
	w.head(h.Result, flags|annotated(h.Comments), h.Array, h.Rules, h.Ending.Reason, start, h.Diagnostics)
	w.comments(h.Comments, h.Blunders)
	w.tags(h.Tags)
	w.play(start, moves)
	w.bytes(variations)
}

// annotated reports, as a flag, whether a comment is more than what a program
// notes of each of its moves.
func annotated(comments []string) byte {
	for _, c := range comments {
		if isAnnotation(c) {
			return hasAnnotations
		}
	}
	return 0
}

// read takes the facts from bytes that a factWriter wrote. It is false where they
// are cut short. What was in f is overwritten.
func (f *facts) read(b []byte) bool {
	ok := len(b) >= 2
	number := func() int {
		n, used := binary.Uvarint(b)
		if used <= 0 || n > uint64(len(b)) {
			ok = false
			return 0
		}
		b = b[used:]
		return int(n)
	}
	text := func() []byte {
		n := number()
		if n > len(b) {
			ok = false
			return nil
		}
		s := b[:n:n]
		b = b[n:]
		return s
	}
	if !ok {
		return false
	}
	f.result, f.flags = b[0], b[1]
	b = b[2:]
	f.array, f.rules, f.ended, f.fen = text(), text(), text(), text()
	f.codes, f.evals, f.comments, f.tags = f.codes[:0], f.evals[:0], f.comments[:0], f.tags[:0]
	for n := number(); n > 0 && ok; n-- {
		f.codes = append(f.codes, text())
	}
	f.blunders = uint32(number())
	for n := number(); n > 0 && ok; n-- {
		f.evals = append(f.evals, text())
	}
	for n := number(); n > 0 && ok; n-- {
		f.comments = append(f.comments, text())
	}
	for n := number(); n > 0 && ok; n-- {
		name := text()
		f.tags = append(f.tags, pair{name, text()})
	}
	for i := range f.openings {
		f.openings[i].text = text()
		if ok = ok && len(b) > 0; ok {
			f.openings[i].score, b = b[0], b[1:]
		}
	}
	f.moves = text()
	f.variations = text()
	return ok && len(b) == 0
}

// A digest is what a game comes to on its way into a part: words that an
// archive.Observer can keep. The first holds the number of positions and, in its
// upper half, the number of bytes of the facts; then come the words of appendKeys
// and the facts, eight bytes a word.

// digester makes digests, in several goroutines at once.
type digester struct {
	tabiyat *tabiya.List
	writers sync.Pool
}

func (d *digester) writer() *factWriter {
	if w, ok := d.writers.Get().(*factWriter); ok {
		return w
	}
	return newFactWriter(d.tabiyat)
}

// ofReplay appends the digest of a game that is on a board.
func (d *digester) ofReplay(dst []uint64, p *pgn.Replay) []uint64 {
	w := d.writer()
	defer d.writers.Put(w)
	w.ofReplay(p)
	return appendBlob(appendReplayKeys(append(dst, digestHead(p.Moves, w.buf)), p), w.buf)
}

// ofRecord appends the digest of a record that was replayed as p.
func (d *digester) ofRecord(dst []uint64, r *archive.Record, p *pgn.Replay) []uint64 {
	w := d.writer()
	defer d.writers.Put(w)
	w.ofRecord(r, p)
	return appendDigest(dst, &p.Start, p.Moves, w.buf)
}

// ofHeader appends the digest of a game of the archive.
func (d *digester) ofHeader(dst []uint64, h *archive.Header, start *rules.Position, moves []rules.Move, variations []byte) []uint64 {
	w := d.writer()
	defer d.writers.Put(w)
	w.ofHeader(h, start, moves, variations)
	return appendDigest(dst, start, moves, w.buf)
}

func appendDigest(dst []uint64, start *rules.Position, moves []rules.Move, blob []byte) []uint64 {
	return appendBlob(appendKeys(append(dst, digestHead(moves, blob)), start, moves), blob)
}

// digestHead is the first word of a digest.
func digestHead(moves []rules.Move, blob []byte) uint64 {
	return uint64(len(moves)+1) | uint64(len(blob))<<32
}

func appendBlob(dst []uint64, blob []byte) []uint64 {
	for len(blob) >= 8 {
		dst = append(dst, binary.LittleEndian.Uint64(blob))
		blob = blob[8:]
	}
	if len(blob) > 0 {
		var last [8]byte
		copy(last[:], blob)
		dst = append(dst, binary.LittleEndian.Uint64(last[:]))
	}
	return dst
}

// openDigest divides a digest into keys and facts, which it puts into buf.
func openDigest(words []uint64, buf []byte) (keys []uint64, blob []byte, ok bool) {
	if len(words) == 0 {
		return nil, buf, false
	}
	n, size := int(words[0]&0xffffffff), int(words[0]>>32)
	if len(words) != 1+n+(size+7)/8 {
		return nil, buf, false
	}
	buf = buf[:0]
	for _, w := range words[1+n:] {
		buf = binary.LittleEndian.AppendUint64(buf, w)
	}
	return words[1 : 1+n], buf[:size], true
}
