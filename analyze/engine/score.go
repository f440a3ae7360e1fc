package engine

import (
	"fmt"

	"github.com/diwan-shatranj/diwan/rules"
)

// Values inside the search are centipawns for the side to move. Beyond
// forcedValue they tell the end of the game: winValue less the number of plies
// from the root to the position in which the game is over.
const (
	drawValue   = 0
	infinity    = 32000
	winValue    = 30000
	forcedValue = winValue - 2*maxPly
)

// maxPly is the number of plies that the search looks ahead at most.
const maxPly = 120

// Score is the value of a position for the side to move.
type Score struct {
	// CP is the value in hundredths of a pawn. It is not set where Mate is.
	CP int
	// Mate is the number of plies to the end of the game where the side to
	// move wins by force, and its negative where it loses; 0 where no end is
	// in sight. The end is the position in which the game is over, whether by
	// checkmate, stalemate or baring.
	Mate int
}

// scoreOf translates a value of the search.
func scoreOf(v int) Score {
	switch {
	case v >= forcedValue:
		return Score{Mate: winValue - v}
	case v <= -forcedValue:
		return Score{Mate: -winValue - v}
	}
	return Score{CP: v}
}

// Negate returns the score as the opponent sees it.
func (s Score) Negate() Score { return Score{CP: -s.CP, Mate: -s.Mate} }

// For returns the score, which is that of side, as c sees it.
func (s Score) For(side, c rules.Color) Score {
	if side == c {
		return s
	}
	return s.Negate()
}

// String returns the score as UCI writes it: "cp 31", or "mate 3" and
// "mate -2" in moves of the side that wins.
func (s Score) String() string {
	switch {
	case s.Mate > 0:
		return fmt.Sprintf("mate %d", (s.Mate+1)/2)
	case s.Mate < 0:
		return fmt.Sprintf("mate %d", (s.Mate-1)/2)
	}
	return fmt.Sprintf("cp %d", s.CP)
}
