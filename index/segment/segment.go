package segment

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"sort"
	"sync"
	"sync/atomic"

	"github.com/cespare/xxhash/v2"
)

// Info describes a segment.
type Info struct {
	Path       string
	Generation uint64 // given by who had it written
	Entries    uint64
	Keys       uint64 // different ones
	MinGame    uint32 // 0 where there are no entries
	MaxGame    uint32
	Bytes      int64 // size of the file
}

// A Segment is an open file of entries. Its methods may be called from many
// goroutines at once.
type Segment struct {
	header
	file    *os.File
	tops    []top
	cache   []atomic.Pointer[page] // nil where not read yet
	scratch sync.Pool              // of *scratch
}

// A top stands for a page of fences.
type top struct {
	first uint64 // key
	sum   uint64
}

// A page is a run of fences.
type page struct {
	first  []uint64 // key of each block
	blocks []fence
}

// A fence stands for a block.
type fence struct {
	off    int64
	length int
	sum    uint64
}

// scratch is the memory of one lookup.
type scratch struct {
	bytes   []byte
	entries []Entry
}

// Open opens a segment. The errors are those of opening a file, a
// [DamageError] and a [VersionError].
func Open(path string) (*Segment, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("opening position segment: %w", err)
	}
	s := &Segment{file: f}
	s.info.Path = path
	if err := s.load(); err != nil {
		f.Close()
		return nil, err
	}
	return s, nil
}

// load reads header and tops.
func (s *Segment) load() error {
	fi, err := s.file.Stat()
	if err != nil {
		return fmt.Errorf("opening position segment: %w", err)
	}
	if !fi.Mode().IsRegular() {
		return fmt.Errorf("opening position segment: %s is not a file", s.info.Path)
	}
	b := make([]byte, min(headerSize, fi.Size()))
	if err := s.readFull(b, 0, "header", -1); err != nil {
		return err
	}
	h, err := decodeHeader(b, fi.Size())
	if other, ok := errors.AsType[*VersionError](err); ok {
		other.Path = s.info.Path
		return other
	}
	if err != nil {
		return s.damage("header", -1, 0, err.Error())
	}
	h.info.Path = s.info.Path
	s.header = h

	b = make([]byte, s.pages()*topSize)
	off := int64(s.topsAt)
	if err := s.readFull(b, off, "tops", -1); err != nil {
		return err
	}
	if xxhash.Sum64(b) != s.topsSum {
		return s.damage("tops", -1, off, "checksum does not match")
	}
	s.tops = make([]top, s.pages())
	for i := range s.tops {
		s.tops[i].first = binary.LittleEndian.Uint64(b[i*topSize:])
		s.tops[i].sum = binary.LittleEndian.Uint64(b[i*topSize+8:])
	}
	s.cache = make([]atomic.Pointer[page], len(s.tops))
	s.scratch.New = func() any { return new(scratch) }
	return nil
}

// Info returns what the segment says of itself.
func (s *Segment) Info() Info { return s.info }

// Close closes the file. A lookup that is under way gives an error.
func (s *Segment) Close() error {
	if err := s.file.Close(); err != nil {
		return fmt.Errorf("closing position segment: %w", err)
	}
	return nil
}

// pageAt returns a page of fences, reading it where that was not done before.
func (s *Segment) pageAt(i int) (*page, error) {
	if p := s.cache[i].Load(); p != nil {
		return p, nil
	}
	p, err := s.readPage(i)
	if err != nil {
		return nil, err
	}
	s.cache[i].Store(p)
	return p, nil
}

func (s *Segment) readPage(i int) (*page, error) {
	n := s.inPage(i)
	off := int64(s.fencesAt) + int64(i)*int64(s.header.page)*fenceSize
	b := make([]byte, n*fenceSize)
	if err := s.readFull(b, off, "fences", i); err != nil {
		return nil, err
	}
	if xxhash.Sum64(b) != s.tops[i].sum {
		return nil, s.damage("fences", i, off, "checksum does not match")
	}
	le := binary.LittleEndian
	p := &page{first: make([]uint64, n), blocks: make([]fence, n)}
	for j := range n {
		b := b[j*fenceSize:]
		p.first[j] = le.Uint64(b)
		f := &p.blocks[j]
		f.off, f.length = unpackFence(le.Uint64(b[8:]))
		f.sum = le.Uint64(b[16:])
		if f.off < headerSize || uint64(f.off)+uint64(f.length) > s.fencesAt {
			return nil, s.damage("fences", i, off, "a block lies outside the file's blocks")
		}
	}
	return p, nil
}

