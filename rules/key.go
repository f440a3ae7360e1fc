package rules

// Position keys are Zobrist hashes: a random word for every man on every
// square, and one more when Black is to move, all XORed. They are stored on
// disk, so the words, and with them seed, order and generator, never change.

// keySeed starts the splitmix64 sequence that the words are taken from.
const keySeed = 0x73686174_72616e6a

// manKeys holds, for every man and square, its words in the keys of the four
// images next to each other, so that one cache line serves all four.
var manKeys, turnKey = makeKeys()

func makeKeys() (men [2][8][64][4]uint64, turn uint64) {
	state := uint64(keySeed)
	next := func() uint64 {
		state += 0x9e3779b97f4a7c15
		z := state
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	turn = next()
	for c := White; c <= Black; c++ {
		for k := Pawn; k <= King; k++ {
			for s := Square(0); s < 64; s++ {
				word := next()
				for o := Identity; o <= MirrorColors; o++ {
					// The man that stands on s in the image o stands here.
					men[c^Color(o>>1)][k][s.Image(o)][o] = word
				}
			}
		}
	}
	return men, turn
}

// keysOf returns the keys of the four images from scratch.
func keysOf(kinds *[8]Bitboard, colors *[2]Bitboard, turn Color) (keys [4]uint64) {
	for c := White; c <= Black; c++ {
		for k := Pawn; k <= King; k++ {
			for b := kinds[k] & colors[c]; b != 0; {
				word := &manKeys[c][k][b.PopFirst()]
				for o := range keys {
					keys[o] ^= word[o]
				}
			}
		}
	}
	// Exchanging the colours exchanges the turn as well.
	if turn == Black {
		keys[Identity] ^= turnKey
		keys[Mirror] ^= turnKey
	} else {
		keys[Colors] ^= turnKey
		keys[MirrorColors] ^= turnKey
	}
	return keys
}

// Hash returns the key of the position as it stands: the same for the same
// placement with the same side to move, whatever the counters. Repetition is
// judged by it.
func (p *Position) Hash() uint64 { return p.keys[Identity] }

// Key returns the canonical key, which a position shares with its images: the
// least of the keys of the four. o is the image whose key it is; the lowest of
// them where several images are equal.
func (p *Position) Key() (key uint64, o Orientation) {
	key = p.keys[0]
	for i := Mirror; i <= MirrorColors; i++ {
		if p.keys[i] < key {
			key, o = p.keys[i], i
		}
	}
	return key, o
}
