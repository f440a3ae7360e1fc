package cli

import (
	"context"
	"errors"
	"iter"
	"runtime"
	"sync/atomic"
	"testing"
)

func counting(n int, end error) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		for i := range n {
			if !yield(i, nil) {
				return
			}
		}
		if end != nil {
			yield(0, end)
		}
	}
}

// Results come in the order of the jobs, no more than allowed run at once, and none
// when it is over.
func TestInOrder(t *testing.T) {
	bad := errors.New("bad")
	for _, test := range []struct {
		name                  string
		workers, jobs, failAt int
		end                   error
		want                  error
		taken                 int
	}{
		{"one by one", 1, 20, -1, nil, nil, 20},
		{"side by side", 4, 200, -1, nil, nil, 200},
		{"a job fails", 3, 50, 30, nil, bad, 30},
		{"the source fails", 3, 10, -1, bad, bad, 10},
		{"nothing", 2, 0, -1, nil, nil, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			var running, most atomic.Int32
			taken := 0
			err := inOrder(context.Background(), test.workers, counting(test.jobs, test.end), func(_ context.Context, i int) (int, error) {
				n := running.Add(1)
				defer running.Add(-1)
				for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
				}
				for range i % 3 {
					runtime.Gosched()
				}
				if i == test.failAt {
					return 0, bad
				}
				return i, nil
			}, func(i int) error {
				if i != taken {
					t.Errorf("%d came where %d was due", i, taken)
				}
				taken++
				return nil
			})
			if !errors.Is(err, test.want) || taken != test.taken {
				t.Errorf("%d taken, %v", taken, err)
			}
			if running.Load() != 0 || int(most.Load()) > test.workers {
				t.Errorf("%d still run, %d ran at once", running.Load(), most.Load())
			}
		})
	}
	ctx, cancel := context.WithCancel(context.Background())
	err := inOrder(ctx, 2, counting(1000, nil), func(_ context.Context, i int) (int, error) { return i, nil }, func(i int) error {
		if i == 5 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("called off: %v", err)
	}
}
