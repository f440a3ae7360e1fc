package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/internal/input"
)

// The exit statuses.
const (
	statusFindings    = 1
	statusUsage       = 2
	statusFailed      = 3
	statusInterrupted = 130
)

// failure is an error that knows its exit status and what to try.
type failure struct {
	status int
	err    error // nil: the status says it all
	hint   string
}

func (f *failure) Error() string {
	if f.err == nil {
		return "findings"
	}
	return f.err.Error()
}

func (f *failure) Unwrap() error { return f.err }

// errFindings ends a command that has found something, and has said so.
var errFindings error = &failure{status: statusFindings}

// usagef is a failure of wrong use.
func usagef(hint, format string, args ...any) error {
	return &failure{statusUsage, fmt.Errorf(format, args...), hint}
}

// fail says what went wrong, in one line and with a hint, and returns the exit
// status.
func (s *session) fail(err error) int {
	if err == nil {
		return 0
	}
	if errors.Is(err, context.Canceled) {
		fmt.Fprintln(s.Err, "interrupted")
		return statusInterrupted
	}
	var f *failure
	if !errors.As(err, &f) {
		f = &failure{statusFailed, err, hintFor(err)}
	}
	if f.err != nil {
		s.complain(err, f.hint)
	}
	return f.status
}

// complain writes an error and its hint to stderr.
func (s *session) complain(err error, hint string) {
	_ = s.out.Flush() // a failure to write comes up again at the end
	fmt.Fprintf(s.Err, "error: %v\n", err)
	if hint != "" {
		fmt.Fprintf(s.Err, "hint: %s\n", hint)
	}
}

// hintFor is what can be advised about an error, most of all of the layers below.
func hintFor(err error) string {
	var newer *archive.NewerError
	var locked *archive.LockedError
	var damaged *archive.DamagedError
	var f *failure
	switch {
	case errors.As(err, &f) && f.hint != "":
		return f.hint
	case errors.As(err, &newer):
		return "get a newer version of diwan"
	case errors.As(err, &locked):
		return "try again when it has ended"
	case errors.As(err, &damaged):
		return "run diwan verify to see what is damaged; what is not can still be read"
	case errors.Is(err, archive.ErrNotArchive):
		return "name the folder of an archive with -a; a new one is made by diwan import"
	case errors.Is(err, archive.ErrReadOnly):
		return "check the permissions of the archive's folder"
	case errors.Is(err, archive.ErrNoGame):
		return "diwan search lists the games and their IDs"
	case errors.Is(err, archive.ErrDiskFull):
		return "make room and run the command again; what was committed is safe"
	case errors.Is(err, archive.ErrDisk), errors.Is(err, syscall.EFBIG), errors.Is(err, syscall.EIO):
		return "look at the disk, its room and the limits that are set (ulimit -f), and run the command again; what was committed is safe"
	case errors.Is(err, fs.ErrNotExist):
		return "check the name; quote names with blanks"
	case errors.Is(err, fs.ErrPermission):
		return "check the permissions of the file and its folder"
	case errors.Is(err, syscall.ENOSPC):
		return "the disk is full: make room and run the command again"
	case errors.Is(err, input.ErrBinary):
		return "a file of games is text; compressed ones may be gzip, bzip2, zstd, xz or zip"
	case errors.Is(err, input.ErrNotRegular):
		return "a pipe is read to its end without --follow"
	case errors.Is(err, input.ErrNoGames):
		return "name the files, if they do not end in .pgn"
	}
	return ""
}
