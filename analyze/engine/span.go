package engine

import "github.com/diwan-shatranj/diwan/rules"

const (
	fileA rules.Bitboard = 0x0101010101010101
	fileH rules.Bitboard = fileA << 7
)

// pawnSpread returns the squares that the pawns of c attack.
func pawnSpread(c rules.Color, pawns rules.Bitboard) rules.Bitboard {
	if c == rules.White {
		return pawns<<9&^fileA | pawns<<7&^fileH
	}
	return pawns>>7&^fileA | pawns>>9&^fileH
}

// fileOf returns the squares of the file of s.
func fileOf(s rules.Square) rules.Bitboard { return fileA << (s & 7) }

// beside returns the squares of the files next to that of s.
func beside(s rules.Square) rules.Bitboard {
	f := fileOf(s)
	return f<<1&^fileA | f>>1&^fileH
}

// spanAhead returns the squares of some files that lie ahead of the rank of s
// as c sees it.
func spanAhead(c rules.Color, files rules.Bitboard, s rules.Square) rules.Bitboard {
	if c == rules.White {
		return files & (^rules.Bitboard(0xff) << (s & 56))
	}
	return files & (1<<(s&56) - 1)
}

// distance returns the number of king's steps between two squares.
func distance(a, b rules.Square) int {
	df, dr := int(a&7)-int(b&7), int(a>>3)-int(b>>3)
	return max(df, -df, dr, -dr)
}
