package archive

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io"
	"slices"

	"github.com/klauspost/compress/zstd"

	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

// span is a piece of a buffer that may still grow. The zero span is no bytes.
type span struct{ start, end int }

func (s span) of(b []byte) []byte { return b[s.start:s.end:s.end] }

func (s span) empty() bool { return s.start == s.end }

// entry is a game as a worker leaves it to the one that writes: everything worked
// out but the IDs. The spans lie in the chunk's buffer.
type entry struct {
	reason pgn.Code // why it cannot be accepted, "" if it can
	flags  int64
	hash   uint32 // of what makes two games duplicates
	start  rules.Position
	array  string
	rules  string

	values  [columnTags][]byte // in the game's memory, nil for what is not there
	result  rules.Result
	ending  pgn.Ending
	letters string

	offset int64
	size   int
	line   int
	digest [16]byte

	shape, extra, remarks, moves span
	preface, movetext, text      span
	observed                     span              // in the chunk's words
	identity                     [sha256.Size]byte // of what hash is of, in a dry run
}

// encoder makes entries. Each worker has its own.
type encoder struct {
	replayer *pgn.Replayer
	observe  func(p *pgn.Replay, dst []uint64) []uint64
	zip      *zstd.Encoder
	tags     tagWriter
	writer   *pgn.Writer
	back     readBack
	dry      bool
	sum      summer
	fens     map[rules.Position][]byte
}

func (a *Archive) newEncoder(o *ImportOptions) (*encoder, error) {
	replayer, err := pgn.NewReplayer(pgn.Options{Rules: o.Rules, Array: o.Array, Letters: o.Letters, Keys: o.Observer != nil})
	if err != nil {
		return nil, err
	}
	e := &encoder{
		replayer: replayer,
		zip:      a.zip,
		writer:   pgn.NewWriter(io.Discard, pgn.WriterOptions{}),
		back:     readBack{replayers: map[playerKey]*pgn.Replayer{}, reader: pgn.NewReader(nil)},
		dry:      o.DryRun,
		fens:     map[rules.Position][]byte{},
	}
	if o.Observer != nil {
		e.observe = o.Observer.Prepare
	}
	return e, nil
}

// encode makes the entry of g, putting its bytes behind those of c. cut tells that
// the input could not be read behind g, so that without a result it is a piece of a
// game.
func (e *encoder) encode(c *chunk, g *pgn.Game, cut bool) entry {
	p := e.replayer.Replay(g)
	if n := len(g.Items); cut && (n == 0 || g.Items[n-1].Kind != pgn.ResultItem) {
		p.Diagnostics = append(p.Diagnostics, pgn.Diagnostic{
			Code: pgn.Truncated, Severity: pgn.Error, Line: g.Line + bytes.Count(g.Text, []byte{'\n'}), Col: 1,
			Message: "the text ends here, because it could not be read any further", Hint: "get the whole file again",
		})
	}
	return e.entry(c, p)
}

// entry makes the entry of a game that has been replayed.
func (e *encoder) entry(c *chunk, p *pgn.Replay) entry {
	g := p.Game
	source := g.Source()
	en := entry{offset: g.Offset, size: g.Size, line: g.Line, digest: digestOf(source)}
	if en.reason = refusal(p); en.reason != "" {
		en.remarks = c.put(func(b []byte) []byte { return appendDiagnostics(b, p.Diagnostics, g.Line) })
		en.text = c.put(func(b []byte) []byte { return e.zip.EncodeAll(source, b) })
		return en
	}
	en.start, en.array, en.rules = p.Start, p.Array, p.Rules.Name
	en.result, en.ending = p.Result, p.Ending
	if p.RulesStated {
		en.flags |= rulesStated
	}
	if p.ArrayAssumed {
		en.flags |= arrayAssumed
	}
	fen := e.fenOf(&p.Start)
	e.tags.write(p, fen, &en.values)
	en.shape = c.putBytes(e.tags.shape)
	en.extra = c.putBytes(e.tags.extra)
	en.moves = c.put(func(b []byte) []byte { return packMoves(b, p.Moves) })
	if n := len(g.Items); p.Result == rules.Unknown && (n == 0 || g.Items[n-1].Kind != pgn.ResultItem) {
		en.flags |= noResult
	}
	keep := pgn.Worst(p.Diagnostics) >= pgn.Warning
	if len(p.Diagnostics) > 0 {
		en.remarks = c.put(func(b []byte) []byte { return appendDiagnostics(b, p.Diagnostics, g.Line) })
	}
	if !bare(p) {
		keep = e.encodeMovetext(c, p, &en) || keep
	}
	if keep {
		en.flags |= hasText
		en.text = c.put(func(b []byte) []byte { return e.zip.EncodeAll(source, b) })
	}
	if !p.Faultless() {
		en.flags |= unread
	}
	en.hash = e.hash(c, &en, fen)
	if e.observe != nil {
		from := len(c.words)
		c.words = e.observe(p, c.words)
		en.observed = span{from, len(c.words)}
	}
	return en
}

