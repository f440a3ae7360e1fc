package segment

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/google/go-cmp/cmp"
)

// smallFile builds a file of several pages with keys in one, two and many
// blocks.
func smallFile(t *testing.T) (data []byte, entries []Entry) {
	t.Helper()
	for i := range uint32(14) {
		entries = append(entries, Entry{1 << 40, i + 1, NewPlace(0, 0)}, Entry{uint64(i) << 59, i + 1, NewPlace(i, 1)})
	}
	entries = append(entries, Entry{1<<40 + 1, 3, NewPlace(9, 2)}, Entry{1<<40 + 1, 3, NewPlace(11, 2)})
	dir := t.TempDir()
	path := filepath.Join(dir, "a.seg")
	write(t, newBuilder(dir, tiny(), 4, 1, 1), path, entries)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data, entries
}

// checkDamaged checks that a file gives an error or the right answer, and that
// something finds the fault.
func checkDamaged(t *testing.T, path, what string, entries []Entry, truth map[uint64][]Hit) {
	t.Helper()
	isKnown := func(err error) bool {
		var damage *DamageError
		var version *VersionError
		return errors.As(err, &damage) || errors.As(err, &version)
	}
	s, err := Open(path)
	if err != nil {
		if !isKnown(err) {
			t.Fatalf("%s: Open: %v", what, err)
		}
		return
	}
	defer s.Close()
	if err := s.Verify(t.Context()); !isKnown(err) {
		t.Fatalf("%s: Verify: %v", what, err)
	}
	for key, want := range truth {
		got, err := hits(s, key)
		if err == nil && !cmp.Equal(got, want) || err != nil && !isKnown(err) {
			t.Fatalf("%s: Find(%x) = %v, %v, want %v", what, key, got, err, want)
		}
		n, err := s.Count(key)
		if err == nil && n != uint64(len(want)) || err != nil && !isKnown(err) {
			t.Fatalf("%s: Count(%x) = %d, %v, want %d", what, key, n, err, len(want))
		}
	}
	got, err := all(s)
	if err == nil && !cmp.Equal(got, entries) || err != nil && !isKnown(err) {
		t.Fatalf("%s: All: %d entries, %v", what, len(got), err)
	}
}

func TestEveryByteIsWatched(t *testing.T) {
	data, entries := smallFile(t)
	truth := naive(entries)
	sortNaively(entries)
	path := filepath.Join(t.TempDir(), "damaged.seg")
	for i := range data {
		for _, change := range []byte{0x01, 0x80, 0xff} {
			damaged := bytes.Clone(data)
			damaged[i] ^= change
			if err := os.WriteFile(path, damaged, 0o666); err != nil {
				t.Fatal(err)
			}
			checkDamaged(t, path, fmt.Sprintf("byte %d changed by %#x", i, change), entries, truth)
		}
	}
}

func TestEveryCutIsFound(t *testing.T) {
	data, entries := smallFile(t)
	truth := naive(entries)
	sortNaively(entries)
	path := filepath.Join(t.TempDir(), "cut.seg")
	for i := range data {
		if err := os.WriteFile(path, data[:i], 0o666); err != nil {
			t.Fatal(err)
		}
		var damage *DamageError
		if _, err := Open(path); !errors.As(err, &damage) || damage.Path != path {
			t.Fatalf("cut to %d bytes: Open: %v", i, err)
		}
	}
	if err := os.WriteFile(path, append(data, 0), 0o666); err != nil {
		t.Fatal(err)
	}
	checkDamaged(t, path, "a byte more", entries, truth)
}

// TestCutWhileOpen cuts the file of an open segment.
func TestCutWhileOpen(t *testing.T) {
	data, entries := smallFile(t)
	truth := naive(entries)
	path := filepath.Join(t.TempDir(), "cut.seg")
	for size := len(data) - 1; size >= 0; size -= 7 {
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		s := open(t, path)
		if err := os.Truncate(path, int64(size)); err != nil {
			t.Fatal(err)
		}
		for key, want := range truth {
			got, err := hits(s, key)
			var damage *DamageError
			if err == nil && !cmp.Equal(got, want) || err != nil && !errors.As(err, &damage) {
				t.Fatalf("cut to %d bytes: Find(%x) = %v, %v", size, key, got, err)
			}
		}
		s.Close()
	}
}

