package rules

import "testing"

func TestKindLetters(t *testing.T) {
	for k, want := range map[Kind]string{
		Pawn: "P pawn", Knight: "N knight", Alfil: "A alfil", Ferz: "F ferz", Rook: "R rook", King: "K king", NoKind: "  ",
	} {
		if got := string(k.Letter()) + " " + k.String(); got != want {
			t.Errorf("%d: got %q, want %q", k, got, want)
		}
	}
	want := map[byte]Kind{
		'P': Pawn, 'N': Knight, 'A': Alfil, 'B': Alfil, 'E': Alfil, 'F': Ferz, 'Q': Ferz, 'G': Ferz, 'R': Rook, 'K': King,
	}
	for i := range 256 {
		letter := byte(i)
		if got := KindOf(letter); got != want[letter] {
			t.Errorf("%q is %s", letter, got)
		}
	}
}
