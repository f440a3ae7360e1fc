package index

import (
	"encoding/binary"
	"slices"
)

// A column holds a number for each game of a part. In the file it begins with the
// width of its numbers in bytes, 1, 2 or 4.

// appendColumn appends the file's form of a column.
func appendColumn(dst []byte, values []uint32) []byte {
	highest := uint32(0)
	for _, v := range values {
		highest |= v
	}
	switch {
	case highest < 1<<8:
		dst = append(slices.Grow(dst, len(values)+1), 1)
		for _, v := range values {
			dst = append(dst, byte(v))
		}
	case highest < 1<<16:
		dst = append(slices.Grow(dst, 2*len(values)+1), 2)
		for _, v := range values {
			dst = binary.LittleEndian.AppendUint16(dst, uint16(v))
		}
	default:
		dst = append(slices.Grow(dst, 4*len(values)+1), 4)
		for _, v := range values {
			dst = binary.LittleEndian.AppendUint32(dst, v)
		}
	}
	return dst
}

// parseColumn reads a column of n values; ok is false if it is none.
func parseColumn(b []byte, n int) (values []uint32, ok bool) {
	if len(b) == 0 || b[0] != 1 && b[0] != 2 && b[0] != 4 || (len(b)-1)/int(b[0]) != n || (len(b)-1)%int(b[0]) != 0 {
		return nil, false
	}
	values = make([]uint32, n)
	switch width, b := b[0], b[1:]; width {
	case 1:
		for i := range values {
			values[i] = uint32(b[i])
		}
	case 2:
		for i := range values {
			values[i] = uint32(binary.LittleEndian.Uint16(b[2*i:]))
		}
	default:
		for i := range values {
			values[i] = binary.LittleEndian.Uint32(b[4*i:])
		}
	}
	return values, true
}
