package archive

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/diwan-shatranj/diwan/internal/gamegen"
	"github.com/diwan-shatranj/diwan/pgn"
)

// everything reads all that can be read, game by game, so that it can be compared.
// An error stands in the place of what it kept from being read.
type everything struct {
	games, headers, lines, quarantine map[int64]string
	errs                              []error
}

func readEverything(a *Archive, games int64) (e everything) {
	ctx := context.Background()
	e = everything{games: map[int64]string{}, headers: map[int64]string{}, lines: map[int64]string{}, quarantine: map[int64]string{}}
	fail := func(err error) { e.errs = append(e.errs, err) }
	record := func(r *Record) string {
		var b bytes.Buffer
		if err := r.WritePGN(pgn.NewWriter(&b, pgn.WriterOptions{})); err != nil {
			fail(err)
		}
		return fmt.Sprintf("%s %s %+v %+v %s", b.Bytes(), r.Text, r.Source, r.Diagnostics, r.Ending.Reason)
	}
	for r, err := range a.Games(ctx) {
		if err != nil {
			fail(err)
			continue
		}
		e.games[r.ID] = record(r)
	}
	for id := range games {
		r, err := a.Get(ctx, id+1)
		if err != nil {
			fail(err)
			continue
		}
		if s, ok := e.games[r.ID]; ok && s != record(r) {
			fail(fmt.Errorf("silent: game %d is read in two ways", r.ID))
		}
		e.games[r.ID] = record(r)
	}
	for h, err := range a.Headers(ctx, 0) {
		if err != nil {
			fail(err)
			continue
		}
		e.headers[h.ID] = fmt.Sprintf("%+v", *h)
	}
	for l, err := range a.Lines(ctx, 0) {
		if err != nil {
			fail(err)
			continue
		}
		e.lines[l.ID] = fmt.Sprint(l.Start.FEN(), l.Append(nil))
	}
	for q, err := range a.Quarantine(ctx) {
		if err != nil {
			fail(err)
			continue
		}
		e.quarantine[q.ID] = fmt.Sprintf("%+v", *q)
	}
	return e
}

// TestDamage flips bits and cuts the file, and holds that what is read then is the
// truth or an error, that verification finds whatever keeps a game from being read,
// and that most of the archive stays readable.
func TestDamage(t *testing.T) {
	dir := t.TempDir()
	const games = 150
	a := openAt(t, dir, Options{})
	importAll(t, a, ImportOptions{OnDuplicate: KeepDuplicates}, text("in", generated(t, gamegen.Options{
		Games: games, Seed: 5, MinPlies: 20, MaxPlies: 60, Comments: 0.1, Variations: 0.02, Errors: 0.05, FEN: true})),
		text("warned", "[White \"w\"]\n[White \"v\"]\n\n1. e3 e6\n\n"))
	n := count(t, a)
	truth := readEverything(a, n)
	if len(truth.errs) > 0 || int64(len(truth.games)) != n || len(truth.quarantine) == 0 {
		t.Fatal(truth.errs)
	}
	closeAt(t, a)
	path := filepath.Join(dir, "games.db")
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	tried := 100
	if testing.Short() {
		tried = 30
	}
	found, read := 0, 0
	for i := range tried {
		b := bytes.Clone(sound)
		var what string
		switch i % 5 {
		default: // a flipped bit
			at := r.IntN(len(b))
			b[at] ^= 1 << r.IntN(8)
			what = fmt.Sprintf("a bit of byte %d flipped", at)
		case 3: // a block of zeros, as after a lost write
			at := r.IntN(len(b)) &^ 511
			clear(b[at:min(at+512, len(b))])
			what = fmt.Sprintf("512 zeros at %d", at)
		case 4:
			b = b[:r.IntN(len(b))]
			what = fmt.Sprintf("cut after %d bytes", len(b))
		}
		if bytes.Equal(b, sound) {
			continue
		}
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		f, g := checkDamaged(t, dir, what, n, &truth)
		found, read = found+f, read+g
		if t.Failed() {
			t.FailNow()
		}
	}
	if found < tried/2 || read < tried*int(n)/3 {
		t.Errorf("of %d, damage was found in %d and %d games read", tried, found, read)
	}
	t.Logf("of %d, damage was found in %d; %d of %d games were read", tried, found, read, tried*int(n))
}

// checkDamaged reads a damaged archive. It returns 1 if damage was found, and how
// many games could be read.
func checkDamaged(t *testing.T, dir, what string, n int64, truth *everything) (found, read int) {
	t.Helper()
	a, err := Open(dir, Options{ReadOnly: true})
	if err != nil {
		var de *DamagedError
		var ne *NewerError
		if !errors.As(err, &de) && !errors.As(err, &ne) && !errors.Is(err, ErrNotArchive) {
			t.Errorf("%s: open: %v", what, err)
		}
		return 1, 0
	}
	defer closeAt(t, a)
	got := readEverything(a, n)
	for name, pair := range map[string][2]map[int64]string{
		"game": {truth.games, got.games}, "header": {truth.headers, got.headers},
		"line": {truth.lines, got.lines}, "quarantine": {truth.quarantine, got.quarantine},
	} {
		for id, s := range pair[1] {
			if want := pair[0][id]; s != want {
				t.Errorf("%s: %s %d is read as\n%s\nand was\n%s", what, name, id, s, want)
			}
		}
		if len(pair[1]) < len(pair[0]) && len(got.errs) == 0 {
			t.Errorf("%s: %s: %d of %d, and no error", what, name, len(pair[1]), len(pair[0]))
		}
	}
	for _, err := range got.errs {
		var de *DamagedError
		if !errors.As(err, &de) && !errors.Is(err, ErrNoGame) && !errors.Is(err, ErrNotArchive) {
			t.Errorf("%s: an error that does not say so: %v", what, err)
		}
	}
	damages := 0
	if _, err := a.Verify(context.Background(), func(Damage) { damages++ }); err != nil {
		damages++
	}
	if len(got.errs) > 0 && damages == 0 {
		t.Errorf("%s: verification finds nothing, and reading gives %v", what, got.errs[0])
	}
	return min(damages, 1), len(got.games)
}
