package index

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sort"
	"sync"

	"github.com/cespare/xxhash/v2"
	"github.com/diwan-shatranj/diwan/index/segment"
	"github.com/diwan-shatranj/diwan/rules"
)

// The file of frequent positions holds, for each position that occurs often in a
// part, the games and the move that was made there in each: what an explorer wants
// of it, which would otherwise have to be looked up game by game.
//
// A list begins with the different moves: their number, and for each the move in
// two bytes, 0 for the end of the game, and one with the image that stands in the
// game, as the positions have it. Then come the occurrences in the order of
// positions, each as the difference of rows and the number of the move, as varints.

// frequentLeast is how often a position has to occur. Below it the games are looked
// at one by one, which takes a few milliseconds for so many.
const frequentLeast = 500

// frequentPlies is how far into a game a position may stand. Deeper than that hardly
// any occurs so often; one that does is looked up game by game.
const frequentPlies = 16

// The sections of the file.
const (
	sectionLists = "lists" // read list by list, each with a checksum of its own
	sectionKeys  = "keys"  // for each list: the key, where it ends in the section, its checksum
)

const keyEntry = 24

// frequentWriter writes the file while the positions of a part are written.
type frequentWriter struct {
	sections *sectionWriter
	first    []uint16  // the first moves of each row
	ids      *[]uint32 // of the rows
	table    []byte
	end      uint64
	buf      []byte
	body     []byte
	moves    map[uint32]int // number of a move with its image
}

func newFrequentWriter(path string, ids *[]uint32) (*frequentWriter, error) {
	s, err := newSectionWriter(path)
	if err != nil {
		return nil, err
	}
	s.start()
	return &frequentWriter{sections: s, ids: ids, moves: map[uint32]int{}}, nil
}

// game takes the moves of the next row.
func (w *frequentWriter) game(moves []byte) {
	for i := range frequentPlies {
		m := uint16(0)
		if 2*i < len(moves) {
			m = uint16(moveAt(moves, i))
		}
		w.first = append(w.first, m)
	}
}

// asked is what the writer of the positions is asked for: those that occur so often.
func (w *frequentWriter) asked(least int) *segment.Frequent {
	return &segment.Frequent{Least: least, Take: w.take}
}

// take writes the list of a position.
func (w *frequentWriter) take(entries []segment.Entry) error {
	clear(w.moves)
	ids := *w.ids
	w.buf, w.body = w.buf[:0], w.body[:0]
	row, last := 0, 0
	for i := range entries {
		e := &entries[i]
		if e.Place.Ply() >= frequentPlies {
			return nil
		}
		// Rows rise with the games: the next one is at hand, or not far.
		if ids[row] != e.Game {
			step := 1
			for row+step < len(ids) && ids[row+step] < e.Game {
				step *= 2
			}
			from := row + step/2
			row = from + sort.Search(min(row+step+1, len(ids))-from, func(k int) bool { return ids[from+k] >= e.Game })
			if row == len(ids) || ids[row] != e.Game {
				return fmt.Errorf("a position of game %d, which the part does not have", e.Game)
			}
		}
		move := uint32(w.first[row*frequentPlies+int(e.Place.Ply())]) | uint32(e.Place.Orientation())<<16
		n, ok := w.moves[move]
		if !ok {
			n = len(w.moves)
			w.moves[move] = n
			w.buf = append(w.buf, byte(move), byte(move>>8), byte(move>>16))
		}
		w.body = binary.AppendUvarint(w.body, uint64(row-last))
		w.body = binary.AppendUvarint(w.body, uint64(n))
		last = row
	}
	head := binary.AppendUvarint(nil, uint64(len(w.moves)))
	sum := xxhash.New()
	for _, b := range [][]byte{head, w.buf, w.body} {
		w.sections.write(b)
		_, _ = sum.Write(b) // never fails
		w.end += uint64(len(b))
	}
	w.table = binary.LittleEndian.AppendUint64(w.table, entries[0].Key)
	w.table = binary.LittleEndian.AppendUint64(w.table, w.end)
	w.table = binary.LittleEndian.AppendUint64(w.table, sum.Sum64())
	return nil
}

// finish puts the file on disk.
func (w *frequentWriter) finish() error {
	w.sections.end(sectionLists)
	w.sections.add(sectionKeys, w.table)
	return w.sections.finish()
}

func (w *frequentWriter) abandon() error { return w.sections.file.Close() }

// frequentLists is the open file of a part.
type frequentLists struct {
	*sectionFile
	lists section
	keys  func() ([]byte, error)
}

func openFrequent(path string) (*frequentLists, error) {
	s, err := openSections(path)
	if err != nil {
		return nil, err
	}
	f := &frequentLists{sectionFile: s}
	var ok bool
	if f.lists, ok = s.table[sectionLists]; !ok || s.table[sectionKeys].size%keyEntry != 0 {
		return nil, errors.Join(s.damage("its table"), s.close())
	}
	f.keys = sync.OnceValues(func() ([]byte, error) { return s.read(sectionKeys) })
	return f, nil
}

