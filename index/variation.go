package index

import (
	"encoding/binary"
	"slices"
	"sort"

	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

// variation is a line beside the main line. Variations are numbered from 1 in the
// order in which they begin in the text; 0 is the main line.
type variation struct {
	parent int    // the line that it leaves
	branch int    // plies of that line before it leaves
	moves  []byte // its own, two bytes a ply
}

// variationsOf lists the variations of a game, with what could be read of each.
func variationsOf(p *pgn.Replay) []variation {
	type level struct {
		line, ply int
		moved     bool
	}
	var all []variation
	levels := []level{{}}
	for i, it := range p.Game.Items {
		top := &levels[len(levels)-1]
		switch it.Kind {
		case pgn.MoveItem:
			m := p.Move(i)
			if m == rules.NoMove {
				continue
			}
			top.ply++
			top.moved = true
			if top.line > 0 {
				own := &all[top.line-1].moves
				*own = binary.LittleEndian.AppendUint16(*own, uint16(m))
			}
		case pgn.OpenItem:
			// An alternative to the last move of the line, if it has made one.
			branch := top.ply
			if top.moved {
				branch--
			}
			all = append(all, variation{parent: top.line, branch: branch})
			levels = append(levels, level{line: len(all), ply: branch})
		case pgn.CloseItem:
			if len(levels) > 1 {
				levels = levels[:len(levels)-1]
			}
		}
	}
	return all
}

// appendVariations appends variations as the index keeps them: for each the line
// that it leaves, the ply and its length as varints, and its moves.
func appendVariations(dst []byte, all []variation) []byte {
	for _, v := range all {
		dst = binary.AppendUvarint(dst, uint64(v.parent))
		dst = binary.AppendUvarint(dst, uint64(v.branch))
		dst = binary.AppendUvarint(dst, uint64(len(v.moves)/2))
		dst = append(dst, v.moves...)
	}
	return dst
}

// parseVariations reads what appendVariations wrote for a game whose main line has so
// many plies.
func parseVariations(b []byte, plies int) (all []variation, ok bool) {
	lengths := []int{plies}
	for len(b) > 0 {
		var head [3]int
		for i := range head {
			n, used := binary.Uvarint(b)
			if used <= 0 || n > 1<<30 {
				return nil, false
			}
			head[i], b = int(n), b[used:]
		}
		parent, branch, size := head[0], head[1], 2*head[2]
		if parent >= len(lengths) || branch > lengths[parent] || size > len(b) {
			return nil, false
		}
		all = append(all, variation{parent, branch, b[:size:size]})
		lengths = append(lengths, branch+head[2])
		b = b[size:]
	}
	return all, true
}

// linesOf are the moves from the start of each line, the main line first.
func linesOf(main []byte, all []variation) [][]byte {
	lines := [][]byte{main}
	for _, v := range all {
		lines = append(lines, slices.Concat(lines[v.parent][:2*v.branch], v.moves))
	}
	return lines
}

// VariationLine returns the moves of a line of a game from its start: of variation n,
// numbered from 1 in the order in which they begin in the text, as [PlyHit] has it;
// of the main line where n is 0. It is nil where there is no such line.
func VariationLine(p *pgn.Replay, n int) []rules.Move {
	var main []byte
	for _, m := range p.Moves {
		main = binary.LittleEndian.AppendUint16(main, uint16(m))
	}
	all := variationsOf(p)
	if n < 0 || n > len(all) {
		return nil
	}
	line := linesOf(main, all)[n]
	moves := make([]rules.Move, len(line)/2)
	for i := range moves {
		moves[i] = moveAt(line, i)
	}
	return moves
}

// The section of variations: how many games have some; for each the difference of its
// row to the one before and how many bytes; then the bytes.
const sectionVariations = "variations"

// variationTable is that section.
type variationTable struct {
	rows []uint32 // rising
	ends []int
	blob []byte
}

// add adds the variations of a row behind the others.
func (t *variationTable) add(row uint32, b []byte) {
	t.rows = append(t.rows, row)
	t.blob = append(t.blob, b...)
	t.ends = append(t.ends, len(t.blob))
}

// of returns the variations of a row, none for most.
func (t *variationTable) of(row uint32) []byte {
	i := sort.Search(len(t.rows), func(i int) bool { return t.rows[i] >= row })
	if i == len(t.rows) || t.rows[i] != row {
		return nil
	}
	from := 0
	if i > 0 {
		from = t.ends[i-1]
	}
	return t.blob[from:t.ends[i]]
}

func (t *variationTable) encode() []byte {
	b := binary.AppendUvarint(nil, uint64(len(t.rows)))
	row, end := uint32(0), 0
	for i := range t.rows {
		b = binary.AppendUvarint(b, uint64(t.rows[i]-row))
		b = binary.AppendUvarint(b, uint64(t.ends[i]-end))
		row, end = t.rows[i], t.ends[i]
	}
	return append(b, t.blob...)
}

func parseVariationTable(b []byte, games int) (*variationTable, bool) {
	n, used := binary.Uvarint(b)
	if used <= 0 || n > uint64(games) {
		return nil, false
	}
	b = b[used:]
	t := &variationTable{}
	row, end := uint64(0), uint64(0)
	for range n {
		step, used := binary.Uvarint(b)
		if used <= 0 {
			return nil, false
		}
		size, more := binary.Uvarint(b[used:])
		if more <= 0 || step > uint64(games) || size > uint64(len(b)) {
			return nil, false
		}
		b = b[used+more:]
		row, end = row+step, end+size
		t.rows, t.ends = append(t.rows, uint32(row)), append(t.ends, int(end))
	}
	t.blob = b
	return t, row < uint64(games) || n == 0 && end == uint64(len(b))
}

// variationTable returns the variations of a part.
func (p *part) variationTable() (*variationTable, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.variations != nil {
		return p.variations, nil
	}
	b, err := p.games.read(sectionVariations)
	if err != nil {
		return nil, err
	}
	t, ok := parseVariationTable(b, p.Games)
	if !ok || len(t.ends) > 0 && t.ends[len(t.ends)-1] != len(t.blob) {
		return nil, p.games.damage("section " + sectionVariations)
	}
	p.variations = t
	return t, nil
}

// variationsOf implements lineSource.
func (r *lineReader) variationsOf(row uint32) ([]byte, error) {
	t, err := r.part.variationTable()
	if err != nil {
		return nil, err
	}
	return t.of(row), nil
}

// anyLine is the looker for a pattern in all lines of a game.
type anyLine struct {
	looker
}

// withVariations makes of a looker one that looks into variations, too, if that is
// wanted.
func withVariations(l looker, s *query.Scope) looker {
	if s.Variations {
		return anyLine{l}
	}
	return l
}

// oneLine is the source of one line.
type oneLine struct {
	start rules.Position
	moves []byte
}

func (l *oneLine) line(uint32) (*rules.Position, []byte, error) { return &l.start, l.moves, nil }

func (l *oneLine) variationsOf(uint32) ([]byte, error) { return nil, nil }

// look implements looker. What a variation has in common with the line that it
// leaves is found in that line alone.
func (a anyLine) look(v *view) (bool, []PlyHit, error) {
	packed, err := v.lines.variationsOf(v.row)
	if err != nil {
		return false, nil, err
	}
	if len(packed) == 0 {
		return a.looker.look(v)
	}
	start, main, err := v.lines.line(v.row)
	if err != nil {
		return false, nil, err
	}
	all, ok := parseVariations(packed, len(main)/2)
	if !ok {
		return false, nil, v.part.games.damage("section " + sectionVariations)
	}
	source := v.lines
	defer func() { v.lines = source }()
	one := &oneLine{start: *start}
	v.lines = one
	var hits []PlyHit
	found := false
	var byLine [][]PlyHit
	for n, moves := range linesOf(main, all) {
		one.moves = moves
		ok, here, err := a.looker.look(v)
		if err != nil {
			return false, nil, err
		}
		found = found || ok
		byLine = append(byLine, here)
		for _, h := range here {
			if n > 0 && h.Ply <= all[n-1].branch && slices.Contains(byLine[all[n-1].parent], h) {
				continue
			}
			h.Variation = n
			hits = append(hits, h)
		}
	}
	return found, hits, nil
}
