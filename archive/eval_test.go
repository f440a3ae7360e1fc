package archive

import (
	"context"
	"errors"
	"math"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/diwan-shatranj/diwan/rules"
)

func TestEvals(t *testing.T) {
	ctx := context.Background()
	a := open(t, t.TempDir(), Options{})
	move := rules.NewMove(rules.Pawn, 12, 20)
	key := EvalKey{Position: math.MaxUint64 - 1, Rules: "iggc", Engine: "e 1", Effort: "depth 3", MultiPV: 2}
	one := Eval{
		Lines: []EvalLine{{CP: -31, Depth: 3, Moves: []rules.Move{move, move}}, {Mate: -4, Depth: 2, Moves: []rules.Move{move}}},
		Nodes: 12345, Time: 67 * time.Millisecond,
	}
	two := Eval{Lines: []EvalLine{{CP: 5, Depth: 9, Moves: []rules.Move{move}}}}
	get := func(k EvalKey, want Eval) {
		t.Helper()
		all, err := a.PositionEvals(ctx, k.Position, k.Halfmove, k.Rules)
		if err != nil {
			t.Fatal(err)
		}
		var v Eval
		for _, r := range all {
			if r.EvalKey == k {
				v = r.Eval
			}
		}
		if diff := cmp.Diff(want, v); diff != "" {
			t.Errorf("evaluation (-want +got):\n%s", diff)
		}
	}
	put := func(k EvalKey, v Eval) {
		t.Helper()
		if err := a.PutEvals(ctx, []EvalRecord{{k, v}}, nil); err != nil {
			t.Fatal(err)
		}
	}
	get(key, Eval{})
	put(key, one)
	get(key, one)
	// Every part of the key counts.
	for _, other := range []EvalKey{
		{Position: 1, Rules: "iggc", Engine: "e 1", Effort: "depth 3", MultiPV: 2},
		{Position: key.Position, Halfmove: 100, Rules: "iggc", Engine: "e 1", Effort: "depth 3", MultiPV: 2},
		{Position: key.Position, Rules: "cvp", Engine: "e 1", Effort: "depth 3", MultiPV: 2},
		{Position: key.Position, Rules: "iggc", Engine: "e 2", Effort: "depth 3", MultiPV: 2},
		{Position: key.Position, Rules: "iggc", Engine: "e 1", Effort: "depth 4", MultiPV: 2},
		{Position: key.Position, Rules: "iggc", Engine: "e 1", Effort: "depth 3", MultiPV: 1},
	} {
		get(other, Eval{})
		put(other, two)
		get(other, two)
		get(key, one)
	}
	put(key, two) // in place of the other, with a line less
	get(key, two)
	put(key, Eval{})
	get(key, two)
	if n, err := a.EvalCount(ctx); n != 7 || err != nil {
		t.Errorf("%d evaluations, %v", n, err)
	}
	if r := checkSound(t, a); r.Evals != 7 {
		t.Errorf("%d evaluations verified", r.Evals)
	}
	var all []EvalKey
	for r, err := range a.Evals(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r.EvalKey)
		if want := two; cmp.Diff(want, r.Eval) != "" {
			t.Errorf("%+v is %+v", r.EvalKey, r.Eval)
		}
	}
	if len(all) != 7 {
		t.Errorf("%d evaluations listed", len(all))
	}
	if err := a.PutEvals(ctx, []EvalRecord{{key, one}}, all); err != nil {
		t.Fatal(err)
	}
	get(key, one)
	if n, err := a.EvalCount(ctx); n != 1 || err != nil {
		t.Errorf("%d evaluations are left, %v", n, err)
	}
}

// An evaluation that was changed on disk is not taken for one.
func TestEvalsDamaged(t *testing.T) {
	ctx := context.Background()
	for _, change := range []string{"UPDATE evals SET score = score + 1", "UPDATE judges SET engine = 'another'"} {
		a := open(t, t.TempDir(), Options{})
		key := EvalKey{Position: 7, Rules: "iggc", Engine: "e 1", Effort: "depth 3", MultiPV: 1}
		if err := a.PutEvals(ctx, []EvalRecord{{key, Eval{Lines: []EvalLine{{CP: 1, Depth: 1, Moves: []rules.Move{rules.NewMove(rules.Pawn, 12, 20)}}}}}}, nil); err != nil {
			t.Fatal(err)
		}
		if _, err := a.writer.ExecContext(ctx, change); err != nil {
			t.Fatal(err)
		}
		var damaged *DamagedError
		if _, err := a.PositionEvals(ctx, 7, 0, "iggc"); !errors.As(err, &damaged) {
			t.Errorf("%s: %v", change, err)
		}
		for _, err := range a.Evals(ctx) {
			if !errors.As(err, &damaged) {
				t.Errorf("%s, all: %v", change, err)
			}
		}
	}
}

// BenchmarkPutEvals measures what it takes to keep an evaluation, one by one and
// many at a time.
func BenchmarkPutEvals(b *testing.B) {
	for _, n := range []int{1, 16, 256} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			a := open(b, b.TempDir(), Options{})
			records := make([]EvalRecord, n)
			position := uint64(0)
			for b.Loop() {
				for i := range records {
					position++
					records[i] = EvalRecord{
						EvalKey{Position: position * 0x9e3779b97f4a7c15, Rules: "iggc", Engine: "e", Effort: "nodes 1", MultiPV: 1},
						Eval{Lines: []EvalLine{{CP: 1, Depth: 1, Moves: []rules.Move{rules.NewMove(rules.Pawn, 12, 20)}}}},
					}
				}
				if err := a.PutEvals(context.Background(), records, nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/position")
		})
	}
}