// fenOf is the FEN of a start, which is the same for most games.
func (e *encoder) fenOf(pos *rules.Position) []byte {
	fen, ok := e.fens[*pos]
	if !ok {
		if len(e.fens) > 1000 {
			clear(e.fens)
		}
		fen = []byte(pos.FEN())
		e.fens[*pos] = fen
	}
	return fen
}

// encodeMovetext keeps what is more than the bare moves. It reports whether the
// text as it came has to be kept because the canonical one is not the same game.
func (e *encoder) encodeMovetext(c *chunk, p *pgn.Replay, en *entry) (keep bool) {
	parts, ok := e.writer.Parts(p)
	if ok {
		en.preface = c.putBytes(parts.Remarks)
		en.movetext = c.putBytes(bytes.TrimRight(parts.Movetext, "\n"))
		en.flags |= hasMovetext
		if !p.Faultless() && !isCanonical(p.Letters) {
			en.letters = p.Letters.Name
		}
		if e.back.same(p, parts, en.letters) {
			return false
		}
	}
	en.flags |= fromText
	en.letters = p.Letters.Name
	return true
}

// isCanonical reports whether the canonical letters are among a set's.
func isCanonical(s *pgn.LetterSet) bool {
	own, err := pgn.LettersByName("canonical")
	return err == nil && s == own
}

