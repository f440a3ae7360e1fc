package pgn

import "bytes"

// glyph is a way to write a numeric annotation by a symbol.
type glyph struct {
	text string
	nag  uint16
}

// glyphs is ordered so that a longer one comes before its own beginnings. The
// numbers are those of the PGN standard and its common continuation.
var glyphs = []glyph{
	{"!!", 3}, {"??", 4}, {"!?", 5}, {"?!", 6}, {"!", 1}, {"?", 2},
	{"‼", 3}, {"⁇", 4}, {"⁉", 5}, {"⁈", 6},
	{"+/=", 14}, {"+/−", 16}, {"+/-", 16}, {"+=", 14}, {"+-", 18}, {"+−", 18},
	{"=/+", 15}, {"=+", 15}, {"=∞", 44}, {"==", 11}, {"=", 10},
	{"-/+", 17}, {"−/+", 17}, {"-+", 19}, {"−+", 19},
	{"⩲", 14}, {"⩱", 15}, {"±", 16}, {"\xb1", 16}, {"∓", 17}, {"∞", 13}, {"⯹", 44},
	{"□", 7}, {"⨀", 22}, {"⊙", 22}, {"○", 26}, {"⟳", 32}, {"⇗", 32}, {"↑", 36}, {"→", 40}, {"⇆", 132}, {"⊕", 138},
	{"∆", 140}, {"△", 140}, {"Δ", 140}, {"∇", 141}, {"⌓", 142}, {"≤", 143},
}

// glyphAt finds the symbol that b begins with.
func glyphAt(b []byte) (g glyph, ok bool) {
	for _, g := range glyphs {
		if len(b) >= len(g.text) && string(b[:len(g.text)]) == g.text {
			return g, true
		}
	}
	return glyph{}, false
}

// resultSpelling is a way to write a game's result.
type resultSpelling struct {
	text   string
	result int8 // index in canonicalResults
}

var canonicalResults = [...]string{"1-0", "0-1", "1/2-1/2", "*"}

// resultSpellings is ordered so that a longer one comes before its own beginnings.
var resultSpellings = []resultSpelling{
	{"1/2-1/2", 2}, {"1/2:1/2", 2}, {"1/2–1/2", 2}, {"1/2 - 1/2", 2}, {"1/2", 2},
	{"½-½", 2}, {"½–½", 2}, {"½:½", 2}, {"½", 2}, {"0.5-0.5", 2}, {"0,5-0,5", 2},
	{"1-0", 0}, {"1:0", 0}, {"1–0", 0}, {"1—0", 0}, {"1 - 0", 0},
	{"0-1", 1}, {"0:1", 1}, {"0–1", 1}, {"0—1", 1}, {"0 - 1", 1},
	{"*", 3},
}

// longestSpelling is the length of the longest way to write a result or a glyph,
// and of the byte behind it: what the lexer must see to decide.
const longestSpelling = 16

// resultAt finds the result that b begins with; it must not run on into a word.
func resultAt(b []byte) (s resultSpelling, ok bool) {
	for _, s := range resultSpellings {
		n := len(s.text)
		if len(b) < n || string(b[:n]) != s.text {
			continue
		}
		if n < len(b) && (wordBytes[b[n]] && b[n] < 0x80 || b[n] == '/') {
			continue
		}
		return s, true
	}
	return resultSpelling{}, false
}

// normalResult is the canonical spelling of a result as tags and markers have it.
func normalResult(b []byte) (result string, ok bool) {
	b = bytes.TrimSpace(b)
	for _, r := range canonicalResults { // which nearly all are
		if string(b) == r {
			return r, true
		}
	}
	if s, ok := resultAt(b); ok && len(s.text) == len(b) {
		return canonicalResults[s.result], true
	}
	return "", false
}

// MarkCount is how often the main line has the numeric annotation n, as such or as a
// symbol.
func (g *Game) MarkCount(n uint8) int {
	count, depth := 0, 0
	for _, it := range g.Items {
		switch {
		case it.Kind == OpenItem:
			depth++
		case it.Kind == CloseItem && it.flags&stray == 0:
			depth--
		case it.Kind == NAGItem && depth == 0 && it.Value == uint16(n):
			count++
		}
	}
	return count
}
