package segment

import (
	"context"
	"sync"
	"sync/atomic"
)

// A sortedPart is a partition on its way to the writer.
type sortedPart struct {
	entries []Entry
	large   bool // too large to be sorted at once: entries is empty
	err     error
}

// writeParts sorts the partitions on several goroutines and writes them in
// their order.
func (b *Builder) writeParts(ctx context.Context, w *writer) error {
	ctx, cancel := context.WithCancel(ctx)
	var workers sync.WaitGroup
	defer workers.Wait()
	defer cancel()

	// A worker that has a buffer takes the next partition, so that the
	// partition that the writer waits for always has one.
	buffers := make(chan []Entry, b.jobs+1)
	for range cap(buffers) {
		buffers <- nil
	}
	var results [partitions]chan sortedPart
	for i := range results {
		results[i] = make(chan sortedPart, 1)
	}
	var next atomic.Int64
	for range b.jobs {
		workers.Go(func() {
			var s partSorter
			for {
				var buffer []Entry
				select {
				case buffer = <-buffers:
				case <-ctx.Done():
					return
				}
				i := int(next.Add(1)) - 1
				if i >= partitions {
					return
				}
				results[i] <- b.sortPart(&s, buffer, &b.parts[i])
			}
		})
	}
	for i := range results {
		var r sortedPart
		select {
		case r = <-results[i]:
		case <-ctx.Done():
			return ctx.Err()
		}
		if r.err != nil {
			return r.err
		}
		if r.large {
			r.err = b.writeLarge(ctx, w, &b.parts[i])
		} else {
			r.err = w.add(r.entries)
		}
		if r.err != nil {
			return r.err
		}
		buffers <- r.entries
	}
	return nil
}

// partLimit returns how many entries a partition may have to be sorted at
// once: with the buffers of all goroutines full, and as much again read from
// the temporary file, half of the memory allowed is used.
func (b *Builder) partLimit() int { return max(b.memory/(4*b.jobs+2), 1) }

// A partSorter is the memory of a goroutine that sorts.
type partSorter struct {
	sorter
	back []Entry // taken back from the temporary file
}

func (b *Builder) sortPart(s *partSorter, buffer []Entry, p *partition) sortedPart {
	if p.entries() > b.partLimit() {
		return sortedPart{entries: buffer, large: true}
	}
	// What was put aside came before what is in memory.
	parts := make([][]Entry, 0, 1+len(p.full)+1)
	s.back = s.back[:0]
	for _, x := range p.spilt {
		var err error
		if s.back, _, err = b.spill.read(s.back, x, x.entries); err != nil {
			return sortedPart{err: err}
		}
	}
	parts = append(append(parts, s.back), p.slabs()...)
	return sortedPart{entries: s.gather(buffer, parts, b.shift-8)}
}

// writeLarge writes a partition that is too large to be sorted at once, as
// where one position occurs in very many games: it sorts pieces, puts them
// aside and merges them.
func (b *Builder) writeLarge(ctx context.Context, w *writer, p *partition) error {
	if b.spill == nil {
		var err error
		if b.spill, err = newSpill(b.dir); err != nil {
			return err
		}
	}
	var (
		limit  = b.partLimit()
		s      sorter
		piece  []Entry
		pieces []extent
	)
	put := func(parts [][]Entry) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		piece = s.gather(piece, parts, b.shift-8)
		x, err := b.spill.put([][]Entry{piece})
		pieces = append(pieces, x)
		return err
	}
	var back []Entry
	for _, x := range p.spilt {
		for x.entries > 0 {
			var err error
			if back, x, err = b.spill.read(back[:0], x, limit); err != nil {
				return err
			}
			if err := put([][]Entry{back}); err != nil {
				return err
			}
		}
	}
	slabs := p.slabs()
	for n := max(limit/b.slab, 1); len(slabs) > 0; slabs = slabs[min(n, len(slabs)):] {
		if err := put(slabs[:min(n, len(slabs))]); err != nil {
			return err
		}
	}
	if err := b.spill.flush(); err != nil {
		return err
	}

	runs := make([]*run, len(pieces))
	for i, x := range pieces {
		batch := make([]Entry, 0, mergeBatch)
		runs[i] = &run{fill: func() (_ []Entry, err error) {
			batch, x, err = b.spill.read(batch[:0], x, mergeBatch)
			return batch, err
		}}
	}
	return mergeRuns(ctx, runs, w.add)
}
