package pgn

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/diwan-shatranj/diwan/rules"
)

// Notation is a way to write moves.
type Notation uint8

// The notations.
const (
	SAN Notation = iota // Nf3
	LAN                 // Ng1-f3
	UCI                 // g1f3, the promotion letter as the letter set has it
)

// ParseNotation reads "san", "lan" or "uci".
func ParseNotation(s string) (Notation, error) {
	switch s {
	case "", "san":
		return SAN, nil
	case "lan":
		return LAN, nil
	case "uci":
		return UCI, nil
	}
	return 0, fmt.Errorf("unknown notation %q: san, lan or uci", s)
}

// WriterOptions say how games are to be written. The zero value is the canonical
// form.
type WriterOptions struct {
	Alphabet *Alphabet // nil: the canonical letters K F R N A P
	Notation Notation
	Compat   Compat
}

// Compat names a program whose reader the output has to suit.
type Compat uint8

// The programs. All of them need the engine letters.
const (
	NoCompat        Compat = iota
	CompatFSF              // Fairy-Stockfish, PyChess, ffish
	CompatCutechess        // cutechess
	CompatXBoard           // XBoard: four FEN fields
)

// ParseCompat reads "fsf", "cutechess" or "xboard".
func ParseCompat(s string) (Compat, error) {
	switch s {
	case "":
		return NoCompat, nil
	case "fsf":
		return CompatFSF, nil
	case "cutechess":
		return CompatCutechess, nil
	case "xboard":
		return CompatXBoard, nil
	}
	return 0, fmt.Errorf("unknown program %q: fsf, cutechess or xboard", s)
}

// Alphabet is the letters that men are written with, one text a kind.
type Alphabet struct {
	letters [rules.King + 1]string
}

// canonical are the letters of the dialect.
var canonical = newAlphabet("K", "F", "R", "N", "A", "P")

func newAlphabet(king, ferz, rook, knight, alfil, pawn string) *Alphabet {
	a := &Alphabet{}
	a.letters[rules.King], a.letters[rules.Ferz], a.letters[rules.Rook] = king, ferz, rook
	a.letters[rules.Knight], a.letters[rules.Alfil], a.letters[rules.Pawn] = knight, alfil, pawn
	return a
}

// ParseAlphabet finds letters to write by: canonical, engine (K Q R N B), fe
// (K F R N E), figurine, ru, or any six in the order K F R N A P.
func ParseAlphabet(name string) (*Alphabet, error) {
	switch name {
	case "", "auto", "canonical":
		return canonical, nil
	case "engine":
		return newAlphabet("K", "Q", "R", "N", "B", "P"), nil
	case "fe":
		return newAlphabet("K", "F", "R", "N", "E", "P"), nil
	case "figurine":
		return newAlphabet("♔", "♕", "♖", "♘", "♗", "♙"), nil
	case "ru":
		return newAlphabet("Ш", "Ф", "Р", "А", "П", "Б"), nil
	}
	rs := []rune(name)
	if len(rs) != len(sixOrder) {
		return nil, fmt.Errorf("unknown letters %q: engine, fe, figurine, ru, or six letters in the order K F R N A P", name)
	}
	a := &Alphabet{}
	for i, k := range sixOrder {
		if !isManLetter(rs[i]) {
			return nil, notALetter(name, rs[i])
		}
		for _, other := range a.letters {
			if other == string(rs[i]) {
				return nil, fmt.Errorf("letters %q: %c stands for two kinds of men", name, rs[i])
			}
		}
		a.letters[k] = string(rs[i])
	}
	return a, nil
}

// Writer writes games in canonical form.
type Writer struct {
	w    io.Writer
	opts WriterOptions
	buf  bytes.Buffer
	col  int    // columns used on the current line
	pre  string // brackets that go with the next token
	open bool   // the game last written may swallow text that follows it
	san  []byte

	player *Replayer // to see how a text would be read
}

// Written is the text of one game, and what has to be known of it to put it
// behind another.
type Written struct {
	Text    []byte
	tagless bool // no tag tells where it begins
	open    bool // nothing but a tag ends it
}

