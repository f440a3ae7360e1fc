package rules

// Attack tables of the men that step or leap, by square. They are small on
// purpose: a command that only wants one position must start at once.
var (
	knightTable = leaperTable(knightSpread)
	alfilTable  = leaperTable(alfilSpread)
	ferzTable   = leaperTable(ferzSpread)
	kingTable   = leaperTable(kingSpread)
	pawnTable   = [2][64]Bitboard{
		White: leaperTable(func(b Bitboard) Bitboard { return pawnSpread(White, b) }),
		Black: leaperTable(func(b Bitboard) Bitboard { return pawnSpread(Black, b) }),
	}
)

func leaperTable(spread func(Bitboard) Bitboard) (t [64]Bitboard) {
	for s := range t {
		t[s] = spread(Square(s).Bit())
	}
	return t
}

// The spread functions answer for a whole set of men at once: all squares that
// any of them attacks.

func pawnSpread(c Color, b Bitboard) Bitboard {
	if c == White {
		return b<<9&^fileA | b<<7&^fileH
	}
	return b>>7&^fileA | b>>9&^fileH
}

func knightSpread(b Bitboard) Bitboard {
	near := b<<1&^fileA | b>>1&^fileH
	far := b<<2&^filesAB | b>>2&^filesGH
	return near<<16 | near>>16 | far<<8 | far>>8
}

func alfilSpread(b Bitboard) Bitboard {
	side := b<<2&^filesAB | b>>2&^filesGH
	return side<<16 | side>>16
}

func ferzSpread(b Bitboard) Bitboard {
	side := b<<1&^fileA | b>>1&^fileH
	return side<<8 | side>>8
}

func kingSpread(b Bitboard) Bitboard {
	row := b | b<<1&^fileA | b>>1&^fileH
	return (row | row<<8 | row>>8) &^ b
}

// Rook attacks are looked up by line. The six inner squares of the line are
// gathered into an index, for a file by a multiplication that collects them in
// the top bits; both tables together take less than five kilobytes.
var rankTable, fileTable = lineTables()

// fileGather multiplied by the occupied squares of the a-file puts a2 to a7
// into the bits 58 to 63, in that order and without carries.
const fileGather = 0x0004081020408000

func lineTables() (ranks [8][64]uint8, files [8][64]Bitboard) {
	for at := range 8 {
		for inner := range 64 {
			line := slide(at, inner<<1)
			ranks[at][inner] = line
			for i := range 8 {
				files[at][inner] |= Bitboard(line>>i&1) << (8 * i)
			}
		}
	}
	return ranks, files
}

// slide returns the squares of a line of eight that a rook on square at of it
// attacks, the occupied squares included where it stops.
func slide(at, occ int) (attacks uint8) {
	for i := at + 1; i < 8; i++ {
		attacks |= 1 << i
		if occ>>i&1 != 0 {
			break
		}
	}
	for i := at - 1; i >= 0; i-- {
		attacks |= 1 << i
		if occ>>i&1 != 0 {
			break
		}
	}
	return attacks
}

// RookAttacks returns the squares that a rook on s attacks when the squares of
// occ are occupied: up to and including the first occupied one on each line.
func RookAttacks(s Square, occ Bitboard) Bitboard {
	file, rank := s&7, s>>3&7
	row := rankTable[file][occ>>(rank<<3+1)&63]
	column := fileTable[rank][(occ>>file&fileA)*fileGather>>58]
	return Bitboard(row)<<(rank<<3) | column<<file
}

// KnightAttacks returns the squares that a knight on s attacks.
func KnightAttacks(s Square) Bitboard { return knightTable[s&63] }

// AlfilAttacks returns the squares that an alfil on s attacks.
func AlfilAttacks(s Square) Bitboard { return alfilTable[s&63] }

// FerzAttacks returns the squares that a ferz on s attacks.
func FerzAttacks(s Square) Bitboard { return ferzTable[s&63] }

// KingAttacks returns the squares that a king on s attacks.
func KingAttacks(s Square) Bitboard { return kingTable[s&63] }

// PawnAttacks returns the squares that a pawn of colour c on s attacks, at
// most two.
func PawnAttacks(c Color, s Square) Bitboard { return pawnTable[c&1][s&63] }

// cross returns the rank and the file of s, without s.
func cross(s Square) Bitboard {
	return (rank1<<(s&56) | fileA<<(s&7)) ^ s.Bit()
}

// between returns the squares strictly between two squares of one line.
func between(a, b Square) Bitboard {
	if a > b {
		a, b = b, a
	}
	span := b.Bit() - a.Bit()<<1
	if a>>3 == b>>3 {
		return span
	}
	return span & (fileA << (a & 7))
}
