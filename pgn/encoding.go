package pgn

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// encoding tells how the bytes of a game became UTF-8.
type encoding uint8

const (
	utf8Text encoding = iota
	windows1252
	windows1251
	utf16LE // the whole stream is UTF-16
	utf16BE
	nulSkipped // UTF-8 with NUL bytes, which are left out
	koi8r
)

func (e encoding) String() string {
	return [...]string{"UTF-8", "Windows-1252", "Windows-1251", "UTF-16LE", "UTF-16BE", "UTF-8", "KOI8-R"}[e]
}

// guessed reports whether nothing but the bytes themselves tells the encoding.
func (e encoding) guessed() bool { return e == windows1252 || e == windows1251 || e == koi8r }

// isUTF16 reports whether the stream is in UTF-16.
func (e encoding) isUTF16() bool { return e == utf16LE || e == utf16BE }

// plain reports whether b, a text in this encoding, is UTF-8 in the window already
// and nothing of it is left out.
func (e encoding) plain(b []byte) bool {
	return e == utf8Text || e.isUTF16() && bytes.IndexByte(b, 0) < 0
}

// fromUTF8 is text in UTF-16.
func (e encoding) fromUTF8(text []byte) []byte {
	order := binary.AppendByteOrder(binary.LittleEndian)
	if e == utf16BE {
		order = binary.BigEndian
	}
	var out []byte
	for _, u := range utf16.Encode([]rune(string(text))) {
		out = order.AppendUint16(out, u)
	}
	return out
}

// sniff tells which encoding the bytes of one game are in. Bytes that are not
// UTF-8 are Windows-1251 or KOI8-R where they read as Cyrillic words, else
// Windows-1252.
func sniff(b []byte) encoding {
	if !utf8.Valid(b) {
		if readsCyrillic(b) {
			if readsKOI8(b) {
				return koi8r
			}
			return windows1251
		}
		return windows1252
	}
	if bytes.IndexByte(b, 0) >= 0 {
		return nulSkipped
	}
	return utf8Text
}

// readsCyrillic reports whether the bytes from 0x80 on make more sense as
// Windows-1251: Cyrillic text has words of several such letters in a row, where
// Western text has single accented letters among ASCII ones. A Cyrillic letter
// alone counts where it begins a move: Кf3.
func readsCyrillic(b []byte) bool {
	cyrillic, western := 0, 0
	for i := 0; i < len(b); {
		if b[i] < 0x80 {
			i++
			continue
		}
		if _, n := utf8.DecodeRune(b[i:]); n > 1 { // a UTF-8 letter among the bytes of a code page
			i += n
			continue
		}
		if !cyrillicByte(b[i]) { // quotation marks, dashes and the like are in both
			i++
			continue
		}
		j := i
		for j < len(b) && cyrillicByte(b[j]) {
			j++
		}
		beforeASCII := i > 0 && isASCIILetter(b[i-1])
		afterASCII := j < len(b) && isASCIILetter(b[j])
		switch {
		case j-i >= 2 && !beforeASCII:
			cyrillic += j - i
		case j-i == 1 && !beforeASCII && j+1 < len(b) && b[j] >= 'a' && b[j] <= 'h' && (b[j+1] >= '1' && b[j+1] <= '8' || b[j+1] == 'x'):
			cyrillic++
		case beforeASCII || afterASCII:
			western += j - i
		}
		i = j
	}
	return cyrillic > western
}

// readsKOI8 reports whether Cyrillic bytes make more sense as KOI8-R, which has
// small letters where Windows-1251 has capitals, and the other way round. Men have
// capitals, wherever there are any: taken for the other code page, К, a faras, would
// be a small л, a rukh. Else words tell: one is not written like иВАНОВ.
func readsKOI8(b []byte) bool {
	men, other, inverted, upright := 0, 0, 0, 0
	for i := 0; i < len(b); {
		if b[i] < 0xC0 {
			i++
			continue
		}
		if _, n := utf8.DecodeRune(b[i:]); n > 1 {
			i += n
			continue
		}
		j := i + 1
		for j < len(b) && b[j] >= 0xC0 {
			j++
		}
		switch move := j+1 < len(b) && b[j] >= 'a' && b[j] <= 'h' && (b[j+1] >= '1' && b[j+1] <= '8' || b[j+1] == 'x'); {
		case move && j-i <= 2 && bytes.IndexByte(koi8Men, b[i]) >= 0:
			men++
		case move && j-i <= 2:
			other++
		case j-i > 1 && b[i] >= 0xE0 && b[i+1] < 0xE0:
			inverted++
		case j-i > 1 && b[i+1] >= 0xE0:
			upright++
		}
		i = j
	}
	if men+other > 0 {
		return other == 0
	}
	return inverted > upright
}

