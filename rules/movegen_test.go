package rules

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestMovesAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		moves := p.AppendMoves(nil)
		if p.HasMoves() != (len(moves) > 0) || p.CountMoves() != len(moves) {
			t.Fatalf("%s: %d moves, HasMoves %v, CountMoves %d", p.FEN(), len(moves), p.HasMoves(), p.CountMoves())
		}
		var captures []Move
		for _, m := range moves {
			if p.Captures(m) != NoKind || m.IsPromotion() {
				captures = append(captures, m)
			}
		}
		if diff := cmp.Diff(captures, p.AppendCaptures(nil)); diff != "" {
			t.Fatalf("%s: captures and promotions (-among all +alone):\n%s", p.FEN(), diff)
		}
	})
}

// Every one of the 65536 values of a Move is judged as the generator has it.
func TestIsLegalAgreesWithTheGenerator(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		var got []Move
		for m := 0; m <= 0xffff; m++ {
			if p.IsLegal(Move(m)) {
				got = append(got, Move(m))
			}
		}
		want := p.AppendExchanges(p.AppendMoves(nil))
		slices.Sort(want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%s (-generated +legal):\n%s", p.FEN(), diff)
		}
	})
}

// A legal move never leaves the own king attacked, and every reachable square
// that does not is a legal move: the generator without its pins and targets.
func TestMovesAreThoseThatLeaveTheKingSafe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		us := p.Turn()
		var want []string
		for from := Square(0); from < 64; from++ {
			for to := Square(0); to < 64; to++ {
				c, k := p.At(from)
				if k == NoKind || c != us || p.By(us).Has(to) || !p.origins(k, us, to).Has(from) {
					continue
				}
				m := NewMove(k, from, to)
				next := p.Play(m)
				if next.AttackersTo(next.KingSquare(us), us.Other(), next.Occupied()) == 0 {
					want = append(want, m.String())
				}
			}
		}
		slices.Sort(want)
		if diff := cmp.Diff(want, coordinates(p.AppendMoves(nil)), cmp.Transformer("list", func(s []string) []string {
			return append([]string{}, s...)
		})); diff != "" {
			t.Fatalf("%s (-want +got):\n%s", p.FEN(), diff)
		}
	})
}

func TestImagesHaveImageMoves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, o := drawPosition(t), drawOrientation(t)
		image := p.Image(o)
		if p.InCheck() != image.InCheck() {
			t.Fatalf("%s: check %v, its image %v", p.FEN(), p.InCheck(), image.InCheck())
		}
		for _, r := range Rulesets() {
			var want []Move
			for _, m := range r.AppendMoves(&p, nil) {
				want = append(want, m.Image(o))
			}
			got := r.AppendMoves(&image, nil)
			slices.Sort(want)
			slices.Sort(got)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s, image %s, %s (-want +got):\n%s", p.FEN(), image.FEN(), r.Name, diff)
			}
		}
		for _, m := range p.AppendExchanges(p.AppendMoves(nil)) {
			a, b := p.Play(m), image.Play(m.Image(o))
			a = a.Image(o)
			if a.EPD() != b.EPD() || a.Halfmove() != b.Halfmove() || a.Hash() != b.Hash() {
				t.Fatalf("%s, %s: image of the play %s, play of the image %s", p.FEN(), m, a.FEN(), b.FEN())
			}
		}
	})
}

