package archive

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"
)

// A summer makes the checksum of a row: XXH64 of its columns in order, numbers as
// eight bytes little-endian, texts and blobs behind their length as such a number.
type summer struct {
	buf []byte
}

func (s *summer) reset() { s.buf = s.buf[:0] }

func (s *summer) number(n int64) {
	s.buf = binary.LittleEndian.AppendUint64(s.buf, uint64(n))
}

func (s *summer) numbers(ns ...int64) {
	for _, n := range ns {
		s.number(n)
	}
}

func (s *summer) bytes(b []byte) {
	s.number(int64(len(b)))
	s.buf = append(s.buf, b...)
}

func (s *summer) text(t string) {
	s.number(int64(len(t)))
	s.buf = append(s.buf, t...)
}

func (s *summer) sum() uint64 { return xxhash.Sum64(s.buf) }

// sumOf is the checksum of a row that consists of an ID and texts.
func sumOf(id int64, texts ...string) int64 {
	var s summer
	s.number(id)
	for _, t := range texts {
		s.text(t)
	}
	return int64(s.sum())
}
