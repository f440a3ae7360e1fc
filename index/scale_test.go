package index

import (
	"flag"
	"io"
	"slices"
	"testing"
	"time"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/internal/gamegen"
	"github.com/diwan-shatranj/diwan/rules"
)

var scaleGames = flag.Int("scale", 0, "how many generated games TestScale imports and searches; 0 leaves it out")

// TestScale imports as many generated games as the flag says, in four imports, and
// asks for what is known of them. It logs what everything took.
func TestScale(t *testing.T) {
	if *scaleGames == 0 {
		t.Skip("takes minutes: make scale")
	}
	ctx := t.Context()
	a := openArchive(t)
	ix := openIndex(t, a)
	step := *scaleGames / 4
	for i := range 4 {
		began := time.Now()
		text, w := io.Pipe()
		go func() {
			w.CloseWithError(gamegen.Write(w, gamegen.Options{Games: step, Seed: uint64(i + 1)}))
		}()
		c := ix.Observer()
		report, err := a.Import(ctx, slices.Values([]archive.Input{{Name: "generated.pgn", Open: func() (io.ReadCloser, error) { return text, nil }}}),
			archive.ImportOptions{Observer: c, OnDuplicate: archive.KeepDuplicates})
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Commit(ctx, nil); err != nil {
			t.Fatal(err)
		}
		if report.Added != int64(step) {
			t.Fatalf("%d of %d games were added", report.Added, step)
		}
		t.Logf("games %d to %d made, imported and indexed in %v", i*step+1, (i+1)*step, time.Since(began).Round(time.Millisecond))
		scaleProbes(t, ix, a, int64(step*(i+1)))
	}
	settle(t, ix)
}

// scaleProbes asks an index of so many games.
func scaleProbes(t *testing.T, ix *Index, a *archive.Archive, games int64) {
	t.Helper()
	ctx := t.Context()
	count := func(q string) (found int64) {
		began := time.Now()
		found, _, err := ix.Count(ctx, parse(t, q))
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%10d games: %-60s %9d found in %v", games, q, found, time.Since(began).Round(10*time.Microsecond))
		return found
	}
	// A game is found by each of its positions, its players and its result.
	for _, id := range []int64{1, games / 3, games} {
		r, err := a.Get(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		p := r.Start
		for ply, m := range r.Moves {
			if p = p.Play(m); ply%20 != 19 {
				continue
			}
			q := "fen:\"" + p.EPD() + "\""
			if !slices.Contains(ids(search(t, ix, q, SearchOptions{})), id) {
				t.Errorf("game %d is not found by %s", id, q)
			}
		}
		count("fen:\"" + p.EPD() + "\" ~any")
	}
	if n := count(""); n != games {
		t.Errorf("%d games of %d", n, games)
	}
	if n := count("result:1-0") + count("result:0-1") + count("result:1/2-1/2") + count("result:*"); n != games {
		t.Errorf("%d games have one of the results", n)
	}
	count("player:suli date:900..950")
	pawn := `board:"rank2:PPPPPPPP" at:1`
	if n := count(pawn) + count("not "+pawn); n != games {
		t.Errorf("%d games begin with a move of a pawn or do not", n)
	}
	count(`material:"KR/KR"`)
	x, err := ix.Explorer(ctx, parse(t, ""))
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	array := rules.Arrays()[0].Position()
	began := time.Now()
	found, err := x.Explore(ctx, &array, true)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%10d games: explorer at the array %v", games, time.Since(began).Round(10*time.Microsecond))
	if found.Games != games {
		t.Errorf("the explorer has %d games", found.Games)
	}
}
