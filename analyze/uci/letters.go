package uci

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

// fen returns the FEN of p, of six fields, in these letters.
func (l Letters) fen(p *rules.Position) string {
	upper := func(c byte) string { return strings.ToUpper(string(rune(c))) }
	board, rest, _ := strings.Cut(p.FEN(), " ")
	board = strings.NewReplacer(
		"F", upper(l.Ferz), "f", string(rune(l.Ferz)),
		"A", upper(l.Alfil), "a", string(rune(l.Alfil)),
	).Replace(board)
	return board + " " + rest
}

// append appends the move m in coordinates.
func (l Letters) append(dst []byte, m rules.Move) []byte {
	dst = m.AppendTo(dst)
	if m.IsPromotion() {
		dst[len(dst)-1] = l.Ferz
	}
	return dst
}

// parse reads a move of the engine, which must be one of p under r. The letter
// of a promotion, whichever it is, is passed over: it can only be a ferz.
func parse(p *rules.Position, r *rules.Ruleset, s string) (rules.Move, bool) {
	if len(s) == 5 {
		s = s[:4]
	}
	m, err := rules.ParseCoordinate(p, s)
	if err != nil || !r.IsLegal(p, m) {
		return rules.NoMove, false
	}
	return m, true
}
