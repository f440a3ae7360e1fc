package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/internal/gamegen"
	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
	"github.com/gofrs/flock"
	"github.com/google/go-cmp/cmp"
)

func health(t testing.TB, ix *Index) Health {
	t.Helper()
	s, err := ix.State(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return s.Health
}

func bring(t testing.TB, ix *Index) {
	t.Helper()
	if err := ix.Update(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	if h := health(t, ix); h != Current {
		t.Fatalf("after Update the index is %v", h)
	}
}

// wantSound fails unless the index answers as the archive does and verifies.
func wantSound(t testing.TB, ix *Index, a *archive.Archive) {
	t.Helper()
	games := naiveGames(t, a)
	for _, q := range probes() {
		if diff := cmp.Diff(naiveSearch(games, parse(t, q)), search(t, ix, q, SearchOptions{})); diff != "" {
			t.Errorf("%s: (-naive +index)\n%s", q, diff)
		}
	}
	if err := ix.Verify(context.Background(), func(f Fault) { t.Errorf("game %d: %s", f.Game, f.What) }); err != nil {
		t.Error(err)
	}
}

// probes are queries that between them read every file of the index.
func probes() []string {
	return []string{
		"", "suli", "text:fine", `text:"fine sacrifice"`, "player:ali", "date:900..930", "plies:>20", "tag:Variant", "code:array-inferred", "source:two",
		`fen:"4k3/p7/8/8/8/8/P2R4/4K3 w" ~any`, `fen:"rnafkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAFKANR w"`, "result:1-0 -suli", "has:variations",
	}
}

func TestEmptyArchive(t *testing.T) {
	a, err := archive.Open(filepath.Join(t.TempDir(), "none"), archive.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	ix := openIndex(t, a)
	if h := health(t, ix); h != Missing {
		t.Errorf("the index is %v", h)
	}
	if hits := search(t, ix, "suli", SearchOptions{}); len(hits) > 0 {
		t.Errorf("found %v", hits)
	}
	if err := ix.Update(context.Background(), nil); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(a.Dir()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Update made a folder: %v", err)
	}
}

func TestStates(t *testing.T) {
	ctx := context.Background()
	a := openArchive(t)
	add(t, a, "one.pgn", fewPlies, nil)
	ix := openIndex(t, a)
	if h := health(t, ix); h != Missing {
		t.Fatalf("before anything the index is %v", h)
	}
	if _, _, err := ix.Count(ctx, parse(t, "")); !errors.Is(err, ErrNoIndex) {
		t.Errorf("without an index Count gives %v", err)
	}
	bring(t, ix)
	wantSound(t, ix, a)

	before := naiveGames(t, a)
	add(t, a, "two.pgn", generated(t, gamegen.Options{Games: 30, Seed: 3, Comments: 0.1}), nil)
	if h := health(t, ix); h != Behind {
		t.Errorf("after an import the index is %v", h)
	}
	if got := ids(search(t, ix, "", SearchOptions{})); len(got) != len(before) {
		t.Errorf("behind, %d games are found, want the former %d", len(got), len(before))
	}
	bring(t, ix)
	wantSound(t, ix, a)

	t.Run("reopened", func(t *testing.T) { wantSound(t, openIndex(t, a), a) })
	t.Run("deleted", func(t *testing.T) {
		if err := os.RemoveAll(a.IndexDir()); err != nil {
			t.Fatal(err)
		}
		again := openIndex(t, a)
		if h := health(t, again); h != Missing {
			t.Errorf("the index is %v", h)
		}
		bring(t, again)
		wantSound(t, again, a)
	})
	t.Run("foreign", func(t *testing.T) {
		other := openArchive(t)
		add(t, other, "other.pgn", fewPlies[:strings.Index(fewPlies, "Contest")-8], nil)
		if err := os.CopyFS(other.IndexDir(), os.DirFS(a.IndexDir())); err != nil {
			t.Fatal(err)
		}
		foreign := openIndex(t, other)
		if h := health(t, foreign); h != Foreign {
			t.Errorf("the index is %v", h)
		}
		if _, _, err := foreign.Count(ctx, parse(t, "")); !errors.Is(err, ErrNoIndex) {
			t.Errorf("Count gives %v", err)
		}
		bring(t, foreign)
		wantSound(t, foreign, other)
	})
	t.Run("other format", func(t *testing.T) {
		m, err := readManifest(a.IndexDir())
		if err != nil {
			t.Fatal(err)
		}
		m.Format++
		if err := m.write(a.IndexDir()); err != nil {
			t.Fatal(err)
		}
		again := openIndex(t, a)
		if h := health(t, again); h != Foreign {
			t.Errorf("the index is %v", h)
		}
		bring(t, again)
		wantSound(t, again, a)
	})
	t.Run("elsewhere", func(t *testing.T) {
		again, err := Open(a, Options{Dir: filepath.Join(t.TempDir(), "index")})
		if err != nil {
			t.Fatal(err)
		}
		defer again.Close()
		bring(t, again)
		wantSound(t, again, a)
	})
}

// Whatever byte of whatever file is wrong: searches give an error or the right
// answer, and Update mends the index.
func TestDamage(t *testing.T) {
	ctx := context.Background()
	a := openArchive(t)
	sound, err := Open(a, Options{frequent: 3})
	if err != nil {
		t.Fatal(err)
	}
	defer sound.Close()
	addIndexed(t, a, sound, "one.pgn", fewPlies)
	addIndexed(t, a, sound, "two.pgn", generated(t, gamegen.Options{Games: 30, Seed: 3, Comments: 0.1}))
	games := naiveGames(t, a)
	want := map[string][]Hit{}
	for _, q := range probes() {
		want[q] = naiveSearch(games, parse(t, q))
	}
	array := rules.Arrays()[0].Position()
	wantMoves := explore(t, sound, "", array, true)
	var files []string
	err = fs.WalkDir(os.DirFS(a.IndexDir()), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && d.Name() != lockFile {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	copied := t.TempDir()
	harm := func(t *testing.T, file string, change func(b []byte) []byte) {
		dir := filepath.Join(copied, "index")
		if err := errors.Join(os.RemoveAll(dir), os.CopyFS(dir, os.DirFS(a.IndexDir()))); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, filepath.FromSlash(file))
		if b, err := os.ReadFile(path); err != nil {
			t.Fatal(err)
		} else if b = change(b); b == nil {
			err = os.Remove(path)
		} else if err = os.WriteFile(path, b, 0o666); err != nil {
			t.Fatal(err)
		}
		ix, err := Open(a, Options{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		defer ix.Close()
		for q, hits := range want {
			var got []Hit
			var failed error
			for h, err := range ix.Search(ctx, parse(t, q), SearchOptions{}) {
				if failed = err; err != nil {
					break
				}
				got = append(got, h)
			}
			if failed != nil && !isDamage(failed) && !errors.Is(failed, ErrNoIndex) {
				t.Errorf("%s: an error that does not speak of damage: %v", q, failed)
			}
			if failed == nil && !cmp.Equal(got, hits) {
				t.Errorf("%s: a wrong answer: %s", q, cmp.Diff(hits, got))
			}
		}
		x, err := ix.Explorer(ctx, query.All{})
		if err == nil {
			var moves *Explored
			if moves, err = x.Explore(ctx, &array, true); err == nil && !cmp.Equal(moves, wantMoves) {
				t.Errorf("wrong continuations: %s", cmp.Diff(wantMoves, moves))
			}
			err = errors.Join(err, x.Close())
		}
		if err != nil && !isDamage(err) && !errors.Is(err, ErrNoIndex) {
			t.Errorf("exploring: an error that does not speak of damage: %v", err)
		}
		if health(t, ix) != Current {
			bring(t, ix)
			wantSound(t, ix, a)
		}
	}
	for _, file := range files {
		info, err := os.Stat(filepath.Join(a.IndexDir(), file))
		if err != nil {
			t.Fatal(err)
		}
		size := int(info.Size())
		t.Run(file+"/gone", func(t *testing.T) { harm(t, file, func([]byte) []byte { return nil }) })
		t.Run(file+"/cut", func(t *testing.T) { harm(t, file, func(b []byte) []byte { return b[:len(b)/2] }) })
		if file == manifestFile {
			continue // it is a text for people, too; what can be read is believed
		}
		for i := range 3 {
			at := (size - 1) * i / 2
			t.Run(fmt.Sprintf("%s/%d", file, at), func(t *testing.T) {
				harm(t, file, func(b []byte) []byte {
					b = slices.Clone(b)
					b[at] ^= 0x55
					return b
				})
			})
		}
	}
}

// An update that ends anywhere leaves an index that answers as before, and the next
// one leaves nothing behind.
func TestInterrupted(t *testing.T) {
	ctx := context.Background()
	a := openArchive(t)
	ix := openIndex(t, a)
	addIndexed(t, a, ix, "one.pgn", fewPlies)
	games := naiveGames(t, a)
	add(t, a, "two.pgn", generated(t, gamegen.Options{Games: 30, Seed: 3, Comments: 0.1}), nil)

	stopped := errors.New("stopped here")
	for _, c := range []struct {
		name string
		stop func(u *update) error
	}{
		{"before anything is moved", func(u *update) error { return stopped }},
		{"when one file is moved", func(u *update) error {
			row := u.next.Parts[len(u.next.Parts)-1]
			return errors.Join(stopped, os.Rename(filepath.Join(u.ready[0], gamesFile), filepath.Join(u.dir, row.Name+gamesFile)))
		}},
		{"before the manifest is written", func(u *update) error {
			row := u.next.Parts[len(u.next.Parts)-1]
			return errors.Join(stopped, u.work.deliver(u.ready[0], u.dir, row.Name))
		}},
	} {
		err := ix.change(ctx, func(u *update) error {
			if err := u.all(ctx, nil); err != nil {
				return err
			}
			return c.stop(u)
		})
		if !errors.Is(err, stopped) {
			t.Fatalf("%s: %v", c.name, err)
		}
		for _, same := range []*Index{ix, openIndex(t, a)} {
			if h := health(t, same); h != Behind {
				t.Errorf("%s: the index is %v", c.name, h)
			}
			for _, q := range probes() {
				if diff := cmp.Diff(naiveSearch(games, parse(t, q)), search(t, same, q, SearchOptions{})); diff != "" {
					t.Errorf("%s: %s: (-naive +index)\n%s", c.name, q, diff)
				}
			}
		}
	}
	// A folder of a builder whose process was killed, too.
	if err := os.MkdirAll(filepath.Join(a.IndexDir(), workPrefix+"1"), 0o777); err != nil {
		t.Fatal(err)
	}
	bring(t, ix)
	wantSound(t, ix, a)
	m, err := readManifest(a.IndexDir())
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(a.IndexDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != lockFile && e.Name() != manifestFile && !m.owns(e.Name()) {
			t.Errorf("%s was left behind", e.Name())
		}
	}
}

// Many imports leave few parts, and nothing is lost on the way.
func TestManyImports(t *testing.T) {
	a := openArchive(t)
	ix := openIndex(t, a)
	for i := range 2*manyParts + 3 {
		addIndexed(t, a, ix, fmt.Sprintf("two/%d.pgn", i), generated(t, gamegen.Options{Games: 3 + i%4, Seed: uint64(i), MaxPlies: 80, FEN: i%2 == 0, Comments: 0.02}))
	}
	settle(t, ix)
	s, err := ix.State(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if s.Parts > manyParts {
		t.Errorf("there are %d parts", s.Parts)
	}
	wantSound(t, ix, a)
}

// settle waits until parts are merged.
func settle(t testing.TB, ix *Index) {
	t.Helper()
	if err := ix.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// While parts are merged, others import, replace and delete games of theirs, and
// search; and a merge whose parts have gone meanwhile comes to nothing.
func TestMergeGoesOnBeside(t *testing.T) {
	ctx := t.Context()
	a := openArchive(t)
	ix, other := openIndex(t, a), openIndex(t, a)
	addIndexed(t, a, other, "one.pgn", fewPlies)
	lock := flock.New(filepath.Join(ix.dir, mergeLockFile))
	if held, err := lock.TryLock(); err != nil || !held { // nothing is merged but here
		t.Fatal(held, err)
	}
	defer lock.Close()
	more := func(i int) {
		addIndexed(t, a, other, fmt.Sprintf("two/%d.pgn", i), generated(t, gamegen.Options{Games: 4, Seed: uint64(i), MaxPlies: 70, Comments: 0.02}))
	}
	for i := range manyParts + 4 {
		more(i)
	}
	begin := func() *merge {
		if err := ix.Reopen(); err != nil {
			t.Fatal(err)
		}
		m, err := ix.beginMerge(ctx)
		if err != nil || m == nil {
			t.Fatalf("nothing is merged: %v", err)
		}
		return m
	}
	parts := func() int { return len(ix.now.Parts) }

	m := begin()
	before := parts()
	if n, err := a.Delete(ctx, 2, 9); err != nil || n != 2 {
		t.Fatal(n, err)
	}
	r, err := a.Get(ctx, 6)
	if err != nil {
		t.Fatal(err)
	}
	p, err := r.Replay()
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Replace(ctx, 5, p); err != nil {
		t.Fatal(err)
	}
	bring(t, other)
	more(100)
	wantSound(t, other, a)
	if err := ix.endMerge(ctx, m); err != nil {
		t.Fatal(err)
	}
	if parts() >= before {
		t.Errorf("%d parts, before the merge %d", parts(), before)
	}
	wantSound(t, ix, a)

	for i := range manyParts {
		more(200 + i)
	}
	m = begin()
	if err := other.Rebuild(ctx, nil); err != nil {
		t.Fatal(err)
	}
	if err := ix.endMerge(ctx, m); err != nil {
		t.Fatal(err)
	}
	if parts() != 1 {
		t.Errorf("%d parts of what was made anew", parts())
	}
	wantSound(t, ix, a)
}

// What was gathered is of no use where another process was quicker, and the index
// is right nevertheless.
func TestCollectorComesLate(t *testing.T) {
	ctx := context.Background()
	a := openArchive(t)
	ix, other := openIndex(t, a), openIndex(t, a)
	add(t, a, "before.pgn", fewPlies, nil) // nobody has indexed it
	c := ix.Observer()
	add(t, a, "one.pgn", fewPlies, c)
	bring(t, other)
	if err := c.Commit(ctx, nil); err != nil {
		t.Fatal(err)
	}
	wantSound(t, ix, a)

	first, second := ix.Observer(), ix.Observer()
	add(t, a, "two.pgn", generated(t, gamegen.Options{Games: 5, Seed: 3}), first)
	add(t, a, "three.pgn", generated(t, gamegen.Options{Games: 5, Seed: 4}), second)
	if err := errors.Join(second.Commit(ctx, nil), first.Commit(ctx, nil)); err != nil {
		t.Fatal(err)
	}
	wantSound(t, ix, a)
	if err := other.Reopen(); err != nil {
		t.Fatal(err)
	}
	wantSound(t, other, a)

	given := ix.Observer()
	add(t, a, "four.pgn", fewPlies, given)
	if err := given.Close(); err != nil {
		t.Fatal(err)
	}
	if h := health(t, ix); h != Behind {
		t.Errorf("the index is %v", h)
	}
	bring(t, ix)
	wantSound(t, ix, a)
}

// A game that gets another text is found by the new one and no longer by the old,
// however often that happens, and whatever part it is in.
func TestReplaced(t *testing.T) {
	ctx := context.Background()
	a := openArchive(t)
	ix := openIndex(t, a)
	addIndexed(t, a, ix, "one.pgn", fewPlies)
	addIndexed(t, a, ix, "two.pgn", generated(t, gamegen.Options{Games: 6, Seed: 3, MaxPlies: 60}))
	replace := func(id int64, from, to string) {
		t.Helper()
		r, err := a.Get(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		if err := r.WritePGN(pgn.NewWriter(&text, pgn.WriterOptions{})); err != nil {
			t.Fatal(err)
		}
		for g, err := range pgn.NewReader(strings.NewReader(strings.ReplaceAll(text.String(), from, to))).Games() {
			if err != nil {
				t.Fatal(err)
			}
			p, err := pgn.Play(g, pgn.Options{})
			if err == nil {
				err = a.Replace(ctx, id, p)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	replace(1, "fine", "poor")
	replace(5, "both sides are fine", "both sides are lost")
	if h := health(t, ix); h != Behind {
		t.Errorf("the index is %v", h)
	}
	bring(t, ix)
	wantSound(t, ix, a)
	if got := ids(search(t, ix, "text:poor or text:lost", SearchOptions{})); !slices.Equal(got, []int64{1, 5}) {
		t.Errorf("the new texts are found in %v", got)
	}
	for i := range 5 {
		replace(1+int64(i%3), "e", "e") // the same again, which is a change nevertheless
		replace(7, " 2. ", fmt.Sprintf(" {remark %d} 2. ", i))
		bring(t, ix)
		wantSound(t, ix, a)
	}
	// During an import, and before what was gathered is committed.
	c := ix.Observer()
	report := add(t, a, "three.pgn", fewPlies, c)
	replace(report.FirstID, "fine", "short")
	replace(2, "Baghdad", "Basra")
	if err := c.Commit(ctx, nil); err != nil {
		t.Fatal(err)
	}
	wantSound(t, ix, a)
	if got := ids(search(t, ix, "text:short or site:basra", SearchOptions{})); !slices.Equal(got, []int64{2, report.FirstID}) {
		t.Errorf("the new texts are found in %v", got)
	}
}
