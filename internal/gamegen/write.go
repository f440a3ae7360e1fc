package gamegen

import (
	"fmt"
	"io"
	"runtime"
)

// share is how many games one worker makes at a time.
const share = 256

// Write writes the games that o asks for to w, in order. It uses all cores. The
// error is one of w.
func Write(w io.Writer, o Options) error {
	parts := (o.Games + share - 1) / share
	jobs := runtime.GOMAXPROCS(0)
	done := make([]chan []byte, jobs) // worker i makes the parts i, i+jobs, …
	stop := make(chan struct{})
	defer close(stop)
	for i := range done {
		done[i] = make(chan []byte)
		go func() {
			m := newMaker(o)
			for part := i; part < parts; part += jobs {
				var text []byte
				for n := part * share; n < min((part+1)*share, o.Games); n++ {
					text = m.game(text, n)
				}
				select {
				case done[i] <- text:
				case <-stop:
					return
				}
			}
		}()
	}
	for part := range parts {
		if _, err := w.Write(<-done[part%jobs]); err != nil {
			return fmt.Errorf("write generated games: %w", err)
		}
	}
	return nil
}
