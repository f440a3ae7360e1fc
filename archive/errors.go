package archive

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

var (
	// ErrNotArchive means that what stands in the place of an archive is none:
	// a file that is no database, or the database of another program.
	ErrNotArchive = errors.New("not an archive")
	// ErrReadOnly means that the archive was opened for reading only, or lies
	// where it cannot be written.
	ErrReadOnly = errors.New("the archive cannot be written")
	// ErrDiskFull means that there is no room left. What was committed before is
	// safe.
	ErrDiskFull = errors.New("the disk is full")
	// ErrDisk means that the disk, or the system, does not take or give what it
	// should, but for a full disk. What was committed before is safe.
	ErrDisk = errors.New("the disk fails")
	// ErrNoGame means that the archive has no game of that ID.
	ErrNoGame = errors.New("no such game")
	// ErrClosed means that the archive has been closed.
	ErrClosed = errors.New("the archive is closed")
)

// NewerError says that the archive was written by a newer version of the program,
// whose format this one does not know.
type NewerError struct {
	Version   int // of the archive's format
	Supported int // the newest that this program knows
}

// Error says both versions.
func (e *NewerError) Error() string {
	return fmt.Sprintf("the archive has format %d, this program knows formats up to %d", e.Version, e.Supported)
}

// Holder is the process that writes to an archive.
type Holder struct {
	PID     int       `json:"pid"`
	Host    string    `json:"host"`
	Command string    `json:"command"` // its name and first argument
	Since   time.Time `json:"since"`
}

// LockedError says that another process writes to the archive and did not end in
// time.
type LockedError struct {
	Holder Holder // the zero Holder where it could not be found out
}

// Error names the holder.
func (e *LockedError) Error() string {
	h := e.Holder
	if h.PID == 0 {
		return "the archive is in use by another process"
	}
	return fmt.Sprintf("the archive is in use by process %d on %s (%s) since %s",
		h.PID, h.Host, h.Command, h.Since.Local().Format("2006-01-02 15:04:05"))
}

// DamagedError says that bytes of the archive are not what was written.
type DamagedError struct {
	What string // the place, such as "game 17"
	Err  error  // the cause, where there is one
}

// Error says what is damaged.
func (e *DamagedError) Error() string {
	if e.Err == nil {
		return "the archive is damaged: " + e.What
	}
	return "the archive is damaged: " + e.What + ": " + e.Err.Error()
}

// Unwrap returns the cause.
func (e *DamagedError) Unwrap() error { return e.Err }

// wrap says what was being done when err came, and turns the database's codes
// into the errors of this package. nil stays nil.
func wrap(doing string, err error) error {
	if err == nil {
		return nil
	}
	var se *sqlite.Error
	switch {
	case errors.As(err, &se):
		err = translate(se)
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		err = fmt.Errorf("%w: %w", ErrDiskFull, err)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		err = fmt.Errorf("%w: %w", ErrReadOnly, err)
	}
	if doing == "" {
		return err
	}
	return fmt.Errorf("%s: %w", doing, err)
}

func translate(se *sqlite.Error) error {
	switch se.Code() & 0xff {
	case sqlite3.SQLITE_CORRUPT:
		return &DamagedError{What: "games.db", Err: se}
	case sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("%w: games.db is no database", ErrNotArchive)
	case sqlite3.SQLITE_FULL:
		return fmt.Errorf("%w: %w", ErrDiskFull, se)
	case sqlite3.SQLITE_READONLY:
		return fmt.Errorf("%w: %w", ErrReadOnly, se)
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return &LockedError{}
	case sqlite3.SQLITE_INTERRUPT:
		return fmt.Errorf("%w: %w", context.Canceled, se)
	case sqlite3.SQLITE_IOERR:
		if strings.Contains(se.Error(), "no space") {
			return fmt.Errorf("%w: %w", ErrDiskFull, se)
		}
		return fmt.Errorf("%w: %w", ErrDisk, se)
	}
	return se
}
