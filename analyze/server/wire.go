package server

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
)

// longestCommand bounds a line that is read, in bytes. The rest of a longer one
// is dropped, and the line with it.
const longestCommand = 1 << 20

// read returns the lines of in, and after them the error of reading, nil at the
// end of it.
func read(ctx context.Context, in io.Reader) (<-chan string, <-chan error) {
	lines, failed := make(chan string), make(chan error, 1)
	go func() {
		defer close(lines)
		r := bufio.NewReaderSize(in, longestCommand)
		for {
			line, err := r.ReadSlice('\n')
			text := string(line)
			for errors.Is(err, bufio.ErrBufferFull) {
				text = ""
				_, err = r.ReadSlice('\n')
			}
			select {
			case lines <- text:
			case <-ctx.Done():
				failed <- nil
				return
			}
			if err != nil {
				if errors.Is(err, io.EOF) {
					err = nil
				}
				failed <- err
				return
			}
		}
	}()
	return lines, failed
}

// writer writes lines, from several goroutines.
type writer struct {
	mu  sync.Mutex
	out *bufio.Writer
	err error // the first of writing
}

func newWriter(out io.Writer) *writer { return &writer{out: bufio.NewWriter(out)} }

// printf writes a line, or several.
func (w *writer) printf(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	_, err := fmt.Fprintf(w.out, format+"\n", args...)
	if err == nil {
		err = w.out.Flush()
	}
	if w.err == nil {
		w.err = err
	}
}

// failure returns the error of writing.
func (w *writer) failure() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}