// search returns the number of blocks whose first key is less than key, or,
// with orEqual, less than or equal to it.
func (s *Segment) search(key uint64, orEqual bool) (int, error) {
	isAfter := func(first uint64) bool { return first > key || first == key && !orEqual }
	i := sort.Search(len(s.tops), func(i int) bool { return isAfter(s.tops[i].first) })
	if i == 0 {
		return 0, nil
	}
	p, err := s.pageAt(i - 1)
	if err != nil {
		return 0, err
	}
	j := sort.Search(len(p.first), func(j int) bool { return isAfter(p.first[j]) })
	return (i-1)*s.header.page + j, nil
}

// block reads and decodes a block. What it returns is valid until the scratch
// is used again.
func (s *Segment) block(i int, sc *scratch) ([]Entry, error) {
	p, err := s.pageAt(i / s.header.page)
	if err != nil {
		return nil, err
	}
	j := i % s.header.page
	f := p.blocks[j]
	if n := f.length + blockSlack; cap(sc.bytes) < n {
		sc.bytes = make([]byte, n)
	}
	b := sc.bytes[:f.length+blockSlack]
	if err := s.readFull(b[:f.length], f.off, "block", i); err != nil {
		return nil, err
	}
	sc.entries, err = s.decode(sc.entries[:0], b, f, p.first[j], i)
	return sc.entries, err
}

// decode checks and decodes a block that was read.
func (s *Segment) decode(dst []Entry, b []byte, f fence, first uint64, i int) ([]Entry, error) {
	if xxhash.Sum64(b[:f.length]) != f.sum {
		return dst, s.damage("block", i, f.off, "checksum does not match")
	}
	dst, ok := decodeBlock(dst, b, f.length, first, s.inBlock(i))
	if !ok {
		return dst, s.damage("block", i, f.off, "its contents contradict one another")
	}
	return dst, nil
}

// span returns the blocks that can hold a key: from first on, and before end.
func (s *Segment) span(key uint64) (first, end int, err error) {
	if first, err = s.search(key, false); err != nil {
		return 0, 0, err
	}
	if end, err = s.search(key, true); err != nil {
		return 0, 0, err
	}
	// The last block that begins below the key may end in it.
	return max(first-1, 0), end, nil
}

// within returns the part of sorted entries that has the key.
func within(entries []Entry, key uint64) (lo, hi int) {
	lo = sort.Search(len(entries), func(i int) bool { return entries[i].Key >= key })
	hi = lo + sort.Search(len(entries)-lo, func(i int) bool { return entries[lo+i].Key > key })
	return lo, hi
}

// Find calls visit with each occurrence of the position with a key, in the
// order of games and plies, until visit returns false. An error may come after
// some hits were visited.
func (s *Segment) Find(key uint64, visit func(Hit) bool) error {
	first, end, err := s.span(key)
	if err != nil {
		return err
	}
	sc := s.scratch.Get().(*scratch)
	defer s.scratch.Put(sc)
	for i := first; i < end; i++ {
		entries, err := s.block(i, sc)
		if err != nil {
			return err
		}
		lo, hi := within(entries, key)
		for _, e := range entries[lo:hi] {
			if !visit(Hit{Game: e.Game, Place: e.Place}) {
				return nil
			}
		}
	}
	return nil
}

// Count returns how many occurrences Find would visit. It reads two blocks at
// most, however many there are.
func (s *Segment) Count(key uint64) (uint64, error) {
	first, end, err := s.span(key)
	if err != nil || first == end {
		return 0, err
	}
	sc := s.scratch.Get().(*scratch)
	defer s.scratch.Put(sc)
	entries, err := s.block(first, sc)
	if err != nil {
		return 0, err
	}
	lo, hi := within(entries, key)
	count := uint64(hi - lo)
	if end-first == 1 {
		return count, nil
	}
	// Every block between the first and the last begins and ends in the key.
	count += uint64(end-first-2) * uint64(s.header.block)
	if entries, err = s.block(end-1, sc); err != nil {
		return 0, err
	}
	lo, hi = within(entries, key)
	return count + uint64(hi-lo), nil
}
