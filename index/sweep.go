package index

import (
	"encoding/binary"
	"slices"

	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/rules"
)

// A move says which man arrives where: its kind stands in it, and the sides take
// turns. So the squares of a pattern are followed through a game without a board,
// and to count the men a board is needed for nothing but what is taken. That is a
// sweep. Only an exchange does not say what it moves; a game with one is stepped
// through by pattern.step.

// moveIndexes is how many moves there are by the man and the square that it goes to.
const moveIndexes = 512

// arrival is the man that stands on the square that a move goes to. It is 0 for
// what no move has there.
func arrival(side rules.Color, index int) (m man, to query.Square) {
	kind, square := rules.Kind(index>>6), rules.Square(index&63)
	if kind == rules.Pawn && (square < 8 || square >= 56) {
		kind = rules.Ferz
	}
	return manOf(side, kind), query.Square(square)
}

// exchanges is the least move that is an exchange: its mark is in the top bits.
const exchanges = rules.Move(7) << 12

// squareSweep is what the moves do to the squares that are not as a pattern wants
// them, a bit each.
type squareSweep struct {
	arrive [2][moveIndexes]uint64 // of the square that a man goes to
	leave  [64]uint64             // of the square that becomes empty
}

func newSquareSweep(squares *[64]query.Men) *squareSweep {
	s := &squareSweep{}
	for sq, men := range squares {
		s.leave[sq] = uint64(1&^men) << sq
	}
	for side := range s.arrive {
		for i := range s.arrive[side] {
			m, to := arrival(rules.Color(side), i)
			s.arrive[side][i] = uint64(1&^(squares[to]>>m)) << to
		}
	}
	return s
}

// wrong are the squares of a board that are not as they are wanted.
func (b *board) wrong(squares *[64]query.Men) (wrong uint64) {
	for sq, m := range b.at {
		wrong |= uint64(1&^(squares[sq]>>m)) << sq
	}
	return wrong
}

// sweep appends the plies at which no square is wrong. It is false where the game
// has an exchange.
func (s *squareSweep) sweep(hits []PlyHit, wrong uint64, side rules.Color, moves []byte) ([]PlyHit, bool) {
	us, them := &s.arrive[side&1], &s.arrive[side&1^1]
	if wrong == 0 {
		hits = append(hits, PlyHit{})
	}
	for i := 0; i+2 <= len(moves); i += 2 {
		m := rules.Move(binary.LittleEndian.Uint16(moves[i:]))
		if m >= exchanges {
			return hits, false
		}
		from, to := m&63, m>>6&63
		wrong = wrong&^(1<<from|1<<to) | s.leave[from] | us[m>>6&(moveIndexes-1)]
		if wrong == 0 {
			hits = append(hits, PlyHit{Ply: i/2 + 1})
		}
		us, them = them, us
	}
	return hits, true
}

// headcount is how many men of each kind there are, in five bits each, of which the
// highest is for comparing.
type headcount uint64

const (
	headcountBits   = 5
	headcountMost   = 15
	headcountGuards = headcount(0x0842108421084210) // the highest bit of each
)

// head is the headcount of one man; that of 0, no man, is empty.
func (m man) head() headcount {
	if m == 0 {
		return 0
	}
	return 1 << (headcountBits * (m - 1))
}

// heads counts the men. It is false where there are too many of a kind, or could be
// when pawns have become ferzes.
func (c *census) heads() (n headcount, ok bool) {
	for m := man(1); m < kindsOfMen; m++ {
		if c.men[m] > headcountMost {
			return 0, false
		}
		n += headcount(c.men[m]) * m.head()
	}
	for _, side := range []man{0, blackMan} {
		if c.men[side+manFerz]+c.men[side+manPawn] > headcountMost {
			return 0, false
		}
	}
	return n, true
}

// menTest is what a headcount has to be: equal in some kinds, at least so much in
// the others.
type menTest struct {
	same, exactly, least headcount
	never                bool // more are wanted than any headcount has
	image                rules.Orientation
}

// newMenTest makes the test that White has the men of one force, Black of the other.
func newMenTest(white, black *query.Force, image rules.Orientation) menTest {
	t := menTest{image: image}
	for side, f := range []*query.Force{white, black} {
		for kind, n := range f.Men {
			one := (man(1+kind) + blackMan*man(side)).head()
			t.never = t.never || n > headcountMost
			if f.AtLeast {
				t.least += headcount(n) * one
			} else {
				t.same |= headcountMost * one
				t.exactly += headcount(n) * one
			}
		}
	}
	return t
}

func (t *menTest) holds(n headcount) bool {
	return (n^t.exactly)&t.same == 0 && ((n|headcountGuards)-t.least)&headcountGuards == headcountGuards && !t.never
}

