package rules

import (
	"errors"
	"testing"

	"pgregory.net/rapid"
)

func TestParseCoordinate(t *testing.T) {
	for _, test := range []struct {
		fen, text string
		want      Move
		err       error
	}{
		{"rnafkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAFKANR w", "e2e3", NewMove(Pawn, 12, 20), nil},
		{"3r3k/4P3/8/8/8/8/8/4K3 w", "e7e8f", NewMove(Pawn, 52, 60), nil},
		{"3r3k/4P3/8/8/8/8/8/4K3 w", "e7e8q", NewMove(Pawn, 52, 60), nil},
		{"3r3k/4P3/8/8/8/8/8/4K3 w", "e7d8G", NewMove(Pawn, 52, 59), nil},
		{"3r3k/4P3/8/8/8/8/8/4K3 w", "e7e8", NewMove(Pawn, 52, 60), nil},
		{"k7/2R5/8/8/8/p7/P7/1R5K b", "a8a3", NewExchange(56, 16), nil},
		{"3r3k/4P3/8/8/8/8/8/4K3 w", "e7e8r", NoMove, ErrUnknown},
		{"3r3k/4P3/8/8/8/8/8/4K3 w", "e7f8", NoMove, ErrIllegal},
		{"3r3k/4P3/8/8/8/8/8/4K3 w", "e1e2f", NoMove, ErrIllegal},
		{"3r3k/4P3/8/8/8/8/8/4K3 w", "e1d1", NoMove, ErrIllegal},
		{"3r3k/4P3/8/8/8/8/8/4K3 w", "h8h7", NoMove, ErrIllegal},
		{"3r3k/4P3/8/8/8/8/8/4K3 w", "a1a2", NoMove, ErrIllegal},
		{"3r3k/4P3/8/8/8/8/8/4K3 w", "0000", NoMove, ErrUnknown},
		{"3r3k/4P3/8/8/8/8/8/4K3 w", "", NoMove, ErrUnknown},
		{"3r3k/4P3/8/8/8/8/8/4K3 w", "e7-e8", NoMove, ErrUnknown},
		{"3r3k/4P3/8/8/8/8/8/4K3 w", "e7e8=F", NoMove, ErrUnknown},
	} {
		p := mustPosition(t, test.fen)
		got, err := ParseCoordinate(&p, test.text)
		if got != test.want || !errors.Is(err, test.err) {
			t.Errorf("%s: %q is %s, %v; want %s, %v", test.fen, test.text, got, err, test.want, test.err)
		}
	}
}

func TestCoordinatesReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		for _, m := range p.AppendExchanges(p.AppendMoves(nil)) {
			if got, err := ParseCoordinate(&p, m.String()); got != m || err != nil {
				t.Fatalf("%s: %s reads as %s, %v", p.FEN(), m, got, err)
			}
		}
	})
}
