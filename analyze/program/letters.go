package program

import (
	"strings"

	"github.com/diwan-shatranj/diwan/rules"
)

// Letters are the small letters that an engine has for the men whose letters
// differ from program to program. The zero value stands for q and b, which
// Fairy-Stockfish reads and writes, for promotions too: "e7e8q".
type Letters struct {
	Ferz, Alfil byte
}

// or returns the letters with the defaults filled in.
func (l Letters) or() Letters {
	if l.Ferz == 0 {
		l.Ferz = 'q'
	}
	if l.Alfil == 0 {
		l.Alfil = 'b'
	}
	return l
}

// FEN returns the FEN of p, of six fields, in these letters.
func (l Letters) FEN(p *rules.Position) string {
	upper := func(c byte) string { return strings.ToUpper(string(rune(c))) }
	board, rest, _ := strings.Cut(p.FEN(), " ")
	board = strings.NewReplacer(
		"F", upper(l.Ferz), "f", string(rune(l.Ferz)),
		"A", upper(l.Alfil), "a", string(rune(l.Alfil)),
	).Replace(board)
	return board + " " + rest
}

// Letter returns the small letter of a kind of man.
func (l Letters) Letter(k rules.Kind) byte {
	switch k {
	case rules.Ferz:
		return l.Ferz
	case rules.Alfil:
		return l.Alfil
	}
	return k.Letter() | 0x20
}

// AppendMove appends the move m in coordinates.
func (l Letters) AppendMove(dst []byte, m rules.Move) []byte {
	dst = m.AppendTo(dst)
	if m.IsPromotion() {
		dst[len(dst)-1] = l.Ferz
	}
	return dst
}

// ParseMove reads a move of an engine in coordinates, which must be one of p under r. The letter
// of a promotion, whichever it is, is passed over: it can only be a ferz.
func ParseMove(p *rules.Position, r *rules.Ruleset, s string) (rules.Move, bool) {
	if len(s) == 5 {
		s = s[:4]
	}
	m, err := rules.ParseCoordinate(p, s)
	if err != nil || !r.IsLegal(p, m) {
		return rules.NoMove, false
	}
	return m, true
}
