package segment

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// The runs that are told of are those that are there, however the entries come.
func TestFrequentLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOfN(rapid.Uint64Range(0, 12), 0, 60).Draw(t, "keys")
		slices.Sort(keys)
		least := rapid.IntRange(1, 8).Draw(t, "least")
		var entries []Entry
		var want [][]Entry
		for i, k := range keys {
			entries = append(entries, Entry{Key: k, Game: uint32(i)})
		}
		for i := 0; i < len(entries); {
			end := i
			for end < len(entries) && entries[end].Key == entries[i].Key {
				end++
			}
			if end-i >= least {
				want = append(want, entries[i:end])
			}
			i = end
		}
		var got [][]Entry
		f := runFinder{frequent: &Frequent{Least: least, Take: func(run []Entry) error {
			got = append(got, slices.Clone(run))
			return nil
		}}}
		for len(entries) > 0 {
			n := rapid.IntRange(1, len(entries)).Draw(t, "piece")
			if err := f.add(entries[:n]); err != nil {
				t.Fatal(err)
			}
			entries = entries[n:]
		}
		if err := f.end(); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("least %d, keys %v: (-want +got)\n%s", least, keys, diff)
		}
	})
}
