package rules

import (
	"testing"

	"pgregory.net/rapid"
)

// reach returns the squares that a man moving by steps of (file, rank) attacks
// from s: one step each, or as far as nothing stands in the way.
func reach(s Square, occ Bitboard, far bool, steps ...[2]int) (to Bitboard) {
	for _, step := range steps {
		file, rank := s.File(), s.Rank()
		for {
			file, rank = file+step[0], rank+step[1]
			if file < 0 || file > 7 || rank < 0 || rank > 7 {
				break
			}
			to |= SquareAt(file, rank).Bit()
			if !far || occ.Has(SquareAt(file, rank)) {
				break
			}
		}
	}
	return to
}

func TestStepsAndLeaps(t *testing.T) {
	diagonal := [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	straight := [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	for s := Square(0); s < 64; s++ {
		for _, test := range []struct {
			name  string
			got   Bitboard
			steps [][2]int
		}{
			{"knight", KnightAttacks(s), [][2]int{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}}},
			{"alfil", AlfilAttacks(s), [][2]int{{2, 2}, {2, -2}, {-2, 2}, {-2, -2}}},
			{"ferz", FerzAttacks(s), diagonal},
			{"king", KingAttacks(s), append(straight, diagonal...)},
			{"white pawn", PawnAttacks(White, s), [][2]int{{1, 1}, {-1, 1}}},
			{"black pawn", PawnAttacks(Black, s), [][2]int{{1, -1}, {-1, -1}}},
		} {
			if want := reach(s, 0, false, test.steps...); test.got != want {
				t.Errorf("%s on %s: got %x, want %x", test.name, s, test.got, want)
			}
		}
	}
}

func TestRookAttacks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		occ := Bitboard(rapid.Uint64().Draw(t, "occ"))
		for s := Square(0); s < 64; s++ {
			want := reach(s, occ, true, [2]int{1, 0}, [2]int{-1, 0}, [2]int{0, 1}, [2]int{0, -1})
			if got := RookAttacks(s, occ); got != want {
				t.Fatalf("%s: got %x, want %x", s, got, want)
			}
		}
	})
}

func TestAttackedIsWhatHasAttackers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		for _, by := range []Color{White, Black} {
			var want Bitboard
			for s := Square(0); s < 64; s++ {
				attackers := p.AttackersTo(s, by, p.Occupied())
				if attackers&^p.By(by) != 0 {
					t.Fatalf("%s: attackers of %s are not all %s", p.FEN(), s, by)
				}
				if attackers != 0 {
					want |= s.Bit()
				}
			}
			if got := p.Attacked(by); got != want {
				t.Fatalf("%s by %s: got %x, want %x", p.FEN(), by, got, want)
			}
		}
	})
}

func TestBetween(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want []string
	}{
		{"a1", "b1", nil},
		{"a1", "d1", []string{"b1", "c1"}},
		{"h8", "f8", []string{"g8"}},
		{"c7", "c4", []string{"c5", "c6"}},
		{"h1", "h8", []string{"h2", "h3", "h4", "h5", "h6", "h7"}},
	} {
		a, _ := ParseSquare(test.a)
		b, _ := ParseSquare(test.b)
		var want Bitboard
		for _, text := range test.want {
			s, _ := ParseSquare(text)
			want |= s.Bit()
		}
		if got := between(a, b); got != want || between(b, a) != want {
			t.Errorf("%s-%s: got %x, want %x", a, b, got, want)
		}
	}
}
