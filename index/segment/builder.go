package segment

import (
	"context"
	"errors"
	"fmt"
	"runtime"
)

// Options are those of a [Builder]. The zero value is the default.
type Options struct {
	// MemoryBytes bounds the memory that waiting entries take, at 16 bytes an
	// entry; what is more goes to a temporary file. Half as much again may be
	// used while a segment is written. 0 stands for 256 MiB, and less than
	// 4 MiB for 4 MiB.
	MemoryBytes int64
	// Jobs is the number of goroutines that sort; 0 stands for one a
	// processor.
	Jobs int
	// KeyBits is how many low bits of the keys are used, 8 to 64; 0 stands for 64.
	// Keys are dealt out by the highest of these bits.
	KeyBits int
	// Frequent, which may be nil, is told of the keys that come often.
	Frequent *Frequent
}

const (
	defaultMemory = 256 << 20
	leastMemory   = 4 << 20
	entryBytes    = 16
)

// partitions is the number of parts that entries are dealt out to by the
// highest bits of their keys as they come, which is the first pass of sorting
// them. It makes what is sorted at once small enough for the processor's
// cache, and what was put aside into the temporary file comes back part by
// part.
const (
	partitions    = 1 << partitionBits
	partitionBits = 8
)

// A Builder collects entries and writes them as a segment. It is for one
// goroutine.
type Builder struct {
	dir      string
	geometry geometry
	slab     int // entries to a slab
	memory   int // entries to hold at most
	jobs     int
	shift    int // of a key, to the number of its partition

	parts [partitions]partition
	free  [][]Entry // slabs
	held  int       // slabs in parts
	spill *spill    // nil while everything is in memory
	err   error     // that ended it

	frequent *Frequent
}

// A partition holds the entries whose keys begin with the same bits.
type partition struct {
	tail  []Entry   // the slab being filled
	full  [][]Entry // slabs
	spilt []extent
}

var errFinished = errors.New("the builder has finished")

// NewBuilder returns a builder that puts what it cannot hold in memory into a
// temporary file in dir. That file is made when it is needed.
func NewBuilder(dir string, opts Options) *Builder {
	if opts.MemoryBytes <= 0 {
		opts.MemoryBytes = defaultMemory
	}
	if opts.Jobs <= 0 {
		opts.Jobs = runtime.GOMAXPROCS(0)
	}
	const slab = 512 // 8 KiB: two pages of memory for each part to begin with
	memory := int(max(opts.MemoryBytes, leastMemory) / entryBytes)
	b := newBuilder(dir, standard(), slab, memory, opts.Jobs)
	b.frequent = opts.Frequent
	if opts.KeyBits > 0 {
		b.shift = max(opts.KeyBits-partitionBits, 0)
	}
	return b
}

func newBuilder(dir string, g geometry, slab, memory, jobs int) *Builder {
	return &Builder{dir: dir, geometry: g, slab: slab, memory: max(memory, slab*partitions), jobs: jobs, shift: 64 - partitionBits}
}

// Add adds the occurrence of a position in a game: its key, the ply, at most
// [MaxPly], and the orientation, 0 to 3. An error is final: the builder can
// only be closed.
func (b *Builder) Add(key uint64, game, ply uint32, orientation uint8) error {
	if ply > MaxPly || orientation > 3 {
		return fmt.Errorf("position of game %d: ply %d, orientation %d: out of range", game, ply, orientation)
	}
	return b.add(Entry{Key: key, Game: game, Place: NewPlace(ply, orientation)})
}

// AddBatch adds entries. It is the fastest way, and keeps nothing of the slice.
func (b *Builder) AddBatch(entries []Entry) error {
	for i := range entries {
		if err := b.add(entries[i]); err != nil {
			return err
		}
	}
	return nil
}

func (b *Builder) add(e Entry) error {
	part := e.Key >> b.shift
	if part >= partitions {
		return fmt.Errorf("position of game %d: the key %x has more bits than were said", e.Game, e.Key)
	}
	p := &b.parts[part]
	n := len(p.tail)
	if n == cap(p.tail) {
		if err := b.grow(p); err != nil {
			return err
		}
		n = len(p.tail)
	}
	p.tail = p.tail[:n+1]
	p.tail[n] = e
	return nil
}

// grow gives a partition a new slab.
func (b *Builder) grow(p *partition) error {
	if b.err != nil {
		return b.err
	}
	if (b.held+1)*b.slab > b.memory {
		if b.err = b.spillAll(); b.err != nil {
			return b.err
		}
	}
	if cap(p.tail) > 0 {
		p.full = append(p.full, p.tail)
	}
	p.tail = b.newSlab()
	b.held++
	return nil
}

// newSlab takes a slab from the free ones, which it makes many of at once.
func (b *Builder) newSlab() []Entry {
	if len(b.free) == 0 {
		const together = 128
		all := make([]Entry, together*b.slab)
		for ; len(all) > 0; all = all[b.slab:] {
			b.free = append(b.free, all[:0:b.slab])
		}
	}
	slab := b.free[len(b.free)-1]
	b.free = b.free[:len(b.free)-1]
	return slab
}

// spillAll puts all entries into the temporary file, those of a partition
// together, and keeps the slabs for what comes next.
func (b *Builder) spillAll() error {
	if b.spill == nil {
		var err error
		if b.spill, err = newSpill(b.dir); err != nil {
			return err
		}
	}
	for i := range b.parts {
		p := &b.parts[i]
		x, err := b.spill.put(p.slabs())
		if err != nil {
			return err
		}
		if x.entries > 0 {
			p.spilt = append(p.spilt, x)
		}
		b.release(p)
	}
	return b.spill.flush()
}

// slabs returns the entries of the partition that are in memory.
func (p *partition) slabs() [][]Entry {
	if len(p.tail) == 0 {
		return p.full
	}
	return append(p.full, p.tail)
}

// entries returns the number of entries of the partition.
func (p *partition) entries() int {
	n := 0
	for _, slab := range p.slabs() {
		n += len(slab)
	}
	for _, x := range p.spilt {
		n += x.entries
	}
	return n
}

// release takes back the slabs of a partition.
func (b *Builder) release(p *partition) {
	for _, slab := range p.full {
		b.free = append(b.free, slab[:0])
	}
	b.held -= len(p.full)
	if cap(p.tail) > 0 {
		b.free = append(b.free, p.tail[:0])
		b.held--
	}
	p.full, p.tail = nil, nil
}

// Finish writes the segment under its final name, and returns what was
// written. The generation number is for the caller: it ties the segment to
// what it was made from. The builder is closed in any case; on an error no
// file is left.
func (b *Builder) Finish(ctx context.Context, path string, generation uint64) (Info, error) {
	defer b.Close()
	if b.err != nil {
		return Info{}, b.err
	}
	w, err := newWriter(path, generation, b.geometry, b.frequent)
	if err != nil {
		return Info{}, err
	}
	defer w.discard()
	if err := b.writeParts(ctx, w); err != nil {
		return Info{}, err
	}
	return w.finish()
}

// Close removes the temporary file, if there is one. A builder that is given
// up must be closed; closing twice does nothing.
func (b *Builder) Close() {
	b.parts, b.free = [partitions]partition{}, nil
	if b.err == nil {
		b.err = errFinished
	}
	if b.spill != nil {
		b.spill.close()
		b.spill = nil
	}
}
