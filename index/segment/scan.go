package segment

import (
	"bytes"
	"context"
	"iter"
)

// scanBytes is how many bytes of blocks are read at once in a scan.
const scanBytes = 256 << 10

// A reader reads the entries of a segment from the first to the last. It
// keeps no pages, so that a scan does not fill the memory of a segment that
// answers lookups.
type reader struct {
	segment *Segment
	block   int   // next
	off     int64 // where it begins
	page    *page
	pageNo  int
	buf     []byte
	have    []byte // of buf: what was read, from the next block on
	entries []Entry
}

func (s *Segment) newReader() *reader { return &reader{segment: s, off: headerSize, pageNo: -1} }

// next returns the entries of the next block, and none after the last. They
// are valid until the next call.
func (r *reader) next() ([]Entry, error) {
	s := r.segment
	if r.block == s.blocks() {
		return nil, nil
	}
	if no := r.block / s.header.page; no != r.pageNo {
		p, err := s.readPage(no)
		if err != nil {
			return nil, err
		}
		r.page, r.pageNo = p, no
	}
	j := r.block % s.header.page
	f := r.page.blocks[j]
	if f.off != r.off {
		return nil, s.damage("block", r.block, f.off, "it does not follow the block before it")
	}
	if len(r.have) < f.length+blockSlack {
		if err := r.read(f); err != nil {
			return nil, err
		}
	}
	var err error
	r.entries, err = s.decode(r.entries[:0], r.have, f, r.page.first[j], r.block)
	if err != nil {
		return nil, err
	}
	r.have = r.have[f.length:]
	r.off += int64(f.length)
	r.block++
	return r.entries, nil
}

// read reads a block and those that follow.
func (r *reader) read(f fence) error {
	if n := max(scanBytes, f.length+blockSlack); len(r.buf) < n {
		r.buf = make([]byte, n)
	}
	// Fences follow the last block: the slack never reaches the file's end.
	n := min(int64(len(r.buf)), int64(r.segment.size)-f.off)
	r.have = r.buf[:n]
	return r.segment.readFull(r.have, f.off, "block", r.block)
}

// All returns an iterator over all entries in order. An error is the last
// thing that it gives.
func (s *Segment) All() iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		r := s.newReader()
		for {
			entries, err := r.next()
			if err != nil {
				yield(Entry{}, err)
				return
			}
			if len(entries) == 0 {
				return
			}
			for _, e := range entries {
				if !yield(e, nil) {
					return
				}
			}
		}
	}
}

// Verify reads the whole file again, as it is on disk now, and checks all
// there is to check: checksums, the order of entries, the counts. It returns
// nil or the first fault found.
func (s *Segment) Verify(ctx context.Context) error {
	now, err := Open(s.info.Path)
	if err != nil {
		return err
	}
	defer now.file.Close()
	if !bytes.Equal(now.encode(), s.encode()) {
		return s.damage("header", -1, 0, "the file was replaced by another")
	}
	return now.verify(ctx)
}

func (s *Segment) verify(ctx context.Context) error {
	var (
		seen = Info{Path: s.info.Path, Generation: s.info.Generation, Bytes: s.info.Bytes}
		last Entry
		r    = s.newReader()
	)
	for i := range s.blocks() {
		if i%s.header.page == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		entries, err := r.next()
		if err != nil {
			return err
		}
		j := i % s.header.page
		f := r.page.blocks[j]
		if j == 0 && r.page.first[0] != s.tops[r.pageNo].first {
			return s.damage("fences", r.pageNo, f.off, "tops name another first key")
		}
		for _, e := range entries {
			switch {
			case seen.Entries == 0:
				seen.MinGame, seen.MaxGame, seen.Keys = e.Game, e.Game, 1
			case e.less(last):
				return s.damage("block", i, f.off, "its entries are not in order")
			case e.Key != last.Key:
				seen.Keys++
			}
			seen.MinGame, seen.MaxGame = min(seen.MinGame, e.Game), max(seen.MaxGame, e.Game)
			seen.Entries++
			last = e
		}
	}
	if r.off != int64(s.fencesAt) {
		return s.damage("fences", 0, r.off, "they do not follow the last block")
	}
	if seen != s.info {
		return s.damage("header", -1, 0, "its counts are not those of the entries")
	}
	return nil
}
