package archive

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/google/go-cmp/cmp"
)

// mergings are mergings of games of an archive, each of which keeps the first.
func mergings(t tb, a *Archive, groups ...[]int64) iter.Seq2[Merging, error] {
	t.Helper()
	var all []Merging
	for _, ids := range groups {
		var replays []*pgn.Replay
		for _, id := range ids {
			r, err := a.Get(context.Background(), id)
			if err != nil {
				t.Fatal(err)
			}
			p, err := r.Replay()
			if err != nil {
				t.Fatal(err)
			}
			replays = append(replays, p)
		}
		var copies []pgn.Copy
		for _, p := range replays[1:] {
			copies = append(copies, pgn.Copy{Replay: p, Source: "x"})
		}
		m, err := pgn.Merge(replays[0], copies...)
		if err != nil {
			t.Fatal(err)
		}
		p, err := m.Replay()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, Merging{ids[0], p, ids[1:]})
	}
	return func(yield func(Merging, error) bool) {
		for _, m := range all {
			if !yield(m, nil) {
				return
			}
		}
	}
}

const fourGames = `
[White "as-Suli"]
[Black "?"]

1. e3 {good} e6 1-0

[White "as-Suly"]
[Black "al-Lajlaj"]

1. e3 e6 2. f3 1-0

[White "Ali"]

1. d3 *

[White "Aly"]

1. d3 {bad} *
`

func TestMergeAndRevert(t *testing.T) {
	ctx := context.Background()
	a := open(t, t.TempDir(), Options{})
	importAll(t, a, ImportOptions{}, text("in", fourGames))
	whole, was := export(t, a), hash(t, a)
	generation, err := a.Merge(ctx, mergings(t, a, []int64{2, 1}, []int64{3, 4}))
	if err != nil {
		t.Fatal(err)
	}
	checkSound(t, a)
	if n := count(t, a); n != 2 {
		t.Fatalf("%d games, want 2", n)
	}
	r, err := a.Get(ctx, 2)
	if err != nil {
		t.Fatal(err)
	}
	if r.Movetext != "1. e3 {good} 1... e6 2. f3 1-0" {
		t.Errorf("movetext %q", r.Movetext)
	}
	if v, _ := r.Tag("WhiteAlso"); v != "as-Suli" {
		t.Errorf("tags %v", r.Tags)
	}
	log, err := a.Log(ctx)
	if err != nil {
		t.Fatal(err)
	}
	last := log[len(log)-1]
	last.Time = log[0].Time
	if diff := cmp.Diff(Change{Generation: generation, Time: log[0].Time, What: Merged, First: 1, Last: 4, Games: 4}, last); diff != "" {
		t.Error(diff)
	}
	// What was merged is found again by an import, and what was gone is not.
	wantReport(t, importAll(t, a, ImportOptions{DryRun: true}, text("in", fourGames)), 2, 2, 0)

	n, err := a.Revert(ctx, generation)
	if err != nil || n != 4 {
		t.Fatalf("%d games, %v", n, err)
	}
	checkSound(t, a)
	if hash(t, a) != was || export(t, a) != whole {
		t.Error("the archive is not what it was")
	}
	wantReport(t, importAll(t, a, ImportOptions{DryRun: true}, text("in", fourGames)), 0, 4, 0)
	if _, err := a.Revert(ctx, generation); !errors.Is(err, ErrNoChange) {
		t.Errorf("taken back twice: %v", err)
	}
	if _, err := a.Revert(ctx, 1); !errors.Is(err, ErrNoChange) {
		t.Errorf("an import: %v", err)
	}
}

