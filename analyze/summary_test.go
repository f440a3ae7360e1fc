package analyze

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/diwan-shatranj/diwan/rules"
)

func TestAccuracy(t *testing.T) {
	for loss, want := range map[float64]float64{0: 100, 0.15: 50, 0.3: 25, 0.6: 6.25, -0.1: 100} {
		if got := Accuracy(loss); math.Abs(got-want) > 1e-9 {
			t.Errorf("a loss of %v: %v, want %v", loss, got, want)
		}
	}
	for loss := 0.0; loss <= 0.5; loss += 0.001 {
		other := 103.1668*math.Exp(-4.354*loss) - 3.1669
		if math.Abs(Accuracy(loss)-other) > 1.4 {
			t.Errorf("a loss of %v: %v, far from %v", loss, Accuracy(loss), other)
		}
	}
}

func TestSummarize(t *testing.T) {
	verdicts := []Verdict{
		{Judged: true, Loss: 0.3, Mark: Blunder}, // Black
		{Judged: true},
		{},
		{Judged: true, Loss: 0.15, Mark: Mistake},
		{Judged: true, Loss: 0},
		{Judged: true, Loss: 0.06, Mark: Inaccuracy},
	}
	got := Summarize(rules.Black, verdicts)
	white, black := got[rules.White], got[rules.Black]
	if white.Moves != 3 || white.Inaccuracies != 1 || white.Mistakes != 1 || white.Blunders != 0 || math.Abs(white.Loss-0.07) > 1e-9 {
		t.Errorf("White: %+v", white)
	}
	if black.Moves != 2 || black.Blunders != 1 || math.Abs(black.Loss-0.15) > 1e-9 || math.Abs(black.Accuracy-62.5) > 1e-9 {
		t.Errorf("Black: %+v", black)
	}
	if diff := cmp.Diff([2]Summary{}, Summarize(rules.White, []Verdict{{}, {}})); diff != "" {
		t.Errorf("nothing judged (-want +got):\n%s", diff)
	}
}

// A move that costs more makes the figures worse, and they keep to their bounds.
func TestSummarizeBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		losses := rapid.SliceOfN(rapid.Float64Range(0, 1), 1, 60).Draw(t, "losses")
		verdicts := make([]Verdict, len(losses))
		for i, l := range losses {
			verdicts[i] = Verdict{Judged: true, Loss: l}
		}
		before := Summarize(rules.White, verdicts)
		i := rapid.IntRange(0, len(losses)-1).Draw(t, "worse")
		verdicts[i].Loss = rapid.Float64Range(losses[i], 1).Draw(t, "more")
		after := Summarize(rules.White, verdicts)
		for side := range before {
			for _, s := range []Summary{before[side], after[side]} {
				if s.Accuracy < 0 || s.Accuracy > 100 || s.Loss < 0 || s.Loss > 1 {
					t.Fatalf("out of bounds: %+v", s)
				}
			}
			if after[side].Accuracy > before[side].Accuracy+1e-9 || after[side].Loss < before[side].Loss-1e-9 {
				t.Fatalf("%+v became %+v", before[side], after[side])
			}
		}
	})
}
