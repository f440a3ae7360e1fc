package rules

import (
	"testing"

	"pgregory.net/rapid"
)

func TestHistory(t *testing.T) {
	p := Arrays()[0].Position()
	var h History
	if h.Repeats() != 0 || h.Len() != 0 {
		t.Errorf("the empty line has %d positions, the last %d times", h.Len(), h.Repeats())
	}
	if got := h.Reset(&p); got != 1 {
		t.Errorf("the array occurs %d times", got)
	}
	for i, text := range []string{"Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"} {
		m, err := ParseSAN(&p, text)
		if err != nil {
			t.Fatal(err)
		}
		p = p.Play(m)
		// The counters differ, the positions come again after four plies.
		if got, want := h.Push(&p), 1+(i+1)/4; got != want || h.Repeats() != want {
			t.Errorf("after %s, ply %d: %d times, %d stored, want %d", text, i+1, got, h.Repeats(), want)
		}
	}
	h.Pop()
	if h.Len() != 8 || h.Repeats() != 2 {
		t.Errorf("after Pop: %d positions, the last %d times", h.Len(), h.Repeats())
	}
	if got := h.Push(&p); got != 3 {
		t.Errorf("pushed again: %d times", got)
	}
	if h.Reset(&p) != 1 || h.Len() != 1 {
		t.Error("Reset keeps the line")
	}
	h.Pop()
	h.Pop()
	if h.Len() != 0 {
		t.Error("Pop of the empty line leaves something")
	}
}

// The count is that of all equal positions on the line, found without looking
// beyond the last capture or pawn move.
func TestHistoryCountsAll(t *testing.T) {
	starts := []string{
		"6k1/8/8/8/8/8/8/KA5R w - - 3 1",
		"k7/2R5/8/8/8/p7/P7/1R5K b - - 0 7",
		"4k3/4p3/8/8/8/8/4P3/3FK3 w - - 90 1",
	}
	rapid.Check(t, func(t *rapid.T) {
		p, err := ParsePosition(rapid.SampledFrom(starts).Draw(t, "start"))
		if err != nil {
			t.Fatal(err)
		}
		r, _ := RulesetByName("viquipedia")
		var h History
		seen := map[string]int{p.EPD(): h.Reset(&p)}
		for range 60 {
			moves := r.AppendMoves(&p, nil)
			if len(moves) == 0 {
				return
			}
			// Few choices bring many repetitions.
			p = p.Play(moves[rapid.IntRange(0, min(2, len(moves)-1)).Draw(t, "move")])
			seen[p.EPD()]++
			if got := h.Push(&p); got != seen[p.EPD()] {
				t.Fatalf("%s: got %d, want %d", p.FEN(), got, seen[p.EPD()])
			}
		}
	})
}
