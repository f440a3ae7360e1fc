package pgn

import "unicode/utf8"

// blankRune is the length of the blank that is written with several bytes at the
// front of b, 0 where there is none: no-break spaces, zero-width characters,
// byte order marks.
func blankRune(b []byte) int {
	switch {
	case b[0] == 0xA0: // U+00A0 in a code page
		return 1
	case b[0] == 0xC2 && len(b) > 1 && b[1] == 0xA0: // U+00A0
		return 2
	case b[0] == 0xE2 && len(b) > 2 && b[1] == 0x80 && (b[2] >= 0x80 && b[2] <= 0x8D || b[2] == 0xAF || b[2] == 0xA8 || b[2] == 0xA9):
		return 3 // U+2000…U+200D, U+2028, U+2029, U+202F
	case b[0] == 0xE2 && len(b) > 2 && b[1] == 0x81 && b[2] == 0xA0: // U+2060
		return 3
	case b[0] == 0xEF && len(b) > 2 && b[1] == 0xBB && b[2] == 0xBF: // U+FEFF
		return 3
	}
	return 0
}

// trimBlanks is b without the blanks around it, of every kind that the reader skips.
func trimBlanks(b []byte) []byte {
	for len(b) > 0 {
		n := 1
		if b[0] > ' ' {
			if b[0] < 0x80 {
				break
			}
			if n = blankRune(b); n == 0 {
				break
			}
		}
		b = b[n:]
	}
	return trimEnd(b)
}

// trimEnd is b without the blanks at its end.
func trimEnd(b []byte) []byte {
	for len(b) > 0 {
		n := 1
		if b[len(b)-1] > ' ' {
			_, n = utf8.DecodeLastRune(b)
			if blankRune(b[len(b)-n:]) == 0 {
				break
			}
		}
		b = b[:len(b)-n]
	}
	return b
}

// afterLine is the offset of the line that follows the line end at i.
func afterLine(b []byte, i int) int {
	if i < len(b) && b[i] == '\r' {
		i++
		if i < len(b) && b[i] == '\n' {
			i++
		}
		return i
	}
	return min(i+1, len(b))
}
