package rules

import "testing"

func TestSquareTexts(t *testing.T) {
	for s := Square(0); s < 64; s++ {
		got, ok := ParseSquare(s.String())
		if !ok || got != s || SquareAt(s.File(), s.Rank()) != s {
			t.Errorf("%d: %q reads as %d, %v", s, s, got, ok)
		}
	}
	for s, want := range map[Square]string{0: "a1", 7: "h1", 8: "a2", 63: "h8", NoSquare: "-"} {
		if got := s.String(); got != want {
			t.Errorf("%d: got %q, want %q", s, got, want)
		}
	}
	for _, bad := range []string{"", "a", "a0", "a9", "i1", "A1", "a1 ", "é"} {
		if s, ok := ParseSquare(bad); ok || s != NoSquare {
			t.Errorf("%q is square %v", bad, s)
		}
	}
}
