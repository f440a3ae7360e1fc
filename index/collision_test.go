package index

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/rules"
	"github.com/google/go-cmp/cmp"
)

// An index in which one position has the key of others, as by a collision, finds
// it where it stands on the board and nowhere else.
func TestCollision(t *testing.T) {
	ctx := context.Background()
	a := openArchive(t)
	ix := openIndex(t, a)
	for range 4 {
		add(t, a, "one.pgn", fewPlies, nil)
	}
	const asked = "4k3/p7/8/8/8/8/P2R4/4K3 w"
	p, err := rules.ParsePosition(asked)
	if err != nil {
		t.Fatal(err)
	}
	key, o := p.Key()
	err = ix.change(ctx, func(u *update) error {
		if err := u.clear(); err != nil {
			return err
		}
		folder, err := u.bench()
		if err != nil {
			return err
		}
		b, err := newBuilding(folder, true, frequentLeast)
		if err != nil {
			return err
		}
		player := archive.NewPlayer()
		for r, err := range a.Games(ctx) {
			if err != nil {
				return err
			}
			replay, err := player.Replay(r)
			if err != nil {
				return err
			}
			words := u.digests.ofRecord(nil, r, replay)
			words[1+1] = key>>keyShift | uint64(o)<<placeShift // that of ply 1
			if err := b.addDigest(r.ID, words, r.Source.File, dayOf(r.Source.Time)); err != nil {
				return err
			}
		}
		if err := b.finish(ctx, 1); err != nil {
			return err
		}
		if err := u.partDone(folder, b.row); err != nil {
			return err
		}
		u.next.Generation, err = a.Generation(ctx)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	games := naiveGames(t, a)
	for _, q := range []string{"fen:%q", "fen:%q ~any", "-fen:%q", "not (fen:%q or suli)", "fen:%q at:1", "fen:%q suli"} {
		q := fmt.Sprintf(q, asked)
		want := naiveSearch(games, parse(t, q))
		for limit := range len(want) + 2 {
			for offset := range 3 {
				page := want[min(offset, len(want)):]
				if limit > 0 {
					page = page[:min(limit, len(page))]
				}
				got := search(t, ix, q, SearchOptions{Limit: limit, Offset: offset})
				if !cmp.Equal(ids(page), ids(got)) || limit == 0 && offset == 0 && !cmp.Equal(want, got) {
					t.Errorf("%s, %d after %d: %v, want %v", q, limit, offset, got, page)
				}
			}
		}
	}
	faults := 0
	if err := ix.Verify(ctx, func(Fault) { faults++ }); err != nil || faults == 0 {
		t.Errorf("Verify finds %d faults: %v", faults, err)
	}
}

// Games that the archive cannot read are left out and named; the others are found.
func TestSkipped(t *testing.T) {
	ctx := context.Background()
	a := openArchive(t)
	add(t, a, "one.pgn", fewPlies, nil)
	harmGame(t, filepath.Join(a.Dir(), "games.db"), 2)
	ix := openIndex(t, a)
	bring(t, ix)
	s, err := ix.State(ctx)
	if err != nil || !cmp.Equal(s.Skipped, []int64{2}) {
		t.Errorf("skipped are %v (%v), want game 2", s.Skipped, err)
	}
	if got := ids(search(t, ix, "", SearchOptions{})); !cmp.Equal(got, []int64{1, 3, 4, 5}) {
		t.Errorf("found are %v", got)
	}
}
