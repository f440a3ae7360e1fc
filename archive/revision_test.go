package archive

import (
	"context"
	"errors"
	"testing"

	"github.com/diwan-shatranj/diwan/internal/gamegen"
	"github.com/diwan-shatranj/diwan/pgn"
)

// retagged gives every game of the archive the tags.
func retagged(t *testing.T, a *Archive, tags ...pgn.Tag) func(yield func(Revision, error) bool) {
	t.Helper()
	return func(yield func(Revision, error) bool) {
		for r, err := range a.Games(context.Background()) {
			if err != nil {
				t.Fatal(err)
			}
			p, err := r.Retag(tags)
			if !yield(Revision{r.ID, p}, err) {
				return
			}
		}
	}
}

// TestReviseAll changes all games in one write, which one Revert takes back; an error
// in the middle changes nothing.
func TestReviseAll(t *testing.T) {
	ctx := context.Background()
	a := open(t, t.TempDir(), Options{})
	importAll(t, a, ImportOptions{OnDuplicate: KeepDuplicates}, text("in", generated(t, gamegen.Options{
		Games: 50, Seed: 3, MinPlies: 2, MaxPlies: 30, Comments: 0.2})))
	before := hash(t, a)
	never := func(id int64, err error) { t.Errorf("game %d: %v", id, err) }
	generation, err := a.ReviseAll(ctx, retagged(t, a, pgn.Tag{Name: "Annotator", Value: "x"}, pgn.Tag{Name: "Result", Value: "1-0"}, pgn.Tag{Name: "Site"}), never)
	if err != nil || generation == 0 {
		t.Fatal(generation, err)
	}
	assumed := false
	for r, err := range a.Games(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		assumed = assumed || r.ArrayAssumed
		annotator, _ := r.Tag("Annotator")
		if _, sited := r.Tag("Site"); annotator != "x" || sited || r.Result.String() != "1-0" {
			t.Fatalf("%v %v", r.Tags, r.Result)
		}
	}
	if !assumed {
		t.Error("no array is assumed any more")
	}
	checkSound(t, a)
	after := hash(t, a)
	log, err := a.Log(ctx)
	if err != nil || len(log) != 2 || log[1].Games != count(t, a) {
		t.Errorf("%+v %v", log, err)
	}

	broken := errors.New("broken")
	_, err = a.ReviseAll(ctx, func(yield func(Revision, error) bool) {
		n := 0
		retagged(t, a, pgn.Tag{Name: "Annotator", Value: "y"})(func(v Revision, err error) bool {
			if n++; n == 30 {
				yield(Revision{}, broken)
				return false
			}
			return yield(v, err)
		})
	}, never)
	if !errors.Is(err, broken) || hash(t, a) != after {
		t.Error(err, "or something was changed all the same")
	}

	refused := 0
	generation2, err := a.ReviseAll(ctx, retagged(t, a, pgn.Tag{Name: "Variant", Value: "Xiangqi"}), func(_ int64, err error) {
		if !errors.Is(err, ErrRefused) {
			t.Error(err)
		}
		refused++
	})
	if err != nil || generation2 != 0 || int64(refused) != count(t, a) || hash(t, a) != after {
		t.Error(generation2, refused, err)
	}
	if n, err := a.Revert(ctx, generation); err != nil || n != count(t, a) || hash(t, a) != before {
		t.Error(n, err)
	}
	checkSound(t, a)
}