func TestMergeIsWholeOrNothing(t *testing.T) {
	ctx := context.Background()
	a := open(t, t.TempDir(), Options{})
	importAll(t, a, ImportOptions{}, text("in", fourGames))
	whole := export(t, a)
	bad := errors.New("bad")
	for name, seq := range map[string]iter.Seq2[Merging, error]{
		"a game twice": mergings(t, a, []int64{2, 1}, []int64{1, 2}),
		"an error": func(yield func(Merging, error) bool) {
			for m := range mergings(t, a, []int64{1, 2}) {
				if !yield(m, nil) {
					return
				}
			}
			yield(Merging{}, bad)
		},
	} {
		if generation, err := a.Merge(ctx, seq); !errors.Is(err, ErrNoGame) && !errors.Is(err, bad) {
			t.Errorf("%s: %d, %v", name, generation, err)
		}
		checkSound(t, a)
		if export(t, a) != whole {
			t.Errorf("%s: the archive has changed", name)
		}
	}
	if generation, err := a.Merge(ctx, func(func(Merging, error) bool) {}); generation != 0 || err != nil {
		t.Errorf("nothing: %d, %v", generation, err)
	}
}

// A later change of a game has to be taken back first.
func TestRevertInOrder(t *testing.T) {
	ctx := context.Background()
	a := open(t, t.TempDir(), Options{})
	importAll(t, a, ImportOptions{}, text("in", fourGames))
	whole := export(t, a)
	first, err := a.Merge(ctx, mergings(t, a, []int64{2, 1}))
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Revise(ctx, 2, played(t, twinTags+"\n1. c3 *\n")); err != nil {
		t.Fatal(err)
	}
	var changed *ChangedError
	if _, err := a.Revert(ctx, first); !errors.As(err, &changed) || changed.ID != 2 {
		t.Fatalf("%v", err)
	}
	for _, generation := range []int64{changed.Generation, first} {
		if _, err := a.Revert(ctx, generation); err != nil {
			t.Fatal(err)
		}
	}
	if export(t, a) != whole {
		t.Error("the archive is not what it was")
	}
	if _, err := a.Delete(ctx, 3, 4); err != nil {
		t.Fatal(err)
	}
	generation, err := a.Generation(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := a.Revert(ctx, generation); n != 2 || err != nil || export(t, a) != whole {
		t.Errorf("of what was deleted: %d, %v", n, err)
	}
	checkSound(t, a)
}

func TestImportMerges(t *testing.T) {
	ctx := context.Background()
	a := open(t, t.TempDir(), Options{})
	a.batch = 2
	importAll(t, a, ImportOptions{}, text("in", fourGames))
	whole := export(t, a)
	more := strings.NewReplacer("[Black \"?\"]", "[Black \"?\"]\n[Annotator \"me\"]", "e6 1-0", "e6 $1 (1... d6) 1-0", "{bad}", "{not so bad}").Replace(fourGames)
	again := strings.Replace(fourGames, "{good}", "{very good}", 1)
	opts := ImportOptions{OnDuplicate: MergeDuplicates}
	for range 2 { // the second time nothing is new
		r := importAll(t, a, opts, text("more", more+"[White \"new\"]\n\n1. e3 *\n\n"), text("again", again))
		if want := map[bool]int64{true: 2, false: 0}[r.Added == 1]; r.Merged != want || len(r.Unmerged) > 0 {
			t.Fatalf("%d added, %d merged, %v", r.Added, r.Merged, r.Unmerged)
		}
		checkSound(t, a)
	}
	texts := map[int64]string{1: "1. e3 {good} {very good} 1... e6 $1 (1... d6) 1-0", 4: "1. d3 {bad} {not so bad} *"}
	for id, want := range texts {
		r, err := a.Get(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		if r.Movetext != want {
			t.Errorf("game %d: %s", id, r.Movetext)
		}
	}
	// With the import, what it has merged goes, too.
	imports, err := a.Imports(ctx)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(imports, func(r ImportRow) bool { return r.Added == 1 })
	if games, _, err := a.Undo(ctx, imports[i].ID); games != 3 || err != nil {
		t.Fatalf("%d games, %v", games, err)
	}
	checkSound(t, a)
	if got := export(t, a); got != whole {
		t.Errorf("the archive is not what it was:\n%s", got)
	}
	if _, _, err := a.Undo(ctx, imports[i].ID); !errors.Is(err, ErrNoImport) {
		t.Errorf("undone twice: %v", err)
	}
}
