package index

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/diwan-shatranj/diwan/index/query"
)

// Step is a term of a query and how it was answered.
type Step struct {
	Term string // as a query
	How  How
	// Candidates are the games that the index leaves for the term, of which Looked
	// were looked at: of terms that stand beside others only those that the others
	// leave. Selected are those that the term selects, of the ones looked at.
	Candidates, Looked, Selected int64
	// Took is the time in the index, and Looking that of looking at games, which
	// several goroutines do at once: it is the sum of theirs.
	Took, Looking time.Duration
	Steps         []Step // the terms of the term
}

// How says how a term is answered.
type How uint8

const (
	// ByIndex: the index knows the games.
	ByIndex How = iota
	// ByLooking: the games that the index leaves are looked at.
	ByLooking
	// AllOf: what all terms below select.
	AllOf
	// AnyOf: what one of them selects.
	AnyOf
	// NoneOf: what the one term below does not select.
	NoneOf
)

// String returns it as a word or two.
func (h How) String() string {
	switch h {
	case ByIndex:
		return "index"
	case ByLooking:
		return "look at games"
	case AllOf:
		return "all of"
	case AnyOf:
		return "any of"
	default:
		return "none of"
	}
}

// Explanation is how a query was answered.
type Explanation struct {
	Parts    int   // of the index, each asked by itself
	Games    int64 // in the index
	Root     Step
	Selected int64 // games
	// Planning is the time in which the index was asked, Searching the one in which
	// the games that it left were looked at and counted.
	Planning, Searching time.Duration
}

// Explain answers a query and says how. Errors are those of [Index.Search].
func (ix *Index) Explain(ctx context.Context, e query.Expr) (*Explanation, error) {
	began := time.Now()
	s, plans, err := ix.plans(ctx, e, 0)
	if err != nil {
		return nil, ix.suspect(err)
	}
	defer func() { _ = s.release() }() // files that were read only
	if len(s.parts) == 0 {
		return &Explanation{Root: Step{Term: e.String()}}, check(e)
	}
	x := &Explanation{Parts: len(s.parts), Planning: time.Since(began)}
	for _, p := range plans {
		p.root.watch()
	}
	began = time.Now()
	err = s.filter(ctx, plans, refsOf(plans), SearchOptions{}, func(Hit) bool {
		x.Selected++
		return true
	})
	if err != nil {
		return nil, ix.suspect(err)
	}
	x.Searching = time.Since(began)
	for i, p := range plans {
		live, err := s.parts[i].liveRows()
		if err != nil {
			return nil, ix.suspect(err)
		}
		x.Games += int64(live.GetCardinality())
		x.Root.add(p.root)
	}
	return x, nil
}

// watched is what is counted while games are looked at.
type watched struct {
	looked, selected, nanoseconds atomic.Int64
}

// watch has a node and those below count.
func (n *node) watch() {
	if n.look != nil {
		n.watched = &watched{}
	}
	for _, k := range n.terms {
		k.watch()
	}
}

// lookWatched looks and counts.
func (n *node) lookWatched(v *view) (bool, []PlyHit, error) {
	began := time.Now()
	ok, hits, err := n.look.look(v)
	n.watched.nanoseconds.Add(int64(time.Since(began)))
	n.watched.looked.Add(1)
	if ok {
		n.watched.selected.Add(1)
	}
	return ok, hits, err
}

// add adds what a node of the plan of one part says.
func (s *Step) add(n *node) {
	s.Term = n.term.String()
	s.Candidates += int64(n.set.GetCardinality())
	s.Took += n.took
	switch {
	case n.watched != nil:
		s.How = ByLooking
		s.Looked += n.watched.looked.Load()
		s.Selected += n.watched.selected.Load()
		s.Looking += time.Duration(n.watched.nanoseconds.Load())
	case n.join == both:
		s.How = AllOf
	case n.join == either:
		s.How = AnyOf
	case n.join == neither:
		s.How = NoneOf
	default:
		s.Selected += int64(n.set.GetCardinality())
	}
	if s.Steps == nil {
		s.Steps = make([]Step, len(n.terms))
	}
	for i, k := range n.terms {
		s.Steps[i].add(k)
	}
}
