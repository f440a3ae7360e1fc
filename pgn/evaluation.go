package pgn

import (
	"math"
	"strconv"
	"strings"
)

// Evaluation is what a comment says of a position by [%eval …], from White's point of
// view.
type Evaluation struct {
	CP   int // hundredths of a pawn, 0 where Mate is set
	Mate int // moves to the forced end, negative where Black wins; 0 where there is none
}

// mostPawns is the largest evaluation that is taken for one.
const mostPawns = 1_000_000

// Evaluations are the evaluations in a comment, in their order: [%eval 0.25],
// [%eval #-3], or with the depth behind a comma, [%eval 0.25,12]. What cannot be read
// as one is passed over.
func Evaluations(comment string) []Evaluation {
	var all []Evaluation
	for {
		_, after, found := strings.Cut(comment, "[%eval ")
		if !found {
			return all
		}
		text, rest, _ := strings.Cut(after, "]")
		if v, ok := parseEvaluation(text); ok {
			all = append(all, v)
		}
		comment = rest
	}
}

func parseEvaluation(text string) (v Evaluation, ok bool) {
	text, _, _ = strings.Cut(text, ",")
	text = strings.TrimSpace(text)
	if moves, forced := strings.CutPrefix(text, "#"); forced {
		n, err := strconv.Atoi(moves)
		return Evaluation{Mate: n}, err == nil && n != 0
	}
	pawns, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(pawns) || math.Abs(pawns) >= mostPawns {
		return v, false
	}
	return Evaluation{CP: int(math.Round(pawns * 100))}, true
}
