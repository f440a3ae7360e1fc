package rules

import (
	"math/bits"
	"testing"

	"pgregory.net/rapid"
)

func TestBitboardIsTheSetOfItsSquares(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := Bitboard(rapid.Uint64().Draw(t, "set"))
		n, again := 0, Bitboard(0)
		for rest := b; rest != 0; {
			first := rest.First()
			s := rest.PopFirst()
			if s != first || !b.Has(s) || rest.Has(s) || again >= s.Bit() {
				t.Fatalf("%x: popped %s with %x left", b, s, rest)
			}
			again |= s.Bit()
			n++
		}
		if again != b || n != b.Count() || n != bits.OnesCount64(uint64(b)) {
			t.Fatalf("%x: %d squares, %x", b, n, again)
		}
	})
	var none Bitboard
	if none.First() != NoSquare || none.PopFirst() != NoSquare || none != 0 {
		t.Error("the empty set has a square")
	}
}
