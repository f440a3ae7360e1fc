package pgn

import (
	"bytes"
	"context"
	"io"
	"testing"

	"github.com/diwan-shatranj/diwan/internal/gamegen"
)

// generated is a collection of n random games.
func generated(t testing.TB, o gamegen.Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := gamegen.Write(&b, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// collections are the shapes of input that the benchmarks measure.
var collections = []struct {
	name string
	opts gamegen.Options
}{
	{"plain", gamegen.Options{Games: 4000, Seed: 7, FEN: true}},
	{"noFEN", gamegen.Options{Games: 4000, Seed: 7}},
	{"annotated", gamegen.Options{Games: 4000, Seed: 7, FEN: true, Comments: 0.3, Variations: 0.1}},
}

// benchmarkGames runs pass over each collection, and counts its games.
func benchmarkGames(b *testing.B, pass func(text []byte) error) {
	for _, c := range collections {
		b.Run(c.name, func(b *testing.B) {
			text := generated(b, c.opts)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if err := pass(text); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(c.opts.Games*b.N)/b.Elapsed().Seconds(), "games/s")
		})
	}
}

func BenchmarkRead(b *testing.B) {
	var g Game
	benchmarkGames(b, func(text []byte) error {
		rd := NewReader(bytes.NewReader(text))
		for {
			if err := rd.Read(&g); err == io.EOF {
				return nil
			} else if err != nil {
				return err
			}
		}
	})
}

func BenchmarkReplay(b *testing.B) {
	var g Game
	r, err := NewReplayer(Options{})
	if err != nil {
		b.Fatal(err)
	}
	benchmarkGames(b, func(text []byte) error {
		rd := NewReader(bytes.NewReader(text))
		for {
			if err := rd.Read(&g); err == io.EOF {
				return nil
			} else if err != nil {
				return err
			}
			r.Replay(&g)
		}
	})
}

func BenchmarkReplayAll(b *testing.B) {
	benchmarkGames(b, func(text []byte) error {
		return ReplayAll(context.Background(), NewReader(bytes.NewReader(text)), Options{}, 0,
			func(p *Replay) int { return len(p.Moves) }, func(int) error { return nil })
	})
}
