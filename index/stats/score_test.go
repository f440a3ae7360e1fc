package stats

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

func TestIsProblem(t *testing.T) {
	for _, c := range []struct {
		array string
		tags  []pgn.Tag
		want  bool
	}{
		{"shah-e", nil, false},
		{"crossed", []pgn.Tag{{Name: "Genre", Value: "game"}}, false},
		{"setup", nil, true},
		{"shah-d", []pgn.Tag{{Name: "Genre", Value: "mansuba"}}, true},
		{"shah-d", []pgn.Tag{{Name: "genre", Value: "Manṣūba"}}, true},
	} {
		if got := IsProblem(c.array, c.tags); got != c.want {
			t.Errorf("%s %v: %v", c.array, c.tags, got)
		}
	}
}

// TestUnknownIsNoDraw holds that a game without a result changes no share.
func TestUnknownIsNoDraw(t *testing.T) {
	var s Score
	s.Add(rules.WhiteWins, rules.Black)
	s.Add(rules.Draw, rules.Black)
	share, low, high, ok := s.Share()
	s.Add(rules.Unknown, rules.Black)
	again, low2, high2, ok2 := s.Share()
	if !ok || share != 0.25 || [4]any{share, low, high, ok} != [4]any{again, low2, high2, ok2} {
		t.Errorf("%v %v %v %v became %v %v %v %v", share, low, high, ok, again, low2, high2, ok2)
	}
	if diff := cmp.Diff(Score{Games: 3, Drawn: 1, Lost: 1}, s); diff != "" || s.Unknown() != 1 {
		t.Error(diff)
	}
}

func TestLength(t *testing.T) {
	l := LengthOf([]int{40, 10, 30, 20})
	// The standard deviation of 10, 20, 30, 40 is the root of 500/3.
	want := Length{Games: 4, Least: 10, Most: 40, Lower: 17.5, Median: 25, Upper: 32.5, Mean: 25, Error: 1.959964 * math.Sqrt(500.0/3/4)}
	if math.Abs(l.Error-want.Error) > 1e-12 {
		t.Errorf("error %v, want %v", l.Error, want.Error)
	}
	l.Error = want.Error
	if diff := cmp.Diff(want, l); diff != "" {
		t.Error(diff)
	}
	if l := LengthOf([]int{7}); l.Median != 7 || !math.IsNaN(l.Error) {
		t.Errorf("%+v", l)
	}
}
