package cli

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/rules"
)

// What is exported reads back the same.
func TestEvalJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		square := func(name string) rules.Square { return rules.Square(rapid.IntRange(0, 63).Draw(t, name)) }
		move := rapid.Custom(func(t *rapid.T) rules.Move {
			if rapid.IntRange(0, 9).Draw(t, "exchange") == 0 {
				return rules.NewExchange(square("king"), square("man"))
			}
			return rules.NewMove(rules.Kind(rapid.IntRange(int(rules.Pawn), int(rules.King)).Draw(t, "kind")), square("from"), square("to"))
		})
		want := &archive.EvalRecord{
			EvalKey: archive.EvalKey{
				Position: rapid.Uint64().Draw(t, "position"), Halfmove: rapid.IntRange(0, 140).Draw(t, "halfmove"), Rules: "cvp",
				Engine: rapid.StringN(1, 20, -1).Draw(t, "engine"), Effort: "depth 3", MultiPV: rapid.IntRange(1, 64).Draw(t, "multipv"),
			},
			Eval: archive.Eval{Nodes: rapid.Uint64().Draw(t, "nodes"), Time: time.Duration(rapid.IntRange(0, 1<<30).Draw(t, "ms")) * time.Millisecond},
		}
		for range rapid.IntRange(1, 3).Draw(t, "lines") {
			want.Lines = append(want.Lines, archive.EvalLine{
				CP: rapid.IntRange(-3000, 3000).Draw(t, "cp"), Mate: rapid.IntRange(-40, 40).Draw(t, "mate"),
				Depth: rapid.IntRange(0, 90).Draw(t, "depth"), Moves: rapid.SliceOfN(move, 1, 9).Draw(t, "moves"),
			})
		}
		line, err := json.Marshal(newEvalJSON(want))
		if err != nil {
			t.Fatal(err)
		}
		got, err := parseEval(line)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
	})
}

func TestParseEvalRefuses(t *testing.T) {
	const good = `{"position":"00000000000000ff","rules":"iggc","engine":"e","limit":"depth 3","multipv":1,"nodes":1,"ms":1,"lines":[{"cp":1,"depth":1,"moves":["Pe2e3"]}]}`
	if _, err := parseEval([]byte(good)); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string][2]string{
		"no key": {"00000000000000ff", "ff"}, "rule set": {"iggc", "tavern"}, "limit": {"depth 3", "plies 3"}, "no limit": {"depth 3", ""},
		"engine": {`"engine":"e"`, `"engine":""`}, "lines": {`"multipv":1`, `"multipv":0`}, "move": {"Pe2e3", "e2e3"}, "square": {"Pe2e3", "Pe2e9"},
		"man": {"Pe2e3", "Qe2e3"}, "no moves": {`["Pe2e3"]`, `[]`}, "field": {`"ms":1`, `"seconds":1`}, "text": {"{", "<"},
	} {
		if _, err := parseEval([]byte(strings.Replace(good, change[0], change[1], 1))); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
