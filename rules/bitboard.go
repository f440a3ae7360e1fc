package rules

import "math/bits"

// Bitboard is a set of squares: bit i is set when Square i is in it.
type Bitboard uint64

const (
	fileA Bitboard = 0x0101010101010101
	fileB          = fileA << 1
	fileG          = fileA << 6
	fileH          = fileA << 7
	rank1 Bitboard = 0xff
	rank8          = rank1 << 56

	filesAB = fileA | fileB
	filesGH = fileG | fileH
)

// Has reports whether s is in b.
func (b Bitboard) Has(s Square) bool { return b>>(s&63)&1 != 0 }

// Count returns the number of squares in b.
func (b Bitboard) Count() int { return bits.OnesCount64(uint64(b)) }

// First returns the lowest square of b, NoSquare if b is empty.
func (b Bitboard) First() Square { return Square(bits.TrailingZeros64(uint64(b))) }

// PopFirst takes the lowest square out of b and returns it; NoSquare if b is
// empty.
func (b *Bitboard) PopFirst() Square {
	s := b.First()
	*b &= *b - 1
	return s
}

// Image returns the squares of b as they lie in the image o.
func (b Bitboard) Image(o Orientation) Bitboard {
	v := uint64(b)
	if o&Mirror != 0 {
		v = bits.ReverseBytes64(bits.Reverse64(v))
	}
	if o&Colors != 0 {
		v = bits.ReverseBytes64(v)
	}
	return Bitboard(v)
}

// single reports whether b holds exactly one square or none.
func (b Bitboard) single() bool { return b&(b-1) == 0 }
