package index

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/index/tabiya"
	"github.com/diwan-shatranj/diwan/internal/gamegen"
	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

// The benchmarks use a generated collection of this size.
const benchGames = 200_000

func benchText(b *testing.B) []byte {
	b.Helper()
	var text bytes.Buffer
	if err := gamegen.Write(&text, gamegen.Options{Games: benchGames, Seed: 7}); err != nil {
		b.Fatal(err)
	}
	return text.Bytes()
}

func benchImport(b *testing.B, dir string, text []byte, observe bool) {
	b.Helper()
	ctx := context.Background()
	a, err := archive.Open(dir, archive.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer a.Close()
	ix, err := Open(a, Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer ix.Close()
	o := archive.ImportOptions{}
	c := ix.Observer()
	if observe {
		o.Observer = c
	}
	inputs := slices.Values([]archive.Input{{Name: "bench.pgn", Open: func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(text)), nil
	}}})
	if _, err := a.Import(ctx, inputs, o); err != nil {
		b.Fatal(err)
	}
	if observe {
		err = c.Commit(ctx, nil)
	} else {
		err = c.Close()
	}
	if err != nil {
		b.Fatal(err)
	}
}

func folderSize(b *testing.B, dir string) (size int64) {
	b.Helper()
	err := filepath.WalkDir(dir, func(_ string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		size += info.Size()
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return size
}

// BenchmarkImport measures an import alone and one with its index.
func BenchmarkImport(b *testing.B) {
	text := benchText(b)
	for _, observe := range []bool{false, true} {
		b.Run(map[bool]string{false: "alone", true: "indexed"}[observe], func(b *testing.B) {
			for b.Loop() {
				benchImport(b, b.TempDir(), text, observe)
			}
			b.ReportMetric(benchGames*float64(b.N)/b.Elapsed().Seconds(), "games/s")
		})
	}
}

// BenchmarkRebuild measures making the index from the archive.
func BenchmarkRebuild(b *testing.B) {
	dir := b.TempDir()
	benchImport(b, dir, benchText(b), false)
	a, err := archive.Open(dir, archive.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer a.Close()
	ix, err := Open(a, Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer ix.Close()
	for b.Loop() {
		if err := ix.Rebuild(context.Background(), nil); err != nil {
			b.Fatal(err)
		}
	}
	s, err := ix.State(context.Background())
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(benchGames*float64(b.N)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(folderSize(b, a.IndexDir()))/float64(s.Plies), "B/ply")
}

// BenchmarkSearch measures searches in an open index, and with the opening of
// archive and index before each.
func BenchmarkSearch(b *testing.B) {
	dir := b.TempDir()
	benchImport(b, dir, benchText(b), true)
	ctx := context.Background()
	a, err := archive.Open(dir, archive.Options{ReadOnly: true})
	if err != nil {
		b.Fatal(err)
	}
	defer a.Close()
	ix, err := Open(a, Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer ix.Close()
	jobs := 0
	count := func(ix *Index, q string, limit int) (n int) {
		e, err := query.Parse(q)
		if err != nil {
			b.Fatal(err)
		}
		for _, err := range ix.Search(ctx, e, SearchOptions{Limit: limit, Jobs: jobs}) {
			if err != nil {
				b.Fatal(err)
			}
			n++
		}
		return n
	}
	r, err := a.Get(ctx, benchGames/2)
	if err != nil {
		b.Fatal(err)
	}
	at := func(ply int) string {
		p := r.Start
		for _, m := range r.Moves[:ply] {
			p = p.Play(m)
		}
		return "fen:\"" + p.EPD() + "\""
	}
	array := rules.Arrays()[0].Position()
	for _, bench := range []struct {
		name, query string
		limit       int
	}{
		{"rare", at(30), 0},
		{"rare-any", at(30) + " ~any", 0},
		{"ply2", at(2), 0},
		{"ply2-limit20", at(2), 20},
		{"array-limit20", "fen:\"" + array.EPD() + "\"", 20},
		{"array", "fen:\"" + array.EPD() + "\"", 0},
		{"player", "player:suli", 0},
		{"player-date-result", "player:suli date:900..950 result:1-0", 0},
		{"word", "nawruz", 0},
		{"all-limit20", "", 20},
	} {
		b.Run("warm/"+bench.name, func(b *testing.B) {
			n := 0
			for b.Loop() {
				n = count(ix, bench.query, bench.limit)
			}
			b.ReportMetric(float64(n), "games")
		})
	}
	state, err := ix.State(ctx)
	if err != nil {
		b.Fatal(err)
	}
	jobs = 1 // the figures are those of one core
	for name, q := range map[string]string{
		"board":           `board:"rank4:3P4 rank5:3p4 rank1:4K3"`,
		"board-all":       `board:"8/8/8/8/8/8/8/4K3"`,
		"board-alfil":     `board:"rank4:3P4 rank5:3p4 rank1:4K3" alfil:w=c1`,
		"material":        `material:"KRF/KR"`,
		"material-all":    `material:"KRFNA+/KR+"`,
		"material-family": `material:"KRA[c1]+/KR"`,
		"alfil-all":       `alfil:w=c1`,
		"line":            `line:"Nf3 ? Nd4 * Nf3"`,
	} {
		b.Run("scan/"+name, func(b *testing.B) {
			n := 0
			for b.Loop() {
				n = count(ix, q, 0)
			}
			b.ReportMetric(float64(n), "games")
			b.ReportMetric(float64(state.Plies)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mplies/s")
		})
	}
	b.Run("cold", func(b *testing.B) {
		q := at(30)
		for b.Loop() {
			a, err := archive.Open(dir, archive.Options{ReadOnly: true})
			if err != nil {
				b.Fatal(err)
			}
			ix, err := Open(a, Options{})
			if err != nil {
				b.Fatal(err)
			}
			if n := count(ix, q, 0); n != 1 {
				b.Fatalf("%d games", n)
			}
			if err := ix.Close(); err != nil {
				b.Fatal(err)
			}
			if err := a.Close(); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkExplore measures an Explorer that is made and asked once.
func BenchmarkExplore(b *testing.B) {
	dir := b.TempDir()
	benchImport(b, dir, benchText(b), true)
	ctx := context.Background()
	a, err := archive.Open(dir, archive.Options{ReadOnly: true})
	if err != nil {
		b.Fatal(err)
	}
	defer a.Close()
	ix, err := Open(a, Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer ix.Close()
	r, err := a.Get(ctx, benchGames/2)
	if err != nil {
		b.Fatal(err)
	}
	for _, bench := range []struct {
		name, query string
		ply         int
	}{
		{"array", "", 0}, {"array-filtered", "result:1-0", 0}, {"ply1", "", 1}, {"ply2", "", 2}, {"ply3", "", 3}, {"ply4", "", 4}, {"ply30", "", 30},
	} {
		e, err := query.Parse(bench.query)
		if err != nil {
			b.Fatal(err)
		}
		p := r.Start
		for _, m := range r.Moves[:bench.ply] {
			p = p.Play(m)
		}
		b.Run(bench.name, func(b *testing.B) {
			var games int64
			for b.Loop() {
				x, err := ix.Explorer(ctx, e)
				if err != nil {
					b.Fatal(err)
				}
				found, err := x.Explore(ctx, &p, true)
				if err != nil {
					b.Fatal(err)
				}
				games = found.Games
				if err := x.Close(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(games), "games")
		})
	}
}

// BenchmarkPrepare measures what an import pays for each game before it is added.
func BenchmarkPrepare(b *testing.B) {
	var text bytes.Buffer
	if err := gamegen.Write(&text, gamegen.Options{Games: 500, Seed: 7}); err != nil {
		b.Fatal(err)
	}
	var replays []*pgn.Replay
	plies := 0
	for g, err := range pgn.NewReader(&text).Games() {
		if err != nil {
			b.Fatal(err)
		}
		p, err := pgn.Play(g, pgn.Options{Keys: true})
		if err != nil {
			b.Fatal(err)
		}
		replays = append(replays, p)
		plies += len(p.Moves)
	}
	tabiyat, err := tabiya.Builtin()
	if err != nil {
		b.Fatal(err)
	}
	c := &Collector{digests: digester{tabiyat: tabiyat}}
	var words []uint64
	b.Run("keys", func(b *testing.B) {
		for b.Loop() {
			for _, p := range replays {
				words = appendReplayKeys(words[:0], p)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(plies), "ns/ply")
	})
	b.Run("all", func(b *testing.B) {
		for b.Loop() {
			for _, p := range replays {
				words = c.Prepare(p, words[:0])
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(replays)), "ns/game")
	})
	b.Run("add", func(b *testing.B) {
		at := []int{0}
		words = words[:0]
		for _, p := range replays {
			words = c.Prepare(p, words)
			at = append(at, len(words))
		}
		id := int64(0)
		build, err := newBuilding(b.TempDir(), true, frequentLeast)
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			for i := range replays {
				id++
				if err := build.addDigest(id, words[at[i]:at[i+1]], "", 0); err != nil {
					b.Fatal(err)
				}
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(replays)), "ns/game")
		if err := build.abandon(); err != nil {
			b.Fatal(err)
		}
	})
}