// koi8Men are the capitals that stand for men in Russian, in KOI8-R: those of Кр Ф Л
// К С and of Ш Ф Р А П Б.
var koi8Men = []byte{0xEB, 0xE6, 0xEC, 0xF3, 0xFB, 0xF2, 0xE1, 0xF0, 0xE2}

// cyrillicByte reports whether c is a letter in Windows-1251: those of Russian, and
// Ё, Є, Ї, І, Ґ, Ў in both cases.
func cyrillicByte(c byte) bool {
	switch c {
	case 0xA8, 0xB8, 0xAA, 0xBA, 0xAF, 0xBF, 0xB2, 0xB3, 0xA5, 0xB4, 0xA1, 0xA2:
		return true
	}
	return c >= 0xC0
}

func isASCIILetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// toUTF8 is b in UTF-8. In a game in a code page, what is UTF-8 all the same
// stays as it is.
func (e encoding) toUTF8(b []byte) []byte {
	out := make([]byte, 0, len(b)+len(b)/4)
	for i := 0; i < len(b); {
		n, r := e.step(b[i:])
		if r >= 0 {
			out = utf8.AppendRune(out, r)
		}
		i += n
	}
	return out
}

// sourceLen is how many bytes of b make n bytes of UTF-8.
func (e encoding) sourceLen(b []byte, n int) int {
	i, out := 0, 0
	for i < len(b) && out < n {
		k, r := e.step(b[i:])
		if r >= 0 {
			out += utf8.RuneLen(r)
		}
		i += k
	}
	return i
}

// step decodes what b begins with: n bytes, and the rune they make, or -1 for none.
func (e encoding) step(b []byte) (n int, r rune) {
	if b[0] == 0 {
		return 1, -1
	}
	if b[0] < utf8.RuneSelf {
		return 1, rune(b[0])
	}
	if r, n := utf8.DecodeRune(b); n > 1 {
		return n, r
	}
	switch e {
	case windows1251:
		return 1, charmap.Windows1251.DecodeByte(b[0])
	case koi8r:
		return 1, charmap.KOI8R.DecodeByte(b[0])
	default:
		// The five bytes that Windows-1252 leaves undefined are read as the
		// control characters of Latin-1, so that no byte is lost.
		if r := charmap.Windows1252.DecodeByte(b[0]); r != utf8.RuneError {
			return 1, r
		}
		return 1, rune(b[0])
	}
}

// locator remembers the place of an offset, so that the places of many offsets in
// rising order cost one walk through the text.
type locator struct {
	off, line int // offset in Text, line breaks before it
	src       int // the same offset in source
	col       int // bytes of the stream behind the last line break
}

// position is line and column, both from 1, of the byte at off in g.Text, as
// they are in the file.
func (g *Game) position(off int) (line, col int) {
	off = min(max(off, 0), len(g.Text))
	if off < g.at.off {
		g.at = locator{}
	}
	at := &g.at
	passed := g.Text[at.off:off]
	breaks, _ := lineBreaks(passed)
	at.line += breaks
	if g.source != nil {
		from := at.src
		at.src += g.enc.sourceLen(g.source[from:], off-at.off)
		passed = g.source[from:at.src]
	}
	if _, last := lineBreaks(passed); last > 0 {
		at.col, passed = 0, passed[last:]
	}
	if g.enc.isUTF16() {
		at.col += utf16Len(passed)
	} else {
		at.col += len(passed)
	}
	at.off = off
	col = at.col
	if at.line == 0 {
		col += g.firstCol
	}
	return g.firstLine + at.line, col + 1
}

// lineBreaks counts the line breaks in b (LF, CRLF or CR) and gives the offset
// behind the last one.
func lineBreaks(b []byte) (n, last int) {
	if bytes.IndexByte(b, '\r') < 0 {
		return bytes.Count(b, []byte{'\n'}), bytes.LastIndexByte(b, '\n') + 1
	}
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '\r':
			if i+1 < len(b) && b[i+1] == '\n' {
				i++
			}
			n, last = n+1, i+1
		case '\n':
			n, last = n+1, i+1
		}
	}
	return n, last
}

// utf16Len is the number of bytes that b takes in UTF-16.
func utf16Len(b []byte) int {
	n := 0
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		n += 2 * max(utf16.RuneLen(r), 1)
		b = b[size:]
	}
	return n
}
