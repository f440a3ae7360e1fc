package pgn

import (
	"bytes"
	"io"
	"path/filepath"
	"testing"
)

// TestParts holds that the parts of a game make the game as it is written, over
// every file there is, and that only games written as they were have none.
func TestParts(t *testing.T) {
	files, _ := filepath.Glob("testdata/*/*.pgn")
	more, _ := filepath.Glob("testdata/games/*/*.pgn")
	r, err := NewReplayer(Options{})
	if err != nil {
		t.Fatal(err)
	}
	divided, remarks := 0, 0
	for _, path := range append(files, more...) {
		for _, g := range readAll(t, path) {
			p := r.Replay(g)
			var whole bytes.Buffer
			if err := NewWriter(&whole, WriterOptions{}).Write(p); err != nil {
				t.Fatal(err)
			}
			parts, ok := NewWriter(io.Discard, WriterOptions{}).Parts(p)
			if !ok {
				if Worst(p.Diagnostics) < Error {
					t.Errorf("%s game %d: no parts", path, g.Number)
				}
				continue
			}
			divided++
			if len(parts.Remarks) > 0 {
				remarks++
			}
			got := bytes.Join([][]byte{parts.Remarks, parts.Tags, []byte("\n"), parts.Movetext}, nil)
			if !bytes.Equal(got, whole.Bytes()) {
				t.Errorf("%s game %d: parts\n%q\nwhole\n%q", path, g.Number, got, whole.Bytes())
			}
			if !bytes.HasPrefix(parts.Tags, []byte("[Event \"")) {
				t.Errorf("%s game %d: tags %q", path, g.Number, parts.Tags)
			}
		}
	}
	if divided < 200 || remarks == 0 {
		t.Errorf("%d games divided, %d with remarks before the tags", divided, remarks)
	}
}

func TestTagBytes(t *testing.T) {
	text := "[Event \"a \\\"b\\\" \\\\c\"]\n[White \"x\"]\n[White \"y\"]\n\n1. e3 *\n"
	var g Game
	if err := NewReader(bytes.NewReader([]byte(text))).Read(&g); err != nil {
		t.Fatal(err)
	}
	for i, tag := range g.Tags() {
		if name, value := g.TagBytes(i); string(name) != tag.Name || string(value) != tag.Value {
			t.Errorf("tag %d: %s %q, want %s %q", i, name, value, tag.Name, tag.Value)
		}
	}
	if g.TagCount() != 3 {
		t.Errorf("%d tags", g.TagCount())
	}
}
