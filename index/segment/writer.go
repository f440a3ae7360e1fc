package segment

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/cespare/xxhash/v2"
)

// A writer writes sorted entries as a segment.
type writer struct {
	header
	file    *tempFile
	buf     []byte  // coded blocks that are not in the file yet
	written uint64  // bytes in the file
	pending []Entry // less than a block
	fences  []byte
	last    Entry // the greatest so far, if info.Entries > 0
	runs    runFinder
}

// writeBuffer is how many bytes go to the file at once.
const writeBuffer = 1 << 20

func newWriter(path string, generation uint64, g geometry, frequent *Frequent) (*writer, error) {
	file, err := createTemp(path)
	if err != nil {
		return nil, err
	}
	w := &writer{file: file, pending: make([]Entry, 0, g.block), runs: runFinder{frequent: frequent}}
	w.geometry = g
	w.info = Info{Path: path, Generation: generation}
	w.buf = make([]byte, headerSize, writeBuffer+writeBuffer/4)
	return w, nil
}

// add takes entries, which are sorted and not less than those before.
func (w *writer) add(entries []Entry) error {
	if len(entries) == 0 {
		return nil
	}
	w.count(entries)
	if err := w.runs.add(entries); err != nil {
		return err
	}
	if len(w.pending) > 0 {
		n := min(len(entries), w.block-len(w.pending))
		w.pending = append(w.pending, entries[:n]...)
		entries = entries[n:]
		if len(w.pending) < w.block {
			return nil
		}
		if err := w.put(w.pending); err != nil {
			return err
		}
		w.pending = w.pending[:0]
	}
	for len(entries) >= w.block {
		if err := w.put(entries[:w.block]); err != nil {
			return err
		}
		entries = entries[w.block:]
	}
	w.pending = append(w.pending, entries...)
	return nil
}

// count keeps the totals of the header.
func (w *writer) count(entries []Entry) {
	lo, hi := w.info.MinGame, w.info.MaxGame
	before := w.last.Key
	var keys uint64
	if w.info.Entries == 0 {
		lo, hi, before, keys = entries[0].Game, entries[0].Game, entries[0].Key, 1
	}
	for i := range entries {
		e := &entries[i]
		if e.Key != before {
			keys++
			before = e.Key
		}
		lo, hi = min(lo, e.Game), max(hi, e.Game)
	}
	w.info.Keys += keys
	w.info.MinGame, w.info.MaxGame = lo, hi
	w.info.Entries += uint64(len(entries))
	w.last = entries[len(entries)-1]
}

// put codes one block.
func (w *writer) put(entries []Entry) error {
	start := len(w.buf)
	w.buf = appendBlock(w.buf, entries)
	block := w.buf[start:]
	fence, err := packFence(w.written+uint64(start), len(block))
	if err != nil {
		return fmt.Errorf("%s: %w", w.info.Path, err)
	}
	le := binary.LittleEndian
	w.fences = le.AppendUint64(w.fences, entries[0].Key)
	w.fences = le.AppendUint64(w.fences, fence)
	w.fences = le.AppendUint64(w.fences, xxhash.Sum64(block))
	if len(w.buf) >= writeBuffer {
		return w.write()
	}
	return nil
}

// write empties the buffer into the file.
func (w *writer) write() error {
	if _, err := w.file.Write(w.buf); err != nil {
		return fmt.Errorf("writing position segment: %w", err)
	}
	w.written += uint64(len(w.buf))
	w.buf = w.buf[:0]
	return nil
}

// finish completes the file, puts it on disk and gives it its name.
func (w *writer) finish() (Info, error) {
	if err := w.runs.end(); err != nil {
		return Info{}, err
	}
	if len(w.pending) > 0 {
		if err := w.put(w.pending); err != nil {
			return Info{}, err
		}
	}
	w.fencesAt = w.written + uint64(len(w.buf))
	w.topsAt = w.fencesAt + uint64(len(w.fences))
	w.buf = append(w.buf, w.fences...)
	topsAt := len(w.buf)
	for i := range w.pages() {
		page := w.fences[i*w.page*fenceSize:][:w.inPage(i)*fenceSize]
		w.buf = append(w.buf, page[:8]...)
		w.buf = binary.LittleEndian.AppendUint64(w.buf, xxhash.Sum64(page))
	}
	w.topsSum = xxhash.Sum64(w.buf[topsAt:])
	w.size = w.written + uint64(len(w.buf))
	w.info.Bytes = int64(w.size)
	if err := w.write(); err != nil {
		return Info{}, err
	}
	if _, err := w.file.WriteAt(w.encode(), 0); err != nil {
		return Info{}, fmt.Errorf("writing position segment: %w", err)
	}
	if err := w.file.commit(w.info.Path); err != nil {
		return Info{}, err
	}
	return w.info, nil
}

// discard removes what was written; after finish it does nothing.
func (w *writer) discard() { w.file.discard() }

// A fence holds the place of its block in one number: the offset in the low
// bits, the length in the high ones.
const offsetBits = 44

var errTooLarge = errors.New("a position segment cannot be larger than 16 TB")

func packFence(off uint64, length int) (uint64, error) {
	if off>>offsetBits != 0 {
		return 0, errTooLarge
	}
	return off | uint64(length)<<offsetBits, nil
}

func unpackFence(v uint64) (off int64, length int) {
	return int64(v & (1<<offsetBits - 1)), int(v >> offsetBits)
}
