package rules

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// coordinates returns the moves as sorted coordinates.
func coordinates(moves []Move) []string {
	texts := []string{}
	for _, m := range moves {
		texts = append(texts, m.String())
	}
	slices.Sort(texts)
	return texts
}

func TestOutcomesOfReference(t *testing.T) {
	for _, want := range outcomeLines() {
		p := mustPosition(t, want.FEN)
		got := outcomeLine{
			FEN:     want.FEN,
			Check:   p.InCheck(),
			Moves:   coordinates(p.AppendMoves(nil)),
			Outcome: map[string][2]string{},
		}
		if len(got.Moves) == 0 {
			// The reference lists exchanges only where there is nothing else.
			got.Exchanges = coordinates(p.AppendExchanges(nil))
		}
		for _, r := range Rulesets() {
			o := r.Outcome(&p, 1)
			text := [2]string{o.Result.String(), o.Reason.String()}
			if r.Name == "engine" {
				// Not in the data: without its automatic draws it is iggc.
				if text != want.Outcome["iggc"] {
					t.Errorf("%s: engine %v, iggc %v", want.FEN, text, want.Outcome["iggc"])
				}
				continue
			}
			got.Outcome[r.Name] = text
			if o.Claims != 0 {
				t.Errorf("%s: %s claims %v", want.FEN, r.Name, o.Claims.List())
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", want.FEN, diff)
		}
	}
}

// verdict is an outcome as a table writes it.
func verdict(o Outcome) string {
	text := o.Result.String()
	if o.Reason != NoReason {
		text += " " + o.Reason.String()
	}
	for _, claim := range o.Claims.List() {
		text += " claim:" + claim.String()
	}
	return text
}

func TestOutcome(t *testing.T) {
	all := []string{"iggc", "cvp", "cvp-swap", "viquipedia", "medina", "engine"}
	bareBack := []string{"iggc", "cvp", "cvp-swap", "engine"}
	atOnce := []string{"viquipedia", "medina"}
	noExchange := []string{"iggc", "cvp", "medina", "engine"}
	tests := []struct {
		name    string
		fen     string
		repeats int
		rules   []string
		want    string
	}{
		{"array", "rnafkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAFKANR w", 1, all, "*"},

		{"both bare", "8/8/3k4/8/8/3K4/8/8 w - - 0 50", 1, all, "1/2-1/2 both-bare"},
		{"both bare, counts reached", "8/8/3k4/8/8/3K4/8/8 b - - 140 90", 3, all, "1/2-1/2 both-bare"},

		{"bare against two men", "8/8/3k4/8/8/3K4/8/R6N b", 1, all, "1-0 bare-king"},
		{"bare against two men, one of them hanging", "8/8/3k4/3P4/8/3K4/8/R7 b", 1, all, "1-0 bare-king"},
		{"bare black against two men", "r6n/8/3k4/8/8/3K4/8/8 w", 1, all, "0-1 bare-king"},

		{"bare against one man out of reach", "8/8/3k4/8/8/3K4/8/R7 b", 1, all, "1-0 bare-king"},
		{"bare against one man guarded", "8/8/8/8/3k4/3P4/3K4/8 b", 1, all, "1-0 bare-king"},
		{"bare against one man in reach", "8/8/8/8/3k4/3P4/8/3K4 b", 1, bareBack, "* bare-king-pending"},
		{"bare against one man in reach, at once", "8/8/8/8/3k4/3P4/8/3K4 b", 1, atOnce, "1-0 bare-king"},
		{"bare in check by the man in reach", "8/8/8/8/3k4/2P5/8/3K4 b", 1, bareBack, "* bare-king-pending"},
		{"bare white in reach", "3k4/8/3p4/3K4/8/8/8/8 w", 1, bareBack, "* bare-king-pending"},
		{"pending comes before the automatic draws", "8/8/8/8/3k4/3P4/8/3K4 b - - 140 90", 3, bareBack, "* bare-king-pending"},

		{"bare but not to move", "8/8/3k4/8/8/3K4/8/R7 w", 1, all, "1-0 bare-king"},
		{"bare but not to move, black wins", "r7/8/3k4/8/8/3K4/8/8 b", 1, all, "0-1 bare-king"},
		{"chance passed comes before stalemate", "8/8/8/8/8/3p4/pp1K4/ka6 b", 1, all, "0-1 bare-king"},

		{"mate of a bare king is mate", "R6k/R7/8/8/8/8/8/4K3 b", 1, all, "1-0 checkmate"},
		{"stalemate of a bare king is stalemate", "7k/R7/5N2/8/8/8/8/4K3 b", 1, all, "1-0 stalemate"},
		{"mate of a bare king by one man", "7k/5K2/8/7R/8/8/8/8 b", 1, all, "1-0 checkmate"},

		{"mate, the only man attacked", "R5k1/1R6/8/8/8/8/p7/K7 b", 1, all, "1-0 checkmate"},
		{"mate with an exchange", "R5k1/1R6/8/8/8/8/7p/K7 b", 1, noExchange, "1-0 checkmate"},
		{"mate with an exchange, made on stalemate only", "R5k1/1R6/8/8/8/8/7p/K7 b", 1, []string{"cvp-swap"}, "1-0 checkmate"},
		{"mate escaped by the exchange", "R5k1/1R6/8/8/8/8/7p/K7 b", 1, []string{"viquipedia"}, "*"},

		{"stalemate with an exchange", "k7/2R5/8/8/8/p7/P7/1R5K b", 1, noExchange, "1-0 stalemate"},
		{"stalemate with an exchange, made", "k7/2R5/8/8/8/p7/P7/1R5K b", 1, []string{"cvp-swap", "viquipedia"}, "*"},
		{"stalemate, the only man attacked", "k7/2R5/8/8/8/p7/P1N5/1R5K b", 1, all, "1-0 stalemate"},

		{"139 plies", "4k3/r7/8/8/8/8/R7/4K3 w - - 139 90", 2, all, "*"},
		{"140 plies, claimed", "4k3/r7/8/8/8/8/R7/4K3 w - - 140 90", 1, []string{"iggc"}, "* claim:move-count"},
		{"140 plies, automatic", "4k3/r7/8/8/8/8/R7/4K3 w - - 140 90", 1, []string{"engine"}, "1/2-1/2 move-count"},
		{"140 plies, no such draw", "4k3/r7/8/8/8/8/R7/4K3 w - - 140 90", 1, []string{"cvp", "cvp-swap", "viquipedia", "medina"}, "*"},
		{"third occurrence, claimed", "4k3/r7/8/8/8/8/R7/4K3 w - - 9 90", 3, []string{"iggc"}, "* claim:repetition"},
		{"third occurrence, automatic", "4k3/r7/8/8/8/8/R7/4K3 w - - 9 90", 3, []string{"engine"}, "1/2-1/2 repetition"},
		{"third occurrence, no such draw", "4k3/r7/8/8/8/8/R7/4K3 w - - 9 90", 3, []string{"cvp", "cvp-swap", "viquipedia", "medina"}, "*"},
		{"both draws, claimed", "4k3/r7/8/8/8/8/R7/4K3 w - - 141 90", 4, []string{"iggc"}, "* claim:move-count claim:repetition"},
		{"both draws, automatic", "4k3/r7/8/8/8/8/R7/4K3 w - - 141 90", 4, []string{"engine"}, "1/2-1/2 move-count"},
		{"mate on the 140th ply is mate", "R6k/R7/p7/8/8/8/8/4K3 b - - 140 90", 3, noExchange, "1-0 checkmate"},
	}
	for _, test := range tests {
		p := mustPosition(t, test.fen)
		for _, name := range test.rules {
			o := mustRuleset(t, name).Outcome(&p, test.repeats)
			if got := verdict(o); got != test.want || o.Over() != (test.want[0] != '*') {
				t.Errorf("%s, %s: got %q, over %v, want %q", test.name, name, got, o.Over(), test.want)
			}
		}
	}
}

// TestPendingPly plays the ply that decides a pending game.
func TestPendingPly(t *testing.T) {
	for _, name := range []string{"iggc", "cvp", "cvp-swap", "engine"} {
		r := mustRuleset(t, name)
		p := mustPosition(t, "8/8/8/8/3k4/3P4/8/3K4 b")
		for text, want := range map[string]string{"Kxd3": "1/2-1/2 both-bare", "Kc3": "1-0 bare-king"} {
			m, err := ParseSAN(&p, text)
			if err != nil {
				t.Fatal(err)
			}
			next := p.Play(m)
			if got := verdict(r.Outcome(&next, 1)); got != want {
				t.Errorf("%s after %s: got %q, want %q", name, text, got, want)
			}
		}
	}
}

// Images of a position have the outcomes of the position, with the colours of
// the result exchanged where the image exchanges them.
func TestOutcomeOfImages(t *testing.T) {
	sets := Rulesets()
	swap := [...]Result{Unknown: Unknown, WhiteWins: BlackWins, BlackWins: WhiteWins, Draw: Draw}
	rapid.Check(t, func(t *rapid.T) {
		p, o := drawPosition(t), drawOrientation(t)
		repeats := rapid.IntRange(1, 4).Draw(t, "repeats")
		image := p.Image(o)
		for _, r := range sets {
			want := r.Outcome(&p, repeats)
			if o&Colors != 0 {
				want.Result = swap[want.Result]
			}
			if got := r.Outcome(&image, repeats); got != want {
				t.Fatalf("%s, %s: %v, its image %s: %v", r.Name, p.FEN(), want, image.FEN(), got)
			}
		}
	})
}

func TestResultAndReasonTexts(t *testing.T) {
	for r := Unknown; r <= Draw; r++ {
		if got, ok := ParseResult(r.String()); !ok || got != r {
			t.Errorf("ParseResult(%q) = %v, %v", r, got, ok)
		}
	}
	for r := NoReason; r <= Repetition; r++ {
		if got, ok := ParseReason(r.String()); !ok || got != r {
			t.Errorf("ParseReason(%q) = %v, %v", r, got, ok)
		}
	}
	if _, ok := ParseResult("1-1"); ok {
		t.Error("1-1 is a result")
	}
	if _, ok := ParseReason("time"); ok {
		t.Error("time is a reason")
	}
	if got := (Repetition + 1).String(); got != "" {
		t.Errorf("a reason beyond the last is %q", got)
	}
}

func BenchmarkOutcome(b *testing.B) {
	p := mustPosition(b, "2rkqr2/pppp2pp/7b/2nP2B1/1PPN1pb1/2K1p1P1/P2N1P1P/R3QB1R w - - 0 21")
	r := mustRuleset(b, "iggc")
	for b.Loop() {
		r.Outcome(&p, 1)
	}
}