// seal computes all checksums of a file anew, so that what lies behind them
// is reached. It reports false where the file has not the parts for that.
func seal(data []byte) bool {
	le := binary.LittleEndian
	if len(data) < headerSize {
		return false
	}
	sealHeader := func() { le.PutUint64(data[headerSize-8:], xxhash.Sum64(data[:headerSize-8])) }
	sealHeader()
	h, err := decodeHeader(data[:headerSize], int64(len(data)))
	if err != nil {
		return true
	}
	fences := data[h.fencesAt:h.topsAt]
	for f := fences; len(f) > 0; f = f[fenceSize:] {
		off, n := unpackFence(le.Uint64(f[8:]))
		if off < int64(len(data)) && n <= len(data)-int(off) {
			le.PutUint64(f[16:], xxhash.Sum64(data[off:][:n]))
		}
	}
	tops := data[h.topsAt:]
	for i := range h.pages() {
		le.PutUint64(tops[i*topSize+8:], xxhash.Sum64(fences[i*h.page*fenceSize:][:h.inPage(i)*fenceSize]))
	}
	le.PutUint64(data[72:], xxhash.Sum64(tops))
	sealHeader()
	return true
}

// checkAnything uses a file of any content: nothing panics, and what Verify
// finds whole answers consistently.
func checkAnything(t *testing.T, data []byte) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "any.seg")
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := Open(path)
	if err != nil {
		return
	}
	defer s.Close()
	entries, allErr := all(s)
	verifyErr := s.Verify(context.Background())
	if verifyErr == nil && allErr != nil {
		t.Fatalf("Verify finds no fault, but All: %v", allErr)
	}
	truth := naive(entries)
	for _, key := range append([]uint64{0, 1 << 40, 1<<64 - 1}, keys(entries)...) {
		got, err := hits(s, key)
		n, countErr := s.Count(key)
		if verifyErr == nil && (err != nil || countErr != nil || !cmp.Equal(got, truth[key]) || n != uint64(len(got))) {
			t.Fatalf("Verify finds no fault, but Find(%x) = %v, %v and Count = %d, %v", key, got, err, n, countErr)
		}
	}
}

func keys(entries []Entry) []uint64 {
	var keys []uint64
	for _, e := range entries[:min(len(entries), 100)] {
		keys = append(keys, e.Key)
	}
	return keys
}

// TestWrongUnderTheSeals changes every byte of a file and makes the checksums
// right again, as no accident does: nothing may panic.
func TestWrongUnderTheSeals(t *testing.T) {
	data, _ := smallFile(t)
	for i := range data {
		for _, change := range []byte{0x01, 0x02, 0x80, 0xff} {
			damaged := bytes.Clone(data)
			damaged[i] ^= change
			seal(damaged)
			checkAnything(t, damaged)
		}
	}
}

func TestNewerFormat(t *testing.T) {
	data, _ := smallFile(t)
	binary.LittleEndian.PutUint32(data[8:], version+1)
	seal(data)
	path := filepath.Join(t.TempDir(), "newer.seg")
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	var newer *VersionError
	if _, err := Open(path); !errors.As(err, &newer) || newer.Version != version+1 || newer.Path != path {
		t.Errorf("Open: %v", err)
	}
}

func FuzzOpen(f *testing.F) {
	f.Add([]byte(magic), false)
	dir := f.TempDir()
	for i, entries := range [][]Entry{nil, {{1, 1, 1}}, archive(1, 1), archive(3, 2)[:30]} {
		path := filepath.Join(dir, string(rune('a'+i)))
		write(f, newBuilder(dir, tiny(), 4, 1, 1), path, entries)
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, true)
	}
	f.Fuzz(func(t *testing.T, data []byte, sealed bool) {
		data = bytes.Clone(data) // it is the fuzzer's
		if sealed && !seal(data) {
			return
		}
		checkAnything(t, data)
	})
}
