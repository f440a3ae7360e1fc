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
	// is of the last position.
	Plies []analyze.Ply
	// Engine is the engine with its version, "" where it is not known.
	Engine string
	// Limits are how far it was to search, such as "nodes 20000".
	Limits []string
}

// errNotEvaluated stands at a position without an evaluation.
var errNotEvaluated = errors.New("not evaluated")

// known reports whether there is something to show of a position: an evaluation, or
// the end of the game.
func known(p *analyze.Ply) bool { return p.Err == nil && !p.Skipped }

// count is how many positions were evaluated.
func (e *Evaluations) count() (n int) {
	if e == nil {
		return 0
	}
	for i := range e.Plies {
		if p := &e.Plies[i]; known(p) && !p.Outcome.Over() {
			n++
		}
	}
	return n
}

// depths says how deep the positions were searched, "" where that is not known.
func (e *Evaluations) depths() string {
	least, most := math.MaxInt, 0
	for i := range e.Plies {
		if p := &e.Plies[i]; known(p) && p.Depth > 0 {
			least, most = min(least, p.Depth), max(most, p.Depth)
		}
	}
	switch {
	case most == 0:
		return ""
	case least == most:
		return "depth " + strconv.Itoa(most)
	}
	return "depths " + strconv.Itoa(least) + " to " + strconv.Itoa(most)
}

// evaluationsIn are the evaluations that stand in the comments of a game. What they do
// not say, the end of the game by its rules, is added.
func evaluationsIn(p *pgn.Replay, t *tree) *Evaluations {
	e := &Evaluations{Plies: make([]analyze.Ply, len(t.main)), Engine: strings.Join(t.engines, ", ")}
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
			ply.Score, ply.Depth = *n.score, n.depth
		default:
			ply.Err = errNotEvaluated
		}
	}
	return e
}

// evalOf reads the evaluation in a comment, the last one where there are several, and
// its depth: [%eval 0.25] [%depth 12], or [%eval 0.25,12]; 0 where it is not said.
func evalOf(comment string) (s analyze.Score, depth int, ok bool) {
	all := pgn.Evaluations(comment)
	if len(all) == 0 {
		return s, 0, false
	}
	v := all[len(all)-1]
	s.CP = v.CP
	switch {
	case v.Mate > 0:
		s.Mate = 2*v.Mate - 1
	case v.Mate < 0:
		s.Mate = 2*v.Mate + 1
	}
	said, ok := commandIn(comment, "[%depth ")
	if !ok {
		said, _ = commandIn(comment, "[%eval ")
		_, said, _ = strings.Cut(said, ",")
	}
	return s, positive(said), true
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
	case !known(v):
		return ""
	case v.Outcome.Over():
		return v.Outcome.Result.String()
	}
	return strings.Replace(v.Score.String(), "-", "−", 1)
}