// NewWriter returns a Writer to w. It writes each game at once.
func NewWriter(w io.Writer, opts WriterOptions) *Writer {
	if opts.Alphabet == nil {
		opts.Alphabet = canonical
		if opts.Compat != NoCompat {
			opts.Alphabet, _ = ParseAlphabet("engine")
		}
	}
	return &Writer{w: w, opts: opts}
}

// Write writes one game that has been replayed. A game that could not be played
// is written as it was, and so is the text from the first faulty token on.
func (w *Writer) Write(p *Replay) error { return w.Put(w.Render(p)) }

// Render is what Write would write. It is valid until the next call of Render or
// Write. Several Writers may render at once and hand the texts to one.
func (w *Writer) Render(p *Replay) Written {
	w.buf.Reset()
	w.col, w.pre = 0, ""
	g := p.Game
	var out Written
	if !p.Played || slices.ContainsFunc(g.faults, func(f fault) bool { return f.code == UnterminatedTag }) {
		w.verbatim(g, 0, 0)
		out.tagless = len(g.tags) == 0
		out.open = g.result == 0
	} else {
		out.open = w.game(p)
	}
	out.Text = w.buf.Bytes()
	return out
}

// Put writes a game that was rendered.
func (w *Writer) Put(t Written) error {
	if t.tagless && w.open {
		// Nothing else would tell this game from the one before it.
		if _, err := io.WriteString(w.w, "[Event \"?\"]\n\n"); err != nil {
			return err
		}
	}
	w.open = t.open
	_, err := w.w.Write(t.Text)
	return err
}

// WriteTail writes what stood behind the last game of a stream.
func (w *Writer) WriteTail(t Tail) error {
	if len(t.Text) == 0 {
		return nil
	}
	_, err := io.WriteString(w.w, lineFeeds(t.Text)+"\n")
	return err
}

// game writes a game that was played. It reports whether its end is open.
func (w *Writer) game(p *Replay) (open bool) {
	g := p.Game
	i := 0
	for ; i < len(g.Items) && g.Items[i].flags&preTag != 0; i++ {
		w.remark(g, g.Items[i])
	}
	w.newline()
	w.tags(p)
	w.buf.WriteByte('\n')
	w.col = 0
	fault := p.fault
	// The faulty rest keeps its letters, so the moves before it may have to.
	if fault < len(g.Items) && (p.Letters != dialectLetters || fault > i && !w.readsBack(p, i, fault)) {
		fault = i
		for g.Items[fault].Start < g.tagsEnd() {
			fault++ // a remark between tags
		}
	}
	if fault < len(g.Items) {
		w.faulty(p, i, fault)
		return g.result == 0
	}
	w.movetext(p, i, fault, w.ambiguous(p, i))
	// Where nothing is recorded and the board decides, an asterisk would contradict
	// it: then no result is written, as there was none.
	if unrecorded := !p.recorded && p.Ending.Result != rules.Unknown; g.result == 0 && !unrecorded {
		w.token(p.Result.String())
	} else if unrecorded {
		open = true
		if i < len(g.Items) && !slices.ContainsFunc(g.Items[i:], beginsMoves) {
			w.moveNumber(&writing{pos: p.Start}) // else more tags could follow
		}
	}
	w.newline()
	w.buf.WriteByte('\n')
	return open
}

// faulty writes the items from from on, up to fault in canonical form and from there
// as they were.
func (w *Writer) faulty(p *Replay, from, fault int) {
	g := p.Game
	if fault > from && g.Items[fault-1].Kind == NumberItem {
		fault--
	}
	w.movetext(p, from, fault, w.ambiguous(p, from))
	w.newline()
	start := int(startOf(g.Items[fault]))
	if g.Text[start] == '[' && !slices.ContainsFunc(g.Items[from:fault], beginsMoves) {
		w.moveNumber(&writing{pos: p.Start}) // else it could be read as a tag
		w.newline()
	}
	w.verbatim(g, start, fault)
}

