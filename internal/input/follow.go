package input

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// ErrShrunk means that a file that was being followed has become shorter: it was
// written anew.
var ErrShrunk = errors.New("the file has been written anew")

// ErrNotRegular means that what was to be followed is a pipe, a device or a folder.
var ErrNotRegular = errors.New("only a regular file can be followed")

// Follow opens a plain file that is still being written. Its stream has no end: at
// the end of the file it waits for more, until ctx is done.
func Follow(ctx context.Context, name string) (*Stream, func() error, error) {
	f, err := Open(ctx, name, os.O_RDONLY)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: %w", name, ErrNotRegular)
	}
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	g := &growing{ctx: ctx, f: f}
	s := &Stream{Name: name, Size: -1, Reader: g, raw: &counter{r: g}}
	return s, f.Close, nil
}

// growing reads a file that others write to.
type growing struct {
	ctx  context.Context
	f    *os.File
	read int64
}

// waitForMore is how often a file is looked at again.
const waitForMore = 200 * time.Millisecond

func (g *growing) Read(b []byte) (int, error) {
	for {
		n, err := g.f.Read(b)
		g.read += int64(n)
		if n > 0 || err != nil && !errors.Is(err, io.EOF) {
			return n, err
		}
		if info, err := g.f.Stat(); err == nil && info.Size() < g.read {
			return 0, fmt.Errorf("%s: %w", g.f.Name(), ErrShrunk)
		}
		select {
		case <-g.ctx.Done():
			return 0, g.ctx.Err()
		case <-time.After(waitForMore):
		}
	}
}
