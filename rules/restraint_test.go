package rules

import (
	"testing"

	"pgregory.net/rapid"
)

// What is known of checks and pins beforehand gives the same answers as looking
// at the board again.
func TestRestraintStandsForTheBoard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		r := p.Restraint()
		if r.Check() != p.InCheck() {
			t.Fatalf("%s: check is %v", p.FEN(), r.Check())
		}
		us := p.Turn()
		king := p.KingSquare(us)
		for k := Pawn; k < King; k++ {
			for to := Square(0); to < 64; to++ {
				if p.By(us).Has(to) {
					continue
				}
				for men := p.origins(k, us, to); men != 0; {
					from := men.PopFirst()
					if got, want := r.allows(king, from, to), p.isSafe(k, from, to); got != want {
						t.Fatalf("%s: %s from %s to %s is allowed: %v, want %v", p.FEN(), k, from, to, got, want)
					}
				}
			}
		}
		for _, rs := range Rulesets() {
			for repeats := range 4 {
				var with Restraint
				if o := rs.Judge(&p, repeats, &with); o != rs.Outcome(&p, repeats) || with != r {
					t.Fatalf("%s under %s: judged %v with %v, want %v with %v", p.FEN(), rs.Name, o, with, rs.Outcome(&p, repeats), r)
				}
			}
		}
	})
}
