package index

import (
	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/rules"
)

// man is what stands on a square, as the bit of query.Men that means it: 0 for
// nothing, 1 to 6 for White's K F R N A P, 7 to 12 for Black's.
type man uint8

const (
	manFerz    man = 2
	manAlfil   man = 5
	manPawn    man = 6
	blackMan   man = 6 // is added for Black
	kindsOfMen     = 13
)

// manOf is the man of a colour and kind.
func manOf(c rules.Color, k rules.Kind) man {
	var m man
	switch k {
	case rules.King:
		m = 1
	case rules.Ferz:
		m = 2
	case rules.Rook:
		m = 3
	case rules.Knight:
		m = 4
	case rules.Alfil:
		m = 5
	case rules.Pawn:
		m = 6
	default:
		return 0
	}
	return m + blackMan*man(c)
}

// board is the men of a position and nothing else, for going through the moves of
// many games quickly. The moves are legal: they come from games that were played.
type board struct {
	at [64]man
}

// set puts up a position.
func (b *board) set(p *rules.Position) {
	*b = board{}
	for c := rules.White; c <= rules.Black; c++ {
		for k := rules.Pawn; k <= rules.King; k++ {
			for squares := p.Men(c, k); squares != 0; {
				b.at[squares.PopFirst()&63] = manOf(c, k)
			}
		}
	}
}

// play makes a move. It returns the man that was taken, 0 for none, and whether men
// have changed otherwise: a pawn has become a ferz, or two men have changed places.
// Both squares of the move may hold something else afterwards, and no others.
func (b *board) play(m rules.Move) (taken man, becoming bool) {
	from, to := m&63, m>>6&63
	moved, there := b.at[from], b.at[to]
	b.at[from], b.at[to] = 0, moved
	switch kind := m >> 12 & 7; {
	case kind == 7:
		if there == manPawn && from >= 56 || there == manPawn+blackMan && from < 8 {
			there -= manPawn - manFerz // an exchange can put a pawn on its last rank
		}
		b.at[from] = there
		return 0, true
	case kind == rules.Move(rules.Pawn) && (to-8) >= 48:
		b.at[to] = moved - (manPawn - manFerz)
		return there, true
	}
	return there, false
}

// census is what is counted of a board: what changes by upheavals only, since an
// alfil never leaves its family of squares, nor a ferz the colour of its square.
type census struct {
	men    [kindsOfMen]uint8
	alfils [2][8]uint8 // by side and family
	ferzes [2][2]uint8 // by side and colour of the square
}

// take counts the board.
func (c *census) take(b *board) {
	*c = census{}
	for sq, m := range b.at {
		if m != 0 {
			c.count(m, query.Square(sq), 1)
		}
	}
}

// count adds one man on a square, or takes it off where step is -1.
func (c *census) count(m man, sq query.Square, step int8) {
	c.men[m] += uint8(step)
	side := 0
	if m > blackMan {
		side, m = 1, m-blackMan
	}
	switch m {
	case manAlfil:
		c.alfils[side][familyOf(sq)] += uint8(step)
	case manFerz:
		c.ferzes[side][sq.Shade()] += uint8(step)
	}
}

// follow counts anew after a move: what was taken, or all of the board.
func (c *census) follow(b *board, m rules.Move, taken man, becoming bool) {
	if becoming {
		c.take(b)
	} else {
		c.count(taken, query.Square(m>>6&63), -1)
	}
}

// familyOf numbers the eight families of squares among which alfils stay.
func familyOf(s query.Square) int {
	file, rank := int(s&7), int(s>>3)
	return file&1 | rank&1<<1 | (file>>1+rank>>1)&1<<2
}
