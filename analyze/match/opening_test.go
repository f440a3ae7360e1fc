package match

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/rules"
)

// Random openings are what they are by seed and number alone, differ from each
// other, and are balanced.
func TestRandom(t *testing.T) {
	ctx := context.Background()
	seen := map[string]int{}
	for n := range 6 {
		o, err := Random{Seed: 9, Plies: 6}.Opening(ctx, n)
		if err != nil {
			t.Fatal(err)
		}
		again, _ := Random{Seed: 9, Plies: 6}.Opening(ctx, n)
		if diff := cmp.Diff(o.Moves, again.Moves); diff != "" || o.Start != again.Start {
			t.Errorf("opening %d is another (-first +second):\n%s", n, diff)
		}
		if len(o.Moves) != 6 || o.Start != rules.Arrays()[n%3].Position() {
			t.Errorf("opening %d: %v from %v", n, o.Moves, o.Start)
		}
		p := o.final()
		seen[p.FEN()]++
		r, err := engine.New(engine.Options{HashMB: 1}).Search(ctx, engine.Request{Start: p, Limits: engine.Limits{Nodes: 20_000}}, nil)
		if err != nil || r.Lines[0].Score.Mate != 0 || max(r.Lines[0].Score.CP, -r.Lines[0].Score.CP) > 3*balance {
			t.Errorf("opening %d: %v, %v", n, r.Lines[0].Score, err)
		}
	}
	if len(seen) != 6 {
		t.Errorf("only %d openings", len(seen))
	}
	p, err := rules.ParsePosition("7k/8/8/8/8/8/RR6/K5N1 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (Random{Plies: 1, Start: p}).Opening(ctx, 0); err == nil {
		t.Error("a balanced opening with three men more")
	}
}

func TestReadOpenings(t *testing.T) {
	const game = "[Variant \"Shatranj\"]\n[SetUp \"1\"]\n[FEN \"rnakfanr/pppppppp/8/8/8/8/PPPPPPPP/RNAKFANR w - - 0 1\"]\n\n1. e3 e6 2. Nf3 (2. f3) Nf6 *\n"
	const board = "rnbkqbnr/pppppppp/8/8/8/3P4/PPP1PPPP/RNBKQBNR b"
	tests := []struct {
		name, text string
		plies      int
		want       []string // start, and moves
	}{
		{"games", game + "\n" + game, 0, []string{"w e2e3 e7e6 g1f3 g8f6", "w e2e3 e7e6 g1f3 g8f6"}},
		{"the beginnings of games", game, 3, []string{"w e2e3 e7e6 g1f3"}},
		{"EPD and FEN", "# two\n" + board + " - - id \"x\";\n\n" + board + " 0 1\n", 0, []string{"b", "b"}},
		{"nothing", "", 0, nil},
		{"no position", board + " - -\nrnbkqbnr/pppppppp/8/8/8/3P4/PPP1PPPP/9 b\n", 0, nil},
		{"over", "8/8/8/3k4/8/8/8/R3K3 b - - 0 1\n", 0, nil},
		{"a faulty game", strings.Replace(game, "Nf3", "Nf4", 1), 0, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			openings, err := ReadOpenings(strings.NewReader(test.text), "book", test.plies)
			var got []string
			for _, o := range openings {
				text := strings.Fields(o.Start.FEN())[1]
				for _, m := range o.Moves {
					text += " " + m.String()
				}
				got = append(got, text)
			}
			if diff := cmp.Diff(test.want, got); diff != "" || (err != nil) != (test.want == nil) {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
}

func TestBook(t *testing.T) {
	openings := []Opening{{Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "d"}}
	Shuffle(openings, 3)
	names := ""
	for n := range 8 {
		o, err := Book(openings)(context.Background(), n)
		if err != nil {
			t.Fatal(err)
		}
		names += o.Name
	}
	if names[:4] != names[4:] || names[:4] == "abcd" || !strings.Contains(names, "a") {
		t.Errorf("the order is %s", names)
	}
}
