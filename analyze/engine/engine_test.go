package engine

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/diwan-shatranj/diwan/rules"
)

var update = flag.Bool("update", false, "write the expected results anew")

func start(tb testing.TB, array string) rules.Position {
	tb.Helper()
	a, ok := rules.ArrayByName(array)
	if !ok {
		tb.Fatalf("no array %q", array)
	}
	return a.Position()
}

// The problems of the masters are solved, in the number of moves they gave.
func TestMansubat(t *testing.T) {
	e := New(Options{})
	for _, f := range readTable(t, "testdata/mansubat.tsv") {
		t.Run(f[0], func(t *testing.T) {
			e.Clear()
			plies, err := strconv.Atoi(f[2])
			if err != nil {
				t.Fatal(err)
			}
			got, err := e.Search(context.Background(), Request{
				Start: mustPosition(t, f[1]), Limits: Limits{Mate: (plies + 1) / 2, Nodes: 20_000_000},
			}, nil)
			if err != nil {
				t.Fatal(err)
			}
			best, _, _ := strings.Cut(f[3], " ")
			if got.Best.String() != best || got.Lines[0].Score.Mate <= 0 || got.Lines[0].Score.Mate > plies {
				t.Errorf("%v with %v, want %s, mate in %d plies", got.Best, got.Lines[0].Score, best, plies)
			}
		})
	}
}

