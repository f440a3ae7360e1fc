package archive

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPlayerNames(t *testing.T) {
	ctx := context.Background()
	a := open(t, t.TempDir(), Options{})
	names, err := a.PlayerNames(ctx)
	if err != nil || len(names) > 0 {
		t.Fatalf("of an empty archive: %v, %v", names, err)
	}
	importAll(t, a, ImportOptions{}, text("x", `
[White "الصولي"]
[Black "Ali"]

1. e3 *

[White "Ali"]
[Black "Hasan"]

1. e3 *

[Black "Ali"]

1. d3 *
`))
	if names, err = a.PlayerNames(ctx); err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(names, func(x, y PlayerName) int { return strings.Compare(x.Name, y.Name) })
	want := []PlayerName{{"?", 1, 0}, {"Ali", 1, 2}, {"Hasan", 0, 1}, {"الصولي", 1, 0}}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Error(diff)
	}
}
