package pgn

import (
	"bytes"
	"math"
	"slices"
	"unicode/utf8"
)

// lexer takes one game off the front of a byte slice. It is a pure function of
// the bytes: when they end before the game does and more may follow, it gives up
// with needMore and is run again on a longer slice. Since the slice doubles each
// time, the cost stays linear, and no state has to survive a refill.
type lexer struct {
	b     []byte
	final bool // no bytes follow b
	g     *Game
	items []Item // those of g, which gets them at the end
	i     int

	lineAt, lineEnd int // an offset, and the end of its line, as endOfLine has found it

	open     []int32         // items of the variations that are open
	tagSet   map[string]bool // the tags' names, where there are many
	sawTag   bool            // a tag has been read, or brackets with nothing in them
	sawMoves bool            // movetext other than comments has begun
	needMore bool
}

// class tells what a byte of movetext may begin.
type class uint8

const (
	symbolClass class = iota // glyphs and whatever else is told by more than a byte
	blankClass
	digitClass
	wordClass
	braceClass // a comment
	percentClass
	starClass
	bracketClass
	openClass
	closeClass
)

// classes are the classes of all bytes; plainBytes is 1 for those that belong to a
// word wherever they stand in it.
var classes, plainBytes = func() (classes [256]class, plain [256]uint8) {
	for c := range 256 {
		switch {
		case c <= ' ':
			classes[c] = blankClass
		case c >= '0' && c <= '9':
			classes[c] = digitClass
		case wordBytes[c] && bytes.IndexByte([]byte("-':#"), byte(c)) < 0:
			classes[c] = wordClass
		}
		if wordBytes[c] && c != '-' {
			plain[c] = 1
		}
	}
	classes['{'], classes[';'] = braceClass, braceClass
	classes['%'] = percentClass
	classes['*'] = starClass
	classes['['] = bracketClass
	classes['('], classes[')'] = openClass, closeClass
	return classes, plain
}()

// wordBytes are the bytes that a move may be made of. Bytes from 0x80 on are
// decided by the rune they begin.
var wordBytes = func() (t [256]bool) {
	for c := 'a'; c <= 'z'; c++ {
		t[c], t[c-'a'+'A'] = true, true
	}
	for c := '0'; c <= '9'; c++ {
		t[c] = true
	}
	for _, c := range "-:~#@_'" {
		t[c] = true
	}
	return t
}()

// lexGame reads one game from the front of b. n is the number of bytes that
// belong to it; found is false where only blanks, or comments without a game,
// are left, and then n is where the blanks end. needMore asks for a longer b.
func lexGame(b []byte, final bool, g *Game) (n int, found, needMore bool) {
	l := lexer{b: b, final: final, g: g, items: g.Items, lineEnd: -1}
	l.header()
	g.Items = l.items
	if l.needMore {
		return 0, false, true
	}
	if l.i >= len(b) && !l.sawTag && !l.sawMoves {
		return l.i, false, false
	}
	for _, o := range l.open {
		g.Items[o].flags |= unclosed
		l.faultAt(UnclosedVariation, int(g.Items[o].Start), int(g.Items[o].End), "this variation is never closed", len(l.open) > 0)
	}
	return l.i, true, false
}

func (l *lexer) faultAt(c Code, start, end int, message string, variation bool) {
	l.g.faults = append(l.g.faults, fault{code: c, start: uint32(start), end: uint32(end), message: message, variation: variation})
}

func (l *lexer) add(kind ItemKind, start, end int, flags itemFlags, value uint16) {
	n := len(l.items)
	if n == cap(l.items) {
		l.items = slices.Grow(l.items, 1)
	}
	// Field by field: an Item that is put together elsewhere and then copied
	// makes the copy wait for its small parts.
	l.items = l.items[:n+1]
	it := &l.items[n]
	it.Start, it.End, it.Kind, it.flags, it.Value = uint32(start), uint32(end), kind, flags, value
}

// more reports that the bytes have run out in a place where more of them could
// change the reading.
func (l *lexer) more() bool {
	if !l.final {
		l.needMore = true
	}
	return l.needMore
}

// blanks skips white space of every kind and tells whether a blank line was
// among it.
func (l *lexer) blanks() (blankLine bool) {
	lines := 0
	for l.i < len(l.b) {
		switch c := l.b[l.i]; {
		case c == '\n', c == '\r':
			if c == '\r' && l.i+1 < len(l.b) && l.b[l.i+1] == '\n' {
				l.i++
			}
			l.i++
			lines++
		case c <= ' ':
			l.i++
		case c >= 0x80:
			n := blankRune(l.b[l.i:])
			if n == 0 {
				if !utf8.FullRune(l.b[l.i:]) {
					l.more() // the rest of it may make it a blank
				}
				return lines > 1
			}
			l.i += n
		default:
			return lines > 1
		}
	}
	return lines > 1
}

