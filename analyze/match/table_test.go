package match

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/diwan-shatranj/diwan/rules"
)

// played returns a table of so many games; the first player has them as White
// and Black by turns, wins first.
func played(wins, draws, losses int) *Table {
	t := new(Table)
	for n := range wins + draws + losses {
		g := &Game{Number: n + 1, White: n % 2, Result: rules.Draw}
		switch {
		case n < wins:
			g.Result = rules.Win(rules.Color(g.White))
		case n >= wins+draws:
			g.Result = rules.Win(rules.Color(1 - g.White))
		}
		t.add(g)
	}
	return t
}

func TestElo(t *testing.T) {
	inf := math.Inf(1)
	tests := []struct {
		wins, draws, losses int
		elo, low, high      float64
	}{
		{0, 0, 0, 0, -inf, inf},
		{1, 0, 0, inf, -inf, inf},
		{0, 100, 0, 0, -42, 42},
		{200, 0, 0, inf, 603, inf},
		{0, 0, 200, -inf, -inf, -603},
		{150, 0, 50, 191, 119, 281.5}, // 75 pairs won, 25 lost
		{75, 50, 75, 0, -60, 60},
	}
	for _, test := range tests {
		elo, low, high := played(test.wins, test.draws, test.losses).Elo()
		for _, v := range [][2]float64{{elo, test.elo}, {low, test.low}, {high, test.high}} {
			if v[0] != v[1] && !(math.Abs(v[0]-v[1]) < 1) {
				t.Errorf("+%d =%d -%d: %.1f from %.1f to %.1f, want %v from %v to %v",
					test.wins, test.draws, test.losses, elo, low, high, test.elo, test.low, test.high)
				break
			}
		}
	}
}

// The games of a pair that cancel each other out tell more than if they had come
// by chance: that is what pairs are for.
func TestPairsNarrowTheInterval(t *testing.T) {
	var alike, opposed Table
	for n := range 100 {
		// White always wins, or the same player wins both games of a pair.
		opposed.add(&Game{Number: n + 1, White: n % 2, Result: rules.WhiteWins})
		alike.add(&Game{Number: n + 1, White: n % 2, Result: rules.Win(rules.Color(n%2 ^ n/2%2))})
	}
	if opposed.Wins != 50 || alike.Wins != 50 {
		t.Fatalf("%d and %d wins", opposed.Wins, alike.Wins)
	}
	_, _, a := opposed.Elo()
	_, _, b := alike.Elo()
	if a >= b {
		t.Errorf("the bounds are %.1f and %.1f", a, b)
	}
}

// The order of games does not matter, the players may be exchanged, and the
// interval holds the estimate.
func TestEloLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "games")
		results := rapid.SliceOfN(rapid.SampledFrom([]rules.Result{rules.WhiteWins, rules.Draw, rules.BlackWins}), n, n).Draw(t, "results")
		numbers := make([]int, n)
		for i := range numbers {
			numbers[i] = i
		}
		var a, b, c Table
		for i, r := range results {
			a.add(&Game{Number: i + 1, White: i % 2, Result: r})
			c.add(&Game{Number: i + 1, White: 1 - i%2, Result: r})
		}
		for _, i := range rapid.Permutation(numbers).Draw(t, "order") {
			b.add(&Game{Number: i + 1, White: i % 2, Result: results[i]})
		}
		elo, low, high := a.Elo()
		if e, l, h := b.Elo(); e != elo || l != low || h != high {
			t.Fatalf("in another order %v %v %v, not %v %v %v", e, l, h, elo, low, high)
		}
		near := func(x, y float64) bool { return x == y || math.Abs(x-y) < 1e-6 }
		if e, l, h := c.Elo(); !near(e, -elo) || !near(l, -high) || !near(h, -low) {
			t.Fatalf("turned %v %v %v, not %v %v %v", e, l, h, -elo, -high, -low)
		}
		if !(low <= elo && elo <= high) {
			t.Fatalf("%v is not from %v to %v", elo, low, high)
		}
	})
}

func TestSPRT(t *testing.T) {
	s := SPRT{Elo0: 0, Elo1: 20}
	if low, high := s.Bounds(); math.Abs(low+2.944) > 0.001 || math.Abs(high-2.944) > 0.001 {
		t.Errorf("bounds %v and %v", low, high)
	}
	tests := []struct {
		wins, draws, losses int
		want                Verdict
	}{
		{0, 0, 0, Undecided},
		{10, 10, 10, Undecided},
		{0, 20, 0, Undecided},
		{400, 300, 300, Elo1},
		{300, 300, 400, Elo0},
		{1000, 1000, 1000, Elo0},
		{20, 0, 0, Elo1},
		{0, 0, 20, Elo0},
	}
	for _, test := range tests {
		table := played(test.wins, test.draws, test.losses)
		if got := s.Verdict(table); got != test.want {
			t.Errorf("+%d =%d -%d: %v (%.2f), want %v", test.wins, test.draws, test.losses, got, s.LLR(table), test.want)
		}
	}
}
