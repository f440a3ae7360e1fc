package index

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/internal/gamegen"
	"github.com/diwan-shatranj/diwan/rules"
	diff "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// naiveExplore looks at every position of every game.
func naiveExplore(games []naiveGame, e query.Expr, p rules.Position, fold bool) *Explored {
	out := &Explored{}
	plies := map[rules.Move]int{}
	for i := range games {
		g := &games[i]
		if ok, _ := g.selected(e); !ok {
			continue
		}
		seen := map[rules.Move]bool{}
		for ply := range g.positions {
			for _, o := range []rules.Orientation{rules.Identity, rules.Mirror} {
				image := p.Image(o)
				if o == rules.Mirror && !fold || image.EPD() != g.positions[ply].EPD() {
					continue
				}
				m := rules.NoMove
				if ply < len(g.Moves) {
					m = g.Moves[ply].Image(o)
				}
				if len(seen) == 0 {
					out.Add(g.Result, 1)
				}
				if seen[m] {
					continue
				}
				seen[m] = true
				if m == rules.NoMove {
					out.Ended++
					continue
				}
				at := slices.IndexFunc(out.Moves, func(c Continuation) bool { return c.Move == m })
				if at < 0 {
					at = len(out.Moves)
					out.Moves = append(out.Moves, Continuation{Move: m})
				}
				c := &out.Moves[at]
				c.Add(g.Result, 1)
				plies[m] += len(g.Moves)
				first, _ := Dates(g.Tags)
				if year := int(first / 10000); c.Example == 0 || year > c.Year {
					c.Year, c.Example = year, g.ID
				}
			}
		}
	}
	for i := range out.Moves {
		c := &out.Moves[i]
		c.Plies = float64(plies[c.Move]) / float64(c.Games)
	}
	slices.SortFunc(out.Moves, func(a, b Continuation) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), strings.Compare(a.Move.String(), b.Move.String()))
	})
	return out
}

// manyFrequent is an archive whose index takes positions for frequent early, in
// several parts, one of which has games that were replaced.
func manyFrequent(t testing.TB) (*Index, []naiveGame) {
	t.Helper()
	ctx := context.Background()
	a := openArchive(t)
	ix, err := Open(a, Options{frequent: 3})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := ix.Close(); err != nil {
			t.Error(err)
		}
	})
	addIndexed(t, a, ix, "one.pgn", fewPlies+openings)
	addIndexed(t, a, ix, "two.pgn", generated(t, gamegen.Options{Games: 60, Seed: 3, MinPlies: 1, MaxPlies: 12, FEN: true, Duplicates: 0.5}))
	addIndexed(t, a, ix, "three.pgn", endgames)
	for _, id := range []int64{2, 20} {
		r, err := a.Get(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		p, err := r.Replay()
		if err != nil {
			t.Fatal(err)
		}
		if err := a.Replace(ctx, id, p); err != nil {
			t.Fatal(err)
		}
	}
	if err := ix.Update(ctx, nil); err != nil {
		t.Fatal(err)
	}
	return ix, naiveGames(t, a)
}

func explore(t testing.TB, ix *Index, q string, p rules.Position, fold bool) *Explored {
	t.Helper()
	x, err := ix.Explorer(context.Background(), parse(t, q))
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	e, err := x.Explore(context.Background(), &p, fold)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// What an Explorer says is what looking at every position gives, for frequent
// positions and others, filtered and not, after merging too.
func TestExploreLaw(t *testing.T) {
	ix, games := manyFrequent(t)
	same := func(t *rapid.T) {
		g := games[rapid.IntRange(0, len(games)-1).Draw(t, "game")]
		ply := min(rapid.IntRange(0, 5).Draw(t, "ply"), len(g.positions)-1)
		if rapid.IntRange(0, 3).Draw(t, "deep") == 0 {
			ply = rapid.IntRange(0, len(g.positions)-1).Draw(t, "any ply")
		}
		p := g.positions[ply].Image(rules.Orientation(rapid.IntRange(0, 3).Draw(t, "image")))
		q := rapid.SampledFrom([]string{"", "result:1-0", "-player:suli", "line:\"e3\"", "player:nobody", "id:1"}).Draw(t, "query")
		e, err := query.Parse(q)
		if err != nil {
			t.Fatal(err)
		}
		fold := rapid.Bool().Draw(t, "fold")
		x, err := ix.Explorer(context.Background(), e)
		if err != nil {
			t.Fatal(err)
		}
		defer x.Close()
		got, err := x.Explore(context.Background(), &p, fold)
		if err != nil {
			t.Fatal(err)
		}
		if d := diff.Diff(naiveExplore(games, e, p, fold), got); d != "" {
			t.Errorf("%q %s fold %v: (-naive +index)\n%s", q, p.EPD(), fold, d)
		}
	}
	t.Run("parts", func(t *testing.T) { rapid.Check(t, same) })
	err := ix.Verify(context.Background(), func(f Fault) { t.Errorf("verify: %+v", f) })
	if err != nil {
		t.Fatal(err)
	}
	for range manyParts {
		addIndexed(t, ix.archive, ix, "more.pgn", generated(t, gamegen.Options{Games: 5, Seed: 9, MaxPlies: 6}))
	}
	settle(t, ix)
	if s, err := ix.State(context.Background()); err != nil || s.Parts > manyParts {
		t.Fatalf("%+v, %v: nothing was merged", s, err)
	}
	games = naiveGames(t, ix.archive)
	t.Run("merged", func(t *testing.T) { rapid.Check(t, same) })
	err = ix.Verify(context.Background(), func(f Fault) { t.Errorf("verify: %+v", f) })
	if err != nil {
		t.Fatal(err)
	}
}

func TestExploreUnknownResults(t *testing.T) {
	ix, _ := manyFrequent(t)
	array := rules.Arrays()[0].Position()
	e := explore(t, ix, "result:*", array, true)
	if e.Games == 0 || e.Draws != 0 || e.Unknown() != e.Games {
		t.Errorf("%+v", e.Tally)
	}
	if e := explore(t, ix, "player:zubayr", array, true); e.Games != 0 || len(e.Moves) != 0 {
		t.Errorf("%+v", e)
	}
	if _, err := ix.Explorer(context.Background(), parse(t, "@saved")); err == nil {
		t.Error("what cannot be asked is answered")
	}
}