// bare reports whether a game is nothing but its moves, their numbers and the
// result, so that it can be written from the moves.
func bare(p *pgn.Replay) bool {
	if !p.Faultless() {
		return false
	}
	for i, it := range p.Game.Items {
		switch it.Kind {
		case pgn.MoveItem, pgn.NumberItem:
		case pgn.ResultItem:
			if i != len(p.Game.Items)-1 {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// refusal is the code of the diagnostic for which a game cannot be accepted, ""
// if it can.
func refusal(p *pgn.Replay) pgn.Code {
	for i := range p.Diagnostics {
		d := &p.Diagnostics[i]
		if d.Severity < pgn.Error {
			continue
		}
		switch d.Code {
		case pgn.WrongVariant, pgn.BadFEN, pgn.ImpossiblePosition, pgn.LettersAmbiguous,
			pgn.Truncated, pgn.UnterminatedComment, pgn.UnterminatedTag:
			return d.Code
		case pgn.IllegalMove, pgn.UnknownMove, pgn.AmbiguousMove:
			if !d.Variation {
				return d.Code
			}
		}
	}
	if !p.Played {
		return pgn.WrongVariant
	}
	return ""
}

// hash is the hash of what makes two games duplicates: start, moves, result,
// White, Black, Event, Date and Round, and the movetext of a game whose main line
// could not be read to its end.
func (e *encoder) hash(c *chunk, en *entry, fen []byte) uint32 {
	s := &e.sum
	s.reset()
	s.bytes(fen)
	s.bytes(en.moves.of(c.buf))
	s.number(int64(en.result))
	for i, v := range en.values {
		if i == siteTag {
			continue
		}
		if v == nil {
			s.text(unknownValue(i))
		} else {
			s.bytes(v)
		}
	}
	if en.flags&unread != 0 && !en.movetext.empty() {
		s.bytes(en.movetext.of(c.buf))
	}
	if e.dry {
		en.identity = sha256.Sum256(s.buf)
	}
	return uint32(s.sum())
}

// appendDiagnostics appends diagnostics as a JSON array, their lines counted from
// the game's own.
func appendDiagnostics(dst []byte, ds []pgn.Diagnostic, line int) []byte {
	relative := slices.Clone(ds)
	for i := range relative {
		relative[i].Line -= line
	}
	text, err := json.Marshal(relative)
	if err != nil {
		panic("diagnostics cannot be written as JSON: " + err.Error()) // they always can
	}
	return append(dst, text...)
}

// readBack reads what would be written and compares.
type readBack struct {
	replayers map[playerKey]*pgn.Replayer
	reader    *pgn.Reader
	text      []byte
	game      pgn.Game
}

// same reports whether the parts of p, in the letters named, read back as p: the
// same start, moves, comments, NAGs and variations.
func (b *readBack) same(p *pgn.Replay, parts pgn.Parts, letters string) bool {
	key := playerKey{letters: letters}
	if p.RulesStated {
		key.rules = p.Rules.Name
	}
	rp := b.replayers[key]
	if rp == nil {
		name := letters
		if name == "" {
			name = "canonical"
		}
		set, err := pgn.LettersByName(name)
		if err != nil {
			return false
		}
		opts := pgn.Options{Letters: set}
		if p.RulesStated {
			opts.Rules = p.Rules
		}
		if rp, err = pgn.NewReplayer(opts); err != nil {
			return false
		}
		b.replayers[key] = rp
	}
	b.text = append(append(append(append(b.text[:0], parts.Remarks...), parts.Tags...), '\n'), parts.Movetext...)
	rd := b.reader
	rd.Reset(bytes.NewReader(b.text))
	if rd.Read(&b.game) != nil {
		return false
	}
	again := rp.Replay(&b.game)
	if !sameGame(p, again) {
		return false
	}
	var more pgn.Game
	return errors.Is(rd.Read(&more), io.EOF) && len(rd.Tail().Text) == 0
}

// sameGame compares two games in everything but tags and layout.
func sameGame(a, b *pgn.Replay) bool {
	if !b.Played || a.Start != b.Start || a.Result != b.Result || a.Ending != b.Ending || !slices.Equal(a.Moves, b.Moves) {
		return false
	}
	j := 0
	next := func() int { // the next item of b that means something
		for j < len(b.Game.Items) && b.Game.Items[j].Kind == pgn.NumberItem {
			j++
		}
		return j
	}
	for i, it := range a.Game.Items {
		if it.Kind == pgn.NumberItem {
			continue
		}
		if next() == len(b.Game.Items) {
			// The writer puts the result where there was none, never the other
			// way round.
			return false
		}
		if !sameItem(a, i, b, j) {
			return false
		}
		j++
	}
	if n := next(); n < len(b.Game.Items) {
		return n == len(b.Game.Items)-1 && b.Game.Items[n].Kind == pgn.ResultItem
	}
	return true
}

func sameItem(a *pgn.Replay, i int, b *pgn.Replay, j int) bool {
	x, y := a.Game.Items[i], b.Game.Items[j]
	switch x.Kind {
	case pgn.CommentItem, pgn.LineCommentItem:
		return (y.Kind == pgn.CommentItem || y.Kind == pgn.LineCommentItem) && a.Game.Comment(x) == b.Game.Comment(y)
	case pgn.NAGItem:
		return y.Kind == x.Kind && x.Value == y.Value
	case pgn.MoveItem:
		if m := a.Move(i); m != rules.NoMove {
			return y.Kind == x.Kind && m == b.Move(j)
		}
	case pgn.OpenItem, pgn.CloseItem, pgn.DrawOfferItem, pgn.ResultItem:
		return y.Kind == x.Kind
	}
	return x.Kind == y.Kind && bytes.Equal(a.Game.ItemText(x), b.Game.ItemText(y))
}
