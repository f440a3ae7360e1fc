package pgn

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// seed gives a fuzz target the small inputs: testdata/cases and the table of
// neighbours.
func seed(f *testing.F) {
	files, err := filepath.Glob("testdata/cases/*.pgn")
	if err != nil || len(files) == 0 {
		f.Fatal("no cases", err)
	}
	for _, path := range files {
		b, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	for _, n := range neighbours() {
		if len(n.in) < 4096 {
			f.Add([]byte(n.in))
		}
	}
}

// FuzzRead holds that reading and playing never panic, and that every byte of the
// input belongs to exactly one game, or is blank, or is the tail.
func FuzzRead(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, in []byte) {
		rd := NewReader(bytes.NewReader(in))
		end := int64(0)
		for g, err := range rd.Games() {
			if err != nil {
				t.Fatal(err)
			}
			if g.Offset != end || g.Size <= 0 {
				t.Fatalf("game %d begins at %d and has %d bytes; the one before ends at %d", g.Number, g.Offset, g.Size, end)
			}
			end += int64(g.Size)
			last := uint32(0)
			for _, it := range g.Items {
				if it.Start < last || it.End < it.Start || int(it.End) > len(g.Text) {
					t.Fatalf("game %d: item %+v overlaps the one before or leaves the text", g.Number, it)
				}
				last = it.End
			}
			p, err := Play(g, Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range p.Diagnostics {
				if d.Line < 1 || d.Col < 1 || d.Severity == 0 || d.Message == "" {
					t.Fatalf("game %d: %+v", g.Number, d)
				}
			}
		}
		// Half a unit at the end of UTF-16 counts as a whole one.
		if end > int64(len(in)+len(in)%2) {
			t.Fatalf("the games end at %d of %d", end, len(in))
		}
		if !isUTF16(in) && !bytes.Equal(tailOf(in[end:]), rd.Tail().Text) {
			t.Fatalf("%q follows the games, the tail is %q", in[end:], rd.Tail().Text)
		}
	})
}

// FuzzFormat holds that fmt is idempotent and that what it writes reads as the same
// games, with all their comments and tags.
func FuzzFormat(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, in []byte) {
		for _, b := range append(brokenLaws(t, in), sandwiched(t, in)...) {
			t.Errorf("%s: %s", b.law, b.how)
		}
	})
}
