package rules

import (
	"testing"

	"pgregory.net/rapid"
)

func TestOrientationIsAGroup(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, a, b := drawPosition(t), drawOrientation(t), drawOrientation(t)
		first := p.Image(a)
		if got, want := first.Image(b), p.Image(a^b); got != want {
			t.Fatalf("%s: image %q of image %q is %s, image %q is %s", p.FEN(), b, a, got.FEN(), a^b, want.FEN())
		}
		set := Bitboard(rapid.Uint64().Draw(t, "set"))
		if set.Image(a).Image(b) != set.Image(a^b) {
			t.Fatalf("set %x: %q and %q", set, a, b)
		}
	})
}

func TestImageByHand(t *testing.T) {
	p := mustPosition(t, "rn2k3/7p/8/8/4A3/8/P7/3FK2R w - - 7 20")
	m := NewMove(Rook, 7, 6)
	for o, want := range map[Orientation]struct{ fen, move string }{
		Identity:     {"rn2k3/7p/8/8/4A3/8/P7/3FK2R w - - 7 20", "h1g1"},
		Mirror:       {"3k2nr/p7/8/8/3A4/8/7P/R2KF3 w - - 7 20", "a1b1"},
		Colors:       {"3fk2r/p7/8/4a3/8/8/7P/RN2K3 b - - 7 20", "h8g8"},
		MirrorColors: {"r2kf3/7p/8/3a4/8/8/P7/3K2NR b - - 7 20", "a8b8"},
	} {
		image := p.Image(o)
		if image.FEN() != want.fen || m.Image(o).String() != want.move {
			t.Errorf("%q: got %s and %s, want %s and %s", o, image.FEN(), m.Image(o), want.fen, want.move)
		}
	}
}

func TestSquareImageIsBitboardImage(t *testing.T) {
	for s := Square(0); s < 64; s++ {
		for o := Identity; o <= MirrorColors; o++ {
			if got := s.Bit().Image(o); got != s.Image(o).Bit() {
				t.Errorf("%s, %q: %x", s, o, got)
			}
		}
	}
}

func TestOrientationString(t *testing.T) {
	for o, want := range map[Orientation]string{0: "", 1: "mirror", 2: "colors", 3: "mirror+colors"} {
		if got := o.String(); got != want {
			t.Errorf("%d: got %q, want %q", o, got, want)
		}
	}
}