// frequentList is the list of one position.
type frequentList struct {
	moves []frequentMove
	body  []byte
}

type frequentMove struct {
	move  rules.Move // NoMove: the game ended there
	image rules.Orientation
}

// find returns the list of a position, nil where it has none.
func (f *frequentLists) find(key uint64) (*frequentList, error) {
	keys, err := f.keys()
	if err != nil {
		return nil, err
	}
	at := func(i int) uint64 { return binary.LittleEndian.Uint64(keys[i*keyEntry:]) }
	n := len(keys) / keyEntry
	i := sort.Search(n, func(i int) bool { return at(i) >= key })
	if i == n || at(i) != key {
		return nil, nil
	}
	return f.list(keys, i)
}

func (f *frequentLists) list(keys []byte, i int) (*frequentList, error) {
	from := uint64(0)
	if i > 0 {
		from = binary.LittleEndian.Uint64(keys[(i-1)*keyEntry+8:])
	}
	end, sum := binary.LittleEndian.Uint64(keys[i*keyEntry+8:]), binary.LittleEndian.Uint64(keys[i*keyEntry+16:])
	what := fmt.Sprintf("list %d", i)
	if end < from || end > uint64(f.lists.size) {
		return nil, f.damage(what)
	}
	b := make([]byte, end-from)
	if err := f.readAt(b, f.lists.offset+int64(from)); err != nil {
		return nil, err
	}
	if xxhash.Sum64(b) != sum {
		return nil, f.damage(what)
	}
	count, used := binary.Uvarint(b)
	if used <= 0 || count > uint64(len(b)-used)/3 {
		return nil, f.damage(what)
	}
	l := &frequentList{}
	b = b[used:]
	for range count {
		l.moves = append(l.moves, frequentMove{rules.Move(binary.LittleEndian.Uint16(b)), rules.Orientation(b[2] & 3)})
		b = b[3:]
	}
	l.body = b
	return l, nil
}

// each calls visit with the row and the number of the move of each occurrence. It is
// false where the list is not what it should be.
func (l *frequentList) each(rows int, visit func(row uint32, move int)) bool {
	row := 0
	for b := l.body; len(b) > 0; {
		// Nearly all numbers are below 128.
		step, n := int(b[0]), 1
		if step >= 0x80 {
			v, used := binary.Uvarint(b)
			if used <= 0 || v > uint64(rows) {
				return false
			}
			step, n = int(v), used
		}
		b = b[n:]
		if len(b) == 0 {
			return false
		}
		move, m := int(b[0]), 1
		if move >= 0x80 {
			v, used := binary.Uvarint(b)
			if used <= 0 || v > uint64(len(l.moves)) {
				return false
			}
			move, m = int(v), used
		}
		b = b[m:]
		row += step
		if row >= rows || move >= len(l.moves) {
			return false
		}
		visit(uint32(row), move)
	}
	return true
}

// verifyFrequent compares the lists of a part with its positions and moves. It
// returns what is wrong, "" for nothing.
func verifyFrequent(p *part) (string, error) {
	keys, err := p.frequent.keys()
	if err != nil {
		return "", err
	}
	lines := newLineReader(p)
	for i := range len(keys) / keyEntry {
		key := binary.LittleEndian.Uint64(keys[i*keyEntry:])
		l, err := p.frequent.list(keys, i)
		if err != nil {
			return "", err
		}
		listed := 0
		var hits []segment.Hit
		if err := p.positions.Find(key, func(h segment.Hit) bool { hits = append(hits, h); return true }); err != nil {
			return "", err
		}
		same := 0 // occurrences that agree
		var failed error
		whole := l.each(p.Games, func(row uint32, move int) {
			ok := same < len(hits) && failed == nil
			if ok {
				ok, failed = sameOccurrence(p, lines, hits[same], row, l.moves[move])
			}
			if ok {
				same++
			}
			listed++
		})
		if failed != nil {
			return "", failed
		}
		if !whole || same != listed || same != len(hits) {
			return fmt.Sprintf("part %s: its list of a frequent position is not that of its games", p.Name), nil
		}
	}
	return "", nil
}

// sameOccurrence compares an entry of a list with what the positions and the moves
// say.
func sameOccurrence(p *part, lines *lineReader, h segment.Hit, row uint32, m frequentMove) (bool, error) {
	at, found, err := p.rowOf(int64(h.Game))
	if err != nil || !found || at != row || rules.Orientation(h.Place.Orientation()) != m.image {
		return false, err
	}
	_, moves, err := lines.line(row)
	if err != nil {
		return false, err
	}
	return moveOrEnd(moves, int(h.Place.Ply())) == m.move, nil
}

// moveOrEnd is ply i, from 0, of moves, NoMove behind the last.
func moveOrEnd(moves []byte, i int) rules.Move {
	if 2*i >= len(moves) {
		return rules.NoMove
	}
	return moveAt(moves, i)
}
