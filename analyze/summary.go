package analyze

import (
	"math"

	"github.com/diwan-shatranj/diwan/rules"
)

// halfLoss is the loss of winning chances that halves the accuracy of a move.
const halfLoss = 0.15

// Accuracy returns how accurate a move is that has cost the part loss of the
// winning chances, from 0 to 1: 100 for one that has cost nothing, half of it for
// each 0.15 that is lost,
//
//	accuracy = 100 · 2^(−loss / 0.15).
//
// With the step of 0.15 the curve lies within 1.4 points of the one that Lichess
// publishes for chess (lichess.org/page/accuracy: 103.1668·exp(−4.354·loss) −
// 3.1669) up to a loss of one half, so that the figures of both may be read alike;
// what is a loss, however, is measured on the curve of shatranj.
func Accuracy(loss float64) float64 {
	return 100 * math.Exp2(-max(loss, 0)/halfLoss)
}

// Summary is how one side played in a game.
type Summary struct {
	Moves    int     // how many were judged; where 0, all else is 0
	Accuracy float64 // the mean of the accuracy of the moves judged, from 0 to 100
	Loss     float64 // the mean of what they cost in winning chances, from 0 to 1

	Inaccuracies, Mistakes, Blunders int // how many moves were marked so
}

// Summarize returns how White and Black played, in this order, by the verdicts on
// the moves of a line, which [Judge.Line] gives. turn is the side that makes the
// first move. Moves that could not be judged do not count.
func Summarize(turn rules.Color, verdicts []Verdict) [2]Summary {
	var both [2]Summary
	for i := range verdicts {
		v := &verdicts[i]
		if v.Judged {
			s := &both[turn]
			s.Moves++
			s.Accuracy += Accuracy(v.Loss)
			s.Loss += v.Loss
			switch v.Mark {
			case Inaccuracy:
				s.Inaccuracies++
			case Mistake:
				s.Mistakes++
			case Blunder:
				s.Blunders++
			}
		}
		turn = turn.Other()
	}
	for i := range both {
		if n := float64(both[i].Moves); n > 0 {
			both[i].Accuracy /= n
			both[i].Loss /= n
		}
	}
	return both
}
