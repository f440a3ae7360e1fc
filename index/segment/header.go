package segment

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"github.com/cespare/xxhash/v2"
)

const (
	magic      = "diwanseg"
	version    = 1
	headerSize = 128
	fenceSize  = 24
	topSize    = 16
)

// A geometry says how many entries make a block, and how many fences a page.
type geometry struct {
	block, page int
}

// standard was chosen by measurement on 20 million entries: half as many to a
// block take 0.06 bytes more an entry, and twice as many make a lookup half as
// long again.
func standard() geometry { return geometry{block: 256, page: 256} }

// Greater numbers in a file are not believed: they would ask for more memory
// than a block takes, and sums of them would overflow.
const (
	maxGeometry = 1 << 12
	maxEntries  = 1 << 48
)

func (g geometry) valid() bool {
	return 1 <= g.block && g.block <= maxGeometry && 1 <= g.page && g.page <= maxGeometry
}

// A header is what stands in the first bytes of a file.
type header struct {
	geometry
	info     Info
	fencesAt uint64 // offset of the fences, which is the end of the blocks
	topsAt   uint64 // offset of the tops
	size     uint64 // of the file
	topsSum  uint64 // checksum of the tops
}

// blocks returns the number of blocks.
func (h *header) blocks() int {
	return int((h.info.Entries + uint64(h.block) - 1) / uint64(h.block))
}

// pages returns the number of pages of fences.
func (h *header) pages() int { return (h.blocks() + h.page - 1) / h.page }

// inBlock returns the number of entries of a block.
func (h *header) inBlock(i int) int {
	return int(min(h.info.Entries-uint64(i)*uint64(h.block), uint64(h.block)))
}

// inPage returns the number of fences of a page.
func (h *header) inPage(i int) int { return min(h.blocks()-i*h.page, h.page) }

func (h *header) encode() []byte {
	le := binary.LittleEndian
	b := make([]byte, 0, headerSize)
	b = append(b, magic...)
	b = le.AppendUint32(b, version)
	b = le.AppendUint16(b, uint16(h.block))
	b = le.AppendUint16(b, uint16(h.page))
	b = le.AppendUint64(b, h.info.Generation)
	b = le.AppendUint64(b, h.info.Entries)
	b = le.AppendUint64(b, h.info.Keys)
	b = le.AppendUint32(b, h.info.MinGame)
	b = le.AppendUint32(b, h.info.MaxGame)
	b = le.AppendUint64(b, h.fencesAt)
	b = le.AppendUint64(b, h.topsAt)
	b = le.AppendUint64(b, h.size)
	b = le.AppendUint64(b, h.topsSum)
	b = append(b, make([]byte, headerSize-8-len(b))...)
	return le.AppendUint64(b, xxhash.Sum64(b))
}

// decodeHeader reads a header and checks that it agrees with itself and with
// the size of the file. Its error is a [VersionError] without the file's name,
// or the reason of a [DamageError].
func decodeHeader(b []byte, size int64) (h header, err error) {
	le := binary.LittleEndian
	if !bytes.HasPrefix(b, []byte(magic)) {
		return h, fmt.Errorf("it does not begin as a position segment does")
	}
	if len(b) < headerSize {
		return h, fmt.Errorf("the file ends inside it")
	}
	if xxhash.Sum64(b[:headerSize-8]) != le.Uint64(b[headerSize-8:]) {
		return h, fmt.Errorf("checksum does not match")
	}
	if v := le.Uint32(b[8:]); v != version {
		return h, &VersionError{Version: v}
	}
	h.block, h.page = int(le.Uint16(b[12:])), int(le.Uint16(b[14:]))
	h.info = Info{
		Generation: le.Uint64(b[16:]),
		Entries:    le.Uint64(b[24:]),
		Keys:       le.Uint64(b[32:]),
		MinGame:    le.Uint32(b[40:]),
		MaxGame:    le.Uint32(b[44:]),
		Bytes:      size,
	}
	h.fencesAt, h.topsAt = le.Uint64(b[48:]), le.Uint64(b[56:])
	h.size, h.topsSum = le.Uint64(b[64:]), le.Uint64(b[72:])
	if h.size != uint64(size) {
		return h, fmt.Errorf("the file has %d bytes where it was written with %d", size, h.size)
	}
	// The size is true, and so bounds the other numbers.
	if !h.valid() || h.info.Entries > maxEntries || h.info.Keys > h.info.Entries ||
		h.fencesAt < headerSize || h.fencesAt > h.size || h.topsAt < h.fencesAt || h.topsAt > h.size ||
		h.topsAt-h.fencesAt != uint64(h.blocks())*fenceSize || h.size-h.topsAt != uint64(h.pages())*topSize {
		return h, fmt.Errorf("its numbers contradict one another")
	}
	return h, nil
}
