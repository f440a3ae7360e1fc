package segment

import "cmp"

// MaxPly is the greatest ply that an entry can hold.
const MaxPly = 1<<30 - 1

// A Place is a ply of a game and the image in which a position stands there.
// Places are ordered by ply.
type Place uint32

// NewPlace makes a Place of a ply, at most [MaxPly], and an orientation, 0 to
// 3; of greater numbers only the low bits are used.
func NewPlace(ply uint32, orientation uint8) Place {
	return Place(ply<<2 | uint32(orientation&3))
}

// Ply returns the ply: 0 is the start of the game.
func (p Place) Ply() uint32 { return uint32(p) >> 2 }

// Orientation returns the two bits that name the image.
func (p Place) Orientation() uint8 { return uint8(p & 3) }

// An Entry is one occurrence of a position in a game.
type Entry struct {
	Key   uint64 // of the position, the same for all its images
	Game  uint32
	Place Place
}

// Compare orders entries by key, game and place, as a segment does.
func (e Entry) Compare(other Entry) int {
	if e.Key != other.Key {
		return cmp.Compare(e.Key, other.Key)
	}
	return cmp.Compare(e.within(), other.within())
}

// within orders the entries of one key.
func (e Entry) within() uint64 { return uint64(e.Game)<<32 | uint64(e.Place) }

func (e Entry) less(other Entry) bool {
	return e.Key < other.Key || e.Key == other.Key && e.within() < other.within()
}

// A Hit is an occurrence of the position that was asked for.
type Hit struct {
	Game  uint32
	Place Place
}
