package archive

import (
	"bytes"
	"context"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/diwan-shatranj/diwan/internal/gamegen"
	"github.com/diwan-shatranj/diwan/pgn"
)

// text is an input of text.
func text(name, s string) Input {
	return Input{Name: name, Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(s)), nil }}
}

func file(path string) Input {
	return Input{Name: path, Open: func() (io.ReadCloser, error) { return os.Open(path) }}
}

func inputs(ins ...Input) iter.Seq[Input] { return slices.Values(ins) }

func open(t testing.TB, dir string, o Options) *Archive {
	t.Helper()
	a, err := Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

func importAll(t testing.TB, a *Archive, o ImportOptions, ins ...Input) ImportReport {
	t.Helper()
	r, err := a.Import(context.Background(), inputs(ins...), o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Read != r.Added+r.Duplicate+r.Quarantined {
		t.Errorf("read %d is not added %d + duplicate %d + quarantined %d", r.Read, r.Added, r.Duplicate, r.Quarantined)
	}
	return r
}

func generated(t testing.TB, o gamegen.Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := gamegen.Write(&b, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// export writes the whole archive as PGN.
func export(t testing.TB, a *Archive) string {
	t.Helper()
	var b bytes.Buffer
	w := pgn.NewWriter(&b, pgn.WriterOptions{})
	player := NewPlayer()
	for r, err := range a.Games(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		p, err := player.Replay(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Write(p); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

func TestImportSamples(t *testing.T) {
	files, _ := filepath.Glob("../examples/games/*.pgn")
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			a := open(t, t.TempDir(), Options{})
			r := importAll(t, a, ImportOptions{}, file(f))
			t.Logf("%+v", r)
			out := export(t, a)
			b := open(t, t.TempDir(), Options{})
			r2 := importAll(t, b, ImportOptions{}, text("out", out))
			if r2.Added != r.Added {
				t.Errorf("%+v", r2)
			}
			if again := export(t, b); again != out {
				t.Errorf("differs")
			}
			r3 := importAll(t, a, ImportOptions{}, file(f), text("out", out))
			if r3.Added != 0 {
				t.Errorf("again: %+v", r3)
			}
		})
	}
}
