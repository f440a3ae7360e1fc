package segment

import (
	"encoding/binary"
	"math/bits"
)

// A block is, with n entries of k different keys:
//
//	n, k                 2 bytes each
//	widths               1 byte each of the four bit fields below, in bits
//	least game           4 bytes
//	starts               a bit an entry, set where a key begins; left out
//	                     where k is 1 or n
//	key differences      k-1 fields; the first key stands in the fence
//	games                k fields: the first of each key, less the least game
//	steps                n-k fields: from the game of the entry before, of the
//	                     same key
//	places               n fields
//
// Each group begins at a whole byte, and its fields fill the bits from the
// lowest.
const blockHeader = 12

// blockSlack is how many bytes behind a block may be read while its last
// fields are decoded.
const blockSlack = 16

// appendBlock codes entries, which are sorted and at least one.
func appendBlock(dst []byte, entries []Entry) []byte {
	var keyBits, gameBits, diffBits, placeBits uint64
	keys := 1
	least := entries[0].Game
	for i := 1; i < len(entries); i++ {
		e, before := &entries[i], &entries[i-1]
		placeBits |= uint64(e.Place)
		if e.Key == before.Key {
			diffBits |= uint64(e.Game - before.Game)
			continue
		}
		keys++
		keyBits |= e.Key - before.Key
		least = min(least, e.Game)
	}
	placeBits |= uint64(entries[0].Place)
	gameBits |= uint64(entries[0].Game - least)
	for i := 1; i < len(entries); i++ {
		if entries[i].Key != entries[i-1].Key {
			gameBits |= uint64(entries[i].Game - least)
		}
	}

	keyWidth, gameWidth := bits.Len64(keyBits), bits.Len64(gameBits)
	diffWidth, placeWidth := bits.Len64(diffBits), bits.Len64(placeBits)
	le := binary.LittleEndian
	dst = le.AppendUint16(dst, uint16(len(entries)))
	dst = le.AppendUint16(dst, uint16(keys))
	dst = append(dst, byte(keyWidth), byte(gameWidth), byte(diffWidth), byte(placeWidth))
	dst = le.AppendUint32(dst, least)

	if keys > 1 && keys < len(entries) {
		w := bitWriter{dst: dst}
		w.put(1, 1)
		for i := 1; i < len(entries); i++ {
			var start uint64
			if entries[i].Key != entries[i-1].Key {
				start = 1
			}
			w.put(start, 1)
		}
		dst = w.flush()
	}
	w := bitWriter{dst: dst}
	for i := 1; i < len(entries); i++ {
		if d := entries[i].Key - entries[i-1].Key; d != 0 {
			w.put(d, keyWidth)
		}
	}
	w = bitWriter{dst: w.flush()}
	w.put(uint64(entries[0].Game-least), gameWidth)
	for i := 1; i < len(entries); i++ {
		if entries[i].Key != entries[i-1].Key {
			w.put(uint64(entries[i].Game-least), gameWidth)
		}
	}
	w = bitWriter{dst: w.flush()}
	if keys < len(entries) {
		for i := 1; i < len(entries); i++ {
			if entries[i].Key == entries[i-1].Key {
				w.put(uint64(entries[i].Game-entries[i-1].Game), diffWidth)
			}
		}
	}
	w = bitWriter{dst: w.flush()}
	for i := range entries {
		w.put(uint64(entries[i].Place), placeWidth)
	}
	return w.flush()
}

// decodeBlock appends the entries of a block to dst. The slice src holds the
// block's size bytes and blockSlack more, of any content. It reports
// false where the block is not one that appendBlock makes of n entries, of
// which the first has the key given.
func decodeBlock(dst []Entry, src []byte, size int, first uint64, n int) ([]Entry, bool) {
	le := binary.LittleEndian
	if size < blockHeader || int(le.Uint16(src)) != n {
		return dst, false
	}
	keys := int(le.Uint16(src[2:]))
	keyWidth, gameWidth, diffWidth, placeWidth := int(src[4]), int(src[5]), int(src[6]), int(src[7])
	least := uint64(le.Uint32(src[8:]))
	if keys < 1 || keys > n || keyWidth > 64 || gameWidth > 32 || diffWidth > 32 || placeWidth > 32 {
		return dst, false
	}
	starts := blockHeader
	keyAt := starts
	if keys > 1 && keys < n {
		keyAt += bytesFor(n)
	}
	gameAt := keyAt + bytesFor((keys-1)*keyWidth)
	diffAt := gameAt + bytesFor(keys*gameWidth)
	placeAt := diffAt + bytesFor((n-keys)*diffWidth)
	if placeAt+bytesFor(n*placeWidth) != size {
		return dst, false
	}

	base := len(dst)
	for i := range n {
		dst = append(dst, Entry{Place: Place(field(src, placeAt*8+i*placeWidth, placeWidth))})
	}
	entries := dst[base:]
	key, game := first, least+field(src, gameAt*8, gameWidth)
	overflow := game >> 32
	entries[0].Key, entries[0].Game = key, uint32(game)
	begun := 1 // keys so far
	for i := 1; i < n; i++ {
		isStart := keys == n || keys > 1 && src[starts+i>>3]>>(i&7)&1 != 0
		if isStart {
			if begun == keys {
				return dst[:base], false
			}
			d := field(src, keyAt*8+(begun-1)*keyWidth, keyWidth)
			if key+d <= key { // no difference, or past the greatest key
				return dst[:base], false
			}
			key += d
			game = least + field(src, gameAt*8+begun*gameWidth, gameWidth)
			begun++
		} else {
			if i-begun >= n-keys {
				return dst[:base], false
			}
			game += field(src, diffAt*8+(i-begun)*diffWidth, diffWidth)
		}
		overflow |= game >> 32
		entries[i].Key, entries[i].Game = key, uint32(game)
	}
	if overflow != 0 || begun != keys {
		return dst[:base], false
	}
	return dst, true
}

func bytesFor(bits int) int { return (bits + 7) / 8 }

// field returns the bits of b from a bit position on, as many as width.
func field(b []byte, pos, width int) uint64 {
	b = b[pos>>3:]
	shift := uint(pos & 7)
	v := binary.LittleEndian.Uint64(b) >> shift
	if int(shift)+width > 64 {
		v |= uint64(b[8]) << (64 - shift)
	}
	return v & (1<<uint(width) - 1)
}

// A bitWriter appends bit fields to dst.
type bitWriter struct {
	dst  []byte
	acc  uint64
	fill uint
}

func (w *bitWriter) put(v uint64, width int) {
	w.acc |= v << w.fill
	w.fill += uint(width)
	if w.fill >= 64 {
		w.dst = binary.LittleEndian.AppendUint64(w.dst, w.acc)
		w.fill -= 64
		w.acc = v >> (uint(width) - w.fill)
	}
}

// flush fills the last byte and returns what was appended to.
func (w *bitWriter) flush() []byte {
	for ; w.fill > 0; w.fill -= min(w.fill, 8) {
		w.dst = append(w.dst, byte(w.acc))
		w.acc >>= 8
	}
	return w.dst
}
