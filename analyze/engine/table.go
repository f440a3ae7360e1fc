package engine

import (
	"sync/atomic"
	"unsafe"

	"github.com/diwan-shatranj/diwan/rules"
)

// bound says what a stored value is worth.
type bound uint8

const (
	noBound bound = iota
	upperBound
	lowerBound
	exactBound
)

// bucketSize entries fill a cache line.
const bucketSize = 4

// entry is a slot of the table. Threads write to it without a lock: the key is
// stored XORed with the data, so that a slot half written by two of them
// belongs to neither.
type entry struct {
	check atomic.Uint64
	data  atomic.Uint64
}

// table is the transposition table. It is shared by the threads of a search.
type table struct {
	buckets [][bucketSize]entry
	mask    uint64
	// salt is mixed into all keys. Changing it forgets all entries.
	salt uint64
	// gen counts the searches, modulo 64. Entries older than those of the
	// generation numbered cleared (counting back from gen) are as good as
	// empty.
	gen    uint64
	age    uint64 // searches since the table was last forgotten
	filled uint64 // searches since the slots were last zeroed
}

// generations is the number of generations that an entry can tell apart.
const generations = 64

// newTable returns a table of at most the given size in MiB, at least one.
func newTable(mb int) *table {
	want := uint64(max(mb, 1)) << 20 / uint64(unsafe.Sizeof([bucketSize]entry{}))
	n := uint64(1)
	for n*2 <= want {
		n *= 2
	}
	return &table{buckets: make([][bucketSize]entry, n), mask: n - 1}
}

// forget empties the table. It takes no time but now and then, when generations
// might come to be taken for younger ones.
func (t *table) forget() {
	if t.filled >= generations/2 {
		for i := range t.buckets {
			for j := range t.buckets[i] {
				t.buckets[i][j].check.Store(0)
				t.buckets[i][j].data.Store(0)
			}
		}
		t.filled = 0
	}
	t.salt += 0x9e3779b97f4a7c15
	t.age = 0
}

// begin opens a new generation.
func (t *table) begin() {
	t.gen = (t.gen + 1) % generations
	t.age++
	t.filled++
}

// The data of an entry, from the low bits up: move 16, value 16, static
// evaluation 16, depth 8, bound 2, generation 6.

// found is an entry as the search reads it.
type found struct {
	move  rules.Move
	value int
	eval  int
	depth int
	bound bound
}

func unpack(d uint64) found {
	return found{
		move:  rules.Move(d),
		value: int(int16(d >> 16)),
		eval:  int(int16(d >> 32)),
		depth: int(int8(d >> 48)),
		bound: bound(d >> 56 & 3),
	}
}

// probe returns the entry of a key. ply is the distance to the root, to which
// the values of forced ends are made relative again.
func (t *table) probe(key uint64, ply int) (found, bool) {
	key ^= t.salt
	b := &t.buckets[key&t.mask]
	for i := range b {
		d := b[i].data.Load()
		if b[i].check.Load()^d == key && d != 0 {
			f := unpack(d)
			switch {
			case f.value >= forcedValue:
				f.value -= ply
			case f.value <= -forcedValue:
				f.value += ply
			}
			return f, true
		}
	}
	return found{}, false
}

// store keeps what was found out about a key.
func (t *table) store(key uint64, ply int, f found) {
	key ^= t.salt
	switch {
	case f.value >= forcedValue:
		f.value += ply
	case f.value <= -forcedValue:
		f.value -= ply
	}
	b := &t.buckets[key&t.mask]
	slot, least := &b[0], 1<<30
	for i := range b {
		d := b[i].data.Load()
		if b[i].check.Load()^d == key && d != 0 {
			old := unpack(d)
			if f.move == rules.NoMove {
				f.move = old.move
			}
			// A much deeper result of this search is worth more than this.
			if f.bound != exactBound && f.depth+4 <= old.depth && t.ageOf(d) == 0 {
				return
			}
			slot = &b[i]
			break
		}
		worth := -1
		if age := t.ageOf(d); d != 0 && age < t.age {
			worth = 1024 + int(int8(d>>48)) - 8*int(age)
		}
		if worth < least {
			slot, least = &b[i], worth
		}
	}
	d := uint64(f.move) | uint64(uint16(f.value))<<16 | uint64(uint16(f.eval))<<32 |
		uint64(uint8(f.depth))<<48 | uint64(f.bound)<<56 | t.gen<<58
	slot.check.Store(key ^ d)
	slot.data.Store(d)
}

// ageOf returns how many searches ago the data was stored.
func (t *table) ageOf(d uint64) uint64 { return (t.gen - d>>58) % generations }

// full returns the thousandths of the table that the present search fills, by
// a sample.
func (t *table) full() int {
	n, of := 0, 0
	for i := range min(len(t.buckets), 1000/bucketSize) {
		b := &t.buckets[(uint64(i)^t.salt)&t.mask]
		for j := range b {
			of++
			if d := b[j].data.Load(); d != 0 && t.ageOf(d) == 0 {
				n++
			}
		}
	}
	return n * 1000 / of
}
