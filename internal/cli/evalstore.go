package cli

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/diwan-shatranj/diwan/analyze"
	"github.com/diwan-shatranj/diwan/archive"
)

// evalStore keeps evaluations in an archive. It joins two packages that do not know
// each other. What is put into it is written by a goroutine of its own, as much at a
// time as has come together, so that no engine waits for the disk.
type evalStore struct {
	archive *archive.Archive

	mu      sync.Mutex
	pending []*pendingEval               // not on disk yet, in the order in which they came
	at      map[evalPlace][]*pendingEval // the same, by what List asks for
	err     error                        // of a write
	wake    chan struct{}                // something is pending
	hurry   chan struct{}                // much is pending, or the store is closed
	room    *sync.Cond                   // fewer are pending, or a write has failed
	done    chan struct{}                // the writer has ended
}

// pendingEval is an evaluation on its way to the disk.
type pendingEval struct {
	v     analyze.StoredEvaluation
	place []analyze.EvalKey
}

// evalPlace is what evaluations are asked for by.
type evalPlace struct {
	position uint64
	halfmove int
	ruleset  string
}

func placeOf(k *analyze.EvalKey) evalPlace { return evalPlace{k.Position, k.Halfmove, k.Rules} }

const (
	// mostPending is how many evaluations may wait for the disk.
	mostPending = 1024
	// writeShare is how much longer than a write the pause after it is, and
	// longestPause how long it may be: what an engine found within it is lost when
	// the process is killed.
	writeShare   = 20
	longestPause = 100 * time.Millisecond
)

// openEvalStore returns the store of evaluations in an archive. It is to be closed.
func openEvalStore(a *archive.Archive) *evalStore {
	s := &evalStore{archive: a, at: map[evalPlace][]*pendingEval{}, wake: make(chan struct{}, 1), hurry: make(chan struct{}, 1), done: make(chan struct{})}
	s.room = sync.NewCond(&s.mu)
	go s.write()
	return s
}

// write puts on disk what is pending, until the store is closed.
func (s *evalStore) write() {
	defer close(s.done)
	for range s.wake {
		begin := time.Now()
		s.mu.Lock()
		batch := s.pending
		s.mu.Unlock()
		var records []archive.EvalRecord
		var drop []archive.EvalKey
		for _, p := range batch {
			records = append(records, evalRecord(&p.v))
			for _, k := range p.place {
				drop = append(drop, evalKey(k))
			}
		}
		err := s.archive.PutEvals(context.Background(), records, drop)
		pause := min(writeShare*time.Since(begin), longestPause)
		s.mu.Lock()
		s.pending = slices.Clone(s.pending[len(batch):])
		for _, p := range batch {
			// Of a place the oldest go first.
			if k := placeOf(&p.v.EvalKey); len(s.at[k]) > 1 {
				s.at[k] = s.at[k][1:]
			} else {
				delete(s.at, k)
			}
		}
		if err != nil && s.err == nil {
			s.err = err
		}
		s.room.Broadcast()
		s.mu.Unlock()
		select {
		case <-time.After(pause):
		case <-s.hurry:
		}
	}
}

// close writes what is pending.
func (s *evalStore) close() error {
	s.mu.Lock()
	close(s.hurry)
	close(s.wake)
	s.mu.Unlock()
	<-s.done
	return s.err
}

// List implements analyze.EvalStore.
func (s *evalStore) List(ctx context.Context, position uint64, halfmove int, ruleset string) ([]analyze.StoredEvaluation, error) {
	// What is pending is looked at first: meanwhile it may get on disk, never away.
	s.mu.Lock()
	pending := slices.Clone(s.at[evalPlace{position, halfmove, ruleset}])
	s.mu.Unlock()
	all, err := listEvals(ctx, s.archive, position, halfmove, ruleset)
	if err != nil {
		return nil, err
	}
	for _, p := range pending {
		all = slices.DeleteFunc(all, func(o analyze.StoredEvaluation) bool {
			return o.EvalKey == p.v.EvalKey || slices.Contains(p.place, o.EvalKey)
		})
		all = append(all, p.v)
	}
	return all, nil
}

// Put implements analyze.EvalStore.
func (s *evalStore) Put(_ context.Context, v analyze.StoredEvaluation, place []analyze.EvalKey) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.pending) >= mostPending && s.err == nil {
		s.room.Wait()
	}
	if s.err != nil {
		return s.err
	}
	p := &pendingEval{v, place}
	s.pending = append(s.pending, p)
	k := placeOf(&v.EvalKey)
	s.at[k] = append(s.at[k], p)
	nudge(s.wake)
	if len(s.pending) >= mostPending/2 {
		nudge(s.hurry)
	}
	return nil
}

// nudge wakes who waits for c, or will.
func nudge(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// keptEvals are the evaluations of an archive that is only read.
type keptEvals struct{ archive *archive.Archive }

// List implements analyze.EvalStore.
func (s keptEvals) List(ctx context.Context, position uint64, halfmove int, ruleset string) ([]analyze.StoredEvaluation, error) {
	return listEvals(ctx, s.archive, position, halfmove, ruleset)
}

// Put implements analyze.EvalStore.
func (s keptEvals) Put(context.Context, analyze.StoredEvaluation, []analyze.EvalKey) error {
	return archive.ErrReadOnly
}

// listEvals are the evaluations that an archive has of a position.
func listEvals(ctx context.Context, a *archive.Archive, position uint64, halfmove int, ruleset string) ([]analyze.StoredEvaluation, error) {
	kept, err := a.PositionEvals(ctx, position, halfmove, ruleset)
	if err != nil || len(kept) == 0 {
		return nil, err
	}
	all := make([]analyze.StoredEvaluation, 0, len(kept))
	for i := range kept {
		v, err := storedEvaluation(&kept[i])
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}

func evalKey(k analyze.EvalKey) archive.EvalKey {
	return archive.EvalKey{Position: k.Position, Halfmove: k.Halfmove, Rules: k.Rules, Engine: k.Engine, Effort: k.Limit.String(), MultiPV: k.MultiPV}
}

// evalRecord is an evaluation as the archive has it.
func evalRecord(v *analyze.StoredEvaluation) archive.EvalRecord {
	r := archive.EvalRecord{EvalKey: evalKey(v.EvalKey), Eval: archive.Eval{Nodes: v.Nodes, Time: v.Time}}
	for _, l := range v.Lines {
		r.Lines = append(r.Lines, archive.EvalLine{CP: l.Score.CP, Mate: l.Score.Mate, Depth: l.Depth, Moves: l.Moves})
	}
	return r
}

// storedEvaluation is an evaluation of the archive as a store has it.
func storedEvaluation(r *archive.EvalRecord) (analyze.StoredEvaluation, error) {
	limit, err := analyze.ParseLimit(r.Effort)
	if err != nil {
		return analyze.StoredEvaluation{}, err
	}
	v := analyze.StoredEvaluation{
		EvalKey:    analyze.EvalKey{Position: r.Position, Halfmove: r.Halfmove, Rules: r.Rules, Engine: r.Engine, Limit: limit, MultiPV: r.MultiPV},
		Evaluation: analyze.Evaluation{Nodes: r.Nodes, Time: r.Time, Engine: r.Engine},
	}
	for _, l := range r.Lines {
		v.Lines = append(v.Lines, analyze.Line{Score: analyze.Score{CP: l.CP, Mate: l.Mate}, Depth: l.Depth, Moves: l.Moves})
	}
	v.Score, v.Depth = v.Lines[0].Score, v.Lines[0].Depth
	return v, nil
}
