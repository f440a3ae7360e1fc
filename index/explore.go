package index

import (
	"cmp"
	"context"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/index/segment"
	"github.com/diwan-shatranj/diwan/rules"
)

// Explored is what games did in a position, whatever moves had led to it.
type Explored struct {
	// Tally is of the games that came to the position, each once.
	Tally
	// Ended are the games that ended there.
	Ended int64
	Moves []Continuation // the most frequent first
}

// Continuation is a move that was made in a position.
type Continuation struct {
	Move rules.Move // as it is in the position that was asked for
	// Tally is of the games with the move. A game that comes to the position again
	// and moves otherwise then counts for both moves.
	Tally
	Plies   float64 // the mean length of these games
	Year    int     // the last year in which one was played, 0 where none is known
	Example int64   // the ID of the first game of that year, or of all
}

// Explorer answers for the games that a query selects. It sees the index as it was
// when it was made. It is for one goroutine.
type Explorer struct {
	index *Index
	now   *snapshot
	parts []exploring
}

// exploring is one part, with what is needed of it.
type exploring struct {
	*part
	chosen  []uint64 // bits of the rows that are selected; nil: all
	results []uint32
	plies   []uint32
	first   []uint32 // days
	lines   *lineReader
}

// Explorer makes an Explorer for the games that a query selects. It has to be
// closed. Errors are those of [Index.Search].
func (ix *Index) Explorer(ctx context.Context, e query.Expr) (*Explorer, error) {
	s, plans, err := ix.plans(ctx, e, 0)
	if err != nil {
		return nil, ix.suspect(err)
	}
	x := &Explorer{index: ix, now: s}
	if len(s.parts) == 0 {
		err = check(e)
	}
	var rows []*roaring.Bitmap
	if err == nil {
		rows, err = s.selected(ctx, plans)
	}
	for i, p := range s.parts {
		if err != nil {
			break
		}
		var part exploring
		part, err = newExploring(p, rows[i])
		x.parts = append(x.parts, part)
	}
	if err != nil {
		_ = x.Close() // files that were read only
		return nil, ix.suspect(err)
	}
	return x, nil
}

func newExploring(p *part, rows *roaring.Bitmap) (x exploring, err error) {
	x = exploring{part: p, lines: newLineReader(p)}
	if int(rows.GetCardinality()) < p.Games {
		x.chosen = make([]uint64, (p.Games+63)/64)
		for it := rows.Iterator(); it.HasNext(); {
			row := it.Next()
			x.chosen[row>>6] |= 1 << (row & 63)
		}
	}
	for _, c := range []struct {
		name string
		to   *[]uint32
	}{{colResult, &x.results}, {colPlies, &x.plies}, {colFirst, &x.first}} {
		if *c.to, err = p.column(c.name); err != nil {
			return x, err
		}
	}
	return x, nil
}

// has reports whether a row is selected.
func (x *exploring) has(row uint32) bool {
	return x.chosen == nil || x.chosen[row>>6]&(1<<(row&63)) != 0
}

// Close gives back what the Explorer holds.
func (x *Explorer) Close() error { return x.now.release() }

// Explore returns what the games did in a position. With fold, games with its image
// mirrored left to right count, too, and their moves are mirrored back. Errors are
// those of [Index.Search].
func (x *Explorer) Explore(ctx context.Context, p *rules.Position, fold bool) (*Explored, error) {
	c := &continuations{asked: *p, moves: map[rules.Move]*Continuation{}}
	c.wanted[rules.Identity], c.wanted[rules.Mirror] = true, fold
	c.mirrored = p.Image(rules.Mirror)
	for i := range x.parts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := c.part(&x.parts[i]); err != nil {
			return nil, x.index.suspect(err)
		}
	}
	return c.explored(), nil
}

// continuations is what is gathered of a position.
type continuations struct {
	asked, mirrored rules.Position
	wanted          [4]bool // images
	games           Tally
	ended           int64
	moves           map[rules.Move]*Continuation
}

// moveCount is what is gathered of one move in one part.
type moveCount struct {
	results [4]int64 // by rules.Result
	plies   int64
	latest  uint32 // day
	example uint32 // row
	last    uint32 // row that was counted last, plus 1
}

func (m *moveCount) games() int64 { return m.results[0] + m.results[1] + m.results[2] + m.results[3] }

// count counts a row.
func (m *moveCount) count(x *exploring, row uint32) {
	if m.last == row+1 {
		return
	}
	if day := x.first[row]; m.last == 0 || day/10000 > m.latest/10000 {
		m.latest, m.example = day, row
	}
	m.last = row + 1
	m.results[x.results[row]&3]++
	m.plies += int64(x.plies[row])
}

