package analyze

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/rules"
)

// counter is an analyzer that notes what it is asked.
type counter struct {
	Analyzer
	mu    sync.Mutex
	asked map[uint64]int
	fails func(p *rules.Position) error
}

func newCounter() *counter {
	return &counter{Analyzer: NewBuiltin(engine.Options{HashMB: 1}), asked: map[uint64]int{}}
}

func (c *counter) Analyze(ctx context.Context, r Request) (Evaluation, error) {
	key, _ := r.Start.Key()
	c.mu.Lock()
	c.asked[key]++
	c.mu.Unlock()
	if c.fails != nil {
		if err := c.fails(&r.Start); err != nil {
			return Evaluation{}, err
		}
	}
	return c.Analyzer.Analyze(ctx, r)
}

func array(tb testing.TB, name string) rules.Position {
	tb.Helper()
	a, ok := rules.ArrayByName(name)
	if !ok {
		tb.Fatalf("no array %q", name)
	}
	return a.Position()
}

// drawGame draws a game from an array, as long as it is not over.
func drawGame(t *rapid.T, most int) (start rules.Position, moves []rules.Move) {
	start = rapid.SampledFrom(rules.Arrays()).Draw(t, "array").Position()
	p := start
	for range rapid.IntRange(0, most).Draw(t, "plies") {
		all := p.AppendMoves(nil)
		if len(all) == 0 || p.IsBare(rules.White) || p.IsBare(rules.Black) {
			break
		}
		m := rapid.SampledFrom(all).Draw(t, "move")
		moves = append(moves, m)
		p = p.Play(m)
	}
	return start, moves
}

func images(moves []rules.Move, o rules.Orientation) []rules.Move {
	other := make([]rules.Move, len(moves))
	for i, m := range moves {
		other[i] = m.Image(o)
	}
	return other
}

// timeless leaves out what differs from run to run.
func timeless(plies []Ply) []Ply {
	other := make([]Ply, len(plies))
	for i, p := range plies {
		p.Time, p.Cached = 0, false
		other[i] = p
	}
	return other
}

// A game and its images are evaluated once, each position once, and their
// evaluations are images of each other.
func TestLineImages(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start, moves := drawGame(t, 12)
		a := newCounter()
		b, err := NewBatch(BatchOptions{Analyzers: []Analyzer{a}, Limit: Limit{Depth: 2}, MultiPV: 2})
		if err != nil {
			t.Fatal(err)
		}
		plies, err := b.Line(context.Background(), start, moves, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(plies) != len(moves)+1 {
			t.Fatalf("%d plies for %d moves", len(plies), len(moves))
		}
		p := start
		for i, ply := range plies {
			if ply.Outcome.Over() != (len(ply.Lines) == 0) {
				t.Fatalf("ply %d: %+v", i, ply)
			}
			for _, line := range ply.Lines {
				q := p
				for _, m := range line.Moves {
					if !q.IsLegal(m) {
						t.Fatalf("ply %d: illegal line %v", i, line.Moves)
					}
					q = q.Play(m)
				}
			}
			if i < len(moves) {
				p = p.Play(moves[i])
			}
		}

		o := rapid.SampledFrom([]rules.Orientation{rules.Mirror, rules.Colors, rules.MirrorColors}).Draw(t, "image")
		turned, err := b.Line(context.Background(), start.Image(o), images(moves, o), nil)
		if err != nil {
			t.Fatal(err)
		}
		want := timeless(plies)
		for i := range want {
			lines := want[i].Lines
			want[i].Evaluation = want[i].image(o)
			if lines == nil {
				want[i].Lines = nil
			}
			if !turned[i].Cached && !turned[i].Outcome.Over() {
				t.Fatalf("ply %d was analyzed again", i)
			}
		}
		if diff := cmp.Diff(want, timeless(turned)); diff != "" {
			t.Fatalf("image %v (-want +got):\n%s", o, diff)
		}
		for key, n := range a.asked {
			if n != 1 {
				t.Fatalf("position %x was analyzed %d times", key, n)
			}
		}
	})
}

// Many goroutines that evaluate the same games have each position analyzed
// once.
func TestLineSideBySide(t *testing.T) {
	start := array(t, "shah-e")
	var moves []rules.Move
	p := start
	for range 20 {
		moves = append(moves, p.AppendMoves(nil)[0])
		p = p.Play(moves[len(moves)-1])
	}
	a := []*counter{newCounter(), newCounter(), newCounter()}
	b, err := NewBatch(BatchOptions{Analyzers: []Analyzer{a[0], a[1], a[2]}, Limit: Limit{Nodes: 500}})
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	results := make([][]Ply, 8)
	for i := range results {
		wait.Go(func() {
			plies, err := b.Line(context.Background(), start, moves, nil)
			if err != nil {
				t.Error(err)
			}
			results[i] = plies
		})
	}
	wait.Wait()
	total := map[uint64]int{}
	for _, c := range a {
		for key, n := range c.asked {
			total[key] += n
		}
	}
	for key, n := range total {
		if n != 1 {
			t.Errorf("position %x was analyzed %d times", key, n)
		}
	}
	for _, r := range results[1:] {
		if diff := cmp.Diff(timeless(results[0]), timeless(r)); diff != "" {
			t.Errorf("(-first +other):\n%s", diff)
		}
	}
}

