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

// patient reads from what may have nothing to give for ever, a pipe or a terminal, as
// long as ctx lasts.
type patient struct {
	ctx context.Context
	r   io.Reader
	buf []byte
}

func newPatient(ctx context.Context, r io.Reader) *patient {
	return &patient{ctx: ctx, r: r, buf: make([]byte, 64<<10)}
}

func (p *patient) Read(b []byte) (int, error) {
	if err := p.ctx.Err(); err != nil {
		return 0, err // the buffer belongs to a read that is still under way
	}
	type read struct {
		n   int
		err error
	}
	done := make(chan read, 1)
	buf := p.buf[:min(len(b), len(p.buf))]
	go func() {
		n, err := p.r.Read(buf)
		done <- read{n, err}
	}()
	select {
	case <-p.ctx.Done():
		return 0, p.ctx.Err()
	case got := <-done:
		return copy(b, buf[:got.n]), got.err
	}
}
