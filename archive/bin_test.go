package archive

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// binGames are four games, the third with more than moves, and one that is refused.
const binGames = twinTags + "\n1. e3 e6 1-0\n\n" + twinTags + "\n1. f3 f6 1-0\n\n" +
	twinTags + "\n1. d3 {a comment} d6 Nf3 1-0\n\n" + twinTags + "\n1. g3 g6 1-0\n\n" + "[Variant \"Makruk\"]\n\n1. e4 *\n"

func TestBin(t *testing.T) {
	ctx := context.Background()
	a := open(t, t.TempDir(), Options{})
	importAll(t, a, ImportOptions{}, text("in", binGames))
	whole := export(t, a)
	generation, err := a.Generation(ctx)
	if err != nil {
		t.Fatal(err)
	}

	if n, err := a.Delete(ctx, 3, 1, 3, 99); n != 2 || err != nil {
		t.Fatalf("deleted %d, %v", n, err)
	}
	checkSound(t, a)
	if _, err := a.Get(ctx, 3); !errors.Is(err, ErrNoGame) || count(t, a) != 2 {
		t.Errorf("game 3: %v; %d games", err, count(t, a))
	}
	changes, err := a.Changes(ctx, generation)
	if err != nil || len(changes) != 2 || changes[0].First != 1 || changes[0].Last != 1 || changes[1].First != 3 || changes[1].What != Deleted {
		t.Errorf("changes %+v, %v", changes, err)
	}
	for b, err := range a.Bin(ctx) {
		if err != nil || !b.Deleted || b.What != Deleted || b.Record.ID == 3 && b.Record.Movetext != "1. d3 {a comment} 1... d6 2. Nf3 1-0" {
			t.Errorf("%+v, %v", b, err)
		}
	}
	if n, err := a.Undelete(ctx, 1, 2, 3); n != 2 || err != nil {
		t.Fatalf("undeleted %d, %v", n, err)
	}
	checkSound(t, a)
	if diff := cmp.Diff(whole, export(t, a)); diff != "" {
		t.Errorf("back from the bin (-before +after):\n%s", diff)
	}
	wantReport(t, importAll(t, a, ImportOptions{}, text("in", binGames)), 0, 4, 1)

	// What is in the bin may come again, with another ID.
	if _, err := a.Delete(ctx, 4); err != nil {
		t.Fatal(err)
	}
	if r := importAll(t, a, ImportOptions{}, text("in", binGames)); r.Added != 1 || r.FirstID != 5 {
		t.Errorf("imported again: %+v", r)
	}
	log, err := a.Log(ctx)
	var told []ChangeKind
	var games []int64
	for _, c := range log {
		told, games = append(told, c.What), append(games, c.Games)
	}
	if diff := cmp.Diff([]ChangeKind{Imported, Deleted, Restored, Deleted, Imported}, told); diff != "" || err != nil {
		t.Errorf("log (-want +got):\n%s%v", diff, err)
	}
	if diff := cmp.Diff([]int64{4, 2, 2, 1, 1}, games); diff != "" {
		t.Errorf("games in the log (-want +got):\n%s", diff)
	}
	checkSound(t, a)
}

func TestUndo(t *testing.T) {
	ctx := context.Background()
	a := open(t, t.TempDir(), Options{})
	importAll(t, a, ImportOptions{}, text("one", twinTags+"\n1. a3 a6 1-0\n"))
	importAll(t, a, ImportOptions{}, text("two", binGames))
	whole := export(t, a)
	if games, held, err := a.Undo(ctx, 2); games != 4 || held != 1 || err != nil {
		t.Fatalf("undone: %d, %d, %v", games, held, err)
	}
	checkSound(t, a)
	if n, err := a.QuarantineCount(ctx); count(t, a) != 1 || n != 0 || err != nil {
		t.Errorf("%d games, %d in quarantine, %v", count(t, a), n, err)
	}
	if _, _, err := a.Undo(ctx, 2); !errors.Is(err, ErrNoImport) {
		t.Errorf("undone twice: %v", err)
	}
	if games, held, err := a.Redo(ctx, 2); games != 4 || held != 1 || err != nil {
		t.Fatalf("redone: %d, %d, %v", games, held, err)
	}
	if diff := cmp.Diff(whole, export(t, a)); diff != "" {
		t.Errorf("redone (-before +after):\n%s", diff)
	}
	if _, _, err := a.Redo(ctx, 2); !errors.Is(err, ErrNotBinned) {
		t.Errorf("redone twice: %v", err)
	}
	all, err := a.Imports(ctx)
	if err != nil || len(all) != 2 || all[1].Games != 4 || all[1].Held != 1 {
		t.Errorf("imports %+v, %v", all, err)
	}
	checkSound(t, a)
}

func TestRevise(t *testing.T) {
	ctx := context.Background()
	a := open(t, t.TempDir(), Options{})
	importAll(t, a, ImportOptions{}, text("in", binGames))
	before, err := a.Get(ctx, 3)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Revise(ctx, 3, played(t, twinTags+"\n1. c3 1-0\n")); err != nil {
		t.Fatal(err)
	}
	for b, err := range a.Bin(ctx) {
		if err != nil || b.Deleted || b.What != Replaced || b.Record.Movetext != before.Movetext {
			t.Errorf("%+v, %v", b, err)
		}
	}
	if n, err := a.Undelete(ctx, 3); n != 0 || err != nil {
		t.Errorf("a former version came back: %d, %v", n, err)
	}
	checkSound(t, a)
}