// readsBack reports whether a game with a fault, in canonical form up to it, is read
// as the same game. What stands behind the fault keeps its letters, and in which
// letters a game is written is told from the whole of it.
func (w *Writer) readsBack(p *Replay, from, fault int) bool {
	letters := p.Game.letters
	if w.opts.Alphabet == canonical && p.Game.traits == 0 && letters&^ownLetters == 0 &&
		(letters&^sharedLetters == 0 || letters>>('N'-'A')&1 == 1) {
		return true // in the same letters before and after
	}
	trial := Writer{opts: w.opts, player: w.player}
	trial.tags(p)
	trial.buf.WriteByte('\n')
	trial.faulty(p, from, fault)
	again := trial.reread(p)
	w.player = trial.player
	return slices.Equal(again.Moves, p.Moves) && len(again.Game.Items)-again.fault == len(p.Game.Items)-p.fault
}

// reread reads and plays the one game that w has in its buffer.
func (w *Writer) reread(p *Replay) *Replay {
	if w.player == nil {
		w.player, _ = NewReplayer(Options{}) // the zero options are sound
	}
	w.player.opts.Rules = p.Rules
	g := Game{Text: w.buf.Bytes()}
	lexGame(g.Text, true, &g)
	return w.player.Replay(&g)
}

// beginsMoves reports whether an item, as it is written, tells that no more tags
// follow.
func beginsMoves(it Item) bool {
	switch it.Kind {
	case CommentItem, LineCommentItem, EscapeItem, NumberItem:
		return false
	}
	return true
}

// startOf is where an item begins in the text, with the brace of a comment.
func startOf(it Item) uint32 {
	switch it.Kind {
	case CommentItem, LineCommentItem, EscapeItem:
		return it.Start - 1
	}
	return it.Start
}

// verbatim writes the game's text from an offset on as it was, but for line ends.
// The item is the first one there.
func (w *Writer) verbatim(g *Game, from, item int) {
	text := trimBlanks(g.read()[from:])
	escape := item < len(g.Items) && g.Items[item].Kind == EscapeItem
	if len(text) > 0 && text[0] == '%' && !escape { // it did not stand at a line's beginning
		w.buf.WriteByte(' ')
	}
	w.buf.WriteString(lineFeeds(text))
	w.buf.WriteString("\n\n")
	w.col = 0
}

// newline ends the current line, if anything is on it.
func (w *Writer) newline() {
	w.flush()
	if w.col > 0 {
		w.buf.WriteByte('\n')
		w.col = 0
	}
}

// lineWidth is how many columns a line of moves may fill.
const lineWidth = 79

// token writes text that must not be divided, on the next line if this one has no
// room for it.
func (w *Writer) token(text string) {
	if w.pre != "" {
		text, w.pre = w.pre+text, ""
	}
	first, rest, multi := strings.Cut(text, "\n")
	n := utf8.RuneCountInString(first)
	switch {
	case w.col == 0:
	case w.col+1+n > lineWidth:
		w.newline()
	default:
		w.buf.WriteByte(' ')
		w.col++
	}
	if text[0] == '%' && w.col == 0 { // else it would be an escape line
		w.buf.WriteByte(' ')
		w.col++
	}
	w.buf.WriteString(text)
	w.col += n
	if multi {
		w.col = utf8.RuneCountInString(rest[strings.LastIndexByte(rest, '\n')+1:])
	}
}

// flush writes brackets that no token followed.
func (w *Writer) flush() {
	if pre := w.pre; pre != "" {
		w.pre = ""
		w.token(pre)
	}
}

// closing writes a ) behind the last token.
func (w *Writer) closing() {
	w.flush()
	if w.col >= lineWidth {
		w.newline()
	}
	w.buf.WriteByte(')')
	w.col++
}

// remark writes a comment or an escape line.
func (w *Writer) remark(g *Game, it Item) {
	text := g.Comment(it)
	switch {
	case it.Kind == EscapeItem:
		w.newline()
		w.buf.WriteString("%" + text + "\n")
	case it.Kind == LineCommentItem && strings.Contains(text, "}"):
		w.token(";" + text)
		w.newline()
	case it.Kind == OddItem: // brackets with nothing in them, among tags
		w.token(text)
		w.newline()
	default:
		w.token("{" + text + "}")
	}
}

