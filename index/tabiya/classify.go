package tabiya

import (
	"fmt"
	"math/bits"

	"github.com/diwan-shatranj/diwan/rules"
)

// What counts as an array.
const (
	Moves      = 25   // of a side, up to which its men are looked at
	LeastShare = 0.75 // of the characteristic men
	LeastMen   = 5    // that stand in their places, where the array has so many
)

// Match says how near a side has come to an array.
type Match struct {
	Tabiya   *Tabiya // nil: to none
	Standing int     // characteristic men in their places
	Ply      int     // at which they stood there first
	Mirrored bool    // in the form mirrored left to right
}

// Share is that of the characteristic men in their places, 0 to 1.
func (m Match) Share() float64 {
	if m.Tabiya == nil {
		return 0
	}
	return float64(m.Standing) / float64(m.Tabiya.Men())
}

// String says it in words: Mujannah (9 of 10).
func (m Match) String() string {
	if m.Tabiya == nil {
		return "none"
	}
	return fmt.Sprintf("%s (%d of %d)", m.Tabiya.Name, m.Standing, m.Tabiya.Men())
}

// lanes is how many counts of eight bits a word holds. Counts are below 128.
const (
	lanes    = 8
	laneOnes = 0x0101010101010101
	laneTops = 0x8080808080808080
)

// Classifier finds the arrays of games. It keeps its memory from game to game and is
// for one goroutine.
type Classifier struct {
	list  *List
	words int // for a count of each form: array i is forms 2i and, mirrored, 2i+1
	// weight is, for a man on a square, what it adds to the counts; held has the
	// squares where that is anything.
	weight [7][64][]uint64
	held   [7]rules.Bitboard

	at   [64]occupant
	side [2]tally

	// What the start of the last game came to: most games begin alike.
	last    rules.Position
	lastAt  [64]occupant
	lastNow [2][]uint64
}

// occupant is what stands on a square; the zero value is nothing.
type occupant struct {
	kind  rules.Kind
	color rules.Color
}

// tally is what is counted of a side.
type tally struct {
	now     []uint64
	most    []uint64 // of each lane, so far
	changed bool
	ply     []int // by form, at which the most stood
}

// NewClassifier makes a Classifier for a list.
func NewClassifier(l *List) *Classifier {
	forms := 2 * l.Len()
	c := &Classifier{list: l, words: (forms + lanes - 1) / lanes}
	for i := range l.all {
		for mirrored, men := range [][]man{l.all[i].men, mirror(l.all[i].men)} {
			form := 2*i + mirrored
			for _, m := range men {
				w := &c.weight[m.kind][m.square]
				if *w == nil {
					*w = make([]uint64, c.words)
				}
				(*w)[form/lanes] += 1 << (8 * (form % lanes))
				c.held[m.kind] |= 1 << m.square
			}
		}
	}
	for i := range c.side {
		c.side[i] = tally{now: make([]uint64, c.words), most: make([]uint64, c.words), ply: make([]int, lanes*c.words)}
		c.lastNow[i] = make([]uint64, c.words)
	}
	return c
}

// Classify finds the arrays of both sides in a game: what its moves, which are
// legal, come to from its start. The first is White's.
func (c *Classifier) Classify(start *rules.Position, moves []rules.Move) [2]Match {
	c.set(start)
	turn := start.Turn()
	for ply, m := range moves[:min(len(moves), 2*Moves)] {
		c.play(m)
		c.side[turn].note(ply + 1)
		turn = 1 - turn
	}
	return [2]Match{c.match(rules.White), c.match(rules.Black)}
}

// set puts up the start.
func (c *Classifier) set(p *rules.Position) {
	known := *p == c.last
	for i := range c.side {
		t := &c.side[i]
		clear(t.most)
		clear(t.now)
		t.changed = true
		if known {
			copy(t.now, c.lastNow[i])
			t.note(0)
		}
	}
	if known {
		c.at = c.lastAt
		return
	}
	c.at = [64]occupant{}
	for color := rules.White; color <= rules.Black; color++ {
		for kind := rules.Pawn; kind <= rules.King; kind++ {
			for squares := p.Men(color, kind); squares != 0; {
				c.put(squares.PopFirst()&63, occupant{kind, color})
			}
		}
		copy(c.lastNow[color], c.side[color].now)
		c.side[color].note(0)
	}
	c.last, c.lastAt = *p, c.at
}

// put places a man on an empty square.
func (c *Classifier) put(s rules.Square, o occupant) {
	c.at[s] = o
	if own := ownSquare(o.color, s); c.held[o.kind]&(1<<own) != 0 {
		t := &c.side[o.color]
		t.changed = true
		for i, w := range c.weight[o.kind][own] {
			t.now[i] += w
		}
	}
}

// lift takes a man off its square.
func (c *Classifier) lift(s rules.Square) occupant {
	o := c.at[s]
	if o.kind == rules.NoKind {
		return o
	}
	c.at[s] = occupant{}
	if own := ownSquare(o.color, s); c.held[o.kind]&(1<<own) != 0 {
		for i, w := range c.weight[o.kind][own] {
			c.side[o.color].now[i] -= w
		}
	}
	return o
}

// ownSquare is a square as its side sees it: Black from the other end.
func ownSquare(color rules.Color, s rules.Square) rules.Square {
	if color == rules.Black {
		s ^= 56
	}
	return s
}

func (c *Classifier) play(m rules.Move) {
	from, to := m.From(), m.To()
	moved := c.lift(from)
	there := c.lift(to)
	switch {
	case m.IsExchange():
		c.put(from, there)
	case m.IsPromotion():
		moved.kind = rules.Ferz
	}
	c.put(to, moved)
}

// note compares the counts with the best so far.
func (t *tally) note(ply int) {
	if !t.changed {
		return
	}
	t.changed = false
	for i, now := range t.now {
		most := t.most[i]
		more := ((now | laneTops) - most - laneOnes) & laneTops // in lanes where now is above most
		for ; more != 0; more &= more - 1 {
			lane := bits.TrailingZeros64(more) / 8
			mask := uint64(0xff) << (8 * lane)
			t.most[i] = t.most[i]&^mask | now&mask
			t.ply[i*lanes+lane] = ply
		}
	}
}

// match chooses the array of a side.
func (c *Classifier) match(color rules.Color) Match {
	t := &c.side[color]
	var best Match
	for form := range 2 * c.list.Len() {
		standing := t.most[form/lanes] >> (8 * (form % lanes)) & 0xff
		m := Match{&c.list.all[form/2], int(standing), t.ply[form], form%2 == 1}
		if m.counts() && m.betterThan(best) {
			best = m
		}
	}
	return best
}

// counts reports whether so many men are the array.
func (m Match) counts() bool {
	men := m.Tabiya.Men()
	return m.Standing == men || m.Standing >= LeastMen && float64(m.Standing) >= LeastShare*float64(men)
}

func (m Match) betterThan(other Match) bool {
	if other.Tabiya == nil {
		return true
	}
	mine, its := m.Standing*other.Tabiya.Men(), other.Standing*m.Tabiya.Men()
	if mine != its {
		return mine > its
	}
	return m.Tabiya.Men() > other.Tabiya.Men()
}
