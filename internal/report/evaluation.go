package report

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/diwan-shatranj/diwan/analyze"
	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

// Evaluations are those of the positions of a game, and how they were made.
type Evaluations struct {
	// Plies[i] is of the position before move i of the main line; the one at the end
	// is of the last position. Err is set where there is none.
	Plies []analyze.Ply
	// Engine is the engine with its version, Limit how far it searched, such as
	// "nodes 20000"; "" where it is not known.
	Engine, Limit string
}

// errNotEvaluated stands at a position without an evaluation.
var errNotEvaluated = errors.New("not evaluated")

// evaluationsIn are the evaluations that stand in the comments of a game; nil where
// there are none. What they do not say, the end of the game by its rules, is added.
func evaluationsIn(p *pgn.Replay, t *tree) *Evaluations {
	e := &Evaluations{Plies: make([]analyze.Ply, len(t.main)), Engine: strings.Join(t.engines, ", ")}
	found := false
	least, most := math.MaxInt, 0
	var h rules.History
	for i, k := range t.main {
		n := &t.nodes[k]
		repeats := 1
		if i == 0 {
			h.Reset(&n.pos)
		} else {
			repeats = h.Push(&n.pos)
		}
		ply := &e.Plies[i]
		ply.Outcome = p.Rules.Outcome(&n.pos, repeats)
		switch {
		case ply.Outcome.Over():
		case n.score != nil:
			found = true
			ply.Score, ply.Depth = *n.score, n.depth
			if n.depth > 0 {
				least, most = min(least, n.depth), max(most, n.depth)
			}
		default:
			ply.Err = errNotEvaluated
		}
	}
	if !found {
		return nil
	}
	switch {
	case most == 0:
	case least == most:
		e.Limit = "depth " + strconv.Itoa(most)
	default:
		e.Limit = "depths " + strconv.Itoa(least) + " to " + strconv.Itoa(most)
	}
	return e
}

// mostPawns bounds what is taken for an evaluation in pawns.
const mostPawns = 100_000

// evalOf reads the evaluation in a comment, [%eval …] with [%depth …]: pawns from
// White's side or # and the number of moves to a forced end, and behind a comma
// perhaps the depth.
func evalOf(comment string) (s analyze.Score, depth int, ok bool) {
	text, ok := commandIn(comment, "[%eval ")
	if !ok {
		return s, 0, false
	}
	text, behind, _ := strings.Cut(text, ",")
	depth = positive(behind)
	if said, ok := commandIn(comment, "[%depth "); ok {
		depth = positive(said)
	}
	text = strings.TrimSpace(text)
	if moves, forced := strings.CutPrefix(text, "#"); forced {
		n, err := strconv.ParseInt(moves, 10, 32)
		switch {
		case err != nil || n == 0:
			return s, 0, false
		case n > 0:
			s.Mate = int(2*n - 1)
		default:
			s.Mate = int(2*n + 1)
		}
		return s, depth, true
	}
	pawns, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(pawns) || math.Abs(pawns) > mostPawns {
		return s, 0, false
	}
	s.CP = int(math.Round(pawns * 100))
	return s, depth, true
}

// commandIn is what stands behind head in a comment, up to the bracket.
func commandIn(comment, head string) (string, bool) {
	_, rest, ok := strings.Cut(comment, head)
	if !ok {
		return "", false
	}
	text, _, ok := strings.Cut(rest, "]")
	return text, ok
}

// positive reads a number above 0; anything else is 0.
func positive(s string) int {
	n, err := strconv.ParseUint(strings.TrimSpace(s), 10, 16)
	if err != nil {
		return 0
	}
	return int(n)
}

// said is how an evaluation is shown: its score or, at the end of a game, the result.
func said(v *analyze.Ply) string {
	switch {
	case v.Err != nil:
		return ""
	case v.Outcome.Over():
		return v.Outcome.Result.String()
	}
	return strings.Replace(v.Score.String(), "-", "−", 1)
}
