package segment

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func Example() {
	dir, err := os.MkdirTemp("", "positions")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)

	b := NewBuilder(dir, Options{})
	defer b.Close()
	const array, after = 0x1234, 0x9876 // keys of positions
	for game := uint32(1); game <= 2; game++ {
		b.Add(array, game, 0, 0)
	}
	b.Add(after, 2, 1, 3)
	if _, err := b.Finish(context.Background(), filepath.Join(dir, "1.seg"), 1); err != nil {
		panic(err)
	}

	s, err := Open(filepath.Join(dir, "1.seg"))
	if err != nil {
		panic(err)
	}
	defer s.Close()
	n, _ := s.Count(array)
	fmt.Println("the array:", n)
	s.Find(after, func(h Hit) bool {
		fmt.Println("game", h.Game, "ply", h.Place.Ply(), "image", h.Place.Orientation())
		return true
	})
	// Output:
	// the array: 2
	// game 2 ply 1 image 3
}

func TestPlace(t *testing.T) {
	for _, ply := range []uint32{0, 1, 59, MaxPly} {
		for o := range uint8(4) {
			p := NewPlace(ply, o)
			if p.Ply() != ply || p.Orientation() != o {
				t.Errorf("NewPlace(%d, %d) = %d, %d", ply, o, p.Ply(), p.Orientation())
			}
		}
	}
}

func TestAddRefuses(t *testing.T) {
	b := NewBuilder(t.TempDir(), Options{})
	if err := b.Add(1, 1, MaxPly+1, 0); err == nil {
		t.Error("a ply that is too great was added")
	}
	if err := b.Add(1, 1, 1, 4); err == nil {
		t.Error("an orientation that is none was added")
	}
	b.Close()
	b.Close()
	if err := b.Add(1, 1, 1, 1); err == nil {
		t.Error("a closed builder took an entry")
	}
	if _, err := b.Finish(t.Context(), filepath.Join(t.TempDir(), "a"), 1); err == nil {
		t.Error("a closed builder finished")
	}
}

func TestReplacesAtomically(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.seg")
	write(t, NewBuilder(dir, Options{}), path, []Entry{{1, 1, 1}})
	old := open(t, path)
	defer old.Close()
	write(t, NewBuilder(dir, Options{}), path, []Entry{{2, 2, 2}, {3, 3, 3}})
	// The one that was open goes on reading what it opened,
	if got, err := hits(old, 1); err != nil || len(got) != 1 {
		t.Errorf("Find in a file that was replaced: %v, %v", got, err)
	}
	// and says, when asked, that it is not the one there now.
	var damage *DamageError
	if err := old.Verify(t.Context()); !errors.As(err, &damage) {
		t.Errorf("Verify of a file that was replaced: %v", err)
	}
	s := open(t, path)
	defer s.Close()
	checkSegment(t, s, []Entry{{2, 2, 2}, {3, 3, 3}})
}

func TestCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	dir := t.TempDir()
	path := filepath.Join(dir, "a.seg")
	write(t, NewBuilder(dir, Options{}), path, archive(2000, 1))
	s := open(t, path)
	defer s.Close()
	cancel()
	b := NewBuilder(dir, Options{})
	if err := b.AddBatch([]Entry{{1, 1, 1}}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Finish(ctx, filepath.Join(dir, "b.seg"), 1); !errors.Is(err, context.Canceled) {
		t.Errorf("Finish: %v", err)
	}
	if _, err := Merge(ctx, filepath.Join(dir, "c.seg"), 1, nil, nil, s, s); !errors.Is(err, context.Canceled) {
		t.Errorf("Merge: %v", err)
	}
	if err := s.Verify(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Verify: %v", err)
	}
	checkOnly(t, dir, "a.seg")
}

func TestCannot(t *testing.T) {
	dir := t.TempDir()
	gone := filepath.Join(dir, "gone")
	if _, err := Open(filepath.Join(dir, "none.seg")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Open of no file: %v", err)
	}
	if _, err := Open(dir); err == nil {
		t.Error("Open of a folder: no error")
	}
	if err := Sweep(gone); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Sweep of no folder: %v", err)
	}
	if _, err := Merge(t.Context(), filepath.Join(gone, "a.seg"), 1, nil, nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Merge into no folder: %v", err)
	}
	b := NewBuilder(dir, Options{})
	if _, err := b.Finish(t.Context(), filepath.Join(gone, "a.seg"), 1); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Finish into no folder: %v", err)
	}
	// What cannot be put aside ends the builder.
	b = newBuilder(gone, tiny(), 1, 1, 1)
	err := b.AddBatch(make([]Entry, 2000))
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("AddBatch with no folder to put entries aside: %v", err)
	}
	if _, err := b.Finish(t.Context(), filepath.Join(dir, "a.seg"), 1); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Finish after that: %v", err)
	}
	// A name that is taken by a folder.
	taken := filepath.Join(dir, "taken")
	if err := os.MkdirAll(filepath.Join(taken, "x"), 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := NewBuilder(dir, Options{}).Finish(t.Context(), taken, 1); err == nil {
		t.Error("Finish over a folder: no error")
	}
	checkOnly(t, dir, "taken")
}

