package archive

import (
	"context"
	"crypto/sha256"
	"strings"
	"testing"

	"github.com/diwan-shatranj/diwan/internal/gamegen"
)

func hash(t tb, a *Archive) [sha256.Size]byte {
	t.Helper()
	h, err := a.Hash(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// TestHash holds that the hash is that of the content: the same in another order,
// after export and import, from other files; another with any change.
func TestHash(t *testing.T) {
	in := generated(t, gamegen.Options{Games: 60, Seed: 1, MinPlies: 2, MaxPlies: 9, Comments: 0.3, Variations: 0.1, FEN: true})
	games := strings.Split(in, "[Event ")[1:]
	keep := ImportOptions{OnDuplicate: KeepDuplicates}
	build := func(ins ...Input) *Archive {
		a := open(t, t.TempDir(), Options{})
		importAll(t, a, keep, ins...)
		return a
	}
	a := build(text("a", in))
	want := hash(t, a)
	if want == ([sha256.Size]byte{}) || hash(t, build()) != ([sha256.Size]byte{}) {
		t.Error("an empty archive has the hash 0, and no other has")
	}
	if hash(t, build(text("b", export(t, a)))) != want {
		t.Error("exported and imported again, the hash is another")
	}
	var backward []Input
	for i := range games {
		backward = append(backward, text("c", "[Event "+games[len(games)-1-i]))
	}
	if hash(t, build(backward...)) != want {
		t.Error("the hash depends on the order")
	}
	for name, other := range map[string]string{
		"a game less":        strings.Join(games[1:], "[Event "),
		"a game twice":       strings.Join(append(games[:60:60], games[0]), "[Event "),
		"a game three times": strings.Join(append(games[:60:60], games[0], games[0]), "[Event "),
		"another comment":    strings.Replace(strings.Join(games, "[Event "), "{", "{!", 1),
		"another Site":       strings.Replace(strings.Join(games, "[Event "), "[Site \"", "[Site \"x", 1),
	} {
		if hash(t, build(text("d", "[Event "+other))) == want {
			t.Errorf("%s: the hash is the same", name)
		}
	}
}
