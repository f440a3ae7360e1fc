package fold

import (
	"testing"

	"pgregory.net/rapid"
)

// Near is the distance of Levenshtein, as its definition has it.
func TestNearIsADistance(t *testing.T) {
	var distance func(a, b []rune) int
	distance = func(a, b []rune) int {
		switch {
		case len(a) == 0:
			return len(b)
		case len(b) == 0:
			return len(a)
		case a[0] == b[0]:
			return distance(a[1:], b[1:])
		}
		return 1 + min(distance(a[1:], b), distance(a, b[1:]), distance(a[1:], b[1:]))
	}
	word := rapid.StringOfN(rapid.SampledFrom([]rune("abس")), 0, 6, -1)
	rapid.Check(t, func(t *rapid.T) {
		a, b := word.Draw(t, "a"), word.Draw(t, "b")
		most := rapid.IntRange(0, 3).Draw(t, "most")
		if got, want := Near(a, b, most), distance([]rune(a), []rune(b)) <= most; got != want {
			t.Errorf("Near(%q, %q, %d) = %v", a, b, most, got)
		}
	})
}

func TestSlips(t *testing.T) {
	for word, want := range map[string]int{"": 0, "al": 0, "يد": 0, "suli": 1, "сули": 1, "lajlaj": 2} {
		if got := Slips(word); got != want {
			t.Errorf("Slips(%q) = %d, want %d", word, got, want)
		}
	}
}
