package archive

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/diwan-shatranj/diwan/internal/gamegen"
	"github.com/google/go-cmp/cmp"
)

// contents are all games and all of the quarantine, with where they came from.
func contents(t *testing.T, a *Archive) (games, held []string) {
	t.Helper()
	for r, err := range a.Games(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		s := r.Source
		games = append(games, fmt.Sprintf("%v %q %q %q %q %s %d %d %d %x %+v %v %v %v", r.Tags, r.Preface, r.Movetext, r.Letters, r.Text,
			s.File, s.Offset, s.Size, s.Line, s.Digest, r.Diagnostics, r.Ending, r.RulesStated, r.ArrayAssumed))
	}
	for q, err := range a.Quarantine(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		s := q.Source
		held = append(held, fmt.Sprintf("%s %s %d %d %d %x %+v %q", q.Reason, s.File, s.Offset, s.Size, s.Line, s.Digest, q.Diagnostics, q.Text))
	}
	return games, held
}

// TestImportArchive holds that games from another archive are what they were there,
// with their provenance, and that they are duplicates the second time.
func TestImportArchive(t *testing.T) {
	ctx := context.Background()
	from := open(t, t.TempDir(), Options{})
	importAll(t, from, ImportOptions{OnDuplicate: KeepDuplicates},
		text("one.pgn", generated(t, gamegen.Options{Games: 120, Seed: 5, MinPlies: 2, MaxPlies: 40, Comments: 0.2, Variations: 0.1, Errors: 0.3, FEN: true})),
		text("warned.pgn", "[White \"w\"]\n[White \"v\"]\n\n1. e3 e6\n\n"))
	for _, path := range samples(t)[:20] {
		importAll(t, from, ImportOptions{OnDuplicate: KeepDuplicates}, file(path))
	}
	dry, err := open(t, t.TempDir(), Options{}).ImportArchive(ctx, from, ImportOptions{DryRun: true, OnDuplicate: KeepDuplicates})
	if err != nil {
		t.Fatal(err)
	}
	to := open(t, t.TempDir(), Options{})
	report, err := to.ImportArchive(ctx, from, ImportOptions{OnDuplicate: KeepDuplicates})
	if err != nil {
		t.Fatal(err)
	}
	wantGames, wantHeld := contents(t, from)
	games, held := contents(t, to)
	if diff := cmp.Diff(wantGames, games); diff != "" {
		t.Errorf("games (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(wantHeld, held); diff != "" {
		t.Errorf("quarantine (-want +got):\n%s", diff)
	}
	if len(held) == 0 || report.Added != int64(len(games)) || report.Quarantined != int64(len(held)) || dry.Added != report.Added || dry.Read != report.Read {
		t.Errorf("%+v, dry %+v", report, dry)
	}
	if hash(t, from) != hash(t, to) {
		t.Error("the hashes differ")
	}
	checkSound(t, to)
	again, err := to.ImportArchive(ctx, from, ImportOptions{})
	if err != nil || again.Added != 0 || again.Duplicate != report.Added {
		t.Errorf("again: %+v %v", again, err)
	}
	checkSound(t, to)
	// What is merged brings its comments along.
	plain, spoken := open(t, t.TempDir(), Options{}), open(t, t.TempDir(), Options{})
	importAll(t, plain, ImportOptions{}, text("plain", "[White \"w\"]\n[Variant \"Shatranj\"]\n\n1. e3 e6 *\n"))
	importAll(t, spoken, ImportOptions{}, text("spoken", "[White \"w\"]\n[Variant \"Shatranj\"]\n\n1. e3 {well said} e6 *\n"))
	merged, err := plain.ImportArchive(ctx, spoken, ImportOptions{OnDuplicate: MergeDuplicates})
	if err != nil || merged.Merged != 1 || !strings.Contains(export(t, plain), "{well said}") {
		t.Errorf("merged: %+v %v\n%s", merged, err, export(t, plain))
	}
	checkSound(t, plain)
}
