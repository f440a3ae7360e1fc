package index

import (
	"context"
	"runtime"
	"sync"

	"github.com/diwan-shatranj/diwan/rules"
)

// view is what a looker sees: one game of a part, and how to read it. Each
// goroutine has its own.
type view struct {
	part  *part
	row   uint32
	lines lineSource

	// What the patterns use again from game to game.
	board       board
	census      census
	outsets     map[*pattern]*outset
	hits        []PlyHit
	takes, held []bool
}

// lineSource gives the start position and the moves, two bytes a ply, of the game
// in a row. They are valid until the next call.
type lineSource interface {
	line(row uint32) (start *rules.Position, moves []byte, err error)
	// variationsOf gives the variations of the game, as appendVariations has them.
	variationsOf(row uint32) ([]byte, error)
}

// batchRows is how many rows one goroutine looks at before it hands over what it
// has found.
const batchRows = 512

// batch is some rows to look at, and what was found in them.
type batch struct {
	refs []ref
	hits []Hit
	at   []ref // of each hit
	err  error
	done chan struct{}
}

// scan looks at rows, several at a time, and gives those that are selected in
// their order, until give returns false.
func (s *snapshot) scan(ctx context.Context, plans []*plan, refs []ref, jobs int, give func(Hit, ref) bool) error {
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	// The first batches are small: most searches want a few hits soon.
	size := 16
	if len(refs) <= 2*size {
		b := &batch{refs: refs}
		s.lookAt(ctx, plans, b, s.views())
		return handOut(b, give)
	}
	working, stop := context.WithCancel(ctx)
	defer stop()
	todo, order := make(chan *batch, 2*jobs), make(chan *batch, 2*jobs)
	var workers sync.WaitGroup
	for range jobs {
		workers.Go(func() {
			views := s.views()
			for b := range todo {
				s.lookAt(working, plans, b, views)
				close(b.done)
			}
		})
	}
	workers.Go(func() {
		defer func() { close(todo); close(order) }()
		for len(refs) > 0 {
			n := min(size, len(refs))
			b := &batch{refs: refs[:n], done: make(chan struct{})}
			refs, size = refs[n:], min(2*size, batchRows)
			select {
			case <-working.Done():
				return
			case order <- b:
			}
			todo <- b
		}
	})
	var err error
	more := true
	for b := range order {
		<-b.done
		if !more || err != nil {
			continue
		}
		if err = handOut(b, func(h Hit, at ref) bool { more = give(h, at); return more }); err != nil || !more {
			stop()
		}
	}
	workers.Wait()
	if err == nil && more {
		err = ctx.Err()
	}
	return err
}

// handOut gives the hits of a batch.
func handOut(b *batch, give func(Hit, ref) bool) error {
	for i, h := range b.hits {
		if !give(h, b.at[i]) {
			return nil
		}
	}
	return b.err
}

// views are one of each part.
func (s *snapshot) views() []*view {
	views := make([]*view, len(s.parts))
	for i, p := range s.parts {
		views[i] = &view{part: p, lines: newLineReader(p)}
	}
	return views
}

// lookAt looks at the rows of a batch.
func (s *snapshot) lookAt(ctx context.Context, plans []*plan, b *batch, views []*view) {
	for _, r := range b.refs {
		if b.err = ctx.Err(); b.err != nil {
			return
		}
		v := views[r.part]
		v.row = r.row
		ok, hits, err := plans[r.part].root.selects(v)
		if err == nil && ok {
			var id int64
			id, err = v.part.id(r.row)
			b.hits = append(b.hits, Hit{ID: id, Plies: inOrder(hits)})
			b.at = append(b.at, r)
		}
		if b.err = err; err != nil {
			return
		}
	}
}
