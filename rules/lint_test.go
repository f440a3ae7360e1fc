package rules

import (
	"errors"
	"fmt"
	"math/bits"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestProblems(t *testing.T) {
	for _, test := range []struct {
		name, fen string
		exchange  bool
		want      []string
	}{
		{"an empty board", "8/8/8/8/8/8/8/8 w", false, []string{
			"error impossible-position -: white has 0 kings, not one",
			"error impossible-position -: black has 0 kings, not one"}},
		{"two kings", "k6k/8/8/8/8/8/8/K7 w", false, []string{
			"error impossible-position -: black has 2 kings, not one"}},
		{"check to the side not to move", "k7/8/8/8/8/8/8/R3K3 w", false, []string{
			"error impossible-position a8: black is in check with white to move"}},
		{"kings next to each other", "8/8/8/8/8/8/1k6/K7 b", false, []string{
			"error impossible-position a1: white is in check with black to move"}},
		{"pawns on their last rank", "P6k/8/8/8/8/8/8/K5pp w", false, []string{
			"error impossible-position a8: white pawn on its last rank, a8",
			"error impossible-position g1: black pawn on its last rank, g1",
			"error impossible-position h1: black pawn on its last rank, h1"}},
		{"pawns on their first rank", "p6k/8/8/8/8/8/8/K5PP w", false, []string{
			"warning unreachable-men g1: white pawn on its first rank, g1",
			"warning unreachable-men h1: white pawn on its first rank, h1",
			"warning unreachable-men a8: black pawn on its first rank, a8"}},
		{"pawns on their first rank, exchanged there", "p6k/8/8/8/8/8/8/K5PP w", true, nil},
		{"alfils where none gets", "a6k/8/8/8/8/8/8/K6A w", false, []string{
			"warning impossible-alfil h1: no white alfil can reach h1",
			"warning impossible-alfil a8: no black alfil can reach a8"}},
		{"alfils where they get", "8/k7/4a2a/8/3A4/4A3/8/K7 w", false, []string{
			"warning impossible-alfil d4: no white alfil can reach d4"}},
		{"alfils where they start", "2a2a1k/8/8/8/8/8/8/K1A2A2 w", false, nil},
		{"two alfils of one family", "7k/8/8/8/8/4A3/8/K1A5 w", false, []string{
			"warning unreachable-men c1: white has alfils on c1 and e3, which belong to one and the same alfil"}},
		{"nine pawns", "7k/pppppppp/4p3/8/8/8/8/K7 w", false, []string{
			"warning unreachable-men -: black has 9 pawns, more than the 8 of an array"}},
		{"three knights and three rooks", "7k/8/8/8/8/NNN5/RRR5/K7 w", false, []string{
			"warning unreachable-men -: white has 3 knights, more than the 2 of an array",
			"warning unreachable-men -: white has 3 rooks, more than the 2 of an array"}},
		{"ferzes from all pawns", "7k/8/8/8/FFFFFFFF/F7/8/K7 w", false, nil},
		{"a ferz too many", "7k/8/8/8/FFFFFFFF/FF6/8/K7 w", false, []string{
			"warning unreachable-men -: white has 10 ferzes beside 0 pawns, more than promotion allows"}},
		{"ferzes beside pawns", "k7/4PPP1/8/8/8/FFFFFFF1/8/K7 w", false, []string{
			"warning unreachable-men -: white has 7 ferzes beside 3 pawns, more than promotion allows"}},
		{"errors come first", "P6k/8/8/8/8/8/8/K6A w", false, []string{
			"error impossible-position a8: white pawn on its last rank, a8",
			"warning impossible-alfil h1: no white alfil can reach h1"}},
	} {
		s, _, err := ParseFEN(test.fen)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		faults := 0
		for _, p := range s.Problems(test.exchange) {
			level := "warning"
			if p.Error {
				level = "error"
				faults++
			}
			got = append(got, fmt.Sprintf("%s %s %s: %s", level, p.Code, p.Square, p.Msg))
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
		_, err = s.Position()
		var fault *SetupError
		if errors.As(err, &fault) != (faults > 0) || faults > 0 && len(fault.Problems) != faults {
			t.Errorf("%s: %d errors, Position says %v", test.name, faults, err)
		}
	}
}

func TestSetupErrorText(t *testing.T) {
	for fen, want := range map[string]string{
		"7k/8/8/8/8/8/8/8 w": "white has 0 kings, not one",
		"8/8/8/8/8/8/8/8 w":  "white has 0 kings, not one (and 1 more)",
	} {
		if _, err := ParsePosition(fen); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", fen, err, want)
		}
	}
}

func TestAlfilFamilies(t *testing.T) {
	if len(alfilFamilies) != 8 {
		t.Fatalf("%d families", len(alfilFamilies))
	}
	var all Bitboard
	homes := 0
	for _, family := range alfilFamilies {
		if family.Count() != 8 || all&family != 0 || alfilSpread(family) != family {
			t.Errorf("family %x", family)
		}
		all |= family
		// No two alfils of the array share a family, so none can take another.
		homes += bits.OnesCount64(uint64(family & (alfilHomes[White] | alfilHomes[Black])))
		if !(family & (alfilHomes[White] | alfilHomes[Black])).single() {
			t.Errorf("family %x has several homes", family)
		}
	}
	if all != ^Bitboard(0) || homes != 4 {
		t.Errorf("families %x, %d homes", all, homes)
	}
}

// A game that begins with an array comes to nothing that is reported.
func TestGamesHaveNoProblems(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(Arrays()).Draw(t, "array").Position()
		for range 120 {
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			p = p.Play(rapid.SampledFrom(moves).Draw(t, "move"))
		}
		s := p.Setup()
		if problems := s.Problems(false); problems != nil {
			t.Fatalf("%s: %v", p.FEN(), problems)
		}
	})
}
