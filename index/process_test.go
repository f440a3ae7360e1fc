package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/internal/gamegen"
	"github.com/google/go-cmp/cmp"
)

// folderVariable names the archive for a process that imports; see TestMain.
const folderVariable = "DIWAN_INDEX_TEST_ARCHIVE"

// TestMain makes this program one that imports games and indexes them for ever,
// where the environment asks for it.
func TestMain(m *testing.M) {
	if dir := os.Getenv(folderVariable); dir != "" {
		if err := importForEver(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

func importForEver(dir string) error {
	ctx := context.Background()
	a, err := archive.Open(dir, archive.Options{})
	if err != nil {
		return err
	}
	for seed := uint64(time.Now().UnixNano()); ; seed++ {
		var text writer
		if err := gamegen.Write(&text, gamegen.Options{Games: 20, Seed: seed, MaxPlies: 70, Comments: 0.02}); err != nil {
			return err
		}
		ix, err := Open(a, Options{})
		if err != nil {
			return err
		}
		c := ix.Observer()
		o := archive.ImportOptions{Observer: c}
		if seed%3 == 0 {
			o.Observer = nil // the games are read afterwards
		}
		_, err = a.Import(ctx, input("child.pgn", string(text)), o)
		err = errors.Join(err, c.Commit(ctx, nil))
		if seed%4 > 0 { // else the merging of parts is cut short
			err = errors.Join(err, ix.Settle(ctx))
		}
		if err = errors.Join(err, ix.Close()); err != nil {
			return err
		}
	}
}

type writer []byte

func (w *writer) Write(b []byte) (int, error) {
	*w = append(*w, b...)
	return len(b), nil
}

// child starts a process that imports into the archive.
func child(t *testing.T, dir string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(exe)
	c.Env = append(os.Environ(), folderVariable+"="+dir)
	c.Stderr = os.Stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	return c
}

// A process that is killed at any moment leaves an index that answers rightly for
// some state of the archive, and that the next update completes.
func TestKilled(t *testing.T) {
	a := openArchive(t)
	add(t, a, "one.pgn", fewPlies, nil)
	bring(t, openIndex(t, a))
	for i := range 6 {
		c := child(t, a.Dir())
		time.Sleep(time.Duration(150+70*i) * time.Millisecond)
		if err := c.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = c.Wait() // killed
		ix := openIndex(t, a)
		if s, err := ix.State(context.Background()); err != nil || !s.Searchable() {
			t.Fatalf("the index is %v: %v %v", s.Health, s.Err, err)
		}
		wantPrefix(t, ix, a)
		bring(t, ix)
	}
	wantSound(t, openIndex(t, a), a)
}

// wantPrefix fails unless the index answers as the archive does, as far as the
// index goes: imports only add games.
func wantPrefix(t *testing.T, ix *Index, a *archive.Archive) {
	t.Helper()
	generation := func() int64 {
		s, err := ix.State(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return s.Generation
	}
	before := generation()
	all := ids(search(t, ix, "", SearchOptions{}))
	if len(all) == 0 {
		t.Fatal("nothing is found")
	}
	var games []naiveGame
	for _, g := range naiveGames(t, a) {
		if g.ID <= all[len(all)-1] {
			games = append(games, g)
		}
	}
	for _, q := range probes() {
		got := search(t, ix, q, SearchOptions{})
		if generation() != before {
			return // the search has gone over to a newer index
		}
		if diff := cmp.Diff(naiveSearch(games, parse(t, q)), got); diff != "" {
			t.Errorf("%s: (-naive +index)\n%s", q, diff)
		}
	}
}

// While one process imports, others search, several at once.
func TestSearchWhileImporting(t *testing.T) {
	a := openArchive(t)
	add(t, a, "one.pgn", fewPlies, nil)
	bring(t, openIndex(t, a))
	c := child(t, a.Dir())
	t.Run("searches", func(t *testing.T) {
		for i := range 2 {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				t.Parallel()
				for range 6 {
					wantPrefix(t, openIndex(t, a), a)
				}
			})
		}
	})
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait() // killed
	ix := openIndex(t, a)
	bring(t, ix)
	wantSound(t, ix, a)
}
