package archive

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/diwan-shatranj/diwan/internal/gamegen"
)

// collection writes games for a benchmark into a file.
func collection(b *testing.B, o gamegen.Options) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), "games.pgn")
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	if err := gamegen.Write(f, o); err != nil {
		b.Fatal(err)
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
	return path
}

// BenchmarkImport imports 200,000 plain games, with and without the array told,
// and 20,000 with comments and variations.
func BenchmarkImport(b *testing.B) {
	for _, bm := range []struct {
		name string
		opts gamegen.Options
	}{
		{"plain", gamegen.Options{Games: 200_000, Seed: 1, FEN: true}},
		{"array=auto", gamegen.Options{Games: 200_000, Seed: 2}},
		{"annotated", gamegen.Options{Games: 20_000, Seed: 3, FEN: true, Comments: 0.5, Variations: 0.02}},
	} {
		b.Run(bm.name, func(b *testing.B) {
			path := collection(b, bm.opts)
			var games, plies, size int64
			for i := 0; b.Loop(); i++ {
				a := openAt(b, filepath.Join(b.TempDir(), strconv.Itoa(i)), Options{})
				games += importAll(b, a, ImportOptions{}, file(path)).Read
				b.StopTimer()
				if err := a.reader.QueryRow("SELECT sum(plies) FROM games").Scan(&plies); err != nil {
					b.Fatal(err)
				}
				closeAt(b, a)
				info, err := os.Stat(a.path())
				if err != nil {
					b.Fatal(err)
				}
				size = info.Size()
				b.StartTimer()
			}
			b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
			b.ReportMetric(float64(size-2*plies)/float64(bm.opts.Games), "B/game+2/ply")
		})
	}
}

// BenchmarkSmallImport adds ten games to an archive of 200,000.
func BenchmarkSmallImport(b *testing.B) {
	a := openAt(b, b.TempDir(), Options{})
	defer closeAt(b, a)
	importAll(b, a, ImportOptions{}, file(collection(b, gamegen.Options{Games: 200_000, Seed: 1, MaxPlies: 20, MinPlies: 10})))
	ten := generated(b, gamegen.Options{Games: 10, Seed: 2})
	for b.Loop() {
		importAll(b, a, ImportOptions{OnDuplicate: KeepDuplicates}, text("ten", ten))
	}
}

// BenchmarkAgain imports 20,000 games that the archive has.
func BenchmarkAgain(b *testing.B) {
	a := openAt(b, b.TempDir(), Options{})
	defer closeAt(b, a)
	path := collection(b, gamegen.Options{Games: 20_000, Seed: 1, FEN: true})
	importAll(b, a, ImportOptions{}, file(path))
	games := int64(0)
	for b.Loop() {
		games += importAll(b, a, ImportOptions{}, file(path)).Duplicate
	}
	b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
}

// BenchmarkRead reads 20,000 games in the ways that there are.
func BenchmarkRead(b *testing.B) {
	a := openAt(b, b.TempDir(), Options{})
	defer closeAt(b, a)
	importAll(b, a, ImportOptions{}, file(collection(b, gamegen.Options{Games: 20_000, Seed: 1, FEN: true})))
	ctx := context.Background()
	player := NewPlayer()
	for _, bm := range []struct {
		name string
		read func() error
	}{
		{"lines", func() (err error) {
			for _, e := range a.Lines(ctx, 0) {
				err = e
			}
			return err
		}},
		{"headers", func() (err error) {
			for _, e := range a.Headers(ctx, 0) {
				err = e
			}
			return err
		}},
		{"games", func() (err error) {
			for _, e := range a.Games(ctx) {
				err = e
			}
			return err
		}},
		{"replays", func() (err error) {
			for r, e := range a.Games(ctx) {
				if err = e; err == nil {
					_, err = player.Replay(r)
				}
			}
			return err
		}},
		{"verify", func() (err error) {
			_, err = a.Verify(ctx, nil)
			return err
		}},
	} {
		b.Run(bm.name, func(b *testing.B) {
			n := 0
			for ; b.Loop(); n++ {
				if err := bm.read(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(n)*20_000/b.Elapsed().Seconds(), "games/s")
		})
	}
}