// tags writes the tag pairs: the seven of the roster, what says which game this is
// and where it begins, then the rest in their own order.
func (w *Writer) tags(p *Replay) {
	g := p.Game
	unknown := [...]string{"?", "?", "????.??.??", "?", "?", "?", p.Result.String()}
	for k := tagEvent; k <= tagResult; k++ {
		value, ok := g.knownValue(k)
		if !ok {
			value = unknown[k]
		} else if normal, known := normalResult([]byte(value)); k == tagResult && known {
			value = normal
		}
		w.tag(knownNames[k], value)
	}
	w.tag("Variant", w.variantName())
	if p.RulesStated {
		w.tag("RuleSet", p.Rules.Name)
	} else if value, ok := g.knownValue(tagRuleset); ok {
		w.tag("RuleSet", value)
	}
	w.tag("SetUp", "1")
	w.tag("FEN", w.fen(&p.Start))
	if p.ArrayAssumed {
		w.tag("Array", p.Array+assumedMark)
	}
	for i := range g.tags {
		k := knownTag(g.tagName(i))
		switch {
		case k == tagArray && g.tagValue(i) == p.Array+assumedMark: // which was written, or is certain now
			continue
		case k >= 0 && k != tagArray && k != tagTermination && int(g.known[k]) == i+1:
			continue
		}
		w.tag(string(g.tagName(i)), g.tagValue(i))
	}
}

func (w *Writer) variantName() string {
	if w.opts.Compat == CompatCutechess || w.opts.Compat == CompatXBoard {
		return "shatranj"
	}
	return "Shatranj"
}

var tagEscaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

func (w *Writer) tag(name, value string) {
	w.buf.WriteByte('[')
	w.buf.WriteString(name)
	w.buf.WriteString(` "`)
	if strings.ContainsAny(value, `\"`) {
		value = tagEscaper.Replace(value)
	}
	w.buf.WriteString(value)
	w.buf.WriteString("\"]\n")
}

// fen is the start position in the letters that FENs are written with: the
// canonical ones, or those of engines where these are written.
func (w *Writer) fen(p *rules.Position) string {
	fen := p.FEN()
	if w.opts.Compat != NoCompat || w.opts.Alphabet.letters[rules.Ferz] == "Q" && w.opts.Alphabet.letters[rules.Alfil] == "B" {
		board, rest, _ := strings.Cut(fen, " ")
		fen = strings.NewReplacer("F", "Q", "f", "q", "A", "B", "a", "b").Replace(board) + " " + rest
	}
	if w.opts.Compat == CompatXBoard {
		fen = strings.Replace(fen, " - - ", " ", 1)
	}
	return fen
}

// writing is a line of moves that is being written.
type writing struct {
	pos, prev rules.Position
	moved     bool
	number    bool // the next move needs its number
}

// movetext writes the items from from up to to. With full, moves of men name
// their whole origin.
func (w *Writer) movetext(p *Replay, from, to int, full bool) {
	g := p.Game
	lines := []writing{{pos: p.Start, number: true}}
	for i := from; i < to; i++ {
		it := g.Items[i]
		line := &lines[len(lines)-1]
		switch it.Kind {
		case MoveItem:
			w.move(p, line, p.itemMove[i], full)
		case CommentItem, LineCommentItem, EscapeItem:
			w.remark(g, it)
			line.number = true
		case NAGItem:
			if text := g.ItemText(it); text[0] == '$' && it.Value > 255 {
				w.token(string(text))
			} else {
				w.token("$" + strconv.Itoa(int(it.Value)))
			}
		case DrawOfferItem:
			w.token("(=)")
		case OpenItem:
			next := writing{pos: line.pos, number: true}
			if line.moved {
				next.pos = line.prev
			}
			lines = append(lines, next)
			w.pre += "("
		case CloseItem:
			w.closing()
			if it.flags&stray == 0 {
				lines = lines[:len(lines)-1]
				lines[len(lines)-1].number = true
			}
		case ResultItem:
			result, _ := normalResult(g.ItemText(it))
			w.token(result)
		case OddItem:
			if !line.moved && it.flags&afterResult == 0 {
				// A number keeps it among the moves: what stands right behind
				// the tags may look like one.
				w.moveNumber(line)
			}
			text := g.ItemText(it)
			w.token(string(text))
			if text[0] == '[' && text[len(text)-1] != ']' {
				w.newline() // else a ] behind it would close it
			}
		}
	}
}

