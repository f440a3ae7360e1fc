package index

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/diwan-shatranj/diwan/index/authority"
)

// Whoever is asked for by one name is found under the others, those of the owner's
// file included, and asking needs no new index.
func TestSearchByAlias(t *testing.T) {
	a := openArchive(t)
	ix := openIndex(t, a)
	addIndexed(t, a, ix, "names.pgn", `
[White "الصولي"]
[Black "Abu Tahir"]
[Result "*"]

1. e3 *

[White "as-Suli, Abu Bakr"]
[Black "al-Mawardi"]
[Result "*"]

1. d3 *

[White "Suli, Hasan"]
[Black "Souly"]
[Result "*"]

1. f3 *
`)
	for q, want := range map[string]int{
		"player:suli": 3, `player:"abu bakr suli"`: 2, "player:сули": 2, "player:الصولي": 2, "white:shatranji": 2, "black:suli": 0,
		"player:shatran*": 2, "player:сулы~": 2, `"abu bakr"`: 2, "-player:сули": 1, "tag:White=الصولي": 1, "player:?": 0,
	} {
		if got := len(search(t, ix, q, SearchOptions{})); got != want {
			t.Errorf("%s: %d games, want %d", q, got, want)
		}
	}
	text, err := authority.Append(nil, authority.Entry{Alias: "Souly", Person: "as-Suli"}, authority.Entry{Alias: "الصولي"})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(a.Dir(), authority.File), text, 0o600); err != nil {
		t.Fatal(err)
	}
	ix, err = Open(a, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	for q, want := range map[string]int{"player:сули": 2, "black:сули": 1, "player:الصولي": 3} {
		if got := len(search(t, ix, q, SearchOptions{})); got != want {
			t.Errorf("%s, with the owner's file: %d games, want %d", q, got, want)
		}
	}
}
