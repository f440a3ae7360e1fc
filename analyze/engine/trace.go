package engine

import (
	"bytes"
	"fmt"
	"go/format"
	"io"
	"math"
	"strings"

	"github.com/diwan-shatranj/diwan/rules"
)

// Value is a weight of the evaluation in centipawns, for a full board and for an
// empty one.
type Value struct {
	Full, Empty float64
}

// Values returns the weights that the engine plays with, always in the same
// order. The pawn's is the one numbered rules.Pawn.
func Values() []Value {
	var values []Value
	for _, t := range defaultWeights.list() {
		values = append(values, Value{float64(t.full()), float64(t.empty())})
	}
	return values
}

// Trace is a position as its evaluation depends on the weights: the sum of the
// weights of the features, each at Phase between its ends, times Scale.
type Trace struct {
	Features []Feature
	Phase    float64 // 1 for a full board, 0 for an empty one
	Scale    float64
}

// Feature says how often a weight, by its number, counts for the side to move.
type Feature struct {
	Weight uint16
	Count  int16
}

// Traces returns the traces of positions in which neither side is bare. They are
// found by trying what each weight changes, so that they cannot differ from what
// the evaluation does, and take several hundred times as long.
func Traces(positions []rules.Position) []Trace {
	base := newEvaluator(&defaultWeights)
	traces := make([]Trace, len(positions))
	sums := make([]tapered, len(positions))
	for i := range positions {
		sum, phase := base.sum(&positions[i])
		sums[i] = sum
		traces[i].Phase, traces[i].Scale = float64(phase)/fullPhase, 1
		if v := sum.at(phase); v != 0 {
			traces[i].Scale = math.Round(2*float64(base.temper(&positions[i], v))/float64(v)) / 2
		}
	}
	for k := range defaultWeights.list() {
		changed := defaultWeights
		*changed.list()[k] += pair(1, 0)
		e := newEvaluator(&changed)
		for i := range positions {
			sum, _ := e.sum(&positions[i])
			if n := sum.full() - sums[i].full(); n != 0 {
				traces[i].Features = append(traces[i].Features, Feature{uint16(k), int16(n)})
			}
		}
	}
	return traces
}

// WriteValues writes weights, as many as Values has, as the Go source of the
// file defaultweights.go. The error is that of w, or tells of wrong values.
func WriteValues(w io.Writer, values []Value) error {
	var set weights
	list := set.list()
	if len(values) != len(list) {
		return fmt.Errorf("%d weights, not %d", len(values), len(list))
	}
	for i, v := range values {
		const most = 8000 // that sums of them have room
		if !(math.Abs(v.Full) <= most && math.Abs(v.Empty) <= most) {
			return fmt.Errorf("weight %d is %v", i, v)
		}
		*list[i] = pair(int(math.Round(v.Full)), int(math.Round(v.Empty)))
	}
	text, err := format.Source(set.source())
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

// source returns the Go source of the weights, not formatted.
func (w *weights) source() []byte {
	var b bytes.Buffer
	b.WriteString(`package engine

import "github.com/diwan-shatranj/diwan/rules"

// defaultWeights are the weights that the engine plays with. They were fitted,
// by logistic regression, to the results and to the scores of the engine's games
// against itself.
var defaultWeights = weights{
`)
	fmt.Fprintf(&b, "man: [8]tapered{%s},\nsquare: [8][32]tapered{\n", byKind(w.man))
	for k := rules.Pawn; k <= rules.King; k++ {
		fmt.Fprintf(&b, "%s: {\n", kindName(k))
		for r := 0; r < 32; r += 4 {
			fmt.Fprintf(&b, "%s,\n", row(w.square[k][r:r+4], false))
		}
		b.WriteString("},\n")
	}
	b.WriteString("},\nmobility: [8][15]tapered{\n")
	for k := rules.Knight; k <= rules.King; k++ {
		fmt.Fprintf(&b, "%s: {%s},\n", kindName(k), row(w.mobility[k][:], true))
	}
	fmt.Fprintf(&b, "},\nring: [8]tapered{%s},\ndanger: [20]tapered{%s},\nunguarded: %s,\nsafeCheck: [8]tapered{%s},\nthreat: [8][8]tapered{\n",
		byKind(w.ring), row(w.danger[:], true), source(w.unguarded), byKind(w.safeCheck))
	for k := rules.Pawn; k <= rules.King; k++ {
		fmt.Fprintf(&b, "%s: {%s},\n", kindName(k), byKind(w.threat[k]))
	}
	b.WriteString("},\n")
	for _, f := range []struct {
		name  string
		value tapered
	}{
		{"hanging", w.hanging}, {"openFile", w.openFile}, {"halfOpenFile", w.halfOpenFile}, {"guarded", w.guarded},
		{"guardedMan", w.guardedMan}, {"doubled", w.doubled}, {"isolated", w.isolated},
	} {
		fmt.Fprintf(&b, "%s: %s,\n", f.name, source(f.value))
	}
	fmt.Fprintf(&b, "passed: [8]tapered{%s},\npassedFree: [8]tapered{%s},\n", row(w.passed[:], true), row(w.passedFree[:], true))
	fmt.Fprintf(&b, "left: [5]tapered{%s},\nhunt: [4]tapered{%s},\nguard: [4]tapered{%s},\ntempo: %s,\n}\n",
		row(w.left[:], true), row(w.hunt[:], true), row(w.guard[:], true), source(w.tempo))
	return b.Bytes()
}

// source returns the Go source of a weight.
func source(t tapered) string {
	if t == 0 {
		return "0"
	}
	return fmt.Sprintf("pair(%d, %d)", t.full(), t.empty())
}

// row returns the Go source of the elements of a row, without the zeros at its
// end where those are to be left out.
func row(ts []tapered, short bool) string {
	n := len(ts)
	for short && n > 0 && ts[n-1] == 0 {
		n--
	}
	var parts []string
	for _, t := range ts[:n] {
		parts = append(parts, source(t))
	}
	return strings.Join(parts, ", ")
}

// byKind returns the Go source of the elements that are not zero.
func byKind(ts [8]tapered) string {
	var parts []string
	for k := rules.Pawn; k <= rules.King; k++ {
		if ts[k] != 0 {
			parts = append(parts, kindName(k)+": "+source(ts[k]))
		}
	}
	return strings.Join(parts, ", ")
}

// kindName returns the Go name of a kind of man.
func kindName(k rules.Kind) string {
	name := k.String()
	return "rules." + strings.ToUpper(name[:1]) + name[1:]
}
