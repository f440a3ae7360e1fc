package rules

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestRulesets(t *testing.T) {
	want := []*Ruleset{
		{Name: "iggc", BareBack: true, MoveCount: 140, Repetition: 3},
		{Name: "cvp", BareBack: true},
		{Name: "cvp-swap", Exchange: ExchangeOnStalemate, BareBack: true},
		{Name: "viquipedia", Exchange: ExchangeAlways},
		{Name: "medina"},
		{Name: "engine", BareBack: true, MoveCount: 140, Repetition: 3, Automatic: true},
	}
	if diff := cmp.Diff(want, Rulesets(), cmpopts.IgnoreFields(Ruleset{}, "Title", "Source", "Notes")); diff != "" {
		t.Errorf("rule sets (-want +got):\n%s", diff)
	}
	for _, r := range Rulesets() {
		if r.Title == "" || r.Source == "" {
			t.Errorf("%s has no title or source", r.Name)
		}
		byName, ok := RulesetByName(r.Name)
		if !ok {
			t.Errorf("no %s by name", r.Name)
		}
		if diff := cmp.Diff(r, byName); diff != "" {
			t.Errorf("%s by name:\n%s", r.Name, diff)
		}
	}
	if _, ok := RulesetByName("fide"); ok {
		t.Error("there is a rule set fide")
	}
}

func TestRulesetsAreCopies(t *testing.T) {
	Rulesets()[0].MoveCount = 1
	mustRuleset(t, "iggc").Repetition = 1
	if r := mustRuleset(t, "iggc"); r.MoveCount != 140 || r.Repetition != 3 {
		t.Errorf("a copy has changed the rule set: %+v", r)
	}
}

func TestExchangeMoves(t *testing.T) {
	const (
		stalemate = "k7/2R5/8/8/8/p7/P7/1R5K b"
		mate      = "R5k1/1R6/8/8/8/8/7p/K7 b"
		ordinary  = "k7/8/8/8/8/p7/P7/7K b"
	)
	for _, test := range []struct {
		fen, move string
		rules     map[string]bool // whether the exchange is a move
	}{
		{stalemate, "a8a3", map[string]bool{"cvp-swap": true, "viquipedia": true}},
		{mate, "g8h2", map[string]bool{"viquipedia": true}},
		{ordinary, "a8a3", nil},
	} {
		p := mustPosition(t, test.fen)
		m, err := ParseCoordinate(&p, test.move)
		if err != nil || !m.IsExchange() {
			t.Fatalf("%s, %s: %v, %v", test.fen, test.move, m, err)
		}
		for _, r := range Rulesets() {
			if got := r.IsLegal(&p, m); got != test.rules[r.Name] {
				t.Errorf("%s, %s, %s: legal %v", r.Name, test.fen, test.move, got)
			}
			if r.IsLegal(&p, NoMove) || r.IsLegal(&p, m^1) {
				t.Errorf("%s, %s: what is no move is legal", r.Name, test.fen)
			}
			want := coordinates(p.AppendMoves(nil))
			if test.rules[r.Name] {
				want = []string{test.move}
			}
			if diff := cmp.Diff(want, coordinates(r.AppendMoves(&p, nil))); diff != "" {
				t.Errorf("%s, %s: moves (-want +got):\n%s", r.Name, test.fen, diff)
			}
		}
	}
	// What was there before is kept, and is no ordinary move of this position.
	p := mustPosition(t, stalemate)
	before := []Move{NewMove(Rook, 0, 1)}
	if got := mustRuleset(t, "cvp-swap").AppendMoves(&p, before); len(got) != 2 || got[0] != before[0] {
		t.Errorf("appended to a move: %v", got)
	}
}

func TestExchangesAreWithManNotAttacked(t *testing.T) {
	for _, test := range []struct {
		name, fen string
		want      []string
	}{
		{"any man, a pawn included", "k7/2R5/8/1n6/8/p7/P7/7K b", []string{"a8a3", "a8b5"}},
		{"one attacked by a pawn", "k7/2R5/8/1n6/P7/8/8/7K b", []string{}},
		{"one attacked by a pinned man", "k7/2R5/7r/1n5N/5f2/8/8/7K b", []string{"a8b5", "a8h6"}},
		{"one behind the king on the rook's line", "kn5R/8/8/8/8/8/8/7K b", []string{}},
		{"one the king shields", "nk5R/8/8/8/8/8/8/7K b", []string{"b8a8"}},
	} {
		p := mustPosition(t, test.fen)
		if diff := cmp.Diff(test.want, coordinates(p.AppendExchanges(nil))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestExchangeString(t *testing.T) {
	for e, want := range map[Exchange]string{NoExchange: "none", ExchangeOnStalemate: "on-stalemate", ExchangeAlways: "always"} {
		if got := e.String(); got != want {
			t.Errorf("%d: got %q, want %q", e, got, want)
		}
	}
}

// A rule set that a user makes works as the built-in ones do.
func TestOwnRuleset(t *testing.T) {
	r := Ruleset{Name: "house", MoveCount: 100, Repetition: 2, Automatic: true}
	p := mustPosition(t, "4k3/r7/8/8/8/8/R7/4K3 w - - 100 90")
	if got := verdict(r.Outcome(&p, 1)); got != "1/2-1/2 move-count" {
		t.Errorf("100 plies: %s", got)
	}
	p = mustPosition(t, "4k3/r7/8/8/8/8/R7/4K3 w - - 99 90")
	if got := verdict(r.Outcome(&p, 2)); got != "1/2-1/2 repetition" {
		t.Errorf("second occurrence: %s", got)
	}
	if got := verdict(r.Outcome(&p, 1)); got != "*" {
		t.Errorf("99 plies: %s", got)
	}
}
