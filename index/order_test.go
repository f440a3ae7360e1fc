package index

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/internal/fold"
	diff "github.com/google/go-cmp/cmp"
)

func TestOrder(t *testing.T) {
	ix, games := someGames(t)
	date := func(g naiveGame) uint64 {
		first, last := Dates(g.Tags)
		return uint64(first)<<32 | uint64(last)
	}
	for name, compare := range map[string]func(a, b naiveGame) int{
		"id":   func(a, b naiveGame) int { return cmp.Compare(a.ID, b.ID) },
		"date": func(a, b naiveGame) int { return cmp.Compare(date(a), date(b)) },
		"white": func(a, b naiveGame) int {
			return cmp.Compare(fold.Text(tagText(a, "White")), fold.Text(tagText(b, "White")))
		},
		"black": func(a, b naiveGame) int {
			return cmp.Compare(fold.Text(tagText(a, "Black")), fold.Text(tagText(b, "Black")))
		},
		"event": func(a, b naiveGame) int {
			return cmp.Compare(fold.Text(tagText(a, "Event")), fold.Text(tagText(b, "Event")))
		},
		"plies":  func(a, b naiveGame) int { return cmp.Compare(len(a.Moves), len(b.Moves)) },
		"result": func(a, b naiveGame) int { return cmp.Compare(a.Result, b.Result) },
	} {
		if !slices.Contains(Orders(), name) {
			t.Errorf("%s is no order", name)
		}
		for _, reverse := range []bool{false, true} {
			sorted := slices.Clone(games)
			order := name
			if reverse {
				order = "-" + name
			}
			slices.SortStableFunc(sorted, func(a, b naiveGame) int {
				if reverse {
					return -compare(a, b)
				}
				return compare(a, b)
			})
			for _, q := range []string{"", "plies:>10", `fen:"rnafkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAFKANR w" ~any`} {
				want := ids(naiveSearch(sorted, parse(t, q)))
				if d := diff.Diff(want, ids(search(t, ix, q, SearchOptions{Sort: order}))); d != "" {
					t.Errorf("%s by %s: (-naive +index)\n%s", q, order, d)
				}
				for _, page := range [][2]int{{0, 5}, {3, 4}, {10, 0}, {1000, 3}, {0, 1}} {
					offset, limit := page[0], page[1]
					some := want[min(offset, len(want)):]
					if limit > 0 {
						some = some[:min(limit, len(some))]
					}
					got := ids(search(t, ix, q, SearchOptions{Sort: order, Offset: offset, Limit: limit, Jobs: 3}))
					if d := diff.Diff(some, got); d != "" {
						t.Errorf("%s by %s, %d after %d: (-naive +index)\n%s", q, order, limit, offset, d)
					}
				}
			}
		}
	}
	for _, err := range ix.Search(context.Background(), query.All{}, SearchOptions{Sort: "elo"}) {
		if err == nil || !strings.Contains(err.Error(), "elo") {
			t.Errorf("an unknown order gives %v", err)
		}
	}
}

// What cannot be asked is said, and never found nowhere.
func TestUnsupported(t *testing.T) {
	ix, _ := someGames(t)
	for _, q := range []string{
		"@saved", "suli or @saved", "not @saved", `"..."`, "!",
	} {
		e, err := query.Parse(q)
		if err == nil {
			_, _, err = ix.Count(context.Background(), e)
		}
		var asked *query.Error
		if !errors.As(err, &asked) {
			t.Errorf("%s: %v", q, err)
		}
	}
}

// Iterations can be left at any time, and a context that ends ends them.
func TestStop(t *testing.T) {
	ix, _ := someGames(t)
	for _, q := range []string{"", "fen:\"rnafkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAFKANR w\" ~any", "-fen:\"4k3/8/8/8/8/8/8/4K3 w\""} {
		n := 0
		for _, err := range ix.Search(context.Background(), parse(t, q), SearchOptions{}) {
			if err != nil {
				t.Fatal(err)
			}
			if n++; n == 3 {
				break
			}
		}
		if n != 3 {
			t.Errorf("%s: %d hits before the end", q, n)
		}
		ended, stop := context.WithCancel(context.Background())
		stop()
		for _, err := range ix.Search(ended, parse(t, q), SearchOptions{}) {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: with a context that has ended: %v", q, err)
			}
		}
		if err := ix.Rebuild(ended, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("Rebuild with a context that has ended: %v", err)
		}
	}
}
