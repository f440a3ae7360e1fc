package rules

import (
	"testing"

	"pgregory.net/rapid"
)

func TestPositionReadsItsBoard(t *testing.T) {
	p := mustPosition(t, "4k3/8/8/3f4/4R3/8/8/4K3 b - - 5 12")
	if p.Turn() != Black || p.Halfmove() != 5 || p.Fullmove() != 12 || p.Ply() != 23 {
		t.Errorf("%s to move, counts %d and %d, ply %d", p.Turn(), p.Halfmove(), p.Fullmove(), p.Ply())
	}
	if p.KingSquare(White) != 4 || p.KingSquare(Black) != 60 {
		t.Errorf("kings on %s and %s", p.KingSquare(White), p.KingSquare(Black))
	}
	if !p.InCheck() || p.Checkers() != Square(28).Bit() {
		t.Errorf("check %v by %x", p.InCheck(), p.Checkers())
	}
	if got := p.Captures(NewMove(Ferz, 35, 28)); got != Rook {
		t.Errorf("the ferz takes a %s", got)
	}
	if got := p.Captures(NewMove(King, 60, 61)); got != NoKind {
		t.Errorf("the king takes a %s", got)
	}
	if got := p.Captures(NewExchange(60, 35)); got != NoKind {
		t.Errorf("the exchange takes a %s", got)
	}
	if p.IsBare(White) || p.IsBare(Black) {
		t.Error("a side with a man is bare")
	}
	next := p.Play(NewMove(Ferz, 35, 28))
	if !next.IsBare(White) || next.IsBare(Black) {
		t.Errorf("%s: white bare %v, black bare %v", next.FEN(), next.IsBare(White), next.IsBare(Black))
	}
	if _, k := p.At(NoSquare); k != NoKind {
		t.Errorf("off the board stands a %s", k)
	}
}

// The men of both sides and all kinds are the occupied squares, one man each.
func TestMenAreTheBoard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		var all Bitboard
		for _, c := range []Color{White, Black} {
			var side Bitboard
			for k := Pawn; k <= King; k++ {
				men := p.Men(c, k)
				if men&all != 0 {
					t.Fatalf("%s: two men on one square", p.FEN())
				}
				all |= men
				side |= men
				for men != 0 {
					s := men.PopFirst()
					if color, kind := p.At(s); color != c || kind != k {
						t.Fatalf("%s: %s is a %s %s", p.FEN(), s, color, kind)
					}
				}
			}
			if side != p.By(c) {
				t.Fatalf("%s: %s has %x, kinds %x", p.FEN(), c, p.By(c), side)
			}
		}
		if all != p.Occupied() {
			t.Fatalf("%s: occupied %x, men %x", p.FEN(), p.Occupied(), all)
		}
		for s := Square(0); s < 64; s++ {
			if _, k := p.At(s); (k != NoKind) != all.Has(s) {
				t.Fatalf("%s: on %s a %s", p.FEN(), s, k)
			}
		}
	})
}
