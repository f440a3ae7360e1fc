package engine

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/diwan-shatranj/diwan/rules"
)

// trade returns what the exchange on a square brings the side c, which is to
// take there or to leave it, when the man on it is worth there. It plays the
// exchange out, men taken from the board one by one.
func trade(p *rules.Position, to rules.Square, c rules.Color, occ rules.Bitboard, there int) int {
	mine := p.AttackersTo(to, c, occ) & occ & p.By(c)
	if mine == 0 {
		return 0
	}
	kind, man := cheapest(p, c, mine)
	occ &^= man
	if kind == rules.King && p.AttackersTo(to, c.Other(), occ)&occ&p.By(c.Other()) != 0 {
		return 0
	}
	return max(0, there-trade(p, to, c.Other(), occ, tradeValue[kind]))
}

func TestGainsIsTheTrade(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		moves := p.AppendMoves(nil)
		if len(moves) == 0 {
			t.Skip("no move")
		}
		m := rapid.SampledFrom(moves).Draw(t, "m")
		placed, first := m.Kind(), tradeValue[p.Captures(m)]
		if m.IsPromotion() {
			placed = rules.Ferz
			first += tradeValue[rules.Ferz] - tradeValue[rules.Pawn]
		}
		occ := p.Occupied()&^m.From().Bit() | m.To().Bit()
		worth := first - trade(&p, m.To(), p.Turn().Other(), occ, tradeValue[placed])
		for _, least := range []int{worth - 1, worth, worth + 1, 0, -100, 100} {
			if got := gains(&p, m, least); got != (worth >= least) {
				t.Fatalf("%v, %v is worth %d: gains(%d) = %v", p, m, worth, least, got)
			}
		}
	})
}
