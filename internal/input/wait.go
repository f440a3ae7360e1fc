package input

import (
	"context"
	"io"
	"os"
)

// Open opens a file that is there, with flags as [os.OpenFile] takes them. A pipe lets
// whoever opens it wait for its other end: that lasts only as long as ctx does.
func Open(ctx context.Context, name string, flag int) (*os.File, error) {
	type opened struct {
		file *os.File
		err  error
	}
	done := make(chan opened, 1)
	go func() {
		f, err := os.OpenFile(name, flag, 0)
		done <- opened{f, err}
	}()
	select {
	case <-ctx.Done():
		return nil, ctx.Err() // the file is left to the end of the process, which is near
	case o := <-done:
		return o.file, o.err
	}
}

// Interruptible returns a reader of r, which may be a pipe or a terminal and have nothing
// to give for ever. When ctx ends, so do its reads.
func Interruptible(ctx context.Context, r io.Reader) io.Reader {
	return &interruptible{ctx: ctx, r: r, buf: make([]byte, 64<<10)}
}

// interruptible reads from r as long as ctx lasts.
type interruptible struct {
	ctx context.Context
	r   io.Reader
	buf []byte
}

func (i *interruptible) Read(b []byte) (int, error) {
	if err := i.ctx.Err(); err != nil {
		return 0, err // the buffer belongs to a read that is still under way
	}
	type read struct {
		n   int
		err error
	}
	done := make(chan read, 1)
	buf := i.buf[:min(len(b), len(i.buf))]
	go func() {
		n, err := i.r.Read(buf)
		done <- read{n, err}
	}()
	select {
	case <-i.ctx.Done():
		return 0, i.ctx.Err()
	case got := <-done:
		return copy(b, buf[:got.n]), got.err
	}
}
