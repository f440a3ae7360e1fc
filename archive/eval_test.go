package archive

import (
	"context"
	"math"
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
		v, ok, err := a.GetEval(ctx, k)
		if err != nil || ok != (len(want.Lines) > 0) {
			t.Fatalf("%+v, %v, %v", v, ok, err)
		}
		if diff := cmp.Diff(want, v); diff != "" {
			t.Errorf("evaluation (-want +got):\n%s", diff)
		}
	}
	put := func(k EvalKey, v Eval) {
		t.Helper()
		if err := a.PutEval(ctx, k, v); err != nil {
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
}