// The nodes that it takes to search some positions to a fixed depth tell
// whether search or evaluation have changed. Where that was meant, -update
// writes them anew.
func TestSignature(t *testing.T) {
	const file = "testdata/signature.tsv"
	e := New(Options{HashMB: 4})
	var b strings.Builder
	b.WriteString("# FEN, depth, nodes\n")
	for _, f := range readTable(t, file) {
		e.Clear()
		depth, err := strconv.Atoi(f[1])
		if err != nil {
			t.Fatal(err)
		}
		got, err := e.Search(context.Background(), Request{
			Start: mustPosition(t, f[0]), Limits: Limits{Depth: depth},
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s\t%d\t%d\n", f[0], depth, got.Nodes)
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// lines leaves out what depends on time.
func lines(r Result) []Info {
	got := slices.Clone(r.Lines)
	for i := range got {
		got[i].Time, got[i].NPS = 0, 0
	}
	return got
}

// A search with fixed nodes gives the same again after Clear, whatever was
// searched before, and in another engine.
func TestSearchIsDeterministic(t *testing.T) {
	first, second := New(Options{HashMB: 1}), New(Options{HashMB: 1})
	for i, array := range []string{"shah-e", "crossed", "shah-d"} {
		r := Request{Start: start(t, array), Limits: Limits{Nodes: 25_000}, MultiPV: i + 1}
		first.Clear()
		want, err := first.Search(context.Background(), r, nil)
		if err != nil {
			t.Fatal(err)
		}
		for range 40 {
			second.Clear()
			if _, err := second.Search(context.Background(), Request{Start: r.Start, Limits: Limits{Depth: 3}}, nil); err != nil {
				t.Fatal(err)
			}
		}
		second.Clear()
		got, err := second.Search(context.Background(), r, nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(lines(want), lines(got)); diff != "" || want.Nodes != got.Nodes {
			t.Errorf("%s: %d and %d nodes (-first +second):\n%s", array, want.Nodes, got.Nodes, diff)
		}
		if got.Nodes != r.Limits.Nodes {
			t.Errorf("%s: %d nodes, want %d", array, got.Nodes, r.Limits.Nodes)
		}
	}
}

// Whatever the position, the lines reported are legal, each begins with another
// move, and the move returned is the first of the best.
func TestSearchLinesAreLegal(t *testing.T) {
	e := New(Options{HashMB: 1})
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		r := drawRuleset(t)
		multi := rapid.IntRange(1, 4).Draw(t, "multi")
		got, err := e.Search(context.Background(), Request{
			Start: p, Rules: r, MultiPV: multi, Limits: Limits{Nodes: uint64(rapid.IntRange(1, 4000).Draw(t, "nodes"))},
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Outcome(&p, 1).Over() {
			if got.Best != rules.NoMove || len(got.Lines) != 0 {
				t.Fatalf("%v is over, but %v is played", p, got.Best)
			}
			return
		}
		if want := min(multi, len(r.AppendMoves(&p, nil))); len(got.Lines) != want {
			t.Fatalf("%v: %d lines, want %d", p, len(got.Lines), want)
		}
		if got.Best != got.Lines[0].PV[0] {
			t.Fatalf("%v: best %v, but the line is %v", p, got.Best, got.Lines[0].PV)
		}
		seen := map[rules.Move]bool{}
		for _, line := range got.Lines {
			if seen[line.PV[0]] {
				t.Fatalf("%v: %v twice", p, line.PV[0])
			}
			seen[line.PV[0]] = true
			q := p
			for i, m := range line.PV {
				if !r.IsLegal(&q, m) {
					t.Fatalf("%v: move %d of %v is illegal", p, i+1, line.PV)
				}
				q = q.Play(m)
			}
		}
	})
}

func TestSearchStopsWithItsContext(t *testing.T) {
	for _, threads := range []int{1, 3} {
		ctx, cancel := context.WithCancel(context.Background())
		e := New(Options{HashMB: 1, Threads: threads})
		got, err := e.Search(ctx, Request{Start: start(t, "shah-e")}, func(i Info) {
			if i.Depth == 6 {
				cancel()
			}
		})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if got.Best == rules.NoMove || len(got.Lines) == 0 {
			t.Errorf("%d threads: nothing found", threads)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	got, err := New(Options{HashMB: 1}).Search(ctx, Request{Start: start(t, "shah-e")}, nil)
	if err != nil || got.Best == rules.NoMove {
		t.Errorf("after the end of the context: %v, %v; want some move", got.Best, err)
	}
}

func TestSearchMoves(t *testing.T) {
	p := start(t, "shah-e")
	m, err := rules.ParseCoordinate(&p, "a2a3")
	if err != nil {
		t.Fatal(err)
	}
	got, err := New(Options{HashMB: 1}).Search(context.Background(), Request{
		Start: p, SearchMoves: []rules.Move{m}, MultiPV: 3, Limits: Limits{Depth: 4},
	}, nil)
	if err != nil || got.Best != m || len(got.Lines) != 1 {
		t.Errorf("got %v, %d lines, %v; want a2a3 alone", got.Best, len(got.Lines), err)
	}
}

func TestSearchRejects(t *testing.T) {
	e := New(Options{HashMB: 1})
	if _, err := e.Search(context.Background(), Request{}, nil); !errors.Is(err, ErrRequest) {
		t.Errorf("no position: %v", err)
	}
	r := Request{Start: start(t, "shah-e"), Moves: []rules.Move{rules.NewMove(rules.Rook, 0, 63)}}
	if _, err := e.Search(context.Background(), r, nil); !errors.Is(err, ErrRequest) {
		t.Errorf("illegal move: %v", err)
	}
}

// A longer search allocates no more than a shorter one but for its reports.
func TestSearchDoesNotAllocate(t *testing.T) {
	e := New(Options{HashMB: 1})
	allocs := func(nodes uint64) float64 {
		return testing.AllocsPerRun(3, func() {
			e.Clear()
			if _, err := e.Search(context.Background(), Request{Start: start(t, "shah-e"), Limits: Limits{Nodes: nodes}}, nil); err != nil {
				t.Fatal(err)
			}
		})
	}
	short, long := allocs(5_000), allocs(40_000)
	if long > short+50 {
		t.Errorf("%v allocations for 5000 nodes, %v for 40000", short, long)
	}
}

func BenchmarkSearch(b *testing.B) {
	e := New(Options{})
	p := mustPosition(b, "1r2k1r1/p2f1p2/1pnapnp1/2pp3p/2PP3P/1PNAPNP1/P2F1P2/1R2K1R1 w - - 0 20")
	nodes := uint64(0)
	for b.Loop() {
		e.Clear()
		got, err := e.Search(context.Background(), Request{Start: p, Limits: Limits{Nodes: 1_000_000}}, nil)
		if err != nil {
			b.Fatal(err)
		}
		nodes += got.Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