// atLineStart reports whether the byte at i is the first of its line. Byte order
// marks and NUL bytes before it do not count.
func (l *lexer) atLineStart(i int) bool {
	for i > 0 {
		if l.b[i-1] == 0 {
			i--
		} else if bytes.HasSuffix(l.b[:i], []byte("\ufeff")) {
			i -= len("\ufeff")
		} else {
			break
		}
	}
	return i == 0 || l.b[i-1] == '\n' || l.b[i-1] == '\r'
}

// endOfLine is the offset of the line end at or after i, len(b) where there is none.
func (l *lexer) endOfLine(i int) int {
	if i < l.lineAt || i > l.lineEnd {
		l.lineAt, l.lineEnd = i, endOfLine(l.b, i)
	}
	return l.lineEnd
}

// endOfLine looks in steps that grow, so that a text with one kind of line end is
// not searched to its end for the other on every line.
func endOfLine(b []byte, i int) int {
	for step := 128; i < len(b); step *= 2 {
		end := min(i+step, len(b))
		part := b[i:end]
		if n := bytes.IndexByte(part, '\n'); n >= 0 {
			part = part[:n]
			end = i + n
		}
		if c := bytes.IndexByte(part, '\r'); c >= 0 {
			return i + c
		}
		if end < len(b) && b[end] == '\n' {
			return end
		}
		i = end
	}
	return len(b)
}

// header reads what stands before the moves, then the moves. It ends at the
// first byte that belongs to the next game.
func (l *lexer) header() {
	// The first blank line behind tags: a new game that begins after it begins
	// with the remarks that stand between.
	gap := struct{ i, items int }{-1, 0}
	for {
		before := l.i
		if l.blanks() && l.sawTag && gap.i < 0 {
			gap.i, gap.items = before, len(l.items)
		}
		if l.i >= len(l.b) {
			l.more()
			return
		}
		c := l.b[l.i]
		switch {
		case c == '[':
			looks, unsure := l.tagAhead()
			if unsure && l.more() {
				return
			}
			if !looks {
				if l.emptyTag() {
					l.sawTag = true
					continue
				}
				l.movetext()
				return
			}
			if gap.i >= 0 && l.startsGame() {
				l.i = gap.i
				l.items = l.items[:gap.items]
				return
			}
			if len(l.g.tags) == 0 {
				for k := range l.items {
					l.items[k].flags |= preTag
				}
			}
			if !l.tag() {
				return
			}
			l.sawTag = true
			gap.i = -1
		case c == '{' || c == ';' || c == '%' && l.atLineStart(l.i):
			if !l.remark() {
				return
			}
		case c == '.', c == 0x85: // a stray stop says nothing, nor does … in a code page
			l.i++
		case bytes.HasPrefix(l.b[l.i:], []byte("…")):
			l.i += len("…")
		default:
			l.movetext()
			return
		}
	}
}

// startsGame reports whether the tag at l.i, which follows tags and a blank
// line, belongs to a new game: it is the first roster tag, or one that the game
// has already.
func (l *lexer) startsGame() bool {
	_, name, _ := tagNameAt(l.b[l.i:])
	return string(name) == "Event" || l.hasTag(name)
}

func (g *Game) tagNameIn(b []byte, k int) []byte {
	return b[g.tags[k].nameStart:g.tags[k].nameEnd]
}

// movetext reads moves and what goes with them up to the end of the game.
func (l *lexer) movetext() {
	for l.i < len(l.b) {
		if !l.token() {
			return
		}
	}
	l.more()
}

// token reads one piece of movetext, or a blank. It is false where the game ends
// with it or before it, or more bytes are needed.
func (l *lexer) token() bool {
	c := l.b[l.i]
	goOn := true
	switch classes[c] {
	case blankClass:
		l.i++
		return true
	case digitClass:
		goOn = l.number()
	case wordClass:
		goOn = l.word()
	case braceClass:
		goOn = l.remark()
	case percentClass:
		if l.atLineStart(l.i) {
			goOn = l.remark()
		} else {
			goOn = l.symbol(c)
		}
	case starClass:
		l.sawMoves = true
		goOn = !l.resultToken(1)
	case bracketClass:
		looks, unsure := strictTagAhead(l.b[l.i:])
		if looks || unsure && l.more() {
			return false
		}
		l.bracket()
	case openClass:
		goOn = l.openParen()
	case closeClass:
		l.closeParen()
	default:
		goOn = l.symbol(c)
	}
	return goOn && !l.needMore
}

// room reports whether enough bytes follow to tell the longest symbol, of which
// none goes beyond the end of a line; else it asks for more.
func (l *lexer) room() bool {
	return len(l.b)-l.i > longestSpelling || bytes.IndexByte(l.b[l.i:], '\n') >= 0 || !l.more()
}

