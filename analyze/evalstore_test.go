package analyze

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/rules"
)

func TestServedBy(t *testing.T) {
	key := func(l Limit, multi int) EvalKey { return EvalKey{Position: 1, Engine: "e", Limit: l, MultiPV: multi} }
	nodes := func(n uint64) Limit { return Limit{Nodes: n} }
	tests := []struct {
		name        string
		asked, kept EvalKey
		v           Evaluation
		want        bool
	}{
		{"the same", key(nodes(10), 1), key(nodes(10), 1), Evaluation{}, true},
		{"more nodes", key(nodes(10), 1), key(nodes(20), 1), Evaluation{}, true},
		{"fewer nodes", key(nodes(20), 1), key(nodes(10), 1), Evaluation{Nodes: 11}, false},
		{"fewer nodes asked for than were searched", key(nodes(20), 1), key(nodes(10), 1), Evaluation{Nodes: 25}, true},
		{"deeper", key(Limit{Depth: 5}, 1), key(Limit{Depth: 6}, 1), Evaluation{Depth: 3}, true},
		{"deep enough by another limit", key(Limit{Depth: 5}, 1), key(nodes(10), 1), Evaluation{Depth: 5}, true},
		{"not deep enough", key(Limit{Depth: 5}, 1), key(nodes(10), 1), Evaluation{Depth: 4}, false},
		{"time", key(Limit{MoveTime: time.Second}, 1), key(Limit{MoveTime: 2 * time.Second}, 1), Evaluation{}, true},
		{"a limit more", key(nodes(10), 1), key(Limit{Nodes: 20, Depth: 3}, 1), Evaluation{Nodes: 4}, false},
		{"a limit less", key(Limit{Nodes: 10, Depth: 3}, 1), key(nodes(20), 1), Evaluation{}, true},
		{"more lines", key(nodes(10), 1), key(nodes(10), 2), Evaluation{Nodes: 10, Depth: 9}, false},
		{"more lines, deep enough", key(Limit{Depth: 9}, 1), key(nodes(10), 2), Evaluation{Depth: 9}, true},
		{"fewer lines", key(nodes(10), 2), key(nodes(10), 1), Evaluation{}, false},
		{"another position", key(nodes(10), 1), EvalKey{Position: 2, Engine: "e", Limit: nodes(10), MultiPV: 1}, Evaluation{}, false},
		{"another engine", key(nodes(10), 1), EvalKey{Position: 1, Engine: "f", Limit: nodes(10), MultiPV: 1}, Evaluation{}, false},
		{"another rule set", key(nodes(10), 1), EvalKey{Position: 1, Engine: "e", Rules: "cvp", Limit: nodes(10), MultiPV: 1}, Evaluation{}, false},
		{"another count of moves", key(nodes(10), 1), EvalKey{Position: 1, Engine: "e", Halfmove: 120, Limit: nodes(10), MultiPV: 1}, Evaluation{}, false},
	}
	for _, test := range tests {
		if got := test.asked.ServedBy(test.kept, &test.v); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// A deeper search takes the place of a shallower one, a shallower one none, and other
// engines keep theirs.
func TestDeeperReplaces(t *testing.T) {
	store := new(MemoryStore)
	start := array(t, "shah-e")
	run := func(l Limit, name string, wantCached bool, wantKept int) {
		t.Helper()
		b, err := NewBatch(BatchOptions{Analyzers: []Analyzer{&titled{newCounter(), name}}, Store: store, Limit: l})
		if err != nil {
			t.Fatal(err)
		}
		plies, err := b.Line(context.Background(), start, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if plies[0].Cached != wantCached || store.Len() != wantKept {
			t.Errorf("%v: cached %v, %d kept; want %v, %d", l, plies[0].Cached, store.Len(), wantCached, wantKept)
		}
	}
	run(Limit{Depth: 2}, "one", false, 1)
	run(Limit{Depth: 4}, "one", false, 1)
	run(Limit{Depth: 2}, "one", true, 1)
	run(Limit{Depth: 3}, "two", false, 2)
	run(Limit{Nodes: 10}, "one", true, 2) // which took more nodes than that
	run(Limit{Nodes: 50_000}, "one", false, 2)
	run(Limit{Depth: 4}, "one", true, 2)
}

type titled struct {
	Analyzer
	name string
}

func (a *titled) Name() string { return a.name }

func TestReplaces(t *testing.T) {
	at := func(depth int) StoredEvaluation {
		return StoredEvaluation{EvalKey{Engine: "e", Limit: Limit{Depth: depth}, MultiPV: 1}, Evaluation{Depth: depth, Nodes: uint64(depth) * 100}}
	}
	place, needed := at(5).Replaces([]StoredEvaluation{at(3), at(4)})
	if diff := cmp.Diff([]EvalKey{at(3).EvalKey, at(4).EvalKey}, place); diff != "" || !needed {
		t.Errorf("%v (-want +got):\n%s", needed, diff)
	}
	if place, needed := at(5).Replaces([]StoredEvaluation{at(6)}); needed || place != nil {
		t.Errorf("behind a deeper one: %v, %v", place, needed)
	}
	if _, needed := at(5).Replaces([]StoredEvaluation{at(5)}); needed {
		t.Error("the same is needed again")
	}
	more := at(5)
	more.Depth = 7
	if place, needed := more.Replaces([]StoredEvaluation{at(5)}); !needed || len(place) != 0 {
		t.Errorf("a deeper one of the same key: %v, %v", place, needed)
	}
}

func TestParseLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := Limit{
			Nodes: rapid.Uint64().Draw(t, "nodes"), Depth: rapid.IntRange(0, 1000).Draw(t, "depth"),
			MoveTime: time.Duration(rapid.Int64Range(0, 1<<50).Draw(t, "time")),
		}
		if got, err := ParseLimit(want.String()); err != nil || got != want {
			t.Fatalf("%q is read as %+v, %v", want, got, err)
		}
	})
	for _, s := range []string{"nodes", "nodes x", "depth -1", "movetime 3", "plies 4"} {
		if _, err := ParseLimit(s); err == nil {
			t.Errorf("%q: no error", s)
		}
	}
}

