package cli

import (
	"context"

	"github.com/diwan-shatranj/diwan/analyze"
	"github.com/diwan-shatranj/diwan/archive"
)

// evalStore keeps evaluations in an archive. It joins two packages that do not know
// each other.
type evalStore struct{ archive *archive.Archive }

func evalKey(k analyze.EvalKey) archive.EvalKey {
	return archive.EvalKey{Position: k.Position, Halfmove: k.Halfmove, Rules: k.Rules, Engine: k.Engine, Effort: k.Limit.String(), MultiPV: k.MultiPV}
}

// Get implements analyze.EvalStore.
func (s evalStore) Get(ctx context.Context, k analyze.EvalKey) (analyze.Evaluation, bool, error) {
	kept, ok, err := s.archive.GetEval(ctx, evalKey(k))
	if err != nil || !ok || len(kept.Lines) == 0 {
		return analyze.Evaluation{}, false, err
	}
	v := analyze.Evaluation{Nodes: kept.Nodes, Time: kept.Time, Engine: k.Engine}
	for _, l := range kept.Lines {
		v.Lines = append(v.Lines, analyze.Line{Score: analyze.Score{CP: l.CP, Mate: l.Mate}, Depth: l.Depth, Moves: l.Moves})
	}
	v.Score, v.Depth = v.Lines[0].Score, v.Lines[0].Depth
	return v, true, nil
}

// Put implements analyze.EvalStore.
func (s evalStore) Put(ctx context.Context, k analyze.EvalKey, v analyze.Evaluation) error {
	e := archive.Eval{Nodes: v.Nodes, Time: v.Time}
	for _, l := range v.Lines {
		e.Lines = append(e.Lines, archive.EvalLine{CP: l.Score.CP, Mate: l.Score.Mate, Depth: l.Depth, Moves: l.Moves})
	}
	return s.archive.PutEval(ctx, evalKey(k), e)
}