func TestClosed(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.seg")
	write(t, NewBuilder(dir, Options{}), path, []Entry{{1, 1, 1}})
	s := open(t, path)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := hits(s, 1); !errors.Is(err, os.ErrClosed) {
		t.Errorf("Find after Close: %v", err)
	}
	if _, err := all(s); !errors.Is(err, os.ErrClosed) {
		t.Errorf("All after Close: %v", err)
	}
	if err := s.Close(); !errors.Is(err, os.ErrClosed) {
		t.Errorf("Close after Close: %v", err)
	}
}

func TestSweep(t *testing.T) {
	dir := t.TempDir()
	b := newBuilder(dir, tiny(), 1, 1, 1)
	if err := b.AddBatch(archive(20, 1)); err != nil {
		t.Fatal(err)
	}
	w, err := newWriter(filepath.Join(dir, "left.seg"), 1, tiny(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer w.discard()
	write(t, NewBuilder(dir, Options{}), filepath.Join(dir, "a.seg"), nil)
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 3 {
		t.Fatalf("%d files before, %v: want a segment, and two temporary ones", len(left), err)
	}
	if err := Sweep(dir); err != nil {
		t.Fatal(err)
	}
	checkOnly(t, dir, "a.seg")
	b.Close()
}

func TestManyReaders(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.seg")
	entries := archive(300, 2)
	write(t, newBuilder(dir, geometry{16, 8}, 512, 1<<20, 2), path, entries)
	truth := naive(entries)
	s := open(t, path)
	defer s.Close()
	var readers sync.WaitGroup
	for i := range 8 {
		readers.Go(func() {
			for j := range len(entries) {
				key := entries[(j*(2*i+1))%len(entries)].Key
				got, err := hits(s, key)
				if err != nil {
					t.Errorf("Find(%x): %v", key, err)
					return
				}
				if !cmp.Equal(got, truth[key]) {
					t.Errorf("Find(%x) differs beside others", key)
					return
				}
			}
			if err := s.Verify(context.Background()); err != nil {
				t.Error(err)
			}
		})
	}
	readers.Wait()
}

// TestFindInFind asks for a position while another's hits are visited.
func TestFindInFind(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.seg")
	write(t, NewBuilder(dir, Options{}), path, []Entry{{1, 1, 0}, {1, 2, 0}, {5, 3, 0}, {5, 4, 0}})
	s := open(t, path)
	defer s.Close()
	var games []uint32
	err := s.Find(1, func(h Hit) bool {
		games = append(games, h.Game)
		return s.Find(5, func(h Hit) bool { games = append(games, h.Game); return true }) == nil
	})
	if diff := cmp.Diff([]uint32{1, 3, 4, 2, 3, 4}, games); err != nil || diff != "" {
		t.Errorf("%v, games (-want +got):\n%s", err, diff)
	}
}

func TestSizeOfAnEntry(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.seg")
	info := write(t, NewBuilder(dir, Options{}), path, archive(3000, 3))
	if size := float64(info.Bytes) / float64(info.Entries); size > 10 {
		t.Errorf("an entry takes %.2f bytes, more than 10", size)
	}
}

func TestFenceIsUnpackedAsPacked(t *testing.T) {
	const largest = 1<<offsetBits - 1
	for _, off := range []uint64{headerSize, 1 << 40, largest} {
		v, err := packFence(off, 1<<19)
		if err != nil {
			t.Fatal(err)
		}
		if o, n := unpackFence(v); uint64(o) != off || n != 1<<19 {
			t.Errorf("unpackFence of %d, %d = %d, %d", off, 1<<19, o, n)
		}
	}
	if _, err := packFence(largest+1, 1); !errors.Is(err, errTooLarge) {
		t.Errorf("packFence past the end: %v", err)
	}
	// The longest block there can be has its length fit.
	widest := blockHeader + maxGeometry*(1+8+4+4+4)
	if widest >= math.MaxUint64>>offsetBits {
		t.Errorf("a block of %d bytes does not fit a fence", widest)
	}
}

func TestErrorsNameTheFile(t *testing.T) {
	for _, err := range []error{
		&DamageError{Path: "x/1.seg", Part: "block 17", Offset: 4096, Reason: "checksum does not match"},
		&VersionError{Path: "x/1.seg", Version: 2},
	} {
		if !strings.HasPrefix(err.Error(), "x/1.seg: ") {
			t.Errorf("%v does not begin with the file", err)
		}
	}
}
