package index

import (
	"encoding/binary"
	"slices"
	"sort"
	"strings"
)

// textList are texts one behind the other, each followed by a line feed.
type textList struct {
	blob string
	ends []uint32 // of each text, behind its line feed
}

func (s *textList) len() int { return len(s.ends) }

func (s *textList) at(i uint32) string {
	from := uint32(0)
	if i > 0 {
		from = s.ends[i-1]
	}
	return s.blob[from : s.ends[i]-1]
}

// of is the text that byte at of the blob belongs to, and where it begins.
func (s *textList) of(at int) (i, begin int) {
	i = sort.Search(len(s.ends), func(k int) bool { return int(s.ends[k]) > at })
	if i > 0 {
		begin = int(s.ends[i-1])
	}
	return i, begin
}

// appendStrings appends the file's form: how many, their lengths, the texts.
func appendStrings(dst []byte, all []string) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(all)))
	for _, s := range all {
		dst = binary.AppendUvarint(dst, uint64(len(s)))
	}
	for _, s := range all {
		dst = append(append(dst, s...), '\n')
	}
	return dst
}

func parseStrings(b []byte) (s textList, ok bool) {
	n, used := binary.Uvarint(b)
	if used <= 0 || n > uint64(len(b)) {
		return s, false
	}
	b = b[used:]
	s.ends = make([]uint32, n)
	end := uint64(0)
	for i := range s.ends {
		size, used := binary.Uvarint(b)
		if used <= 0 || size > uint64(len(b)) {
			return s, false
		}
		b = b[used:]
		end += size + 1
		s.ends[i] = uint32(end)
	}
	s.blob = string(b)
	return s, end == uint64(len(b))
}

// postings are the games of each entry of a list of things that a game can have
// several of. In the file: the lengths in bytes of all lists, then the lists;
// each is rows in rising order, as differences.
type postings struct {
	ends []uint32
	blob []byte
}

// each calls f with the rows of entry i, in order.
func (p *postings) each(i uint32, f func(row uint32)) {
	from := uint32(0)
	if i > 0 {
		from = p.ends[i-1]
	}
	row := uint64(0)
	for b := p.blob[from:p.ends[i]]; len(b) > 0; {
		step, used := binary.Uvarint(b)
		if used <= 0 {
			return
		}
		row += step
		b = b[used:]
		f(uint32(row))
	}
}

func appendPostings(dst []byte, lists [][]byte) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(lists)))
	size := 0
	for _, l := range lists {
		dst = binary.AppendUvarint(dst, uint64(len(l)))
		size += len(l)
	}
	dst = slices.Grow(dst, size)
	for _, l := range lists {
		dst = append(dst, l...)
	}
	return dst
}

func parsePostings(b []byte) (p postings, ok bool) {
	n, used := binary.Uvarint(b)
	if used <= 0 || n > uint64(len(b)) {
		return p, false
	}
	b = b[used:]
	p.ends = make([]uint32, n)
	end := uint64(0)
	for i := range p.ends {
		size, used := binary.Uvarint(b)
		if used <= 0 || size > uint64(len(b)) {
			return p, false
		}
		b = b[used:]
		end += size
		p.ends[i] = uint32(end)
	}
	p.blob = b
	return p, end == uint64(len(b))
}

// A collection numbers different texts while a part is built.
type collection struct {
	numbers map[string]uint32
	texts   []string
	bytes   int
}

func newCollection(first ...string) *collection {
	c := &collection{numbers: map[string]uint32{}}
	for _, s := range first {
		c.number([]byte(s))
	}
	return c
}

// number is the number of a text.
func (c *collection) number(text []byte) uint32 {
	if n, ok := c.numbers[string(text)]; ok {
		return n
	}
	s := strings.Clone(string(text))
	n := uint32(len(c.texts))
	c.numbers[s] = n
	c.texts = append(c.texts, s)
	c.bytes += len(s)
	return n
}

// A multitude is a collection of things of which a game can have several, with
// the games of each.
type multitude struct {
	collection
	lists [][]byte
	last  []uint32 // the row after the last one of each list; 0 for none
}

func newMultitude() *multitude { return &multitude{collection: *newCollection()} }

// add says that a game has a text. Rows come in rising order.
func (m *multitude) add(text []byte, row uint32) {
	n := m.number(text)
	if int(n) == len(m.lists) {
		m.lists, m.last = append(m.lists, nil), append(m.last, 0)
	}
	if m.last[n] == row+1 {
		return
	}
	step := row
	if m.last[n] > 0 {
		step = row - (m.last[n] - 1)
	}
	m.lists[n] = binary.AppendUvarint(m.lists[n], uint64(step))
	m.last[n] = row + 1
}
