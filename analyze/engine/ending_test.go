package engine

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"github.com/diwan-shatranj/diwan/rules"
)

// The search settles a position of which a side is bare as the rules do.
func TestBaredIsTheOutcome(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, ok := drawPlaced(t, 3)
		if !ok {
			t.Skip("no position")
		}
		r := drawRuleset(t)
		w := newWorker(p, r)
		v, settled := w.bared(0)
		if settled != (p.IsBare(rules.White) || p.IsBare(rules.Black)) {
			t.Fatalf("%v: settled %v", p, settled)
		}
		if !settled {
			return
		}
		want := 0
		switch r.Outcome(&p, 1).Result {
		case rules.Win(p.Turn()):
			want = winValue
		case rules.Win(p.Turn().Other()):
			want = -winValue
		}
		if v != want {
			t.Fatalf("%v under %s: value %d, want %d", p, r.Name, v, want)
		}
	})
}

// The draws by count and by repetition of the game are those of the rules.
func TestDrawStateIsTheOutcome(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		r := drawRuleset(t)
		var h rules.History
		repeats := h.Reset(&p)
		hashes := []uint64{p.Hash()}
		// Men that go to and fro make repetitions likely.
		var back [2]rules.Move
		for range rapid.IntRange(0, 14).Draw(t, "plies") {
			moves := r.AppendMoves(&p, nil)
			if len(moves) == 0 || r.Outcome(&p, 1).Over() {
				break
			}
			m := rapid.SampledFrom(moves).Draw(t, "move")
			if b := back[p.Turn()]; b != rules.NoMove && r.IsLegal(&p, b) && rapid.IntRange(0, 9).Draw(t, "return") > 0 {
				m = b
			}
			back[p.Turn()] = rules.NewMove(m.Kind(), m.To(), m.From())
			p = p.Play(m)
			repeats = h.Push(&p)
			hashes = append(hashes, p.Hash())
		}
		if p.IsBare(rules.White) || p.IsBare(rules.Black) {
			return
		}
		w := newWorker(p, r)
		w.hashes, w.rootAt = hashes, len(hashes)-1
		o := r.Outcome(&p, repeats)
		want := o.Result == rules.Draw || o.Claims != 0
		if got := w.drawn(0); got != want {
			t.Fatalf("%v under %s, seen %d times: drawn is %v, want %v", p, r.Name, repeats, got, want)
		}
	})
}

// solve returns the number of plies in which the side to move of p wins by
// force, at most most, negative where it loses; 0 if neither. It asks the rules
// alone.
func solve(r *rules.Ruleset, p *rules.Position, most int) (plies int, lost bool) {
	o := r.Outcome(p, 1)
	switch {
	case o.Result == rules.Win(p.Turn()):
		return 0, false // decided in favour of the side to move
	case o.Over() && o.Result != rules.Draw:
		return 0, true
	}
	if o.Over() || o.Claims != 0 || most == 0 {
		return -1, false
	}
	win, loss := -1, 0
	all := true
	for _, m := range r.AppendMoves(p, nil) {
		q := p.Play(m)
		n, lose := solve(r, &q, most-1)
		switch {
		case n < 0:
			all = false
		case lose:
			if win < 0 || n+1 < win {
				win = n + 1
			}
		default:
			loss = max(loss, n+1)
		}
	}
	switch {
	case win >= 0:
		return win, false
	case all:
		return loss, true
	}
	return -1, false
}

// What can be won or lost by force within three plies is found, under every
// rule set, with its exact length; and no such win is made up.
func TestShortEndsAreExact(t *testing.T) {
	e := New(Options{HashMB: 1})
	rapid.Check(t, func(t *rapid.T) {
		p, ok := drawPlaced(t, 5)
		if !ok {
			t.Skip("no position")
		}
		r := drawRuleset(t)
		if o := r.Outcome(&p, 1); o.Over() || o.Claims != 0 {
			t.Skip("over")
		}
		want := 0
		if n, lost := solve(r, &p, 3); n > 0 {
			if want = n; lost {
				want = -n
			}
		}
		e.Clear()
		got, err := e.Search(context.Background(), Request{Start: p, Rules: r, Limits: Limits{Depth: 6}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		mate := got.Lines[0].Score.Mate
		if mate > 3 || mate < -3 {
			mate = 0
		}
		if mate != want {
			t.Fatalf("%v under %s: mate %d, want %d; %v", p, r.Name, mate, want, got.Lines[0])
		}
	})
}

func TestEnds(t *testing.T) {
	tests := []struct {
		name, rules, fen string
		mate             int
	}{
		{"mate in one", "iggc", "6k1/8/6K1/8/8/8/p7/R6R w - - 0 1", 1},
		{"stalemate wins", "iggc", "k7/p7/P7/K7/8/8/8/7R w - - 0 1", 1},
		{"mate that an exchange puts off", "viquipedia", "k7/p7/P7/K7/8/8/8/7R w - - 0 1", 3},
		{"the last man taken", "iggc", "4k3/8/8/8/8/8/3p4/R2K4 w - - 0 1", 1},
		{"the last man taken by a guarded one", "iggc", "8/8/8/8/8/2k5/R2p4/4K3 w - - 0 1", 1},
		{"the last man taken by one of two", "iggc", "8/8/7F/8/8/2k5/R2p4/7K w - - 0 1", 1},
		{"the last man taken by the last, which is taken", "iggc", "8/8/8/8/8/2k5/R2p4/7K w - - 0 1", 0},
		{"the same where baring wins at once", "medina", "8/8/8/8/8/2k5/R2p4/7K w - - 0 1", 1},
		{"the bared side may take", "iggc", "8/8/8/2k5/3p4/4F3/8/K7 w - - 0 1", 0},
		{"where it may not", "medina", "8/8/8/2k5/3p4/4F3/8/K7 w - - 0 1", 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := mustPosition(t, test.fen)
			got, err := New(Options{HashMB: 1}).Search(context.Background(), Request{
				Start: p, Rules: mustRuleset(t, test.rules), Limits: Limits{Depth: 2},
			}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if mate := got.Lines[0].Score.Mate; mate != test.mate {
				t.Errorf("mate %d, want %d; line %v", mate, test.mate, got.Lines[0].PV)
			}
		})
	}
}

// What the masters held for won is seen to be; what they held for drawn, neither
// side of a game wins.
func TestRulings(t *testing.T) {
	set := mustRuleset(t, "engine")
	for _, f := range readTable(t, "testdata/endings.tsv") {
		t.Run(f[0], func(t *testing.T) {
			e := New(Options{HashMB: 4})
			p := mustPosition(t, f[2])
			r := Request{Start: p, Rules: set, Limits: Limits{Nodes: 2_000_000, Mate: 20}}
			if f[1] == "won" {
				got, err := e.Search(context.Background(), r, nil)
				if err != nil || got.Lines[0].Score.Mate <= 0 {
					t.Errorf("%+v, %v", got.Lines, err)
				}
				return
			}
			r.Limits = Limits{Nodes: 3000}
			for {
				got, err := e.Search(context.Background(), r, nil)
				if err != nil {
					t.Fatal(err)
				}
				if got.Outcome.Over() {
					if got.Outcome.Result != rules.Draw {
						t.Errorf("%v by %v after %d plies", got.Outcome.Result, got.Outcome.Reason, len(r.Moves))
					}
					return
				}
				r.Moves = append(r.Moves, got.Best)
			}
		})
	}
}
