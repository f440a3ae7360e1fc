package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/diwan-shatranj/diwan/analyze"
	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/analyze/program"
	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/internal/gamegen"
)

// timed is an analyzer with a clock.
type timed struct {
	analyze.Analyzer
	spent *atomic.Int64 // nanoseconds
}

func (a timed) Analyze(ctx context.Context, r analyze.Request) (analyze.Evaluation, error) {
	begin := time.Now()
	v, err := a.Analyzer.Analyze(ctx, r)
	a.spent.Add(int64(time.Since(begin)))
	return v, err
}

// atOnce is an analyzer that answers at once, in this process.
type atOnce struct{}

func (atOnce) Analyze(_ context.Context, r analyze.Request) (analyze.Evaluation, error) {
	return analyze.Evaluation{Depth: 1, Lines: []analyze.Line{{Depth: 1, Moves: r.Start.AppendMoves(nil)[:1]}}}, nil
}

func (atOnce) Name() string { return "at once" }

func (atOnce) Close() error { return nil }

// BenchmarkAnnotate annotates games of an archive, as the command does, from the
// first read to the last write. overhead-µs/position is the time that is not the
// engines', for each position and engine; overhead-% is the same in relation to the
// time of the engines. The engine "pipe" answers at once, too, but from a process of
// its own; it is the time that its answers need which counts as the engine's.
func BenchmarkAnnotate(b *testing.B) {
	builtin := func() (analyze.Analyzer, error) { return analyze.NewBuiltin(engine.Options{}), nil }
	pipe := func() (analyze.Analyzer, error) {
		return analyze.NewExternal(context.Background(), program.Config{Command: []string{"slow-engine", "0"}}, analyze.UCI)
	}
	for _, test := range []struct {
		name  string
		start func() (analyze.Analyzer, error)
		limit analyze.Limit
		games int
	}{
		{"at once", func() (analyze.Analyzer, error) { return atOnce{}, nil }, analyze.Limit{Depth: 1}, 200},
		{"pipe", pipe, analyze.Limit{Depth: 1}, 50},
		{"nodes 10000", builtin, analyze.Limit{Nodes: 10_000}, 5},
		{"nodes 50000", builtin, analyze.Limit{Nodes: 50_000}, 2},
	} {
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/engines=%d", test.name, workers), func(b *testing.B) {
				var spent atomic.Int64
				var wall time.Duration
				positions := 0
				for b.Loop() {
					b.StopTimer()
					s := benchSession(b, test.games)
					a, err := s.openArchive(true)
					if err != nil {
						b.Fatal(err)
					}
					w := &annotator{
						s: s, workers: workers, batches: map[string]*analyze.Batch{}, store: openEvalStore(a),
						marking: marking{engine: "e", least: analyze.Inaccuracy}, bar: s.progress("annotating", "positions"),
					}
					for range workers {
						x, err := test.start()
						if err != nil {
							b.Fatal(err)
						}
						w.analyzers = append(w.analyzers, timed{x, &spent})
					}
					w.options = analyze.BatchOptions{Analyzers: w.analyzers, Store: w.store, Limit: test.limit}
					jobs := func(yield func(int64, error) bool) {
						for id := range int64(test.games) {
							if !yield(id+1, nil) {
								return
							}
						}
					}
					place := &inPlace{archive: a, since: time.Now()}
					b.StartTimer()
					begin := time.Now()
					err = inOrder(s.ctx, workers, jobs, func(ctx context.Context, id int64) (annotatedGame, error) {
						r, err := a.Get(ctx, id)
						if err != nil {
							return annotatedGame{}, err
						}
						p, err := r.Replay()
						if err != nil {
							return annotatedGame{}, err
						}
						g, err := w.game(ctx, p, "game")
						g.report.ID = id
						return g, err
					}, func(g annotatedGame) error {
						positions += g.report.New
						return place.keep(g.report.ID, g.game)
					})
					err = errors.Join(err, place.flush())
					err = w.close(err)
					wall += time.Since(begin)
					b.StopTimer()
					if err != nil {
						b.Fatal(err)
					}
					a.Close()
					b.StartTimer()
				}
				overhead := float64(int64(wall)*int64(workers)-spent.Load()) / float64(positions) / 1000
				b.ReportMetric(overhead, "overhead-µs/position")
				b.ReportMetric(100*(float64(int64(wall)*int64(workers))/float64(spent.Load())-1), "overhead-%")
				b.ReportMetric(float64(positions)/wall.Seconds(), "positions/s")
			})
		}
	}
}

// benchSession is a session on an archive of generated games.
func benchSession(b *testing.B, count int) *session {
	b.Helper()
	var text bytes.Buffer
	if err := gamegen.Write(&text, gamegen.Options{Games: count, Seed: 1}); err != nil {
		b.Fatal(err)
	}
	s := &session{globals: &globals{Archive: b.TempDir(), Quiet: true}, Streams: Streams{Out: io.Discard, Err: io.Discard}, ctx: context.Background()}
	a, err := s.openArchive(true)
	if err != nil {
		b.Fatal(err)
	}
	defer a.Close()
	games := archive.Input{Name: "games.pgn", Open: func() (io.ReadCloser, error) { return io.NopCloser(&text), nil }}
	if _, err := a.Import(s.ctx, slices.Values([]archive.Input{games}), archive.ImportOptions{}); err != nil {
		b.Fatal(err)
	}
	return s
}
