package archive

import (
	"context"
	"errors"
	"testing"

	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/google/go-cmp/cmp"
)

// One with a slip, one that is well, one of another game, and one in letters that make
// sense in two ways.
const heldGames = `[White "a"]

1. e3 e9 *

[White "b"]

1. e3 e6 *

[White "c"]

1. e4 e5 *

[White "d"]
[Variant "Shatranj"]
[SetUp "1"]
[FEN "4k3/p7/8/8/8/8/P2R4/4K3 w - - 0 1"]

1. Re2+ *
`

func held(t tb, a *Archive) (ids []int64) {
	t.Helper()
	for q, err := range a.Quarantine(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, q.ID)
	}
	return ids
}

func TestRetry(t *testing.T) {
	ctx := context.Background()
	a := open(t, t.TempDir(), Options{})
	importAll(t, a, ImportOptions{}, text("in.pgn", heldGames))
	before := held(t, a)
	if len(before) != 3 {
		t.Fatalf("in quarantine: %v", before)
	}
	want, err := a.GetQuarantined(ctx, 3)
	if err != nil {
		t.Fatal(err)
	}
	whole := export(t, a)

	// Nothing has changed: everything is refused again, and held once.
	r, err := a.Retry(ctx, ImportOptions{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	wantReport(t, r, 0, 0, 3)
	if diff := cmp.Diff(before, held(t, a)); diff != "" {
		t.Error(diff)
	}
	checkSound(t, a)

	// With the letters named one is accepted, where it stood.
	letters, err := pgn.LettersByName("canonical")
	if err != nil {
		t.Fatal(err)
	}
	r, err = a.Retry(ctx, ImportOptions{Letters: letters, DryRun: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	wantReport(t, r, 1, 0, 2)
	if n := len(held(t, a)); n != 3 {
		t.Errorf("a dry run leaves %d", n)
	}
	r, err = a.Retry(ctx, ImportOptions{Letters: letters}, nil)
	if err != nil {
		t.Fatal(err)
	}
	wantReport(t, r, 1, 0, 2)
	if diff := cmp.Diff([]int64{1, 2}, held(t, a)); diff != "" {
		t.Error(diff)
	}
	got, err := a.Get(ctx, r.FirstID)
	if err != nil {
		t.Fatal(err)
	}
	if got.Source.File != want.Source.File || got.Source.Line != want.Source.Line || got.Source.Offset != want.Source.Offset || got.Source.Digest != want.Source.Digest {
		t.Errorf("it comes from %+v, was from %+v", got.Source, want.Source)
	}
	checkSound(t, a)

	// An edited text; once more it is a duplicate.
	edited := text("mended.pgn", "[White \"a\"]\n\n1. e3 d6 *\n")
	second, err := a.Retry(ctx, ImportOptions{}, &edited, 1)
	if err != nil {
		t.Fatal(err)
	}
	wantReport(t, second, 1, 0, 0)
	twin := text("mended.pgn", "[White \"a\"]\n\n1. e3 d6 *\n")
	third, err := a.Retry(ctx, ImportOptions{}, &twin, 2)
	if err != nil {
		t.Fatal(err)
	}
	wantReport(t, third, 0, 1, 0)
	if n := len(held(t, a)); n != 0 {
		t.Errorf("%d are held", n)
	}
	if _, err := a.Retry(ctx, ImportOptions{}, nil, 1); !errors.Is(err, ErrNotQuarantined) {
		t.Errorf("what is not there: %v", err)
	}
	checkSound(t, a)

	// All of it can be taken back.
	for _, id := range []int64{third.ID, second.ID, r.ID} {
		if _, _, err := a.Undo(ctx, id); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(before, held(t, a)); diff != "" || export(t, a) != whole {
		t.Errorf("taken back: %s", diff)
	}
	checkSound(t, a)
	if q, err := a.GetQuarantined(ctx, 1); err != nil || q.Reason != pgn.UnknownMove && q.Reason != pgn.IllegalMove {
		t.Errorf("%+v, %v", q, err)
	}
}
