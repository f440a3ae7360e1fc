package rules

import "testing"

func TestSetup(t *testing.T) {
	var s Setup
	s.Put(4, White, King)
	s.Put(60, Black, King)
	s.Put(12, White, Pawn)
	s.Put(12, Black, Rook)
	s.Put(13, White, Rook)
	s.Put(13, White, NoKind)
	if c, k := s.At(12); c != Black || k != Rook {
		t.Errorf("e2 holds a %s %s", c, k)
	}
	if _, k := s.At(13); k != NoKind {
		t.Errorf("f2 holds a %s", k)
	}
	if s.Men(Black, Rook) != Square(12).Bit() || s.Men(White, Pawn) != 0 {
		t.Errorf("rooks %x, pawns %x", s.Men(Black, Rook), s.Men(White, Pawn))
	}
	// Counters that nobody has set, or set out of range, are put right.
	for _, test := range []struct {
		half, full int
		want       string
	}{
		{0, 0, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"},
		{-5, -5, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"},
		{5, 6, "4k3/8/8/8/8/8/4r3/4K3 w - - 5 6"},
		{1 << 40, 1 << 40, "4k3/8/8/8/8/8/4r3/4K3 w - - 999999 999999"},
	} {
		s.Halfmove, s.Fullmove = test.half, test.full
		p, err := s.Position()
		if err != nil || p.FEN() != test.want || s.FEN() != test.want {
			t.Errorf("%d, %d: position %s, %v, setup %s", test.half, test.full, p.FEN(), err, s.FEN())
		}
	}
}
