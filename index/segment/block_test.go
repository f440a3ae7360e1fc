package segment

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// someEntries draws entries in any order, with keys that repeat, lie close
// together or anywhere, and the extremes of every number.
func someEntries(limit int) *rapid.Generator[[]Entry] {
	key := rapid.OneOf(
		rapid.Uint64(),
		rapid.SampledFrom([]uint64{0, 1, 2, 1 << 56, 1<<56 + 1, math.MaxUint64 - 1, math.MaxUint64}),
		rapid.Map(rapid.Uint64Range(0, 40), func(k uint64) uint64 { return k * 0x0123456789abcdef }),
	)
	number := rapid.OneOf(rapid.Uint32Range(0, 300), rapid.Uint32(), rapid.Just[uint32](math.MaxUint32))
	entry := rapid.Custom(func(t *rapid.T) Entry {
		return Entry{Key: key.Draw(t, "key"), Game: number.Draw(t, "game"), Place: Place(number.Draw(t, "place"))}
	})
	return rapid.SliceOfN(entry, 0, limit)
}

func TestBlockIsDecodedAsCoded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries := append(someEntries(300).Draw(t, "entries"), Entry{Key: rapid.Uint64().Draw(t, "one more")})
		sortNaively(entries)
		b := appendBlock([]byte("before"), entries)[len("before"):]
		size := len(b)
		for range blockSlack {
			b = append(b, 0xff)
		}
		got, ok := decodeBlock(nil, b, size, entries[0].Key, len(entries))
		if !ok {
			t.Fatal("the block is not accepted")
		}
		if diff := cmp.Diff(entries, got); diff != "" {
			t.Fatalf("entries (-coded +decoded):\n%s", diff)
		}
	})
}

// TestBlockOfAnything decodes what is no block: it may be refused or accepted,
// and what is accepted has keys in order.
func TestBlockOfAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries := append(someEntries(40).Draw(t, "entries"), Entry{})
		sortNaively(entries)
		b := appendBlock(nil, entries)
		for range rapid.IntRange(1, 4).Draw(t, "changes") {
			b[rapid.IntRange(0, len(b)-1).Draw(t, "at")] = rapid.Byte().Draw(t, "byte")
		}
		size := rapid.IntRange(0, len(b)).Draw(t, "size")
		b = append(b, make([]byte, blockSlack)...)
		n := rapid.IntRange(1, 50).Draw(t, "n")
		got, ok := decodeBlock(nil, b, size, rapid.Uint64().Draw(t, "first"), n)
		if !ok {
			if len(got) != 0 {
				t.Fatalf("refused, but with %d entries", len(got))
			}
			return
		}
		if len(got) != n {
			t.Fatalf("accepted with %d entries where %d were asked for", len(got), n)
		}
		for i := 1; i < n; i++ {
			if got[i].Key < got[i-1].Key || got[i].Key == got[i-1].Key && got[i].Game < got[i-1].Game {
				t.Fatalf("accepted, but entry %d comes before entry %d", i, i-1)
			}
		}
	})
}

func TestFields(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type bitField struct {
			V uint64
			W int
		}
		fields := rapid.SliceOf(rapid.Custom(func(t *rapid.T) bitField {
			w := rapid.IntRange(0, 64).Draw(t, "width")
			return bitField{V: rapid.Uint64().Draw(t, "value") & (1<<w - 1), W: w}
		})).Draw(t, "fields")
		var w bitWriter
		bits := 0
		for _, f := range fields {
			w.put(f.V, f.W)
			bits += f.W
		}
		b := w.flush()
		if len(b) != bytesFor(bits) {
			t.Fatalf("%d bits take %d bytes", bits, len(b))
		}
		b = append(b, make([]byte, blockSlack)...)
		pos := 0
		for i, f := range fields {
			if got := field(b, pos, f.W); got != f.V {
				t.Fatalf("field %d of %d bits at bit %d: got %x, want %x", i, f.W, pos, got, f.V)
			}
			pos += f.W
		}
	})
}
