package analyze

import (
	"fmt"

	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/rules"
)

// Score is the value of a position from White's point of view, whoever is to
// move.
type Score struct {
	// CP is the value in hundredths of a pawn, 0 where Mate is set.
	CP int
	// Mate is the number of plies after which White has won by force, whether
	// by checkmate, stalemate or baring, and its negative where Black wins; 0
	// where no end is in sight.
	Mate int
}

// scoreFor turns a score of the side to move into one of White.
func scoreFor(s engine.Score, turn rules.Color) Score {
	s = s.For(turn, rules.White)
	return Score{CP: s.CP, Mate: s.Mate}
}

// Negate returns the score of the position with the colours exchanged.
func (s Score) Negate() Score { return Score{CP: -s.CP, Mate: -s.Mate} }

// String returns the score as people read it: "+0.31", or "#3" and "#-2" in
// moves of the side that wins.
func (s Score) String() string {
	switch {
	case s.Mate > 0:
		return fmt.Sprintf("#%d", (s.Mate+1)/2)
	case s.Mate < 0:
		return fmt.Sprintf("#%d", (s.Mate-1)/2)
	}
	return fmt.Sprintf("%+.2f", float64(s.CP)/100)
}
