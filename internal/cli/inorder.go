package cli

import (
	"context"
	"iter"
	"sync"
)

// inOrder has jobs done, so many of them side by side, and hands the results over in
// the order of the jobs, while others are being done. The first error, of a job or of take, ends it and is returned;
// nothing runs any more then.
func inOrder[J, R any](ctx context.Context, workers int, jobs iter.Seq2[J, error], do func(context.Context, J) (R, error), take func(R) error) error {
	ctx, cancel := context.WithCancel(ctx)
	type outcome struct {
		result R
		err    error
	}
	queue := make(chan chan outcome, 2*workers) // begun, or done and waiting to be taken
	free := make(chan struct{}, workers)
	var running sync.WaitGroup
	running.Go(func() {
		defer close(queue)
		for job, err := range jobs {
			done := make(chan outcome, 1)
			select {
			case queue <- done:
			case <-ctx.Done():
				return
			}
			if err != nil {
				done <- outcome{err: err}
				return
			}
			select {
			case free <- struct{}{}:
			case <-ctx.Done():
				done <- outcome{err: ctx.Err()}
				return
			}
			running.Go(func() {
				r, err := do(ctx, job)
				<-free
				done <- outcome{r, err}
			})
		}
	})
	defer running.Wait()
	defer cancel()
	for done := range queue {
		o := <-done
		if o.err == nil {
			o.err = take(o.result)
		}
		if o.err != nil {
			return o.err
		}
	}
	return ctx.Err()
}
