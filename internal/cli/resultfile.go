package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/diwan-shatranj/diwan/internal/input"
	"github.com/google/renameio/v2"
)

// resultFile is where a command writes what it was asked for. A regular file appears
// under its name when it is finished, all of it or nothing of it. Anything else, as a
// device, a pipe or stdout, is written into and stays what it is.
type resultFile struct {
	*bufio.Writer
	pending *renameio.PendingFile // of a regular file
	stream  *stream               // of a device or a pipe
}

// openResult opens the file that a flag names for writing; - is stdout. What cannot be
// written is told before there is anything to write.
func (s *session) openResult(name string) (*resultFile, error) {
	if name == input.Stdin {
		return &resultFile{Writer: bufio.NewWriter(s.Streams.Out)}, nil
	}
	info, err := os.Stat(name)
	switch {
	case err == nil && s.isStdout(info): // as /dev/stdout is, wherever that leads to
		return &resultFile{Writer: bufio.NewWriter(s.Streams.Out)}, nil
	case err == nil && !info.IsDir() && !info.Mode().IsRegular():
		f, err := s.openStream(name)
		if err != nil {
			return nil, err
		}
		return &resultFile{Writer: bufio.NewWriter(f), stream: f}, nil
	}
	pending, err := newPending(name)
	if err != nil {
		return nil, err
	}
	return &resultFile{Writer: bufio.NewWriter(pending), pending: pending}, nil
}

// stream is a device or a pipe that is written into as long as ctx lasts: nobody may
// ever read at the other end.
type stream struct {
	ctx  context.Context
	file *os.File
}

func (s *session) openStream(name string) (*stream, error) {
	f, err := input.Open(s.ctx, name, os.O_WRONLY)
	if err != nil {
		return nil, err
	}
	context.AfterFunc(s.ctx, func() { _ = f.Close() })
	return &stream{s.ctx, f}, nil
}

func (w *stream) Write(b []byte) (int, error) {
	n, err := w.file.Write(b)
	if err != nil && w.ctx.Err() != nil {
		err = w.ctx.Err()
	}
	return n, err
}

// Close closes the file.
func (w *stream) Close() error { return w.file.Close() }

// isStdout reports whether a file is the one that stdout leads to.
func (s *session) isStdout(file fs.FileInfo) bool {
	out, ok := s.Streams.Out.(*os.File)
	if !ok {
		return false
	}
	info, err := out.Stat()
	return err == nil && os.SameFile(info, file)
}

// stdout reports whether the results go there.
func (f *resultFile) stdout() bool { return f.pending == nil && f.stream == nil }

// dir is a folder for what has to be put aside meanwhile, "" the system's own.
func (f *resultFile) dir() string {
	if f.pending == nil {
		return ""
	}
	return filepath.Dir(f.pending.Name())
}

// finish writes what is left, and puts a regular file in its place.
func (f *resultFile) finish() error {
	if err := f.Flush(); err != nil {
		return fmt.Errorf("write the results: %w", err)
	}
	switch {
	case f.pending != nil:
		return f.pending.CloseAtomicallyReplace()
	case f.stream != nil:
		return f.stream.Close()
	}
	return nil
}

// discard gives up what was not finished; else it does nothing.
func (f *resultFile) discard() error {
	switch {
	case f.pending != nil:
		return f.pending.Cleanup()
	case f.stream != nil:
		_ = f.stream.Close() // it is given up
	}
	return nil
}

// newPending begins a regular file, which takes the place of the one that is there: its
// permissions and, where that is allowed, its owner. A symbolic link stays one; what it
// points to is written.
func newPending(name string) (*renameio.PendingFile, error) {
	target, err := linkTarget(name)
	if err != nil {
		return nil, err
	}
	before, err := os.Stat(target)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if before != nil {
		if err := mayReplace(target, before); err != nil {
			return nil, err
		}
	}
	f, err := renameio.NewPendingFile(target, renameio.WithPermissions(0o644), renameio.WithExistingPermissions())
	if err != nil {
		return nil, err
	}
	if before != nil {
		keepOwner(f.File, before)
	}
	return f, nil
}

// mostLinks is how many symbolic links may lead to a file, as on most systems.
const mostLinks = 40

// linkTarget follows symbolic links, also to a file that is not there yet.
func linkTarget(name string) (string, error) {
	target := name
	for range mostLinks {
		next, err := os.Readlink(target)
		if err != nil {
			return target, nil // no link; what else is wrong shows when it is opened
		}
		if !filepath.IsAbs(next) {
			next = filepath.Join(filepath.Dir(target), next)
		}
		target = next
	}
	return "", &fs.PathError{Op: "open", Path: name, Err: syscall.ELOOP}
}

// mayReplace is an error where a file is there and is not to be written. A rename would
// not ask for the file's permissions, only for those of its folder.
func mayReplace(name string, info fs.FileInfo) error {
	switch {
	case info.IsDir():
		return &failure{statusFailed, &fs.PathError{Op: "write", Path: name, Err: syscall.EISDIR}, "name a file"}
	case !info.Mode().IsRegular():
		return &failure{statusFailed, fmt.Errorf("%s is not a regular file: it cannot be replaced", name), "name a file"}
	case info.Mode().Perm()&0o222 == 0:
		return &failure{statusFailed, &fs.PathError{Op: "write", Path: name, Err: fs.ErrPermission}, "the file is read-only: allow it to be written with chmod u+w, or name another"}
	}
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

// keepOwner gives a new file the owner and group of the one that it replaces. Only the
// superuser may do that for others, so that it is no failure if it cannot be done.
func keepOwner(f *os.File, before fs.FileInfo) {
	if owner, ok := before.Sys().(*syscall.Stat_t); ok {
		_ = f.Chown(int(owner.Uid), int(owner.Gid))
	}
}

// replaceFile puts new contents in the place of a file: the old or the new is there,
// whatever happens.
func replaceFile(name string, contents []byte) error {
	f, err := newPending(name)
	if err != nil {
		return err
	}
	if _, err := f.Write(contents); err != nil {
		return errors.Join(err, f.Cleanup())
	}
	if err := f.CloseAtomicallyReplace(); err != nil {
		return errors.Join(err, f.Cleanup())
	}
	return nil
}
