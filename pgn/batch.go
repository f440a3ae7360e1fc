package pgn

import (
	"context"
	"errors"
	"io"
	"runtime"
)

// batchBytes and batchGames bound what a worker takes at a time: enough to make
// the hand-over cheap, little enough to keep memory small and output flowing.
const (
	batchBytes = 64 << 10
	batchGames = 256
)

// batch is a run of games on its way from the reader to a worker and on.
type batch[T any] struct {
	games   []Game
	n       int
	results []T
	done    chan struct{}
}

// ReplayAll reads the games of rd, replays them on jobs workers (one a core where
// jobs is 0) and calls render for each on its worker. What render returns is handed
// to each, game after game in the order of the stream. A Replay and its Game are
// valid inside render only.
//
// It ends with the first error of the stream, of each, or of ctx; what came before
// it in the stream has been handed to each. After an error of each or ctx a
// goroutine may still be waiting for rd, which must not be used any more.
func ReplayAll[T any](ctx context.Context, rd *Reader, opts Options, jobs int, render func(*Replay) T, each func(T) error) error {
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	replayers := make([]*Replayer, jobs)
	for i := range replayers {
		r, err := NewReplayer(opts)
		if err != nil {
			return err
		}
		replayers[i] = r
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	inFlight := 2*jobs + 1
	free := make(chan *batch[T], inFlight)
	for range inFlight {
		free <- &batch[T]{games: make([]Game, 0, batchGames), done: make(chan struct{}, 1)}
	}
	work := make(chan *batch[T], inFlight)
	order := make(chan *batch[T], inFlight)
	var readErr error
	go func() {
		defer close(order)
		defer close(work)
		for {
			var b *batch[T]
			select {
			case b = <-free:
			case <-ctx.Done():
				return
			}
			readErr = b.fill(rd)
			if b.n > 0 {
				work <- b
				order <- b
			}
			if readErr != nil {
				return
			}
		}
	}()
	for _, r := range replayers {
		go func() {
			for b := range work {
				b.results = b.results[:0]
				for i := range b.n {
					b.results = append(b.results, render(r.Replay(&b.games[i])))
				}
				b.done <- struct{}{}
			}
		}()
	}
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case b, ok := <-order:
			if !ok {
				if err := ctx.Err(); err != nil || errors.Is(readErr, io.EOF) {
					return err
				}
				return readErr
			}
			<-b.done
			for _, v := range b.results {
				if err := each(v); err != nil {
					return err
				}
			}
			free <- b
		}
	}
}

// fill reads games into the batch, whose memory it uses again. It waits for the
// stream only while it has no game at all, so that those of a stream that is
// being written go on at once.
func (b *batch[T]) fill(rd *Reader) error {
	b.n = 0
	for size := 0; b.n < batchGames && size < batchBytes; b.n++ {
		if b.n == len(b.games) {
			b.games = append(b.games, Game{})
		}
		g := &b.games[b.n]
		if err := rd.read(g, b.n == 0); errors.Is(err, errWait) {
			return nil
		} else if err != nil {
			return err
		}
		size += len(g.Text)
	}
	return nil
}
