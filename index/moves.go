package index

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sync"

	"github.com/cespare/xxhash/v2"
	"github.com/diwan-shatranj/diwan/rules"
)

// The file of moves holds the main lines of a part's games in blocks of so many
// games, so that one game is read with little beside it, and all of them as fast
// as the disk gives them. A block begins with two varints for each game, the
// number of plies and that of the start position; then come the moves, two bytes
// each, little-endian.
const blockGames = 64

// The sections of the file.
const (
	sectionBlocks = "blocks" // read block by block, each with a checksum of its own
	sectionTable  = "table"  // for each block: where it ends in the section, its checksum
	sectionStarts = "starts" // the different start positions: the array's name, or a FEN
)

const tableEntry = 16

// moveWriter writes the file of moves of a part.
type moveWriter struct {
	sections *sectionWriter
	starts   *collection
	table    []byte
	head     []byte
	moves    []byte
	games    int // in the block
	end      uint64
}

func newMoveWriter(path string) (*moveWriter, error) {
	s, err := newSectionWriter(path)
	if err != nil {
		return nil, err
	}
	s.start()
	return &moveWriter{sections: s, starts: newCollection()}, nil
}

// add adds the next game: the text of its start position, and its moves.
func (w *moveWriter) add(start, moves []byte) {
	w.head = binary.AppendUvarint(w.head, uint64(len(moves)/2))
	w.head = binary.AppendUvarint(w.head, uint64(w.starts.number(start)))
	w.moves = append(w.moves, moves...)
	if w.games++; w.games == blockGames {
		w.flush()
	}
}

func (w *moveWriter) flush() {
	if w.games == 0 {
		return
	}
	w.head = append(w.head, w.moves...)
	w.sections.write(w.head)
	w.end += uint64(len(w.head))
	w.table = binary.LittleEndian.AppendUint64(w.table, w.end)
	w.table = binary.LittleEndian.AppendUint64(w.table, xxhash.Sum64(w.head))
	w.head, w.moves, w.games = w.head[:0], w.moves[:0], 0
}

// finish puts the file on disk.
func (w *moveWriter) finish() error {
	w.flush()
	w.sections.end(sectionBlocks)
	w.sections.add(sectionTable, w.table)
	w.sections.add(sectionStarts, appendStrings(nil, w.starts.texts))
	return w.sections.finish()
}

// abandon closes the file as it is.
func (w *moveWriter) abandon() error { return w.sections.file.Close() }

// moveFile is the open file of moves of a part of so many games.
type moveFile struct {
	*sectionFile
	games  int
	blocks section
	load   func() ([]byte, error) // the table
	starts func() ([]rules.Position, error)
}

func openMoves(path string, games int) (*moveFile, error) {
	s, err := openSections(path)
	if err != nil {
		return nil, err
	}
	m := &moveFile{sectionFile: s, games: games}
	blocks, ok := s.table[sectionBlocks]
	count := (games + blockGames - 1) / blockGames
	if !ok || s.table[sectionTable].size != int64(count*tableEntry) {
		return nil, errors.Join(s.damage("its table"), s.close())
	}
	m.blocks = blocks
	m.load = sync.OnceValues(func() ([]byte, error) { return s.read(sectionTable) })
	m.starts = sync.OnceValues(m.readStarts)
	return m, nil
}

func (m *moveFile) readStarts() ([]rules.Position, error) {
	b, err := m.read(sectionStarts)
	if err != nil {
		return nil, err
	}
	texts, ok := parseStrings(b)
	if !ok {
		return nil, m.damage("section " + sectionStarts)
	}
	starts := make([]rules.Position, texts.len())
	for i := range starts {
		if starts[i], err = startPosition(texts.at(uint32(i))); err != nil {
			return nil, fmt.Errorf("%w: %w", m.damage("section "+sectionStarts), err)
		}
	}
	return starts, nil
}

// startPosition is the position that a text of the section starts means.
func startPosition(text string) (rules.Position, error) {
	if a, ok := rules.ArrayByName(text); ok {
		return a.Position(), nil
	}
	return rules.ParsePosition(text)
}

// lineReader reads main lines. It keeps the block that it has read last, and is
// for one goroutine.
type lineReader struct {
	part   *part
	file   *moveFile
	block  int // -1: none
	buf    []byte
	starts []rules.Position
	lines  [blockGames]struct {
		start uint32
		moves []byte
	}
}

func newLineReader(p *part) *lineReader { return &lineReader{part: p, file: p.moves, block: -1} }

// line returns the start position and the moves of the game in a row, two bytes a
// ply. They are valid until the next call.
func (r *lineReader) line(row uint32) (start *rules.Position, moves []byte, err error) {
	if block := int(row / blockGames); block != r.block {
		r.block = -1
		if err := r.read(block); err != nil {
			return nil, nil, err
		}
		r.block = block
	}
	l := &r.lines[row%blockGames]
	return &r.starts[l.start], l.moves, nil
}

func (r *lineReader) read(block int) error {
	m := r.file
	table, err := m.load()
	if err != nil {
		return err
	}
	if r.starts, err = m.starts(); err != nil {
		return err
	}
	what := fmt.Sprintf("block %d", block)
	if (block+1)*tableEntry > len(table) {
		return m.damage(what)
	}
	from := uint64(0)
	if block > 0 {
		from = binary.LittleEndian.Uint64(table[(block-1)*tableEntry:])
	}
	end, sum := binary.LittleEndian.Uint64(table[block*tableEntry:]), binary.LittleEndian.Uint64(table[block*tableEntry+8:])
	size := int(end - from)
	if cap(r.buf) < size {
		r.buf = make([]byte, size*5/4)
	}
	r.buf = r.buf[:size]
	if err := m.readAt(r.buf, m.blocks.offset+int64(from)); err != nil {
		return err
	}
	if xxhash.Sum64(r.buf) != sum {
		return m.damage(what)
	}
	return r.divide(block, what)
}

// divide finds the games of the block.
func (r *lineReader) divide(block int, what string) error {
	games := min(blockGames, r.file.games-block*blockGames)
	b := r.buf
	var plies [blockGames]int
	for i := range games {
		n, used := binary.Uvarint(b)
		if used <= 0 {
			return r.file.damage(what)
		}
		start, more := binary.Uvarint(b[used:])
		if more <= 0 || start >= uint64(len(r.starts)) {
			return r.file.damage(what)
		}
		b = b[used+more:]
		plies[i], r.lines[i].start = int(n), uint32(start)
	}
	for i := range games {
		size := 2 * plies[i]
		if size > len(b) {
			return r.file.damage(what)
		}
		r.lines[i].moves, b = b[:size:size], b[size:]
	}
	return nil
}

// moveAt is ply i, from 0, of moves of two bytes each.
func moveAt(moves []byte, i int) rules.Move {
	return rules.Move(binary.LittleEndian.Uint16(moves[2*i:]))
}
