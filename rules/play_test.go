package rules

import (
	"testing"

	"pgregory.net/rapid"
)

func TestPlay(t *testing.T) {
	for _, test := range []struct{ name, fen, move, want string }{
		{"a pawn move begins the count anew", "4k3/8/8/8/8/8/P7/4K3 w - - 9 30", "a2a3", "4k3/8/8/8/8/P7/8/4K3 b - - 0 30"},
		{"a man's move does not", "4k3/8/8/8/8/8/P7/4K3 w - - 9 30", "e1e2", "4k3/8/8/8/8/8/P3K3/8 b - - 10 30"},
		{"a capture does", "4k3/8/8/8/8/8/p7/R3K3 w - - 9 30", "a1a2", "4k3/8/8/8/8/8/R7/4K3 b - - 0 30"},
		{"the move number follows Black", "4k3/8/8/8/8/8/p7/4K3 b - - 9 30", "e8e7", "8/4k3/8/8/8/8/p7/4K3 w - - 10 31"},
		{"a pawn becomes a firzan", "4k3/P7/8/8/8/8/8/4K3 w - - 9 30", "a7a8f", "F3k3/8/8/8/8/8/8/4K3 b - - 0 30"},
		{"a capturing pawn too", "1r2k3/P7/8/8/8/8/8/4K3 w - - 9 30", "a7b8f", "1F2k3/8/8/8/8/8/8/4K3 b - - 0 30"},
		{"a black pawn too", "4k3/8/8/8/8/8/p7/1R2K3 b - - 9 30", "a2b1f", "4k3/8/8/8/8/8/8/1f2K3 w - - 0 31"},

		{"an exchange does not begin the count anew", "7k/8/8/8/R7/8/8/K7 w - - 139 9", "a1a4", "7k/8/8/8/K7/8/8/R7 b - - 140 9"},
		{"an exchange with a pawn", "k7/2R5/8/8/8/p7/P7/1R5K b - - 5 80", "a8a3", "p7/2R5/8/8/8/k7/P7/1R5K w - - 6 81"},
		{"a black pawn exchanged onto its last rank", "7K/8/8/8/p7/P7/2r5/k1R5 b - - 3 9", "a1a4", "7K/8/8/8/k7/P7/2r5/f1R5 w - - 4 10"},
		{"a white pawn exchanged onto its last rank", "K1r5/2R5/p7/P7/8/8/8/7k w - - 3 9", "a8a5", "F1r5/2R5/p7/K7/8/8/8/7k b - - 4 9"},
		{"a white pawn exchanged onto its first rank", "7k/8/8/p7/P7/8/2R5/K1r5 w - - 3 9", "a1a4", "7k/8/8/p7/K7/8/2R5/P1r5 b - - 4 9"},
	} {
		p := mustPosition(t, test.fen)
		m, err := ParseCoordinate(&p, test.move)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		next := p.Play(m)
		if got := next.FEN(); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

// A legal move gives a position that its own FEN describes, in which the men
// are those of before but for what was taken and promoted.
func TestPlayGivesAPosition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		for _, m := range p.AppendExchanges(p.AppendMoves(nil)) {
			next := p.Play(m)
			again, err := ParsePosition(next.FEN())
			if err != nil {
				t.Fatalf("%s, %s: %v", p.FEN(), m, err)
			}
			if again != next {
				t.Fatalf("%s, %s: played %s, read %s", p.FEN(), m, next.FEN(), again.FEN())
			}
			taken := 0
			if p.Captures(m) != NoKind {
				taken = 1
			}
			if next.Occupied().Count() != p.Occupied().Count()-taken || next.Ply() != p.Ply()+1 {
				t.Fatalf("%s, %s: got %s", p.FEN(), m, next.FEN())
			}
		}
	})
}

// Play does not panic, whatever it is given.
func TestPlayOfGarbage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		m := Move(rapid.Uint16().Draw(t, "move"))
		q := p.Play(m)
		q.HasMoves()
		q.InCheck()
	})
}

func TestPlayNull(t *testing.T) {
	p := mustPosition(t, "4k3/8/8/8/8/8/P7/4K3 b - - 9 30")
	q := p.PlayNull()
	if got, want := q.FEN(), "4k3/8/8/8/8/8/P7/4K3 w - - 10 31"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func BenchmarkPlay(b *testing.B) {
	p := mustPosition(b, "2rkqr2/pppp2pp/7b/2nP2B1/1PPN1pb1/2K1p1P1/P2N1P1P/R3QB1R w - - 0 21")
	moves := p.AppendMoves(nil)
	var next Position
	for i := 0; b.Loop(); i++ {
		next = p.Play(moves[i%len(moves)])
	}
	_ = next
}
