package segment

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

func sortNaively(entries []Entry) { slices.SortFunc(entries, Entry.Compare) }

// tiny makes files of several pages from a few entries.
func tiny() geometry { return geometry{block: 4, page: 3} }

// tester is what *testing.T and *rapid.T have in common.
type tester interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// tempDir makes a folder for one run of a property.
func tempDir(t tester) (dir string, remove func()) {
	t.Helper()
	dir, err := os.MkdirTemp("", "segment")
	if err != nil {
		t.Fatal(err)
	}
	return dir, func() { os.RemoveAll(dir) }
}

// write builds a segment.
func write(t tester, b *Builder, path string, entries []Entry) Info {
	t.Helper()
	if err := b.AddBatch(entries); err != nil {
		t.Fatal(err)
	}
	info, err := b.Finish(context.Background(), path, 7)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

// open opens a segment.
func open(t tester, path string) *Segment {
	t.Helper()
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// hits collects what Find gives.
func hits(s *Segment, key uint64) (found []Hit, err error) {
	err = s.Find(key, func(h Hit) bool {
		found = append(found, h)
		return true
	})
	return found, err
}

// all collects what All gives.
func all(s *Segment) (entries []Entry, err error) {
	for e, err := range s.All() {
		if err != nil {
			return entries, err
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// naive is the truth: hits by key.
func naive(entries []Entry) map[uint64][]Hit {
	m := map[uint64][]Hit{}
	sorted := slices.Clone(entries)
	sortNaively(sorted)
	for _, e := range sorted {
		m[e.Key] = append(m[e.Key], Hit{Game: e.Game, Place: e.Place})
	}
	return m
}

// checkSegment compares a segment with the entries that it was made of.
func checkSegment(t tester, s *Segment, entries []Entry) {
	t.Helper()
	if err := s.Verify(context.Background()); err != nil {
		t.Fatalf("Verify: %v", err)
	}
	sorted := slices.Clone(entries)
	sortNaively(sorted)
	got, err := all(s)
	if err != nil {
		t.Fatalf("All: %v", err)
	}
	if diff := cmp.Diff(sorted, got, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("All (-want +got):\n%s", diff)
	}
	truth := naive(entries)
	info := s.Info()
	if info.Entries != uint64(len(entries)) || info.Keys != uint64(len(truth)) {
		t.Fatalf("Info = %+v, want %d entries of %d keys", info, len(entries), len(truth))
	}
	if len(entries) > 0 {
		byGame := func(a, b Entry) int { return int(int64(a.Game) - int64(b.Game)) }
		lo, hi := slices.MinFunc(entries, byGame).Game, slices.MaxFunc(entries, byGame).Game
		if info.MinGame != lo || info.MaxGame != hi {
			t.Fatalf("Info = %+v, want games %d to %d", info, lo, hi)
		}
	}
	for key, want := range truth {
		checkKey(t, s, key, want)
		// And the neighbours, which may be absent.
		for _, near := range []uint64{key - 1, key + 1} {
			checkKey(t, s, near, truth[near])
		}
	}
}

func checkKey(t tester, s *Segment, key uint64, want []Hit) {
	t.Helper()
	got, err := hits(s, key)
	if err != nil {
		t.Fatalf("Find(%x): %v", key, err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("Find(%x) (-want +got):\n%s", key, diff)
	}
	if n, err := s.Count(key); err != nil || n != uint64(len(want)) {
		t.Fatalf("Count(%x) = %d, %v, want %d", key, n, err, len(want))
	}
	if len(want) > 1 {
		visits := 0
		if err := s.Find(key, func(Hit) bool { visits++; return visits < 2 }); err != nil || visits != 2 {
			t.Fatalf("Find(%x) told to stop at 2: %d visits, %v", key, visits, err)
		}
	}
}

func TestSegmentIsItsEntries(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries := someEntries(1500).Draw(t, "entries")
		// Slabs of one and two entries spill early, and few make a part large.
		slab := rapid.IntRange(1, 2).Draw(t, "slab")
		memory := rapid.IntRange(1, 1000).Draw(t, "memory")
		jobs := rapid.IntRange(1, 3).Draw(t, "jobs")
		g := rapid.SampledFrom([]geometry{tiny(), standard(), {1, 1}, {5, 256}}).Draw(t, "geometry")
		dir, remove := tempDir(t)
		defer remove()

		path := filepath.Join(dir, "a.seg")
		info := write(t, newBuilder(dir, g, slab, memory, jobs), path, entries)
		s := open(t, path)
		defer s.Close()
		if diff := cmp.Diff(info, s.Info()); diff != "" {
			t.Fatalf("Info (-written +read):\n%s", diff)
		}
		if info.Generation != 7 || info.Path != path {
			t.Fatalf("Info = %+v", info)
		}
		checkSegment(t, s, entries)
		checkOnly(t, dir, "a.seg")
	})
}

func TestMergeIsTheUnion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(someEntries(200), 0, 5).Draw(t, "parts")
		odd := rapid.Bool().Draw(t, "only odd games")
		dir, remove := tempDir(t)
		defer remove()

		var segments []*Segment
		var want []Entry
		for i, entries := range parts {
			path := filepath.Join(dir, string(rune('a'+i)))
			write(t, newBuilder(dir, tiny(), 2, 1, 1), path, entries)
			s := open(t, path)
			defer s.Close()
			segments = append(segments, s)
			for _, e := range entries {
				if !odd || e.Game%2 == 1 {
					want = append(want, e)
				}
			}
		}
		var keep func(uint32) bool
		if odd {
			keep = func(game uint32) bool { return game%2 == 1 }
		}
		path := filepath.Join(dir, "merged")
		info, err := Merge(context.Background(), path, 9, keep, nil, segments...)
		if err != nil {
			t.Fatal(err)
		}
		if info.Generation != 9 {
			t.Fatalf("Info = %+v", info)
		}
		s := open(t, path)
		defer s.Close()
		checkSegment(t, s, want)
	})
}

// checkOnly checks that a folder holds one file and nothing else.
func checkOnly(t tester, dir string, names ...string) {
	t.Helper()
	found, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range found {
		got = append(got, e.Name())
	}
	if diff := cmp.Diff(names, got); diff != "" {
		t.Fatalf("files (-want +got):\n%s", diff)
	}
}

// TestCommonPosition builds what a collection does to an index: one position
// in every game, more often than fits in memory, given in no order.
func TestCommonPosition(t *testing.T) {
	const (
		n      = 60_000
		common = 0x4242424242424242
	)
	for _, memory := range []int{1 << 22, 1 << 17, 3000} {
		dir := t.TempDir()
		path := filepath.Join(dir, "a.seg")
		b := newBuilder(dir, standard(), 8, memory, 2)
		var entries []Entry
		for i := range uint32(n) {
			game := (i * 7919) % n // 7919 is prime: every game once
			entries = append(entries, Entry{common, game, 0}, Entry{uint64(game+1) * 0x9e3779b97f4a7c15, game, 4})
		}
		for i, e := range entries[:n/2] {
			if err := b.Add(e.Key, e.Game, e.Place.Ply(), e.Place.Orientation()); err != nil {
				t.Fatalf("entry %d: %v", i, err)
			}
		}
		write(t, b, path, entries[n/2:])
		s := open(t, path)
		defer s.Close()
		if err := s.Verify(t.Context()); err != nil {
			t.Fatal(err)
		}
		checkKey(t, s, common, naive(entries)[common])
		checkKey(t, s, common-1, nil)
		checkKey(t, s, common+1, nil)
		checkOnly(t, dir, "a.seg")
	}
}
