package segment

import (
	"context"
)

// Merge writes one segment of all entries of others, under a generation number
// of its own. With keep, which may be nil, only the entries of games for which
// it returns true. frequent, which may be nil, is told of the keys that come often.
// On an error no file is left.
func Merge(ctx context.Context, path string, generation uint64, keep func(game uint32) bool, frequent *Frequent, segments ...*Segment) (Info, error) {
	w, err := newWriter(path, generation, standard(), frequent)
	if err != nil {
		return Info{}, err
	}
	defer w.discard()
	runs := make([]*run, len(segments))
	for i, s := range segments {
		r := s.newReader()
		runs[i] = &run{fill: r.next}
	}
	emit := w.add
	if keep != nil {
		emit = func(entries []Entry) error {
			n := 0
			for _, e := range entries {
				if keep(e.Game) {
					entries[n] = e
					n++
				}
			}
			return w.add(entries[:n])
		}
	}
	if err := mergeRuns(ctx, runs, emit); err != nil {
		return Info{}, err
	}
	return w.finish()
}

// A run is a source of sorted entries.
type run struct {
	batch []Entry // what was filled and not taken yet
	// fill returns the next entries, and none at the end. They are valid
	// until it is called again.
	fill func() ([]Entry, error)
}

// mergeBatch is the number of entries that are read and written at once.
const mergeBatch = 4096

// mergeRuns hands all entries of the runs to emit, in order and in batches
// that emit may change.
func mergeRuns(ctx context.Context, runs []*run, emit func([]Entry) error) error {
	heap := make([]*run, 0, len(runs))
	for _, r := range runs {
		var err error
		if r.batch, err = r.fill(); err != nil {
			return err
		}
		if len(r.batch) > 0 {
			heap = append(heap, r)
		}
	}
	for i := len(heap)/2 - 1; i >= 0; i-- {
		siftDown(heap, i)
	}
	out := make([]Entry, 0, mergeBatch)
	for len(heap) > 0 {
		r := heap[0]
		out = append(out, r.batch[0])
		r.batch = r.batch[1:]
		if len(out) == cap(out) {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := emit(out); err != nil {
				return err
			}
			out = out[:0]
		}
		if len(r.batch) == 0 {
			var err error
			if r.batch, err = r.fill(); err != nil {
				return err
			}
			if len(r.batch) == 0 {
				heap[0] = heap[len(heap)-1]
				heap = heap[:len(heap)-1]
			}
		}
		siftDown(heap, 0)
	}
	return emit(out)
}

// siftDown restores a heap of runs, the least first, whose i-th may be too
// great for its place.
func siftDown(heap []*run, i int) {
	for {
		child := 2*i + 1
		if child >= len(heap) {
			return
		}
		if child+1 < len(heap) && heap[child+1].batch[0].less(heap[child].batch[0]) {
			child++
		}
		if !heap[child].batch[0].less(heap[i].batch[0]) {
			return
		}
		heap[i], heap[child] = heap[child], heap[i]
		i = child
	}
}
