package pgn

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

// The games of a stream are the same in whatever pieces it comes.
func TestReadInPieces(t *testing.T) {
	files, err := filepath.Glob("testdata/cases/*.pgn")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	type game struct {
		Text   string
		Items  []Item
		Offset int64
		Size   int
		Line   int
		Faults int
	}
	read := func(src io.Reader) (games []game) {
		for g, err := range NewReader(src).Games() {
			if err != nil {
				t.Fatal(err)
			}
			games = append(games, game{string(g.Text), g.Items, g.Offset, g.Size, g.Line, len(g.faults)})
		}
		return games
	}
	for _, name := range files {
		in, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want := read(bytes.NewReader(in))
		for _, pieces := range []io.Reader{
			iotest.OneByteReader(bytes.NewReader(in)),
			iotest.HalfReader(bytes.NewReader(in)),
			iotest.DataErrReader(bytes.NewReader(in)),
		} {
			if diff := cmp.Diff(want, read(pieces), cmp.AllowUnexported(Item{})); diff != "" {
				t.Errorf("%s (-at once +in pieces):\n%s", name, diff)
			}
		}
	}
}
