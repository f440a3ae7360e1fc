package segment

import "slices"

// few is the number of entries up to which insertion is the fastest sort.
const few = 20

// A sorter sorts entries by radix from the highest byte down. Keys are
// hashes, so that two or three bytes leave next to nothing to do.
type sorter struct {
	spare []Entry
}

// gather returns the entries of all parts, sorted, in dst, which it replaces
// where it is too small. The entries have the bits of their keys above
// shift+8 in common.
func (s *sorter) gather(dst []Entry, parts [][]Entry, shift int) []Entry {
	var ends [256]int
	n := 0
	for _, part := range parts {
		n += len(part)
		for i := range part {
			ends[byte(part[i].Key>>shift)]++
		}
	}
	if cap(dst) < n {
		dst = make([]Entry, n+n/8)
	}
	dst = dst[:n]
	next := ends // where each bucket goes on
	sum := 0
	for b, count := range ends {
		next[b] = sum
		sum += count
		ends[b] = sum
	}
	for _, part := range parts {
		for i := range part {
			b := byte(part[i].Key >> shift)
			dst[next[b]] = part[i]
			next[b]++
		}
	}
	lo := 0
	for _, hi := range ends {
		s.sort(dst[lo:hi], shift-8)
		lo = hi
	}
	return dst
}

// sort sorts entries that have the bits of their keys above shift+8 in common.
func (s *sorter) sort(a []Entry, shift int) {
	if len(a) <= few {
		insertionSort(a)
		return
	}
	if shift < 0 {
		// One position. Its entries come in the order of games as a rule.
		if !slices.IsSortedFunc(a, Entry.Compare) {
			slices.SortFunc(a, Entry.Compare)
		}
		return
	}
	var ends [256]int
	for i := range a {
		ends[byte(a[i].Key>>shift)]++
	}
	if ends[byte(a[0].Key>>shift)] == len(a) {
		s.sort(a, shift-8)
		return
	}
	next := ends
	sum := 0
	for b, count := range ends {
		next[b] = sum
		sum += count
		ends[b] = sum
	}
	if cap(s.spare) < len(a) {
		s.spare = make([]Entry, len(a)+len(a)/8)
	}
	spare := s.spare[:len(a)]
	for i := range a {
		b := byte(a[i].Key >> shift)
		spare[next[b]] = a[i]
		next[b]++
	}
	copy(a, spare)
	lo := 0
	for _, hi := range ends {
		if hi-lo > 1 {
			s.sort(a[lo:hi], shift-8)
		}
		lo = hi
	}
}

func insertionSort(a []Entry) {
	for i := 1; i < len(a); i++ {
		e := a[i]
		j := i
		for j > 0 && e.less(a[j-1]) {
			a[j] = a[j-1]
			j--
		}
		a[j] = e
	}
}
