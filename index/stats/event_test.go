package stats

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/diwan-shatranj/diwan/index"
	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

// games reads lines "white black result year".
func games(text string) (out []Game) {
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		r, _ := rules.ParseResult(f[2])
		g := Game{White: strings.Trim(f[0], "?"), Black: strings.Trim(f[1], "?"), Event: "e", Result: r}
		if len(f) > 3 {
			g.Date = f[3]
			g.From, g.To = index.Dates([]pgn.Tag{{Name: "Date", Value: g.Date}})
		}
		out = append(out, g)
	}
	return out
}

func TestCrosstable(t *testing.T) {
	es := NewEvents()
	for _, g := range games("a b 1-0 0921.??.??\nb c 1-0\nc a 1/2-1/2 0920.05.??\na b *\nb a 1-0\n? c 0-1\n") {
		es.Add(&g)
	}
	list := es.List(true)
	if len(list) != 1 {
		t.Fatal(list)
	}
	e := list[0]
	if diff := cmp.Diff(index.Tally{Games: 6, White: 3, Draws: 1, Black: 1}, e.Tally); diff != "" || e.First != "0920.05.??" || e.Last != "0921.??.??" {
		t.Error(diff, e.First, e.Last)
	}
	var got []string
	for _, s := range e.Table {
		row := fmt.Sprintf("%q %.1f %.2f:", s.Player, s.Points(), s.Berger)
		for _, m := range s.Against {
			row += " " + m.Results + "."
		}
		got = append(got, row)
	}
	want := []string{
		`"b" 2.0 3.00: . 0*1. 1. .`,
		`"a" 1.5 2.75: 1*0. . ½. .`,
		`"c" 1.5 0.75: 0. ½. . 1.`,
		`"" 0.0 0.00: . . 0. .`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestEndings(t *testing.T) {
	es := NewEndings()
	for range 3 {
		es.Add("iggc", pgn.Ending{Result: rules.WhiteWins, Reason: "bare-king"})
	}
	es.Add("iggc", pgn.Ending{Reason: pgn.Unfinished})
	es.Add("as-suli", pgn.Ending{Reason: pgn.Unfinished})
	list := es.List()
	if len(list) != 3 || list[0].Rules != "as-suli" || list[1].Reason != "bare-king" || list[1].White != 3 || list[1].Of != 4 {
		t.Errorf("%+v", list)
	}
	// Wilson's interval of 3 in 4, as tables have it.
	if share, low, high := list[1].Share(); share != 0.75 || fmt.Sprintf("%.4f %.4f", low, high) != "0.3006 0.9544" {
		t.Error(share, low, high)
	}
}

// drawGames draws games of a few players.
func drawGames(t *rapid.T) []Game {
	name := rapid.SampledFrom([]string{"a", "b", "c", "d", "e", ""})
	return rapid.SliceOf(rapid.Custom(func(t *rapid.T) Game {
		return Game{
			White: name.Draw(t, "white"), Black: name.Draw(t, "black"), Event: rapid.SampledFrom([]string{"x", "y", ""}).Draw(t, "event"),
			Result: rules.Result(rapid.IntRange(0, 3).Draw(t, "result")),
		}
	})).Draw(t, "games")
}

// TestBooksBalance holds that what one side has won the other has lost, and that no
// game is lost or counted twice.
func TestBooksBalance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := drawGames(t)
		ps, es := NewPlayers(), NewEvents()
		sides := int64(0)
		for i := range all {
			ps.Add(&all[i])
			es.Add(&all[i])
			for _, name := range []string{all[i].White, all[i].Black} {
				if name != "" {
					sides++
				}
			}
		}
		for _, p := range ps.List() {
			sides -= p.Games
			var met Score
			for _, o := range p.Opponents {
				met.Games += o.Games
				met.Won += o.Won
				met.Drawn += o.Drawn
				met.Lost += o.Lost
			}
			if met != p.Score || p.White.Games+p.Black.Games != p.Games {
				t.Fatalf("%+v", p)
			}
		}
		if sides != 0 {
			t.Fatalf("%d sides too few", sides)
		}
		n := int64(0)
		for _, e := range es.List(true) {
			n += e.Games
			for i, s := range e.Table {
				for j, m := range s.Against {
					back := e.Table[j].Against[i]
					if i != j && (m.Games != back.Games || m.Won != back.Lost || m.Drawn != back.Drawn) {
						t.Fatalf("%+v and %+v", m, back)
					}
				}
			}
			if !slices.IsSortedFunc(e.Table, func(a, b Standing) int { return int(2*b.Points() - 2*a.Points()) }) {
				t.Fatalf("not in order: %+v", e.Table)
			}
		}
		if n != int64(len(all)) {
			t.Fatalf("%d of %d games in events", n, len(all))
		}
	})
}