// What a store has is told without an engine: the one that knows most, and images of
// positions like these themselves.
func TestRecall(t *testing.T) {
	ctx := context.Background()
	start := array(t, "shah-d")
	var moves []rules.Move
	p := start
	for range 6 {
		moves = append(moves, p.AppendMoves(nil)[0])
		p = p.Play(moves[len(moves)-1])
	}
	store := new(MemoryStore)
	rs := rules.Rulesets()[0]
	var want []Ply
	for name, limits := range map[string]struct {
		l     Limit
		plies int
	}{"deep": {Limit{Depth: 4}, 2}, "wide": {Limit{Depth: 2}, 6}} {
		b, err := NewBatch(BatchOptions{Analyzers: []Analyzer{&titled{NewBuiltin(engine.Options{HashMB: 1}), name}}, Store: store, Limit: limits.l})
		if err != nil {
			t.Fatal(err)
		}
		plies, err := b.Line(ctx, start, moves[:limits.plies], nil)
		if err != nil {
			t.Fatal(err)
		}
		if name == "wide" {
			want = plies
		}
	}
	got, engine, err := Recall(ctx, store, rs, start, moves, 0, nil)
	if err != nil || engine != "wide" {
		t.Fatalf("%q, %v", engine, err)
	}
	if diff := cmp.Diff(timeless(want), timeless(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	got, engine, err = Recall(ctx, store, rs, start, moves, 1, func(name string) bool { return name == "deep" })
	if err != nil || engine != "deep" {
		t.Fatalf("%q, %v", engine, err)
	}
	if !got[0].Skipped || got[1].Depth < 4 || got[2].Depth < 4 || !errors.Is(got[3].Err, ErrNotKept) {
		t.Errorf("%+v", got)
	}
	mirrored, _, err := Recall(ctx, store, rs, start.Image(rules.Mirror), images(moves, rules.Mirror), 0, nil)
	if err != nil || mirrored[3].Best() != want[3].Best().Image(rules.Mirror) {
		t.Errorf("the mirror image: %+v, %v", mirrored, err)
	}
	if got, engine, err := Recall(ctx, new(MemoryStore), rs, start, moves[:1], 0, nil); err != nil || engine != "" || !errors.Is(got[0].Err, ErrNotKept) {
		t.Errorf("of nothing: %+v, %q, %v", got, engine, err)
	}
	if _, _, err := Recall(ctx, new(brokenList), rs, start, nil, 0, nil); !errors.Is(err, errDisk) {
		t.Errorf("of a broken store: %v", err)
	}
}

type brokenList struct{ MemoryStore }

func (*brokenList) List(context.Context, uint64, int, string) ([]StoredEvaluation, error) {
	return nil, errDisk
}
