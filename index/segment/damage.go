package segment

import (
	"errors"
	"fmt"
	"io"
)

// A DamageError reports a file that is not as it was written, or that never
// was a segment.
type DamageError struct {
	Path   string
	Part   string // of the file: "header", "tops", "fences 7", "block 1234"
	Offset int64  // of the part, in bytes from the start of the file
	Reason string
}

// Error names the file, the part and the reason.
func (e *DamageError) Error() string {
	return fmt.Sprintf("%s: damaged: %s at byte %d: %s", e.Path, e.Part, e.Offset, e.Reason)
}

// A VersionError reports a file of a format that this package does not know.
type VersionError struct {
	Path    string
	Version uint32 // that the file states
}

// Error names the file and both versions.
func (e *VersionError) Error() string {
	return fmt.Sprintf("%s: position segment of format %d; this program reads format %d", e.Path, e.Version, version)
}

// readFull reads len(p) bytes at an offset. A file that ends before is damage.
func (s *Segment) readFull(p []byte, off int64, part string, number int) error {
	n, err := s.file.ReadAt(p, off)
	if n == len(p) {
		return nil
	}
	if errors.Is(err, io.EOF) {
		return s.damage(part, number, off, "the file ends inside it")
	}
	return fmt.Errorf("reading position segment: %w", err)
}

// damage makes a DamageError; a negative number stands for a part that there
// is one of.
func (s *Segment) damage(part string, number int, off int64, reason string) error {
	if number >= 0 {
		part = fmt.Sprintf("%s %d", part, number)
	}
	return &DamageError{Path: s.info.Path, Part: part, Offset: off, Reason: reason}
}