// move writes a move, with its number where one is due.
func (w *Writer) move(p *Replay, line *writing, m rules.Move, full bool) {
	if line.pos.Turn() == rules.White || line.number {
		w.moveNumber(line)
	}
	w.san = w.appendMove(w.san[:0], p.Rules, &line.pos, m, full)
	line.prev, line.pos = line.pos, line.pos.Play(m)
	if n := len(w.san) - 1; w.opts.Compat == CompatFSF && w.san[n] == '+' && p.Rules.Outcome(&line.pos, 1).Over() {
		// A check that ends the game in any way has # there, and is not read with
		// another sign or none.
		w.san[n] = '#'
	}
	w.token(string(w.san))
	line.moved, line.number = true, false
}

// moveNumber writes the number of the move that is due.
func (w *Writer) moveNumber(line *writing) {
	w.san = strconv.AppendInt(w.san[:0], int64(line.pos.Fullmove()), 10)
	w.san = append(w.san, '.')
	if line.pos.Turn() == rules.Black {
		w.san = append(w.san, '.', '.')
	}
	w.token(string(w.san))
}

// ambiguous reports whether the game, written in the shortest form, could be read
// in other letters as well: a rukh's R as a Spanish king's. Such a game names the
// origin of every man, so that what is written reads back as the same game. from
// is the first item behind the tags.
func (w *Writer) ambiguous(p *Replay, from int) bool {
	if w.opts.Notation != SAN {
		return false
	}
	var used uint32
	for _, m := range p.itemMove {
		if k := m.Kind(); m != rules.NoMove && !m.IsExchange() && k != rules.Pawn {
			letter := w.opts.Alphabet.letters[k][0]
			if letter < 'A' || letter > 'Z' {
				return false
			}
			used |= 1 << (letter - 'A')
		}
	}
	if used&^ownLetters != 0 || used&decidedLetters != 0 || used&^sharedLetters == 0 {
		return false
	}
	trial := Writer{opts: w.opts, player: w.player}
	trial.tags(p)
	trial.buf.WriteByte('\n')
	trial.movetext(p, from, p.fault, false)
	trial.newline()
	again := trial.reread(p)
	w.player = trial.player
	return !slices.Equal(again.Moves, p.Moves)
}

// appendMove appends m in the writer's letters and notation.
func (w *Writer) appendMove(dst []byte, rs *rules.Ruleset, pos *rules.Position, m rules.Move, full bool) []byte {
	letters := &w.opts.Alphabet.letters
	switch {
	case w.opts.Notation == UCI:
		dst = append(dst, m.String()[:4]...)
		if m.IsPromotion() {
			if small := strings.ToLower(letters[rules.Ferz]); !strings.Contains("abcdeh", small) {
				dst = append(dst, small...)
			} // the name of a file would be read as one
		}
		return dst
	case m.IsExchange():
		return respell(dst, rs.SAN(pos, m), letters)
	case w.opts.Notation == LAN || full && m.Kind() != rules.Pawn:
		var buf [16]byte
		short := string(rs.AppendSAN(buf[:0], pos, m))
		if m.Kind() != rules.Pawn {
			dst = append(dst, letters[m.Kind()]...)
		}
		dst = append(dst, m.From().String()...)
		switch {
		case pos.Captures(m) != rules.NoKind:
			dst = append(dst, 'x')
		case w.opts.Notation == LAN:
			dst = append(dst, '-')
		}
		dst = append(dst, m.To().String()...)
		if at := strings.IndexByte(short, '='); at >= 0 {
			dst = append(append(dst, '='), letters[rules.Ferz]...)
		}
		if last := short[len(short)-1]; last == '+' || last == '#' {
			dst = append(dst, last)
		}
		return dst
	}
	var buf [16]byte
	return respell(dst, string(rs.AppendSAN(buf[:0], pos, m)), letters)
}

// respell appends a move in canonical letters in other ones.
func respell(dst []byte, san string, letters *[rules.King + 1]string) []byte {
	for i := 0; i < len(san); i++ {
		if k := rules.KindOf(san[i]); san[i] >= 'A' && san[i] <= 'Z' && k != rules.NoKind {
			dst = append(dst, letters[k]...)
			continue
		}
		dst = append(dst, san[i])
	}
	return dst
}