// number reads a move number or a result.
func (l *lexer) number() bool {
	start := l.i
	j := start
	n := 0
	for j < len(l.b) && l.b[j] >= '0' && l.b[j] <= '9' {
		if n < math.MaxUint16 {
			n = n*10 + int(l.b[j]-'0')
		}
		j++
	}
	if n == 1 && l.startsAnew(start, j) {
		return false
	}
	l.sawMoves = true
	if n == 0 && j == start+1 && j+1 < len(l.b) && (l.b[j] == '.' || l.b[j] == ',') && l.b[j+1] == '5' {
		if !l.room() {
			return false
		}
		if s, ok := resultAt(l.b[start:]); ok {
			return !l.resultToken(len(s.text))
		}
	}
	if j < len(l.b) && l.b[j] == '.' {
		for j < len(l.b) && l.b[j] == '.' {
			j++
		}
		l.add(NumberItem, start, j, 0, uint16(min(n, math.MaxUint16)))
		l.i = j
		if j < len(l.b) && l.b[j] == ' ' {
			l.i = j + 1
		}
		return true
	}
	if !l.room() {
		return false
	}
	if s, ok := resultAt(l.b[start:]); ok {
		return !l.resultToken(len(s.text))
	}
	if bytes.HasPrefix(l.b[start:], []byte("0-0")) || string(l.b[start:j]) == "0000" {
		return l.word()
	}
	if bytes.HasPrefix(l.b[j:], []byte("…")) {
		j += len("…")
	}
	l.add(NumberItem, start, j, 0, uint16(min(n, math.MaxUint16)))
	l.i = j
	return true
}

// startsAnew reports whether the number 1 from start to end, or what cannot yet be
// told from it, begins another game: it is White's, and moves and a blank line
// stand before it.
func (l *lexer) startsAnew(start, end int) bool {
	if !l.sawMoves || len(l.open) > 0 {
		return false
	}
	lines := 0
	for i := start - 1; i >= 0 && l.b[i] <= ' ' && lines < 2; i-- {
		if l.b[i] == '\n' || l.b[i] == '\r' && l.b[i+1] != '\n' {
			lines++
		}
	}
	if lines < 2 || !slices.ContainsFunc(l.items, func(it Item) bool { return it.Kind == MoveItem }) {
		return false
	}
	if end+1 >= len(l.b) && l.more() {
		return true
	}
	return end < len(l.b) && l.b[end] == '.' && (end+1 == len(l.b) || l.b[end+1] != '.')
}

// resultToken takes a result of n bytes and reports whether the game ends here.
// Inside a variation a result ends the game only where nothing follows it in its
// paragraph: then the variation was never closed.
func (l *lexer) resultToken(n int) (ends bool) {
	start := l.i
	if len(l.open) > 0 {
		l.i += n
		blankLine := l.blanks()
		if l.i >= len(l.b) && l.more() {
			return true
		}
		if l.i < len(l.b) && !blankLine {
			newGame, unsure := false, false
			if l.b[l.i] == '[' {
				newGame, unsure = strictTagAhead(l.b[l.i:])
			}
			if unsure && l.more() {
				return true
			}
			if !newGame {
				l.add(ResultItem, start, start+n, 0, 0)
				return false
			}
		}
		l.add(ResultItem, start, start+n, 0, 0)
		l.g.result = int32(len(l.items))
		return true
	}
	l.add(ResultItem, start, start+n, 0, 0)
	l.g.result = int32(len(l.items))
	l.i += n
	l.afterResult()
	return true
}

// afterResult takes what may follow a result, up to the next blank line: comments,
// symbols, variations, stray signs; no moves and no tags, which begin a game. Where
// a blank line has been seen, nothing that may follow matters: the game is complete.
func (l *lexer) afterResult() {
	for {
		end := l.i
		if l.blanks() {
			l.i = end
			return
		}
		if l.i >= len(l.b) {
			l.more()
			return
		}
		before := len(l.items)
		goOn := true
		switch c := l.b[l.i]; classes[c] {
		case braceClass:
			goOn = l.remark()
		case openClass:
			if goOn = l.openParen(); goOn && len(l.open) > 0 {
				goOn = l.variation()
			}
		case closeClass:
			l.closeParen()
		case symbolClass:
			if !l.room() {
				return
			}
			if _, glyph := glyphAt(l.b[l.i:]); !glyph && c != '$' && c != '.' && c != '}' {
				l.i = end
				return
			}
			goOn = l.symbol(c)
		default:
			l.i = end
			return
		}
		for k := before; k < len(l.items); k++ {
			l.items[k].flags |= afterResult
		}
		if !goOn || l.needMore {
			return
		}
	}
}

// variation reads on until all brackets are closed. It is false where the game ends
// before, or more bytes are needed.
func (l *lexer) variation() bool {
	for l.i < len(l.b) && len(l.open) > 0 {
		if !l.token() {
			return false
		}
	}
	return len(l.open) == 0 || !l.more()
}