// An engine that fails on a position leaves a gap, and no more.
func TestLineWithGaps(t *testing.T) {
	start := array(t, "shah-d")
	moves := start.AppendMoves(nil)[:1]
	after := start.Play(moves[0])
	broken, _ := after.Key()
	failure := errors.New("out of order")
	a := newCounter()
	a.fails = func(p *rules.Position) error {
		if key, _ := p.Key(); key == broken {
			return failure
		}
		return nil
	}
	b, err := NewBatch(BatchOptions{Analyzers: []Analyzer{a}, Limit: Limit{Depth: 1}})
	if err != nil {
		t.Fatal(err)
	}
	var seen []int
	plies, err := b.Line(context.Background(), start, moves, func(done, all int) { seen = append(seen, done, all) })
	if err != nil {
		t.Fatal(err)
	}
	if plies[0].Err != nil || len(plies[0].Lines) != 1 || !errors.Is(plies[1].Err, failure) || len(plies[1].Lines) != 0 {
		t.Errorf("got %+v", plies)
	}
	if diff := cmp.Diff([]int{1, 2, 2, 2}, seen); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
}

// brokenStore fails.
type brokenStore struct{ MemoryStore }

var errDisk = errors.New("disk full")

func (*brokenStore) Put(context.Context, StoredEvaluation, []EvalKey) error { return errDisk }

func TestLineFails(t *testing.T) {
	start := array(t, "shah-e")
	legal := start.AppendMoves(nil)[:1]
	over, cancel := context.WithCancel(context.Background())
	cancel()
	tests := []struct {
		name  string
		ctx   context.Context
		store EvalStore
		moves []rules.Move
		want  error
	}{
		{"store", context.Background(), new(brokenStore), legal, errDisk},
		{"context", over, nil, legal, context.Canceled},
		{"illegal", context.Background(), nil, []rules.Move{rules.NewMove(rules.Rook, 0, 63)}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b, err := NewBatch(BatchOptions{Analyzers: []Analyzer{newCounter()}, Store: test.store, Limit: Limit{Depth: 1}})
			if err != nil {
				t.Fatal(err)
			}
			plies, err := b.Line(test.ctx, start, test.moves, nil)
			if err == nil || plies != nil || test.want != nil && !errors.Is(err, test.want) {
				t.Errorf("got %v, %v; want %v", plies, err, test.want)
			}
		})
	}
}

// The draws that the past of a game brings are told, though positions are
// evaluated without it.
func TestLineKnowsThePast(t *testing.T) {
	start := array(t, "shah-e")
	var moves []rules.Move
	p := start
	for _, s := range []string{"b1c3", "b8c6", "c3b1", "c6b8", "b1c3", "b8c6", "c3b1", "c6b8"} {
		m, err := rules.ParseCoordinate(&p, s)
		if err != nil {
			t.Fatal(err)
		}
		moves = append(moves, m)
		p = p.Play(m)
	}
	r, ok := rules.RulesetByName("engine")
	if !ok {
		t.Fatal("no rule set")
	}
	store := new(MemoryStore)
	b, err := NewBatch(BatchOptions{Analyzers: []Analyzer{newCounter()}, Store: store, Rules: r, Limit: Limit{Depth: 1}})
	if err != nil {
		t.Fatal(err)
	}
	plies, err := b.Line(context.Background(), start, moves, nil)
	if err != nil {
		t.Fatal(err)
	}
	last := plies[len(plies)-1]
	if last.Outcome.Reason != rules.Repetition || len(last.Lines) != 0 {
		t.Errorf("the last position is %+v", last)
	}
	// Four positions, of which the start is there with either side to move:
	// with colours exchanged, these are one and the same.
	if store.Len() > 4 {
		t.Errorf("%d positions were evaluated", store.Len())
	}
}

func TestNewBatchRejects(t *testing.T) {
	other := &renamed{newCounter()}
	for name, o := range map[string]BatchOptions{
		"no engine":         {Limit: Limit{Depth: 1}},
		"no limit":          {Analyzers: []Analyzer{newCounter()}},
		"different engines": {Analyzers: []Analyzer{newCounter(), other}, Limit: Limit{Depth: 1}},
	} {
		if _, err := NewBatch(o); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

type renamed struct{ Analyzer }

func (*renamed) Name() string { return "another" }

func TestLimitString(t *testing.T) {
	for want, l := range map[string]Limit{
		"nodes 500":           {Nodes: 500},
		"depth 9":             {Depth: 9},
		"movetime 150ms":      {MoveTime: 150 * time.Millisecond},
		"nodes 7 movetime 1s": {Nodes: 7, MoveTime: time.Second},
	} {
		if got := l.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// BenchmarkBatch measures what a position costs beside the analyzer.
func BenchmarkBatch(b *testing.B) {
	start := array(b, "shah-e")
	moves := start.AppendMoves(nil)[:1]
	for b.Loop() {
		batch, err := NewBatch(BatchOptions{Analyzers: []Analyzer{instant{}}, Limit: Limit{Depth: 1}})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := batch.Line(context.Background(), start, moves, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// instant answers at once.
type instant struct{}

func (instant) Analyze(_ context.Context, r Request) (Evaluation, error) {
	return Evaluation{Lines: []Line{{Moves: r.Start.AppendMoves(nil)[:1]}}}, nil
}

func (instant) Name() string { return "instant" }

func (instant) Close() error { return nil }