// menSweep follows the men of a game.
type menSweep struct {
	arrive [2][moveIndexes]man // with becomes where a pawn has become a ferz
	heads  [kindsOfMen]headcount
	tests  []menTest // any of them; none: anything
	// holds judges what no headcount has: where men stand. It may be nil.
	holds func(c *census) (bool, rules.Orientation)
}

// becomes is set in a man that was a pawn before it arrived, and in none as such.
const becomes man = 1 << 7

func newMenSweep(tests []menTest, holds func(c *census) (bool, rules.Orientation)) *menSweep {
	s := &menSweep{tests: tests, holds: holds}
	for m := range s.heads {
		s.heads[m] = man(m).head()
	}
	for side := range s.arrive {
		for i := range s.arrive[side] {
			s.arrive[side][i], _ = arrival(rules.Color(side), i)
			if rules.Move(i << 6).IsPromotion() {
				s.arrive[side][i] |= becomes
			}
		}
	}
	return s
}

// judge judges the men that there are.
func (s *menSweep) judge(n headcount, c *census) (bool, rules.Orientation) {
	fits, image := len(s.tests) == 0, rules.Identity
	for i := range s.tests {
		if s.tests[i].holds(n) {
			fits, image = true, s.tests[i].image
			break
		}
	}
	if !fits || s.holds == nil {
		return fits, image
	}
	return s.holds(c)
}

// sweep appends the plies at which the men are as they are wanted. It changes board
// and census, and is false where the game has an exchange.
func (s *menSweep) sweep(hits []PlyHit, b *board, c *census, n headcount, side rules.Color, moves []byte) ([]PlyHit, bool) {
	us, them := &s.arrive[side&1], &s.arrive[side&1^1]
	held, image := s.judge(n, c)
	if held {
		hits = append(hits, PlyHit{Image: image})
	}
	for i := 0; i+2 <= len(moves); i += 2 {
		m := rules.Move(binary.LittleEndian.Uint16(moves[i:]))
		if m >= exchanges {
			return hits, false
		}
		from, to := m&63, m>>6&63
		moved, taken := us[m>>6&(moveIndexes-1)], b.at[to]
		b.at[from], b.at[to] = 0, moved&^becomes
		if taken|moved&becomes != 0 {
			n -= s.heads[taken]
			if s.holds != nil {
				c.count(taken, query.Square(to), -1)
			}
			if moved&becomes != 0 {
				ferz := moved &^ becomes
				pawn := ferz + (manPawn - manFerz)
				n += s.heads[ferz] - s.heads[pawn]
				if s.holds != nil {
					c.count(pawn, query.Square(from), -1)
					c.count(ferz, query.Square(to), 1)
				}
			}
			held, image = s.judge(n, c)
		}
		if held {
			hits = append(hits, PlyHit{Ply: i/2 + 1, Image: image})
		}
		us, them = them, us
	}
	return hits, true
}

// outset is where games begin, made ready for a pattern. Most games begin alike.
type outset struct {
	start  rules.Position
	board  board
	census census
	wrong  uint64 // squares that are not as they are wanted
	heads  headcount
	few    bool // heads is right
}

// outset is that of a game that begins so. It is not to be changed.
func (p *pattern) outset(v *view, start *rules.Position) *outset {
	o, ok := v.outsets[p]
	if !ok {
		if v.outsets == nil {
			v.outsets = map[*pattern]*outset{}
		}
		o = &outset{}
		v.outsets[p] = o
	}
	if ok && o.start == *start {
		return o
	}
	o.start, o.wrong = *start, 0
	o.board.set(start)
	if p.squares != nil {
		o.wrong = o.board.wrong(p.squares)
	}
	o.census.take(&o.board)
	o.heads, o.few = o.census.heads()
	return o
}

// look implements looker.
func (p *pattern) look(v *view) (bool, []PlyHit, error) {
	start, moves, err := v.lines.line(v.row)
	if err != nil {
		return false, nil, err
	}
	o := p.outset(v, start)
	hits, done := v.hits[:0], false
	switch {
	case p.squares != nil:
		hits, done = p.bySquare.sweep(hits, o.wrong, start.Turn(), moves)
		done = done && (p.byMen == nil || len(hits) == 0)
	case o.few:
		v.board = o.board
		if p.byMen.holds != nil {
			v.census = o.census
		}
		hits, done = p.byMen.sweep(hits, &v.board, &v.census, o.heads, start.Turn(), moves)
	}
	if !done {
		hits = p.step(hits[:0], v, o, moves)
	}
	v.hits = hits
	if hits = inScope(hits, &p.Scope); len(hits) == 0 {
		return false, nil, nil
	}
	return true, slices.Clone(hits), nil
}
