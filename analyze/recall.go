package analyze

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/diwan-shatranj/diwan/rules"
)

// ErrNotKept means that a store has no evaluation of a position.
var ErrNotKept = errors.New("no evaluation is kept")

// Recall returns the evaluations of a line that a store has, as [Batch.LineFrom]
// would, and the engine that made them, without asking one. They are of one engine:
// of those whose name is wanted, nil for all, the one that knows the most positions of
// the line, among equals the one that looked deepest. Of its evaluations of a position
// the deepest is taken. A position of which there is none has ErrNotKept. The error is
// that of ctx, of the store or of an illegal move.
func Recall(ctx context.Context, store EvalStore, rs *rules.Ruleset, start rules.Position, moves []rules.Move, from int, wanted func(engine string) bool) (plies []Ply, engine string, err error) {
	positions, plies, err := walk(rs, start, moves)
	if err != nil {
		return nil, "", err
	}
	all := make([]map[string]Evaluation, len(plies)) // by engine
	standing := map[string]*tally{}
	for i := range plies {
		if plies[i].Skipped = i < from; plies[i].Skipped || plies[i].Outcome.Over() {
			continue
		}
		if all[i], err = deepest(ctx, store, rs, &positions[i]); err != nil {
			return nil, "", fmt.Errorf("%w: %w", errStore, err)
		}
		for name, v := range all[i] {
			if wanted != nil && !wanted(name) {
				continue
			}
			if standing[name] == nil {
				standing[name] = &tally{}
			}
			standing[name].positions++
			standing[name].depth += v.Depth
		}
	}
	for _, name := range slices.Sorted(maps.Keys(standing)) {
		if engine == "" || standing[name].compare(standing[engine]) > 0 {
			engine = name
		}
	}
	for i := range plies {
		p := &plies[i]
		if p.Skipped || p.Outcome.Over() {
			continue
		}
		v, ok := all[i][engine]
		if !ok {
			p.Err = ErrNotKept
			continue
		}
		outcome := p.Outcome
		p.Evaluation, p.Cached = v, true
		p.Outcome = outcome
	}
	return plies, engine, nil
}

// tally is how much an engine knows of a line.
type tally struct{ positions, depth int }

func (t *tally) compare(other *tally) int {
	return cmp.Or(cmp.Compare(t.positions, other.positions), cmp.Compare(t.depth, other.depth))
}

// deepest returns the deepest evaluation of a position by each engine in a store.
func deepest(ctx context.Context, store EvalStore, rs *rules.Ruleset, p *rules.Position) (map[string]Evaluation, error) {
	q, key, halfmove, o, err := canonical(p, rs)
	if err != nil {
		return nil, err
	}
	kept, err := store.List(ctx, key, halfmove, rs.Name)
	if err != nil {
		return nil, err
	}
	best := map[string]Evaluation{}
	for i := range kept {
		s := &kept[i]
		have, ok := best[s.EvalKey.Engine]
		if ok && cmp.Or(cmp.Compare(s.Depth, have.Depth), cmp.Compare(len(s.Lines), len(have.Lines)), cmp.Compare(s.Nodes, have.Nodes)) <= 0 {
			continue
		}
		if fits(rs, &q, &s.Evaluation) {
			best[s.EvalKey.Engine] = s.Evaluation
		}
	}
	for name, v := range best {
		best[name] = v.image(o)
	}
	return best, nil
}
