package pgn

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/diwan-shatranj/diwan/internal/gamegen"
	"github.com/diwan-shatranj/diwan/rules"
)

// guessAgrees holds that games whose start may be guessed come out as those whose
// starts are all tried to the end. It returns how many guesses held, and how many
// had to be taken back.
func guessAgrees(t testing.TB, in []byte) (held, refuted int) {
	t.Helper()
	quick, err := NewReplayer(Options{})
	if err != nil {
		t.Fatal(err)
	}
	careful, err := NewReplayer(Options{})
	if err != nil {
		t.Fatal(err)
	}
	for g, err := range NewReader(bytes.NewReader(in)).Games() {
		if err != nil {
			t.Fatal(err)
		}
		again := g.Clone()
		quick.replay(g.Clone(), true)
		switch {
		case quick.refuted:
			refuted++
		case quick.guessed:
			held++
		}
		p := quick.Replay(g)
		want := careful.replay(again, false)
		sortDiagnostics(want.Diagnostics)
		type found struct {
			Array                  string
			Assumed, Played, Sound bool
			Moves                  []rules.Move
			Ending                 Ending
			Diagnostics            []Diagnostic
			Items                  int
			Final                  string
		}
		all := func(p *Replay) found {
			f := found{p.Array, p.ArrayAssumed, p.Played, p.Faultless(), p.Moves, p.Ending, p.Diagnostics, len(p.Game.Items), ""}
			if p.Played {
				f.Final = p.Final.FEN()
			}
			return f
		}
		if diff := cmp.Diff(all(want), all(p), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("game %d differs (-careful +guessed):\n%s\n%s", g.Number, diff, g.Text)
		}
	}
	return held, refuted
}

func TestGuessedGames(t *testing.T) {
	held, refuted := 0, 0
	for _, o := range []gamegen.Options{
		{Games: 300, Seed: 1, Errors: 0.3},
		{Games: 300, Seed: 2, Errors: 0.3, FEN: true, Variations: 0.1},
		{Games: 300, Seed: 3, MinPlies: 1, MaxPlies: 12, Comments: 0.2},
	} {
		text := generated(t, o)
		for _, in := range [][]byte{text, bytes.ReplaceAll(text, []byte("[Variant \"Shatranj\"]\n"), nil)} {
			h, r := guessAgrees(t, in)
			held, refuted = held+h, refuted+r
		}
	}
	if held < 500 || refuted < 40 {
		t.Errorf("%d guesses held and %d did not: too few to mean much", held, refuted)
	}
}

// The start of any input is the same whether it is guessed or not.
func FuzzGuess(f *testing.F) {
	for _, pattern := range []string{"testdata/cases/*.pgn", "testdata/games/pychess/*.pgn"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			f.Fatal("no seeds", err)
		}
		for _, name := range files {
			in, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(in)
		}
	}
	f.Add([]byte("1. e3e6 f6 2. Kd2 e3e6 *"))
	f.Fuzz(func(t *testing.T, in []byte) { guessAgrees(t, in) })
}
