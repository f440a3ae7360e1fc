package analyze

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/rules"
)

// Analyzer evaluates positions. One Analyzer works on one position at a time;
// further calls wait.
type Analyzer interface {
	// Analyze evaluates the position that the request leads to. Where the game
	// is over there, the evaluation has only the outcome. When ctx is done it
	// returns the error of ctx.
	Analyze(ctx context.Context, r Request) (Evaluation, error)
	// Name returns the name of the engine with its version. Evaluations of
	// analyzers of one name may stand for each other.
	Name() string
	// Close frees what the analyzer holds, such as the program that it runs.
	Close() error
}

// Request asks for the evaluation of the position that Moves lead to from
// Start.
type Request struct {
	Start   rules.Position
	Moves   []rules.Move
	Rules   *rules.Ruleset // nil for the default one
	Limit   Limit          // must not be zero
	MultiPV int            // number of lines wanted, 0 for 1
}

// Line is a line of best play and what it is worth.
type Line struct {
	Score Score
	Depth int          // in plies
	Moves []rules.Move // never empty
}

// Ending returns how the game ends where the line forces it: "checkmate", "stalemate",
// "bare-king" or another reason of [rules.Reason], as the line's last position from p
// shows; "win" where the line breaks off before that.
func (l *Line) Ending(rs *rules.Ruleset, p *rules.Position) string {
	q := *p
	for _, m := range l.Moves {
		if !rs.IsLegal(&q, m) {
			return "win"
		}
		q = q.Play(m)
	}
	if o := rs.Outcome(&q, 1); o.Over() && o.Result != rules.Draw {
		return o.Reason.String()
	}
	return "win"
}

// Evaluation is what an engine says of a position.
type Evaluation struct {
	// Outcome is how the game stands in the position; where it is over, all
	// that follows is zero.
	Outcome rules.Outcome
	Score   Score  // of the best line
	Lines   []Line // the best first; at least one if the game is not over
	Depth   int    // in plies, of the best line
	Nodes   uint64
	Time    time.Duration
	Engine  string // the name of the analyzer
}

// Best returns the best move, NoMove if there is none.
func (e *Evaluation) Best() rules.Move {
	if len(e.Lines) == 0 {
		return rules.NoMove
	}
	return e.Lines[0].Moves[0]
}

// image returns the evaluation as it is of the image o of the position.
func (e *Evaluation) image(o rules.Orientation) Evaluation {
	v := *e
	turned := o&rules.Colors != 0
	if turned {
		v.Score = v.Score.Negate()
		switch v.Outcome.Result {
		case rules.WhiteWins:
			v.Outcome.Result = rules.BlackWins
		case rules.BlackWins:
			v.Outcome.Result = rules.WhiteWins
		}
	}
	v.Lines = make([]Line, len(e.Lines))
	for i, line := range e.Lines {
		moves := make([]rules.Move, len(line.Moves))
		for j, m := range line.Moves {
			moves[j] = m.Image(o)
		}
		line.Moves = moves
		if turned {
			line.Score = line.Score.Negate()
		}
		v.Lines[i] = line
	}
	return v
}

// searchRequest translates a request for an engine.
func (r *Request) searchRequest() engine.Request {
	return engine.Request{
		Start: r.Start, Moves: r.Moves, Rules: r.Rules, MultiPV: r.MultiPV,
		Limits: engine.Limits{Nodes: r.Limit.Nodes, Depth: r.Limit.Depth, MoveTime: r.Limit.MoveTime},
	}
}

// searcher is what the built-in engine and the others have in common.
type searcher interface {
	Search(ctx context.Context, r engine.Request, onInfo func(engine.Info)) (engine.Result, error)
}

// errNoLimit means that an analysis would go on for ever.
var errNoLimit = errors.New("analysis without a limit would not end")

// evaluate has an engine search a request and translates what it says.
func evaluate(ctx context.Context, s searcher, name string, r *Request) (Evaluation, error) {
	if r.Limit == (Limit{}) {
		return Evaluation{}, errNoLimit
	}
	request := r.searchRequest()
	p, _, err := request.Position()
	if err != nil {
		return Evaluation{}, err
	}
	result, err := s.Search(ctx, request, nil)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return Evaluation{}, err
	}
	v := Evaluation{Outcome: result.Outcome, Nodes: result.Nodes, Time: result.Time, Engine: name}
	for _, line := range result.Lines {
		v.Lines = append(v.Lines, Line{Score: scoreFor(line.Score, p.Turn()), Depth: line.Depth, Moves: line.PV})
	}
	switch {
	case len(v.Lines) > 0:
		v.Score, v.Depth = v.Lines[0].Score, v.Lines[0].Depth
	case !v.Outcome.Over():
		return Evaluation{}, fmt.Errorf("%s: no evaluation of %s", name, p.FEN())
	}
	return v, nil
}
