package match

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/diwan-shatranj/diwan/analyze/program"
	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

// What is written can be read: the same game, without anything to complain of.
func TestWrite(t *testing.T) {
	for name, b := range map[string]Player{
		"to its end": player(`B "the" {\}`, wander),
		"by a fault": player("B", failing(5, &program.Error{Engine: "B", Err: program.ErrIllegal, Detail: "{e2e5}"})),
	} {
		t.Run(name, func(t *testing.T) {
			var games []*Game
			_, err := Run(context.Background(), Options{
				Players: [2]Player{player("A", wander), b}, Games: 4, Limit: Limit{Depth: 1},
				Opening: Random{Plies: 3}.Opening,
				Report: func(g *Game, _ *Table) error {
					games = append(games, g)
					return nil
				},
			})
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			w := pgn.NewWriter(&out, pgn.WriterOptions{})
			for _, g := range games {
				if err := g.Write(w, "Test"); err != nil {
					t.Fatal(err)
				}
			}
			n := 0
			for raw, err := range pgn.NewReader(&out).Games() {
				if err != nil {
					t.Fatal(err)
				}
				p, err := pgn.Play(raw, pgn.Options{})
				if err != nil {
					t.Fatal(err)
				}
				g := games[n]
				n++
				for _, d := range p.Diagnostics {
					if d.Severity > pgn.Note {
						t.Errorf("game %d: %v", n, d)
					}
				}
				want := append([]rules.Move(nil), g.Opening.Moves...)
				for _, m := range g.Moves {
					want = append(want, m.Move)
				}
				if diff := cmp.Diff(want, p.Moves); diff != "" || p.Result != g.Result || p.Ending.Reason != g.Reason {
					t.Errorf("game %d: %v by %v, want %v by %v (-want +got):\n%s", n, p.Result, p.Ending.Reason, g.Result, g.Reason, diff)
				}
				if white, _ := raw.Tag("White"); white != g.Names[g.White] {
					t.Errorf("game %d: white is %q, want %q", n, white, g.Names[g.White])
				}
			}
			if n != len(games) {
				t.Errorf("%d games, want %d", n, len(games))
			}
		})
	}
}

func TestWriteSaysWhatWasThought(t *testing.T) {
	var out bytes.Buffer
	_, err := Run(context.Background(), Options{
		Players: [2]Player{player("A", wander), player("B", wander)}, Games: 1, Limit: Limit{Depth: 1},
		Report: func(g *Game, _ *Table) error { return g.Write(pgn.NewWriter(&out, pgn.WriterOptions{}), "Test") },
	})
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(out.String()), " ")
	for _, want := range []string{"{[%eval 0.31] [%depth 2] [%emt 0.000]} 1...", "{[%eval -0.31] [%depth 2]", `[RuleSet "engine"]`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}
