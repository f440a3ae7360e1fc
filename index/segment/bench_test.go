package segment

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"testing"
)

// archive makes the entries of games as a collection has them, game by game:
// 60 plies on average, some many more; games leave their common openings
// after some plies, and from there on nearly every position is new.
func archive(games int, seed uint64) []Entry {
	rng := rand.New(rand.NewPCG(seed, 1))
	mix := func(x uint64) uint64 {
		x ^= x >> 30
		x *= 0xbf58476d1ce4e5b9
		x ^= x >> 27
		x *= 0x94d049bb133111eb
		return x ^ x>>31
	}
	entries := make([]Entry, 0, games*62)
	for game := range games {
		plies := 20 + int(rng.ExpFloat64()*40)
		line := uint64(1)
		for ply := range plies {
			choice := uint64(0) // the common move
			for choice < 15 && rng.IntN(2) == 0 {
				choice++
			}
			if ply > 24 {
				choice = rng.Uint64()
			}
			entries = append(entries, Entry{
				Key: mix(line), Game: uint32(game + 1), Place: NewPlace(uint32(ply), uint8(rng.IntN(4))),
			})
			line = mix(line*31 + choice + 1)
		}
	}
	return entries
}

const benchGames = 333_000 // 20 million entries

func build(b *testing.B, path string, entries []Entry, opts Options) Info {
	b.Helper()
	builder := NewBuilder(filepath.Dir(path), opts)
	for part := entries; len(part) > 0; part = part[min(len(part), 6000):] {
		if err := builder.AddBatch(part[:min(len(part), 6000)]); err != nil {
			b.Fatal(err)
		}
	}
	info, err := builder.Finish(context.Background(), path, 1)
	if err != nil {
		b.Fatal(err)
	}
	return info
}

func BenchmarkBuild(b *testing.B) {
	entries := archive(benchGames, 1)
	for _, bench := range []struct {
		name string
		opts Options
	}{
		{"memory", Options{MemoryBytes: 1 << 30}},
		{"spilling", Options{MemoryBytes: 64 << 20}},
		{"default", Options{}},
		{"one-job", Options{MemoryBytes: 1 << 30, Jobs: 1}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "a.seg")
			var info Info
			for b.Loop() {
				info = build(b, path, entries, bench.opts)
			}
			b.ReportMetric(float64(info.Bytes)/float64(info.Entries), "B/entry")
			b.ReportMetric(float64(len(entries))*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mentries/s")
			b.ReportMetric(float64(info.Keys)/float64(info.Entries), "keys/entry")
		})
	}
}

func BenchmarkFind(b *testing.B) {
	dir := b.TempDir()
	entries := archive(benchGames, 1)
	path := filepath.Join(dir, "a.seg")
	build(b, path, entries, Options{})
	s, err := Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	count := func(b *testing.B, key uint64) (n int) {
		b.Helper()
		if err := s.Find(key, func(Hit) bool { n++; return true }); err != nil {
			b.Fatal(err)
		}
		return n
	}
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			s, err := Open(path)
			if err != nil {
				b.Fatal(err)
			}
			if err := s.Find(entries[50].Key, func(Hit) bool { return true }); err != nil {
				b.Fatal(err)
			}
			s.Close()
		}
	})
	b.Run("rare", func(b *testing.B) {
		b.ReportAllocs()
		rng := rand.New(rand.NewPCG(1, 2))
		for b.Loop() {
			count(b, entries[rng.IntN(len(entries))].Key)
		}
	})
	b.Run("absent", func(b *testing.B) {
		rng := rand.New(rand.NewPCG(1, 2))
		for b.Loop() {
			count(b, rng.Uint64())
		}
	})
	b.Run("array", func(b *testing.B) {
		var n int
		for b.Loop() {
			n = count(b, entries[0].Key)
		}
		b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mhits/s")
	})
	b.Run("count-array", func(b *testing.B) {
		for b.Loop() {
			if _, err := s.Count(entries[0].Key); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("all", func(b *testing.B) {
		for b.Loop() {
			for _, err := range s.All() {
				if err != nil {
					b.Fatal(err)
				}
			}
		}
		b.ReportMetric(float64(len(entries))*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mentries/s")
	})
	b.Run("verify", func(b *testing.B) {
		for b.Loop() {
			if err := s.Verify(context.Background()); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(len(entries))*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mentries/s")
	})
}

func BenchmarkMerge(b *testing.B) {
	dir := b.TempDir()
	entries := archive(benchGames, 1)
	var segments []*Segment
	const parts = 4
	for i := range parts {
		path := filepath.Join(dir, string(rune('a'+i))+".seg")
		build(b, path, entries[i*len(entries)/parts:(i+1)*len(entries)/parts], Options{})
		s, err := Open(path)
		if err != nil {
			b.Fatal(err)
		}
		defer s.Close()
		segments = append(segments, s)
	}
	b.ResetTimer()
	for b.Loop() {
		if _, err := Merge(context.Background(), filepath.Join(dir, "m.seg"), 2, nil, nil, segments...); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(entries))*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mentries/s")
}
