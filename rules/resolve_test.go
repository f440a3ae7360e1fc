package rules

import (
	"errors"
	"testing"

	"pgregory.net/rapid"
)

// Resolve finds what filtering all legal moves finds.
func TestResolveIsAFilter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		moves := p.AppendMoves(nil)
		exchanges := p.AppendExchanges(nil)
		for range 50 {
			s := Spec{
				Kind:      Kind(rapid.IntRange(0, 7).Draw(t, "kind")),
				FromFile:  int8(rapid.IntRange(-1, 7).Draw(t, "file")),
				FromRank:  int8(rapid.IntRange(-1, 7).Draw(t, "rank")),
				To:        Square(rapid.IntRange(0, 63).Draw(t, "to")),
				Capture:   rapid.Bool().Draw(t, "capture"),
				Promotion: rapid.IntRange(0, 4).Draw(t, "promotion") == 0,
				Exchange:  rapid.IntRange(0, 4).Draw(t, "exchange") == 0,
			}
			if len(moves) > 0 && rapid.Bool().Draw(t, "likely") {
				m := rapid.SampledFrom(moves).Draw(t, "move")
				s.Kind, s.To, s.FromFile, s.FromRank = m.Kind(), m.To(), -1, -1
			}
			var fits []Move
			candidates := moves
			if s.Exchange {
				candidates = exchanges
			}
			for _, m := range candidates {
				if m.To() == s.To && (s.Exchange ||
					m.Kind() == s.Kind && (!s.Promotion || m.IsPromotion()) &&
						(s.FromFile < 0 || int(s.FromFile) == m.From().File()) &&
						(s.FromRank < 0 || int(s.FromRank) == m.From().Rank())) {
					fits = append(fits, m)
				}
			}
			want, wantErr := NoMove, ErrAmbiguous
			switch len(fits) {
			case 0:
				wantErr = ErrIllegal
			case 1:
				want, wantErr = fits[0], nil
			}
			if got, err := p.Resolve(s); got != want || !errors.Is(err, wantErr) {
				t.Fatalf("%s: %+v is %s, %v; want %s, %v", p.FEN(), s, got, err, want, wantErr)
			}
		}
	})
}

func BenchmarkResolve(b *testing.B) {
	p := mustPosition(b, "2rkqr2/pppp2pp/7b/2nP2B1/1PPN1pb1/2K1p1P1/P2N1P1P/R3QB1R w - - 0 21")
	var specs []Spec
	for _, m := range p.AppendMoves(nil) {
		specs = append(specs, Spec{Kind: m.Kind(), FromFile: int8(m.From().File()), FromRank: -1, To: m.To()})
	}
	for i := 0; b.Loop(); i++ {
		p.Resolve(specs[i%len(specs)])
	}
}
