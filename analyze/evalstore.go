package analyze

import (
	"context"
	"sync"

	"github.com/diwan-shatranj/diwan/rules"
)

// EvalKey says what an evaluation is of, and how it was made. Evaluations with
// equal keys may stand for each other. It is comparable.
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

// EvalStore keeps evaluations. They are of the image of the position whose key
// is the canonical one: its moves and its point of view, see
// [rules.Position.Key]. A store may be used by several goroutines at once.
type EvalStore interface {
	// Get returns the evaluation kept under a key; ok is false if there is
	// none.
	Get(ctx context.Context, key EvalKey) (v Evaluation, ok bool, err error)
	// Put keeps an evaluation, in place of an earlier one of the same key.
	Put(ctx context.Context, key EvalKey, v Evaluation) error
}

// MemoryStore is an EvalStore that keeps evaluations in memory as long as it
// lives. The zero value is empty and ready.
type MemoryStore struct {
	mu    sync.Mutex
	evals map[EvalKey]Evaluation
}

// Get returns the evaluation kept under a key. The error is nil.
func (s *MemoryStore) Get(_ context.Context, key EvalKey) (Evaluation, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v, ok := s.evals[key]
	return v, ok, nil
}

// Put keeps an evaluation. The error is nil.
func (s *MemoryStore) Put(_ context.Context, key EvalKey, v Evaluation) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.evals == nil {
		s.evals = map[EvalKey]Evaluation{}
	}
	s.evals[key] = v
	return nil
}

// Len returns the number of evaluations kept.
func (s *MemoryStore) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.evals)
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
