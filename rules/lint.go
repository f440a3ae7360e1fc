package rules

import "fmt"

// ProblemCode names a kind of problem with a setup; the codes are those of
// diagnostics.
type ProblemCode string

// The problems that [Setup.Problems] finds.
const (
	// ImpossiblePosition, an error: not one king a side, the side not to move
	// in check, or a pawn on its last rank.
	ImpossiblePosition ProblemCode = "impossible-position"
	// ImpossibleAlfil, a warning: an alfil on a square that no alfil of its
	// colour ever reaches.
	ImpossibleAlfil ProblemCode = "impossible-alfil"
	// UnreachableMen, a warning: men that no game from an array can come to.
	UnreachableMen ProblemCode = "unreachable-men"
)

// Problem is one thing wrong with a setup.
type Problem struct {
	Code   ProblemCode
	Error  bool   // whether the setup is unplayable by it; otherwise a warning
	Msg    string // one line, without the code
	Square Square // where, NoSquare if it is not one square's matter
}

// alfilFamilies holds the eight squares of each of the eight families that the
// alfil's move divides the board into, by the family's first square (a1 to h1
// or a2 to h2, as far as they start one).
var alfilFamilies = makeAlfilFamilies()

func makeAlfilFamilies() (families []Bitboard) {
	var seen Bitboard
	for s := Square(0); s < 64; s++ {
		if seen.Has(s) {
			continue
		}
		family := s.Bit()
		for next := family | alfilSpread(family); next != family; next = family | alfilSpread(family) {
			family = next
		}
		seen |= family
		families = append(families, family)
	}
	return families
}

// alfilHomes are the squares that the alfils of a colour start from, the same
// in every array.
var alfilHomes = [2]Bitboard{
	White: 1<<2 | 1<<5,
	Black: 1<<58 | 1<<61,
}

// Problems returns everything that is wrong with the setup, errors first. With
// exchange true it is judged for rule sets that know the exchange, under which
// a pawn may stand on its first rank.
func (s *Setup) Problems(exchange bool) []Problem {
	return append(s.errors(), s.warnings(exchange)...)
}

func (s *Setup) errors() (found []Problem) {
	report := func(sq Square, format string, args ...any) {
		found = append(found, Problem{ImpossiblePosition, true, fmt.Sprintf(format, args...), sq})
	}
	kings := true
	for c := White; c <= Black; c++ {
		if n := s.Men(c, King).Count(); n != 1 {
			kings = false
			report(NoSquare, "%s has %d kings, not one", c, n)
		}
	}
	if kings {
		p := Position{kinds: s.kinds, colors: s.colors}
		waiting := s.Turn.Other() & 1
		king := p.KingSquare(waiting)
		if p.AttackersTo(king, waiting.Other(), p.Occupied()) != 0 {
			report(king, "%s is in check with %s to move", waiting, waiting.Other())
		}
	}
	for c, last := range [2]Bitboard{White: rank8, Black: rank1} {
		for pawns := s.Men(Color(c), Pawn) & last; pawns != 0; {
			sq := pawns.PopFirst()
			report(sq, "%s pawn on its last rank, %s", Color(c), sq)
		}
	}
	return found
}

func (s *Setup) warnings(exchange bool) (found []Problem) {
	report := func(code ProblemCode, sq Square, format string, args ...any) {
		found = append(found, Problem{code, false, fmt.Sprintf(format, args...), sq})
	}
	for c := White; c <= Black; c++ {
		alfils := s.Men(c, Alfil)
		for _, family := range alfilFamilies {
			here := alfils & family
			if family&alfilHomes[c] == 0 {
				for b := here; b != 0; {
					sq := b.PopFirst()
					report(ImpossibleAlfil, sq, "no %s alfil can reach %s", c, sq)
				}
			}
			if !here.single() {
				first := here.PopFirst()
				report(UnreachableMen, first, "%s has alfils on %s and %s, which belong to one and the same alfil", c, first, here.First())
			}
		}
		for _, limit := range []struct {
			kind Kind
			most int
		}{{Pawn, 8}, {Knight, 2}, {Alfil, 2}, {Rook, 2}} {
			if n := s.Men(c, limit.kind).Count(); n > limit.most {
				report(UnreachableMen, NoSquare, "%s has %d %ss, more than the %d of an array", c, n, limit.kind, limit.most)
			}
		}
		pawns, ferzes := s.Men(c, Pawn).Count(), s.Men(c, Ferz).Count()
		if pawns <= 8 && pawns+ferzes > 9 {
			report(UnreachableMen, NoSquare, "%s has %d ferzes beside %d pawns, more than promotion allows", c, ferzes, pawns)
		}
		if !exchange {
			first := [2]Bitboard{White: rank1, Black: rank8}[c]
			for b := s.Men(c, Pawn) & first; b != 0; {
				sq := b.PopFirst()
				report(UnreachableMen, sq, "%s pawn on its first rank, %s", c, sq)
			}
		}
	}
	return found
}
