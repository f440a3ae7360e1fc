package analyze

import (
	"context"
	"slices"
	"sync"

	"github.com/diwan-shatranj/diwan/rules"
)

// EvalKey says what an evaluation is of, and how it was made. Evaluations with
// equal keys may stand for each other; see also ServedBy. It is comparable.
type EvalKey struct {
	// Position is the canonical key of the position, [rules.Position.Key].
	Position uint64
	// Halfmove is the number of plies without capture or pawn move where the
	// draw by their count is near, and 0 for all other positions, which are
	// evaluated as if that number were 0.
	Halfmove int
	Rules    string // the name of the rule set
	Engine   string // the name of the analyzer
	Limit    Limit
	MultiPV  int // at least 1
}

// ServedBy reports whether the evaluation v, kept under the key other, does for
// somebody who asks for k: it is of the same position, rule set and engine and was
// searched as far as k asks for, or further, with as many lines. With more lines
// than asked for it must have come to the depth that k asks for, since nodes and time
// went into the other lines, too.
func (k EvalKey) ServedBy(other EvalKey, v *Evaluation) bool {
	if k == other {
		return true
	}
	if k.Position != other.Position || k.Halfmove != other.Halfmove || k.Rules != other.Rules || k.Engine != other.Engine {
		return false
	}
	switch {
	case other.MultiPV < k.MultiPV:
		return false
	case other.MultiPV > k.MultiPV:
		return k.Limit.Depth > 0 && v.Depth >= k.Limit.Depth
	}
	return other.Limit.within(k.Limit) || k.Limit.reachedBy(v)
}

// EvalStore keeps evaluations. They are of the image of the position whose key
// is the canonical one: its moves and its point of view, see
// [rules.Position.Key]. A store may be used by several goroutines at once.
type EvalStore interface {
	// List returns the evaluations kept of a position under a rule set, with a
	// number of plies without capture or pawn move as in [EvalKey.Halfmove]: of
	// all engines, in no particular order.
	List(ctx context.Context, position uint64, halfmove int, ruleset string) ([]StoredEvaluation, error)
	// Put keeps an evaluation, and forgets those of the keys in place, which it
	// stands for from now on.
	Put(ctx context.Context, v StoredEvaluation, place []EvalKey) error
}

// StoredEvaluation is an evaluation with the key that it is kept under.
type StoredEvaluation struct {
	EvalKey
	Evaluation
}

// find returns the evaluation that serves best for a key: the one that was searched
// deepest.
func (k EvalKey) find(all []StoredEvaluation) (v Evaluation, ok bool) {
	for i := range all {
		s := &all[i]
		if k.ServedBy(s.EvalKey, &s.Evaluation) && (!ok || s.Depth > v.Depth) {
			v, ok = s.Evaluation, true
		}
	}
	if len(v.Lines) > k.MultiPV {
		v.Lines = v.Lines[:k.MultiPV]
	}
	return v, ok
}

// replaced returns the keys that an evaluation takes the place of: those that it
// serves itself.
func (s *StoredEvaluation) replaced(all []StoredEvaluation) []EvalKey {
	var keys []EvalKey
	for i := range all {
		if k := all[i].EvalKey; k != s.EvalKey && k.ServedBy(s.EvalKey, &s.Evaluation) {
			keys = append(keys, k)
		}
	}
	return keys
}

// Replaces returns which of the evaluations kept of its position a new one takes the
// place of, by their keys: a deeper one replaces shallower ones of the same engine.
// needed is false where there is one already that does for all that the new one could
// be asked for.
func (s StoredEvaluation) Replaces(all []StoredEvaluation) (place []EvalKey, needed bool) {
	for i := range all {
		if s.EvalKey.ServedBy(all[i].EvalKey, &all[i].Evaluation) && all[i].Depth >= s.Depth && (all[i].EvalKey != s.EvalKey || all[i].Nodes >= s.Nodes) {
			return nil, false
		}
	}
	return s.replaced(all), true
}

// MemoryStore is an EvalStore that keeps evaluations in memory as long as it
// lives. The zero value is empty and ready.
type MemoryStore struct {
	mu    sync.Mutex
	evals map[storePlace][]StoredEvaluation
}

// storePlace is what List asks for.
type storePlace struct {
	position uint64
	halfmove int
	ruleset  string
}

// List returns the evaluations kept of a position. The error is nil.
func (s *MemoryStore) List(_ context.Context, position uint64, halfmove int, ruleset string) ([]StoredEvaluation, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.evals[storePlace{position, halfmove, ruleset}]), nil
}

// Put keeps an evaluation. The error is nil.
func (s *MemoryStore) Put(_ context.Context, v StoredEvaluation, place []EvalKey) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.evals == nil {
		s.evals = map[storePlace][]StoredEvaluation{}
	}
	at := storePlace{v.Position, v.Halfmove, v.Rules}
	others := slices.DeleteFunc(s.evals[at], func(o StoredEvaluation) bool {
		return o.EvalKey == v.EvalKey || slices.Contains(place, o.EvalKey)
	})
	s.evals[at] = append(others, v)
	return nil
}

// Len returns the number of evaluations kept.
func (s *MemoryStore) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, all := range s.evals {
		n += len(all)
	}
	return n
}

// nearCount is the number of plies before the draw by the count of moves in
// which positions with different counts are evaluated apart.
const nearCount = 40

// canonical returns the image of p whose key is the canonical one, with the
// counters that it is evaluated with, and which image it is.
func canonical(p *rules.Position, r *rules.Ruleset) (q rules.Position, key uint64, halfmove int, o rules.Orientation, err error) {
	key, o = p.Key()
	if r.MoveCount > 0 && p.Halfmove() >= r.MoveCount-nearCount {
		halfmove = p.Halfmove()
	}
	image := p.Image(o)
	setup := image.Setup()
	setup.Halfmove, setup.Fullmove = halfmove, 1
	q, err = setup.Position()
	return q, key, halfmove, o, err
}
