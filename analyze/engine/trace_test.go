package engine

import (
	"bytes"
	"math"
	"os"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/diwan-shatranj/diwan/rules"
)

// No weight is forgotten, and none is listed twice.
func TestWeightList(t *testing.T) {
	var w weights
	l := w.list()
	if n := int(unsafe.Sizeof(w) / unsafe.Sizeof(tapered(0))); len(l) != n {
		t.Fatalf("%d weights of %d", len(l), n)
	}
	seen := map[*tapered]bool{}
	for _, p := range l {
		seen[p] = true
	}
	if len(seen) != len(l) {
		t.Errorf("%d weights are listed, %d of them different", len(l), len(seen))
	}
	if l[rules.Pawn] != &w.man[rules.Pawn] {
		t.Error("the pawn's weight has another number")
	}
}

// A trace gives the value of its position again, but for rounding.
func TestTraces(t *testing.T) {
	values := Values()
	e := newEvaluator(&defaultWeights)
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		if p.IsBare(rules.White) || p.IsBare(rules.Black) {
			t.Skip("bare")
		}
		trace := Traces([]rules.Position{p})[0]
		full, empty := 0.0, 0.0
		for _, f := range trace.Features {
			full += values[f.Weight].Full * float64(f.Count)
			empty += values[f.Weight].Empty * float64(f.Count)
		}
		got := trace.Scale * (full*trace.Phase + empty*(1-trace.Phase))
		if want := float64(e.evaluate(&p)); math.Abs(got-want) > 1.5 {
			t.Fatalf("%v: %v, want %v", p, got, want)
		}
	})
}

// The weights in use are written as their file is.
func TestWriteValues(t *testing.T) {
	want, err := os.ReadFile("defaultweights.go")
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := WriteValues(&got, Values()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("(-file +written):\n%s", diff)
	}
	if WriteValues(&got, Values()[1:]) == nil {
		t.Error("no error with a weight less")
	}
	values := Values()
	values[3].Empty = math.NaN()
	if WriteValues(&got, values) == nil {
		t.Error("no error with a weight that is no number")
	}
}