func TestMoves(t *testing.T) {
	for _, test := range []struct {
		name, fen string
		want      []string
	}{
		{"array", "rnafkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAFKANR w", []string{
			"a2a3", "b1a3", "b1c3", "b2b3", "c1a3", "c1e3", "c2c3", "d2d3", "e2e3", "f1d3", "f1h3", "f2f3", "g1f3", "g1h3", "g2g3", "h2h3"}},
		{"a pinned knight stays", "4r2k/8/8/8/8/8/4N3/4K3 w", []string{"e1d1", "e1d2", "e1f1", "e1f2"}},
		{"pinned alfil and ferz stay", "4r2k/8/8/8/8/8/4A3/r2FK3 w", []string{"e1d2", "e1f1", "e1f2"}},
		{"a pawn pinned on its file pushes and does not capture", "4r2k/8/8/8/8/3f4/4P3/4K3 w",
			[]string{"e1d1", "e1d2", "e1f1", "e1f2", "e2e3"}},
		{"a pawn pinned on a rank stays", "7k/8/8/2f5/r2PK3/8/8/8 w",
			[]string{"e4d3", "e4d5", "e4e3", "e4e5", "e4f3", "e4f4", "e4f5"}},
		{"a pinned rook moves on the line", "4r2k/8/8/8/4R3/8/3PPP2/3FKF2 w",
			[]string{"d1c2", "d2d3", "e2e3", "f1g2", "f2f3",
				"e4a4", "e4b4", "e4c4", "e4d4", "e4e3", "e4e5", "e4e6", "e4e7", "e4e8", "e4f4", "e4g4", "e4h4"}},
		{"a rook pinned to the king moves on the line", "4r2k/8/8/8/4R3/8/3P1P2/3FKF2 w",
			[]string{"d1c2", "d1e2", "d2d3", "e1e2", "e4e2", "e4e3", "e4e5", "e4e6", "e4e7", "e4e8", "f1e2", "f1g2", "f2f3"}},
		{"a double check is fled from", "4r1k1/8/8/8/8/3n4/8/R3K2R w", []string{"e1d1", "e1d2", "e1f1"}},
		{"a rook's check is blocked or the rook taken", "4r2k/8/3N4/8/8/5F2/3P1P2/R2AKA2 w", []string{"d6e4", "d6e8", "f3e2", "f3e4"}},
		{"a leaper's check is not blocked", "7k/8/8/8/8/6a1/3P1N2/3AKA2 w", []string{"e1e2"}},
		{"a pawn before its last rank promotes", "3r4/4P2k/8/8/8/8/8/7K w", []string{"e7d8f", "e7e8f", "h1g1", "h1g2", "h1h2"}},
		{"a pawn on its first rank steps once", "7k/8/8/8/8/8/8/K3P3 w", []string{"a1a2", "a1b1", "a1b2", "e1e2"}},
		{"the king does not step back on the rook's line", "7k/8/8/8/r2K4/8/8/8 w",
			[]string{"d4c3", "d4c5", "d4d3", "d4d5", "d4e3", "d4e5"}},
		{"the king does not take a guarded man", "7k/8/8/4f3/3p4/2K5/8/8 w",
			[]string{"c3b2", "c3b3", "c3b4", "c3c2", "c3c4", "c3d2", "c3d3"}},
	} {
		p := mustPosition(t, test.fen)
		slices.Sort(test.want)
		if diff := cmp.Diff(test.want, coordinates(p.AppendMoves(nil))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestNoAllocation(t *testing.T) {
	p := mustPosition(t, "2rkqr2/pppp2pp/7b/2nP2B1/1PPN1pb1/2K1p1P1/P2N1P1P/R3QB1R w - - 0 21")
	r := mustRuleset(t, "viquipedia")
	room := make([]Move, 0, moveRoom)
	text := make([]byte, 0, 8)
	m := p.AppendMoves(nil)[5]
	spec := Spec{Kind: m.Kind(), FromFile: -1, FromRank: -1, To: m.To()}
	var sink Position
	for name, do := range map[string]func(){
		"AppendMoves":  func() { room = p.AppendMoves(room[:0]) },
		"CountMoves":   func() { p.CountMoves() },
		"HasMoves":     func() { p.HasMoves() },
		"IsLegal":      func() { p.IsLegal(m) },
		"Play":         func() { sink = p.Play(m) },
		"Resolve":      func() { m, _ = p.Resolve(spec) },
		"Resolve, bad": func() { _, _ = p.Resolve(Spec{Kind: King, FromFile: -1, FromRank: -1}) },
		"Outcome":      func() { r.Outcome(&p, 3) },
		"AppendSAN":    func() { text = r.AppendSAN(text[:0], &p, m) },
		"Key":          func() { p.Key() },
		"Perft":        func() { Perft(&p, 2) },
	} {
		if n := testing.AllocsPerRun(100, do); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
	_ = sink
}

func BenchmarkAppendMoves(b *testing.B) {
	p := mustPosition(b, "2rkqr2/pppp2pp/7b/2nP2B1/1PPN1pb1/2K1p1P1/P2N1P1P/R3QB1R w - - 0 21")
	room := make([]Move, 0, moveRoom)
	for b.Loop() {
		room = p.AppendMoves(room[:0])
	}
	b.ReportMetric(float64(b.N)*float64(len(room))/b.Elapsed().Seconds()/1e6, "Mmoves/s")
}

func BenchmarkCountMoves(b *testing.B) {
	p := mustPosition(b, "2rkqr2/pppp2pp/7b/2nP2B1/1PPN1pb1/2K1p1P1/P2N1P1P/R3QB1R w - - 0 21")
	for b.Loop() {
		p.CountMoves()
	}
}
