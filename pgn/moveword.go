package pgn

import (
	"bytes"
	"math/bits"
	"unicode/utf8"
)

// word reads a token that stands where a move should.
func (l *lexer) word() bool {
	start := l.i
	j := start
	b := l.b
	if len(b)-j >= 8 {
		j += plainRun((*[8]byte)(b[j:]))
	}
	for j < len(b) && plainBytes[b[j]] != 0 {
		j++
	}
	if j < len(b) && b[j] > ' ' { // a blank ends most words, and needs no thought
		j = l.restOfWord(start, j)
	}
	// Behind a blank nothing can change what the word is.
	if (j == len(b) || b[j] > ' ') && len(b)-j <= longestSpelling && l.more() {
		return false
	}
	if j == start { // cannot be part of a word: the caller saw a byte that is
		j++
	}
	l.note(b[start])
	l.sawMoves = true
	l.add(MoveItem, start, j, 0, 0)
	l.i = j
	if j < len(b) && b[j] == ' ' {
		l.i = j + 1
		return true
	}
	if j < len(b) && b[j] == '=' {
		if g, ok := glyphAt(b[j:]); ok && g.text == "=" {
			l.add(DrawOfferItem, j, j+1, glued, 0)
			l.i = j + 1
		}
	}
	return true
}

// plainRun is how many of the bytes of b belong to a word wherever they stand, up
// to the first that does not. It looks at all eight, for a loop that ends one
// cannot foresee where costs more.
func plainRun(b *[8]byte) int {
	run := plainBytes[b[0]] | plainBytes[b[1]]<<1 | plainBytes[b[2]]<<2 | plainBytes[b[3]]<<3 |
		plainBytes[b[4]]<<4 | plainBytes[b[5]]<<5 | plainBytes[b[6]]<<6 | plainBytes[b[7]]<<7
	return bits.TrailingZeros8(^run)
}

// restOfWord is where the word from start ends, of which the bytes before j are
// known to belong to it.
func (l *lexer) restOfWord(start, j int) int {
	b := l.b
	for j < len(b) {
		c := b[j]
		if wordBytes[c] {
			if c == '-' && j+1 < len(b) && (b[j+1] == '+' || b[j+1] == '/') && j > start {
				return j
			}
			j++
			continue
		}
		switch {
		case c == '+':
			if j+1 < len(b) && (b[j+1] == '-' || b[j+1] == '/' || b[j+1] == '=') {
				return j
			}
			j++
		case c == '=':
			if j+1 < len(b) && isLetterAt(b[j+1:]) {
				if up := b[j+1] &^ 0x20; b[j+1] >= 0x80 || ownLetters>>(up-'A')&1 == 0 {
					l.g.traits |= promotions
				}
				j += 2
				continue
			}
			return j
		case c == '/':
			if j+1 < len(b) && isLetterAt(b[j+1:]) {
				j += 2
				continue
			}
			return j
		case c == '(':
			if n := promotionInParens(b[j:]); n > 0 && b[j-1] >= '1' && b[j-1] <= '8' {
				j += n
				continue
			}
			return j
		case c == '.':
			if bytes.HasPrefix(b[j:], []byte(".p.")) && b[j-1] == 'e' {
				j += 3
				continue
			}
			return j
		case c >= 0x80:
			n := wordRune(b[j:])
			if n == 0 {
				return j
			}
			l.g.traits |= foreignMoves
			j += n
		default:
			return j
		}
	}
	return j
}

// note keeps what a move's first byte tells of the game's letters.
func (l *lexer) note(c byte) {
	switch {
	case c >= 'A' && c <= 'Z':
		l.g.letters |= 1 << (c - 'A')
	case c >= 0x80:
		l.g.traits |= foreignMoves
	case c >= 'i' && c <= 'z':
		l.g.traits |= lowerMoves
	}
}

func isLetterAt(b []byte) bool {
	c := b[0]
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80 && wordRune(b) > 0
}

// promotionInParens is the length of "(F)" at the front of b, 0 where there is none.
func promotionInParens(b []byte) int {
	if len(b) < 3 {
		return 0
	}
	_, n := utf8.DecodeRune(b[1:])
	if isLetterAt(b[1:]) && 1+n < len(b) && b[1+n] == ')' {
		return n + 2
	}
	return 0
}

// wordRune is the length of the rune at the front of b where a move may hold it
// (letters, figurines, dashes, ×, daggers), else 0.
func wordRune(b []byte) int {
	r, n := utf8.DecodeRune(b)
	switch {
	case r == utf8.RuneError && n <= 1:
		return n
	case blankRune(b) > 0:
		return 0
	case r >= 0xC0 && r < 0x2000 && r != '×' && r != '÷': // letters of every script
		return n
	case r == '×', r >= '‐' && r <= '―', r == '†', r == '‡', r == '−':
		return n
	case r >= '♔' && r <= '♟', r >= 0x1FA00 && r <= 0x1FA6F, r == 0xFE0E, r == 0xFE0F:
		return n
	case r > 0x2E80 && r < 0x1F000: // further letters
		return n
	}
	return 0
}
