package rules

// Square is a square of the board, counted along the ranks from a1 = 0,
// b1 = 1 to h8 = 63. NoSquare is none of them.
type Square uint8

// NoSquare is the value for "no square"; it has no file, rank or image.
const NoSquare Square = 64

// SquareAt returns the square on the given file and rank, each 0 to 7.
func SquareAt(file, rank int) Square { return Square(rank<<3 | file) }

// ParseSquare reads a square as "a1" to "h8".
func ParseSquare(s string) (Square, bool) {
	if len(s) != 2 {
		return NoSquare, false
	}
	file, rank := s[0]-'a', s[1]-'1'
	if file > 7 || rank > 7 {
		return NoSquare, false
	}
	return SquareAt(int(file), int(rank)), true
}

// File returns the file of s, 0 for a to 7 for h.
func (s Square) File() int { return int(s & 7) }

// Rank returns the rank of s, 0 for the first to 7 for the eighth.
func (s Square) Rank() int { return int(s >> 3) }

// Bit returns the bitboard that holds s alone.
func (s Square) Bit() Bitboard { return 1 << (s & 63) }

// Image returns the square on which a man of s stands in the image o.
func (s Square) Image(o Orientation) Square {
	return s ^ Square(o&1)*7 ^ Square(o>>1&1)*56
}

// String returns the square as "a1" to "h8", NoSquare as "-".
func (s Square) String() string {
	if s >= NoSquare {
		return "-"
	}
	return string([]byte{'a' + byte(s&7), '1' + byte(s>>3)})
}

func (s Square) appendTo(dst []byte) []byte {
	return append(dst, 'a'+byte(s&7), '1'+byte(s>>3&7))
}
