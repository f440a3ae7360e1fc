package archive

import (
	"os"
	"testing"

	"pgregory.net/rapid"
)

// TestMutatedImport holds, for samples that were spoilt in some places, that the
// games that are accepted come out as the writer makes them, that the numbers add
// up, that reading the output again adds nothing, and that the archive is sound.
// (A fuzz target is of no use here: the database makes every input look new.)
func TestMutatedImport(t *testing.T) {
	var texts []string
	for _, path := range samples(t) {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if len(b) < 6000 {
			texts = append(texts, string(b))
		}
	}
	pieces := []string{
		"{", "}", "(", ")", "[", "]", "\"", "\\", ";", "%", "\n", "\n\n", "\r", "$", "*", "1-0", "1/2", "=", "(=)", "...", "#", "~", "\x00", "\xe9",
		"\u00a0", "\ufeff", "!?", "[White \"w\"]\n", "[FEN \"k7/8/8/8/8/8/8/K6R w - - 0 1\"]\n", "Kd2", "e8=F", "--",
	}
	rapid.Check(t, func(t *rapid.T) {
		in := []byte(rapid.SampledFrom(texts).Draw(t, "text"))
		for range rapid.IntRange(0, 5).Draw(t, "changes") {
			at := rapid.IntRange(0, len(in)).Draw(t, "at")
			end := min(len(in), at+rapid.IntRange(0, 12).Draw(t, "length"))
			middle := rapid.SampledFrom(pieces).Draw(t, "piece")
			if rapid.Bool().Draw(t, "cut") {
				middle = ""
			}
			in = append(append(append([]byte{}, in[:at]...), middle...), in[end:]...)
		}
		want, accepted, refused := written(t, string(in))
		dir, err := os.MkdirTemp("", "archive")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = os.RemoveAll(dir) }()
		a := openAt(t, dir, Options{})
		defer closeAt(t, a)
		r := importAll(t, a, ImportOptions{OnDuplicate: KeepDuplicates, Jobs: 1}, text("in", string(in)))
		wantReport(t, r, accepted, 0, refused)
		out := export(t, a)
		if out != want {
			t.Errorf("the archive gives\n%q\nand the writer\n%q", out, want)
		}
		checkSound(t, a)
		if r := importAll(t, a, ImportOptions{Jobs: 1}, text("out", out)); r.Added > 0 {
			t.Errorf("read again, its games are new: %+v\n%q", r, out)
		}
	})
}
