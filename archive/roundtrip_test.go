package archive

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/diwan-shatranj/diwan/internal/gamegen"
	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

// exportIn writes all games as w has them.
func exportIn(t *testing.T, a *Archive, o pgn.WriterOptions) string {
	t.Helper()
	var b bytes.Buffer
	w := pgn.NewWriter(&b, o)
	for r, err := range a.Games(context.Background()) {
		if err == nil {
			err = r.WritePGN(w)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// TestHashRoundTrip holds that an archive that was exported, in whatever letters and
// notation, and imported again has the same hash: over the examples, and over
// generated games with comments, variations and, in the canonical letters, faults, under
// every rule set.
func TestHashRoundTrip(t *testing.T) {
	const faulty = "with faults under "
	sources := map[string][]Input{}
	examples, err := filepath.Glob("../examples/games/*.pgn")
	if err != nil || len(examples) == 0 {
		t.Fatal(examples, err)
	}
	for _, name := range examples {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		sources[filepath.Base(name)] = []Input{text(name, string(b))}
	}
	for i, rs := range rules.Rulesets() {
		o := gamegen.Options{Games: 30, Seed: uint64(i), MinPlies: 1, MaxPlies: 90, Comments: 0.2, Variations: 0.1, Duplicates: 0.1, FEN: i%2 == 0, Rules: rs}
		sources["generated under "+rs.Name] = []Input{text("in", generated(t, o))}
		o.Errors, o.Seed = 0.3, o.Seed+100
		sources[faulty+rs.Name] = []Input{text("in", generated(t, o))}
	}
	keep := ImportOptions{OnDuplicate: KeepDuplicates}
	games := int64(0)
	for name, ins := range sources {
		a := open(t, t.TempDir(), Options{})
		importAll(t, a, keep, ins...)
		games += count(t, a)
		want := hash(t, a)
		for _, letters := range []string{"canonical", "engine", "figurine", "ru"} {
			if letters != "canonical" && strings.HasPrefix(name, faulty) {
				continue // what could not be read keeps its own letters
			}
			for _, notation := range []pgn.Notation{pgn.SAN, pgn.LAN, pgn.UCI} {
				if testing.Short() && notation == pgn.LAN {
					continue
				}
				alphabet, err := pgn.ParseAlphabet(letters)
				if err != nil {
					t.Fatal(err)
				}
				back := open(t, t.TempDir(), Options{})
				importAll(t, back, keep, text("back", exportIn(t, a, pgn.WriterOptions{Alphabet: alphabet, Notation: notation})))
				if hash(t, back) != want {
					t.Errorf("%s, %s: another hash", name, fmt.Sprint(letters, " ", notation))
				}
				closeAt(t, back)
			}
		}
	}
	if games < 300 {
		t.Errorf("%d games", games)
	}
}
