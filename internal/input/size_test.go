package input

import (
	"os"
	"path/filepath"
	"testing"
)

func TestSize(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.pgn": "12345", "sub/b.pgn": "123", "sub/note.txt": "1234567", "c.pgn.gz": "12"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		names []string
		want  int64
		ok    bool
	}{
		{[]string{"a.pgn", "sub"}, 8, true},
		{nil, 0, true},
		{[]string{"a.pgn", "c.pgn.gz"}, 0, false},
		{[]string{""}, 0, false}, // the folder with the compressed file
		{[]string{"none.pgn"}, 0, false},
	} {
		var names []string
		for _, n := range c.names {
			names = append(names, filepath.Join(dir, n))
		}
		if got, ok := Size(names); got != c.want || ok != c.ok {
			t.Errorf("%v: %d %v", c.names, got, ok)
		}
	}
	if _, ok := Size([]string{Stdin}); ok {
		t.Error("the size of stdin is known")
	}
}
