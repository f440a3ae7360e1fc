package report

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func writeFolder(t *testing.T, dir string, games []Game, whole bool) error {
	t.Helper()
	f, err := NewFolder(dir, Options{Title: "A <title>"})
	if err != nil {
		return err
	}
	for _, g := range games {
		if err := f.Add(g); err != nil {
			t.Fatal(err)
		}
	}
	return f.Close(whole)
}

func namesIn(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			name, _ := filepath.Rel(dir, path)
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestFolder(t *testing.T) {
	root := t.TempDir()
	games := testGames(t, "games.pgn")
	dir := filepath.Join(root, "out")
	if err := writeFolder(t, dir, games, true); err != nil {
		t.Fatal(err)
	}
	want := []string{"out/game-1.html", "out/game-2.html", "out/game-3.html", "out/game-4.html", "out/game-5.html", "out/index.html"}
	if diff := cmp.Diff(want, namesIn(t, root)); diff != "" {
		t.Error(diff)
	}
	// Each page leads to its neighbours and to the index.
	for name, links := range map[string]string{
		"game-1.html": "index.html game-2.html", "game-3.html": "index.html game-2.html game-4.html", "game-5.html": "index.html game-4.html",
	} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		nav, _, _ := strings.Cut(string(text), "</nav>")
		var got []string
		for _, part := range strings.Split(nav, `href="`)[1:] {
			if link, _, _ := strings.Cut(part, `"`); strings.HasSuffix(link, ".html") {
				got = append(got, link)
			}
		}
		if diff := cmp.Diff(links, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	index, err := os.ReadFile(filepath.Join(dir, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"<bdi>A &lt;title&gt;</bdi>", "5 games, 2 won by White, 1 won by Black, 1 drawn, 1 without a result; 1 with evaluations", `href="game-5.html"`} {
		if !strings.Contains(string(index), part) {
			t.Errorf("the index has no %s", part)
		}
	}

	// What is there is not overwritten.
	if err := writeFolder(t, dir, games, true); !errors.Is(err, ErrNotEmpty) {
		t.Errorf("got %v, want %v", err, ErrNotEmpty)
	}
}

// A folder that is given up leaves nothing behind; an empty one is filled.
func TestFolderGivenUp(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "out")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := writeFolder(t, dir, testGames(t, "games.pgn"), false); err != nil {
		t.Fatal(err)
	}
	if names := namesIn(t, root); names != nil {
		t.Errorf("left behind: %v", names)
	}
	if err := writeFolder(t, dir, nil, true); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"out/index.html"}, namesIn(t, root)); diff != "" {
		t.Error(diff)
	}
}
