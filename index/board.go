package index

import (
	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/rules"
)

// man is what stands on a square, as the bit of query.Men that means it: 0 for
// nothing, 1 to 6 for White's K F R N A P, 7 to 12 for Black's.
type man uint8

const (
	manKing    man = 1
	manFerz    man = 2
	manAlfil   man = 5
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

// upheaval says what a move changes beside the places of men.
type upheaval uint8

const (
	quiet    upheaval = iota
	capture           // a man is gone
	becoming          // a pawn has become a ferz, or two men have changed places
)

// play makes a move and says what it changes. Both squares of the move may hold
// something else afterwards, and no others.
func (b *board) play(m rules.Move) upheaval {
	from, to := int(m)&63, int(m)>>6&63
	moved, there := b.at[from], b.at[to]
	if kind := m >> 12 & 7; kind == 7 || kind == rules.Move(rules.Pawn) && (to < 8 || to >= 56) {
		if kind == 7 {
			b.at[from], b.at[to] = there, moved
		} else {
			b.at[from], b.at[to] = 0, moved-4 // from pawn to ferz
		}
		return becoming
	}
	b.at[from], b.at[to] = 0, moved
	if there != 0 {
		return capture
	}
	return quiet
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
		if m == 0 {
			continue
		}
		c.men[m]++
		side := 0
		if m > blackMan {
			side, m = 1, m-blackMan
		}
		switch m {
		case manAlfil:
			c.alfils[side][familyOf(query.Square(sq))]++
		case manFerz:
			c.ferzes[side][query.Square(sq).Shade()]++
		}
	}
}

// familyOf numbers the eight families of squares among which alfils stay.
func familyOf(s query.Square) int {
	file, rank := int(s&7), int(s>>3)
	return file&1 | rank&1<<1 | (file>>1+rank>>1)&1<<2
}
