package archive

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/diwan-shatranj/diwan/pgn"
)

// played is a game of a text.
func played(t tb, s string) *pgn.Replay {
	t.Helper()
	var g pgn.Game
	if err := pgn.NewReader(strings.NewReader(s)).Read(&g); err != nil {
		t.Fatal(err)
	}
	p, err := pgn.Play(&g, pgn.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestReplace(t *testing.T) {
	ctx := context.Background()
	a := open(t, t.TempDir(), Options{})
	const one, two = twinTags + "\n1. e3 e6 Nf3 1-0\n\n", twinTags + "\n1. f3 f6 1-0\n\n"
	importAll(t, a, ImportOptions{}, text("in", one+two))
	before, err := a.Get(ctx, 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(before.Diagnostics) == 0 {
		t.Fatal("the game should have a diagnostic")
	}
	generation, err := a.Generation(ctx)
	if err != nil {
		t.Fatal(err)
	}

	// With annotations: the same game.
	const annotated = twinTags + "[Annotator \"me\"]\n\n1. e3 $1 e6 {solid} 2. Nf3 (2. f3) 2... 1-0\n"
	if err := a.Replace(ctx, 1, played(t, annotated)); err != nil {
		t.Fatal(err)
	}
	r, err := a.Get(ctx, 1)
	if err != nil {
		t.Fatal(err)
	}
	if r.Movetext != "1. e3 $1 e6 {solid} 2. Nf3 (2. f3) 1-0" {
		t.Errorf("movetext %q", r.Movetext)
	}
	if v, _ := r.Tag("Annotator"); v != "me" {
		t.Errorf("tags %v", r.Tags)
	}
	if diff := cmp.Diff(before.Source, r.Source); diff != "" {
		t.Errorf("source (-before +after):\n%s", diff)
	}
	if diff := cmp.Diff(before.Diagnostics, r.Diagnostics); diff != "" {
		t.Errorf("diagnostics (-before +after):\n%s", diff)
	}
	if string(r.Text) != string(before.Text) {
		t.Errorf("text %q, before %q", r.Text, before.Text)
	}
	wantReport(t, importAll(t, a, ImportOptions{}, text("in", one+two+annotated)), 0, 3, 0)
	changes, err := a.Changes(ctx, generation)
	if err != nil || len(changes) != 1 || changes[0].What != Replaced || changes[0].First != 1 || changes[0].Last != 1 {
		t.Errorf("changes %+v, %v", changes, err)
	}

	// By another game: what it was may come again.
	if err := a.Replace(ctx, 1, played(t, strings.Replace(two, "f6", "e6", 1))); err != nil {
		t.Fatal(err)
	}
	checkSound(t, a)
	wantReport(t, importAll(t, a, ImportOptions{}, text("in", one+strings.Replace(two, "f6", "e6", 1))), 1, 1, 0)
	if r, err := a.Get(ctx, 1); err != nil || r.Movetext != "" || len(r.Moves) != 2 {
		t.Errorf("%+v, %v", r, err)
	}

	for name, s := range map[string]string{"illegal": "1. e3 e3 *\n", "wrong variant": "[Variant \"Makruk\"]\n\n1. e3 *\n"} {
		if err := a.Replace(ctx, 2, played(t, s)); !errors.Is(err, ErrRefused) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := a.Replace(ctx, 9, played(t, two)); !errors.Is(err, ErrNoGame) {
		t.Errorf("game 9: %v", err)
	}
	checkSound(t, a)
}

// Several games are replaced in one write, or none of them.
func TestReplaceAll(t *testing.T) {
	ctx := context.Background()
	a := open(t, t.TempDir(), Options{})
	importAll(t, a, ImportOptions{}, text("in", twinTags+"\n1. e3 e6 1-0\n\n"+twinTags+"\n1. f3 f6 1-0\n\n"+twinTags+"\n1. g3 g6 1-0\n\n"))
	generation, err := a.Generation(ctx)
	if err != nil {
		t.Fatal(err)
	}
	first, third := played(t, twinTags+"\n1. e3 $1 e6 1-0\n"), played(t, twinTags+"\n1. g3 {good} g6 1-0\n")
	if err := a.ReplaceAll(ctx, nil); err != nil {
		t.Fatal(err)
	}
	if err := a.ReplaceAll(ctx, []Replacement{{3, third}, {1, first}}); err != nil {
		t.Fatal(err)
	}
	texts := func() (all []string) {
		for r, err := range a.Games(ctx) {
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, r.Movetext)
		}
		return all
	}
	want := []string{"1. e3 $1 e6 1-0", "", "1. g3 {good} 1... g6 1-0"}
	if diff := cmp.Diff(want, texts()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if g, err := a.Generation(ctx); err != nil || g != generation+1 {
		t.Errorf("generation %d after %d, %v", g, generation, err)
	}
	if err := a.ReplaceAll(ctx, []Replacement{{2, first}, {9, first}}); !errors.Is(err, ErrNoGame) {
		t.Errorf("a game that is not there: %v", err)
	}
	if diff := cmp.Diff(want, texts()); diff != "" {
		t.Errorf("after an error (-want +got):\n%s", diff)
	}
	checkSound(t, a)
}
