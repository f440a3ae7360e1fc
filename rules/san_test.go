package rules

import (
	"errors"
	"testing"

	"pgregory.net/rapid"
)

func TestSAN(t *testing.T) {
	for _, test := range []struct{ name, rules, fen, move, want string }{
		{"a pawn", "iggc", "rnafkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAFKANR w", "e2e3", "e3"},
		{"a knight", "iggc", "rnafkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAFKANR w", "b1c3", "Nc3"},
		{"an alfil", "iggc", "rnafkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAFKANR w", "c1e3", "Ae3"},
		{"a pawn takes", "iggc", "4k3/8/8/3p4/4P3/8/8/4K3 w", "e4d5", "exd5"},
		{"a promotion", "iggc", "4k3/P7/8/8/8/8/8/4K3 w", "a7a8f", "a8=F"},
		{"a promotion takes and checks", "iggc", "3n4/1pk1P3/8/8/8/8/8/4K3 w", "e7d8f", "exd8=F+"},
		{"the king takes", "iggc", "4k3/8/8/8/8/8/3pp3/4K3 w", "e1d2", "Kxd2"},
		{"told apart by file", "iggc", "4k3/8/8/8/8/8/8/RN2KN2 w", "b1d2", "Nbd2"},
		{"told apart by file on one rank", "iggc", "4k3/8/8/8/8/R6R/8/4K3 w", "a3d3", "Rad3"},
		{"told apart by rank", "iggc", "4k3/8/8/R7/8/8/8/R3K3 w", "a1a3", "R1a3"},
		{"told apart by both", "iggc", "k7/8/8/8/1N3N2/8/1N6/7K w", "b4d3", "Nb4d3"},
		{"told apart by file where others share the rank only", "iggc", "k7/8/8/8/1N3N2/8/1N6/7K w", "f4d3", "Nfd3"},
		{"a pinned man is no rival", "iggc", "4r2k/8/8/8/8/8/4N3/N3K3 w", "a1c2", "Nc2"},
		{"a pinned man is no rival for the square", "iggc", "4r2k/8/8/8/8/4N3/8/N3K3 w", "a1c2", "Nc2"},
		{"check", "iggc", "4k3/8/8/8/8/8/4p3/R3K3 w", "a1a8", "Ra8+"},
		{"checkmate", "iggc", "6k1/1R6/8/8/8/8/7p/R3K3 w", "a1a8", "Ra8#"},
		{"checkmate, exchange on stalemate only", "cvp-swap", "6k1/1R6/8/8/8/8/7p/R3K3 w", "a1a8", "Ra8#"},
		{"checkmate that an exchange escapes", "viquipedia", "6k1/1R6/8/8/8/8/7p/R3K3 w", "a1a8", "Ra8+"},
		{"checkmate of a bare king", "medina", "6k1/1R6/8/8/8/8/8/R3K3 w", "a1a8", "Ra8#"},
		{"stalemate", "iggc", "7k/8/5N2/8/8/6P1/6p1/R3K3 w", "a1a7", "Ra7"},
		{"baring is not marked", "iggc", "7k/8/8/8/8/8/p7/R3K3 w", "a1a2", "Rxa2"},
		{"an exchange", "viquipedia", "R5k1/1R6/8/8/8/8/7p/K7 b", "g8h2", "K~h2"},
		{"an exchange that checks", "cvp-swap", "k6K/8/1r6/8/8/8/P7/8 b", "a8b6", "K~b6+"},
	} {
		p := mustPosition(t, test.fen)
		m, err := ParseCoordinate(&p, test.move)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if got := mustRuleset(t, test.rules).SAN(&p, m); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

func TestParseSAN(t *testing.T) {
	const (
		array  = "rnafkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAFKANR w"
		open   = "1r2k3/P4p2/8/8/8/2p1P3/3F4/RN2KN1R w"
		pinned = "4r2k/8/8/8/8/4N3/8/N3K3 w"
		stuck  = "R5k1/1R6/8/8/8/8/7p/K7 b"
	)
	for _, test := range []struct {
		fen, text, want string
		err             error
	}{
		{array, "e3", "e2e3", nil},
		{array, "e2e3", "e2e3", nil},
		{array, "Nc3", "b1c3", nil},
		{array, "Nb1c3", "b1c3", nil},
		{array, "Nbc3!?", "b1c3", nil},
		{array, "N1c3+", "b1c3", nil},
		{array, "Ae3", "c1e3", nil},
		{array, "Be3", "c1e3", nil},
		{array, "Ee3", "c1e3", nil},
		{array, "Pe3", "e2e3", nil},
		{open, "Fxc3", "d2c3", nil},
		{open, "Qxc3", "d2c3", nil},
		{open, "Gc3", "d2c3", nil},
		{open, "Nxc3", "b1c3", nil},
		{open, "a8=F", "a7a8f", nil},
		{open, "a8F", "a7a8f", nil},
		{open, "a8=Q#", "a7a8f", nil},
		{open, "a8", "a7a8f", nil},
		{open, "axb8=G+", "a7b8f", nil},
		{open, "axb8", "a7b8f", nil},
		{open, "ab8F", "a7b8f", nil},
		{pinned, "Nc2", "a1c2", nil},
		{stuck, "K~h2", "g8h2", nil},

		{array, "e4", "", ErrIllegal},
		{array, "Nd2", "", ErrIllegal},
		{array, "exd3", "", ErrIllegal},
		{array, "e3=F", "", ErrIllegal},
		{array, "Nc3=F", "", ErrIllegal},
		{array, "K~e2", "e1e2", nil}, // the square allows it; that other moves exist, the rule set knows
		{stuck, "K~g8", "", ErrIllegal},
		{stuck, "K~a8", "", ErrIllegal},
		{stuck, "Kg7", "", ErrIllegal},
		{pinned, "Nec2", "", ErrIllegal},
		{"4k3/8/8/8/8/8/8/RN2KN2 w", "Nd2", "", ErrAmbiguous},
		{"4k3/8/8/8/3p4/2P1P3/8/4K3 w", "d4", "", ErrAmbiguous},

		{array, "", "", ErrUnknown},
		{array, "e", "", ErrUnknown},
		{array, "#", "", ErrUnknown},
		{array, "O-O", "", ErrUnknown},
		{array, "--", "", ErrUnknown},
		{array, "Z0", "", ErrUnknown},
		{array, "Cc3", "", ErrUnknown},
		{array, "nc3", "", ErrUnknown},
		{array, "N c3", "", ErrUnknown},
		{array, "Nc9", "", ErrUnknown},
		{array, "Nxxc3", "", ErrUnknown},
		{array, "Nb1bc3", "", ErrUnknown},
		{array, "N1bc3", "", ErrUnknown},
		{array, "K~", "", ErrUnknown},
		{array, "K~e", "", ErrUnknown},
		{array, "F~e2", "", ErrUnknown},
		{open, "a8=N", "", ErrUnknown},
		{open, "a8==F", "", ErrUnknown},
		{open, "a8=", "", ErrUnknown},
	} {
		p := mustPosition(t, test.fen)
		m, err := ParseSAN(&p, test.text)
		if test.err != nil {
			var fault *MoveError
			if !errors.As(err, &fault) || !errors.Is(err, test.err) || fault.Text != test.text || m != NoMove {
				t.Errorf("%s: %q is %s, %v; want %v", test.fen, test.text, m, err, test.err)
			}
		} else if err != nil || m.String() != test.want {
			t.Errorf("%s: %q is %s, %v; want %s", test.fen, test.text, m, err, test.want)
		}
	}
}

func TestMoveErrorText(t *testing.T) {
	p := Arrays()[0].Position()
	_, err := ParseSAN(&p, "e4")
	if got, want := err.Error(), `illegal move: "e4"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestSANReadsBack(t *testing.T) {
	sets := Rulesets()
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		r := rapid.SampledFrom(sets).Draw(t, "rules")
		for _, m := range p.AppendExchanges(p.AppendMoves(nil)) {
			text := r.SAN(&p, m)
			if got, err := ParseSAN(&p, text); got != m || err != nil {
				t.Fatalf("%s: %s is written %q, which reads as %s, %v", p.FEN(), m, text, got, err)
			}
		}
	})
}

// No shorter text than the one that is written would do.
func TestSANIsShortest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		for _, m := range p.AppendMoves(nil) {
			if m.Kind() == Pawn {
				continue
			}
			text := string(p.AppendBareSAN(nil, m))
			signs := len("N") + len("f3")
			if p.Captures(m) != NoKind {
				signs++
			}
			s := Spec{Kind: m.Kind(), FromFile: -1, FromRank: -1, To: m.To()}
			_, bare := p.Resolve(s)
			s.FromFile = int8(m.From().File())
			_, byFile := p.Resolve(s)
			s.FromFile, s.FromRank = -1, int8(m.From().Rank())
			_, byRank := p.Resolve(s)
			want := signs + 2
			switch {
			case bare == nil:
				want = signs
			case byFile == nil, byRank == nil:
				want = signs + 1
			}
			if len(text) != want || byFile == nil && bare != nil && text[1] != 'a'+byte(m.From().File()) {
				t.Fatalf("%s: %s is written %s", p.FEN(), m, text)
			}
		}
	})
}

// Whatever the text, reading it does not panic, and what is read is a legal
// move whose own text reads as the same.
func FuzzParseSAN(f *testing.F) {
	for _, text := range []string{"e3", "Nbd2", "exd8=F+", "R1xa3#", "K~h2", "a8Q", "Gc3?!", "O-O", "Кр~e2", "=F", "axb8"} {
		f.Add("1r2k3/P4p2/8/8/8/2p1P3/3F4/RN2KN1R w", text)
		f.Add("R5k1/1R6/8/8/8/8/7p/K7 b", text)
	}
	f.Fuzz(func(t *testing.T, fen, text string) {
		p, err := ParsePosition(fen)
		if err != nil {
			p = Arrays()[0].Position()
		}
		m, err := ParseSAN(&p, text)
		if err != nil {
			var fault *MoveError
			if !errors.As(err, &fault) || m != NoMove {
				t.Fatalf("%q: %s, %#v", text, m, err)
			}
			return
		}
		if !p.IsLegal(m) {
			t.Fatalf("%s: %q is %s, which is illegal", p.FEN(), text, m)
		}
		for _, r := range Rulesets() {
			written := r.SAN(&p, m)
			if again, err := ParseSAN(&p, written); again != m || err != nil {
				t.Fatalf("%s: %q is %s, written %q, which is %s, %v", p.FEN(), text, m, written, again, err)
			}
		}
	})
}

func BenchmarkSAN(b *testing.B) {
	p := mustPosition(b, "2rkqr2/pppp2pp/7b/2nP2B1/1PPN1pb1/2K1p1P1/P2N1P1P/R3QB1R w - - 0 21")
	moves := p.AppendMoves(nil)
	r := mustRuleset(b, "iggc")
	text := make([]byte, 0, 8)
	for i := 0; b.Loop(); i++ {
		text = r.AppendSAN(text[:0], &p, moves[i%len(moves)])
	}
}

func BenchmarkParseSAN(b *testing.B) {
	p := mustPosition(b, "2rkqr2/pppp2pp/7b/2nP2B1/1PPN1pb1/2K1p1P1/P2N1P1P/R3QB1R w - - 0 21")
	var texts []string
	for _, m := range p.AppendMoves(nil) {
		texts = append(texts, mustRuleset(b, "iggc").SAN(&p, m))
	}
	for i := 0; b.Loop(); i++ {
		if _, err := ParseSAN(&p, texts[i%len(texts)]); err != nil {
			b.Fatal(err)
		}
	}
}
