package segment

import (
	"encoding/binary"
	"fmt"
	"path/filepath"
)

// A spill is the temporary file of a builder.
type spill struct {
	file *tempFile
	size int64
	buf  []byte
}

// An extent is a run of entries in a spill.
type extent struct {
	off     int64
	entries int
}

func newSpill(dir string) (*spill, error) {
	f, err := createTemp(filepath.Join(dir, "spill"))
	if err != nil {
		return nil, err
	}
	return &spill{file: f, buf: make([]byte, 0, writeBuffer)}, nil
}

func (s *spill) close() { s.file.discard() }

// put writes entries at the end. They can be read after a flush.
func (s *spill) put(parts [][]Entry) (extent, error) {
	x := extent{off: s.size}
	for _, part := range parts {
		for _, e := range part {
			if len(s.buf)+entryBytes > cap(s.buf) {
				if err := s.flush(); err != nil {
					return x, err
				}
			}
			s.buf = binary.LittleEndian.AppendUint64(s.buf, e.Key)
			s.buf = binary.LittleEndian.AppendUint64(s.buf, e.within())
		}
		x.entries += len(part)
	}
	s.size += int64(x.entries) * entryBytes
	return x, nil
}

func (s *spill) flush() error {
	if _, err := s.file.Write(s.buf); err != nil {
		return fmt.Errorf("putting positions aside: %w", err)
	}
	s.buf = s.buf[:0]
	return nil
}

// read appends up to limit entries of an extent, from its beginning, to dst,
// and returns what is left of the extent. It may be called from many
// goroutines.
func (s *spill) read(dst []Entry, x extent, limit int) ([]Entry, extent, error) {
	n := min(x.entries, limit)
	buf := make([]byte, min(n*entryBytes, writeBuffer))
	for n > 0 {
		b := buf[:min(n*entryBytes, len(buf))]
		if _, err := s.file.ReadAt(b, x.off); err != nil {
			return dst, x, fmt.Errorf("taking positions back: %w", err)
		}
		x.off += int64(len(b))
		x.entries -= len(b) / entryBytes
		n -= len(b) / entryBytes
		for ; len(b) > 0; b = b[entryBytes:] {
			v := binary.LittleEndian.Uint64(b[8:])
			dst = append(dst, Entry{Key: binary.LittleEndian.Uint64(b), Game: uint32(v >> 32), Place: Place(v)})
		}
	}
	return dst, x, nil
}