// part gathers from one part.
func (c *continuations) part(x *exploring) error {
	key, own := c.asked.Key()
	key >>= keyShift
	list, err := x.frequent.find(key)
	if err != nil {
		return err
	}
	if list == nil {
		return c.lookUp(x, key, own)
	}
	counts := map[rules.Move]*moveCount{}
	byNumber := make([]*moveCount, len(list.moves)) // nil: not wanted
	for i, m := range list.moves {
		if image := m.image ^ own; c.wanted[image] && c.possible(m.move, image) {
			byNumber[i] = countOf(counts, m.move, image)
		}
	}
	last := uint32(0)
	whole := list.each(x.Games, func(row uint32, move int) {
		m := byNumber[move]
		if m == nil || !x.has(row) {
			return
		}
		if row+1 != last {
			c.games.Add(rules.Result(x.results[row]), 1)
			last = row + 1
		}
		m.count(x, row)
	})
	if !whole {
		return x.frequent.damage("a list")
	}
	return c.takeAll(x, counts)
}

// countOf is the count of a move in an image of the position.
func countOf(counts map[rules.Move]*moveCount, m rules.Move, image rules.Orientation) *moveCount {
	if m != rules.NoMove {
		m = m.Image(image)
	}
	n := counts[m]
	if n == nil {
		n = &moveCount{}
		counts[m] = n
	}
	return n
}

// possible reports whether a move can have been made in an image of the position: it
// cannot where another position has the same shortened key.
func (c *continuations) possible(m rules.Move, image rules.Orientation) bool {
	if m == rules.NoMove {
		return true
	}
	p := &c.asked
	if image == rules.Mirror {
		p = &c.mirrored
	}
	_, kind := p.At(m.From())
	return m.IsExchange() || kind == m.Kind() && p.IsLegal(m)
}

// takeAll adds what was counted in a part.
func (c *continuations) takeAll(x *exploring, counts map[rules.Move]*moveCount) error {
	for m, n := range counts {
		if err := c.take(x, m, n); err != nil {
			return err
		}
	}
	return nil
}

// take adds what was counted of a move.
func (c *continuations) take(x *exploring, m rules.Move, n *moveCount) error {
	games := n.games()
	if games == 0 {
		return nil
	}
	if m == rules.NoMove {
		c.ended += games
		return nil
	}
	to := c.moves[m]
	if to == nil {
		to = &Continuation{Move: m}
		c.moves[m] = to
	}
	to.Plies += float64(n.plies)
	for r, count := range n.results {
		to.Add(rules.Result(r), count)
	}
	id, err := x.id(n.example)
	if err != nil {
		return err
	}
	if year := int(n.latest / 10000); to.Example == 0 || year > to.Year || year == to.Year && id < to.Example {
		to.Year, to.Example = year, id
	}
	return nil
}

// lookUp gathers game by game.
func (c *continuations) lookUp(x *exploring, key uint64, own rules.Orientation) error {
	type found struct {
		row   uint32
		ply   int
		image rules.Orientation
	}
	var places []found
	var failed error
	err := x.positions.Find(key, func(h segment.Hit) bool {
		image := rules.Orientation(h.Place.Orientation()) ^ own
		if !c.wanted[image] {
			return true
		}
		row, live, err := x.rowOf(int64(h.Game))
		if err != nil {
			failed = err
			return false
		}
		if live && x.has(row) {
			places = append(places, found{row, int(h.Place.Ply()), image})
		}
		return true
	})
	if err = cmp.Or(err, failed); err != nil {
		return err
	}
	counts := map[rules.Move]*moveCount{}
	last := uint32(0)
	for _, f := range places {
		start, moves, err := x.lines.line(f.row)
		if err != nil {
			return err
		}
		if f.ply > len(moves)/2 {
			return x.moves.damage("its relation to the positions")
		}
		pos := *start
		for i := range f.ply {
			pos = pos.Play(moveAt(moves, i))
		}
		asked := &c.asked
		if f.image == rules.Mirror {
			asked = &c.mirrored
		}
		if !sameBoard(&pos, asked) {
			continue
		}
		if f.row+1 != last {
			c.games.Add(rules.Result(x.results[f.row]), 1)
			last = f.row + 1
		}
		countOf(counts, moveOrEnd(moves, f.ply), f.image).count(x, f.row)
	}
	return c.takeAll(x, counts)
}

// explored is what has been gathered, in order.
func (c *continuations) explored() *Explored {
	e := &Explored{Tally: c.games, Ended: c.ended}
	for _, m := range c.moves {
		m.Plies /= float64(m.Games)
		e.Moves = append(e.Moves, *m)
	}
	slices.SortFunc(e.Moves, func(a, b Continuation) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Move.String(), b.Move.String()))
	})
	return e
}
