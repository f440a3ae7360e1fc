package pgn

import (
	"bytes"
	"math"
	"unicode/utf8"
)

// openParen reads a ( or a draw offer.
func (l *lexer) openParen() bool {
	if !l.room() {
		return false
	}
	if bytes.HasPrefix(l.b[l.i:], []byte("(=)")) {
		l.sawMoves = true
		l.add(DrawOfferItem, l.i, l.i+3, 0, 0)
		l.i += 3
		return true
	}
	l.sawMoves = true
	l.open = append(l.open, int32(len(l.items)))
	l.add(OpenItem, l.i, l.i+1, 0, 0)
	l.i++
	return true
}

func (l *lexer) closeParen() {
	l.sawMoves = true
	if n := len(l.open); n > 0 {
		if int(l.open[n-1]) == len(l.items)-1 {
			l.faultAt(EmptyVariation, l.i-1, l.i+1, "this variation holds no move", true)
		}
		l.open = l.open[:n-1]
		l.add(CloseItem, l.i, l.i+1, 0, 0)
	} else {
		l.faultAt(StrayClose, l.i, l.i+1, "this ) closes no variation", false)
		l.add(CloseItem, l.i, l.i+1, stray, 0)
	}
	l.i++
}

// symbol reads glyphs, $n, dots, blanks beyond ASCII and what nobody knows.
func (l *lexer) symbol(c byte) bool {
	if !l.room() {
		return false
	}
	b := l.b[l.i:]
	if c >= 0x80 {
		if n := blankRune(b); n > 0 {
			l.i += n
			return true
		}
		if b[0] == 0x85 { // … in a code page
			l.i++
			return true
		}
		if _, glyph := glyphAt(b); !glyph && wordRune(b) > 0 {
			return l.word()
		}
		if bytes.HasPrefix(b, []byte("…")) {
			l.i += len("…")
			return true
		}
		if s, ok := resultAt(b); ok {
			l.sawMoves = true
			return !l.resultToken(len(s.text))
		}
	}
	switch {
	case c == '$':
		return l.nag()
	case c == '.':
		l.i++
		return true
	case c == '-' && len(b) > 1 && b[1] == '-':
		return l.word() // the null move
	}
	if g, ok := glyphAt(b); ok {
		var flags itemFlags
		if l.i > 0 && l.b[l.i-1] > ' ' {
			flags = glued
		}
		l.sawMoves = true
		l.add(NAGItem, l.i, l.i+len(g.text), flags, g.nag)
		l.i += len(g.text)
		return true
	}
	l.odd()
	return true
}

// nag reads $n.
func (l *lexer) nag() bool {
	start := l.i
	j := start + 1
	n := 0
	for j < len(l.b) && l.b[j] >= '0' && l.b[j] <= '9' {
		if n <= math.MaxUint16 {
			n = n*10 + int(l.b[j]-'0')
		}
		j++
	}
	if j == len(l.b) && l.more() {
		return false
	}
	switch {
	case j == start+1:
		l.odd()
		return true
	case n > 255:
		l.faultAt(NAGRange, start, j, "numeric annotations go from $0 to $255", len(l.open) > 0)
	}
	l.sawMoves = true
	l.add(NAGItem, start, j, 0, uint16(min(n, math.MaxUint16)))
	l.i = j
	return true
}

// bracket reads a [ that begins no tag: up to the ] on its line, else to the line's
// end.
func (l *lexer) bracket() {
	eol := l.endOfLine(l.i)
	n := bytes.IndexByte(l.b[l.i:eol], ']')
	if n < 0 && eol == len(l.b) && l.more() {
		return
	}
	end := l.i + n + 1
	if n < 0 {
		end = l.i + len(trimBlanks(l.b[l.i:eol]))
	}
	l.unknown(end)
}

// odd reads what means nothing here, up to the next blank or sign that does.
func (l *lexer) odd() {
	_, n := utf8.DecodeRune(l.b[l.i:])
	j := l.i + n
	if l.b[l.i] != '}' {
		for j < len(l.b) && l.b[j] > ' ' && bytes.IndexByte([]byte("{}();[]$"), l.b[j]) < 0 {
			n := 1
			if l.b[j] >= utf8.RuneSelf {
				if blankRune(l.b[j:]) > 0 {
					break
				}
				_, n = utf8.DecodeRune(l.b[j:])
			}
			j += n
		}
	}
	if j == len(l.b) && l.more() {
		return
	}
	l.unknown(j)
}

// unknown takes the bytes up to end, which mean nothing. If the name of a square is
// among them they are taken for a move that cannot be read: to pass over a move
// would give the next one to the wrong side.
func (l *lexer) unknown(end int) {
	start := l.i
	l.sawMoves = true
	l.i = end
	if text := l.b[start:end]; holdsSquare(text) && !bytes.HasPrefix(text, []byte("[%")) {
		l.add(MoveItem, start, end, 0, 0)
		return
	}
	l.faultAt(OddMoveText, start, end, "this is neither a move nor anything else that belongs among moves", len(l.open) > 0)
	l.add(OddItem, start, end, 0, 0)
}
