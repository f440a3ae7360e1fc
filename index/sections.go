package index

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/cespare/xxhash/v2"
)

// A file of sections holds named pieces of bytes. It is, in this order: the
// pieces; a table of their names, places and checksums; a footer with the place
// and the checksum of the table.
const (
	sectionsMagic  = "DIWNSEC1"
	sectionsFooter = 8 + 8 + 8 + len(sectionsMagic)
)

// section is the place of one piece.
type section struct {
	offset, size int64
	sum          uint64
}

// sectionWriter writes a file of sections. The first error stays.
type sectionWriter struct {
	file  *os.File
	buf   *bufio.Writer
	size  int64
	table []byte
	count uint64
	open  *xxhash.Digest // of the section that is being written
	begin int64
	err   error
}

func newSectionWriter(path string) (*sectionWriter, error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	return &sectionWriter{file: f, buf: bufio.NewWriterSize(f, 256<<10)}, nil
}

// add writes a section.
func (w *sectionWriter) add(name string, b []byte) {
	w.start()
	w.write(b)
	w.end(name)
}

// start begins a section that is written piece by piece.
func (w *sectionWriter) start() { w.open, w.begin = xxhash.New(), w.size }

func (w *sectionWriter) write(b []byte) {
	_, _ = w.open.Write(b) // never fails
	w.raw(b)
}

// end ends the section and names it.
func (w *sectionWriter) end(name string) {
	w.table = binary.AppendUvarint(w.table, uint64(len(name)))
	w.table = append(w.table, name...)
	w.table = binary.LittleEndian.AppendUint64(w.table, uint64(w.begin))
	w.table = binary.LittleEndian.AppendUint64(w.table, uint64(w.size-w.begin))
	w.table = binary.LittleEndian.AppendUint64(w.table, w.open.Sum64())
	w.count++
}

func (w *sectionWriter) raw(b []byte) {
	if w.err != nil {
		return
	}
	_, w.err = w.buf.Write(b)
	w.size += int64(len(b))
}

// finish puts the file on disk.
func (w *sectionWriter) finish() error {
	at := w.size
	w.raw(w.table)
	var foot []byte
	foot = binary.LittleEndian.AppendUint64(foot, uint64(at))
	foot = binary.LittleEndian.AppendUint64(foot, w.count)
	foot = binary.LittleEndian.AppendUint64(foot, xxhash.Sum64(w.table))
	w.raw(append(foot, sectionsMagic...))
	if w.err == nil {
		w.err = w.buf.Flush()
	}
	if w.err == nil {
		w.err = w.file.Sync()
	}
	return errors.Join(w.err, w.file.Close())
}

// sectionFile is an open file of sections. Several goroutines may read it.
type sectionFile struct {
	file  *os.File
	path  string
	table map[string]section
}

// openSections opens the file and reads its table. What is not as it was written
// gives a *DamageError.
func openSections(path string) (*sectionFile, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	s := &sectionFile{file: f, path: path, table: map[string]section{}}
	if err := s.readTable(); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return s, nil
}

func (s *sectionFile) damage(what string) error { return &DamageError{Path: s.path, Part: what} }

func (s *sectionFile) readTable() error {
	info, err := s.file.Stat()
	if err != nil {
		return err
	}
	foot := make([]byte, sectionsFooter)
	from := info.Size() - int64(len(foot))
	if from < 0 {
		return s.damage("its length")
	}
	if _, err := s.file.ReadAt(foot, from); err != nil {
		return err
	}
	at, count := binary.LittleEndian.Uint64(foot), binary.LittleEndian.Uint64(foot[8:])
	if string(foot[24:]) != sectionsMagic || at > uint64(from) {
		return s.damage("its end")
	}
	table := make([]byte, from-int64(at))
	if _, err := s.file.ReadAt(table, int64(at)); err != nil {
		return err
	}
	if xxhash.Sum64(table) != binary.LittleEndian.Uint64(foot[16:]) {
		return s.damage("its table")
	}
	for range count {
		n, used := binary.Uvarint(table)
		if used <= 0 || uint64(len(table)-used) < n+24 {
			return s.damage("its table")
		}
		name, rest := string(table[used:used+int(n)]), table[used+int(n):]
		s.table[name] = section{
			offset: int64(binary.LittleEndian.Uint64(rest)),
			size:   int64(binary.LittleEndian.Uint64(rest[8:])),
			sum:    binary.LittleEndian.Uint64(rest[16:]),
		}
		table = rest[24:]
	}
	return nil
}

// read returns the section of that name, checked.
func (s *sectionFile) read(name string) ([]byte, error) {
	sec, ok := s.table[name]
	if !ok {
		return nil, s.damage("section " + name)
	}
	b := make([]byte, sec.size)
	if err := s.readAt(b, sec.offset); err != nil {
		return nil, fmt.Errorf("section %s: %w", name, err)
	}
	if xxhash.Sum64(b) != sec.sum {
		return nil, s.damage("section " + name)
	}
	return b, nil
}

// readAt reads all of b. A file that has become too short is damaged.
func (s *sectionFile) readAt(b []byte, at int64) error {
	_, err := s.file.ReadAt(b, at)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return s.damage("its length")
	}
	return err
}

func (s *sectionFile) close() error { return s.file.Close() }
