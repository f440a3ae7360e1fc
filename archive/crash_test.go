package archive

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/diwan-shatranj/diwan/internal/gamegen"
)

// kills is how often TestKill kills.
func kills() int {
	if n, err := strconv.Atoi(os.Getenv("DIWAN_KILLS")); err == nil {
		return n
	}
	if testing.Short() {
		return 3
	}
	return 10
}

// TestKill kills an importing process again and again, at any moment. After each
// time the archive must be whole and hold every game that was said to be on disk;
// in the end it must be the archive of an import that nobody disturbed.
// DIWAN_KILLS says how often, 10 times without it, 3 times in a short run.
func TestKill(t *testing.T) {
	in := generated(t, gamegen.Options{Games: 6000, Seed: 3, MinPlies: 4, MaxPlies: 30, Comments: 0.02, Errors: 0.02, Duplicates: 0.02})
	path := filepath.Join(t.TempDir(), "in.pgn")
	if err := os.WriteFile(path, []byte(in), 0o600); err != nil {
		t.Fatal(err)
	}
	whole := open(t, t.TempDir(), Options{})
	importAll(t, whole, ImportOptions{}, file(path))
	want, all := export(t, whole), count(t, whole)

	dir := t.TempDir()
	r := rand.New(rand.NewPCG(1, uint64(time.Now().UnixNano())))
	for kill := range kills() {
		cmd, stdin, out := startChild(t, "import", dir, path)
		// Some are killed after so many games, some after a while.
		games, wait := r.IntN(1500), time.Duration(r.IntN(300))*time.Millisecond
		if kill%2 == 0 {
			timer := time.AfterFunc(wait, func() { _ = cmd.Process.Kill() })
			defer timer.Stop()
		}
		last, seen := int64(0), 0
		for out.Scan() {
			id, err := strconv.ParseInt(out.Text(), 10, 64)
			if err != nil {
				break // killed in the middle of a number
			}
			last = id
			if seen++; kill%2 == 1 && seen > games {
				_ = cmd.Process.Kill()
			}
		}
		_ = cmd.Wait()
		_ = stdin.Close()
		a := openAt(t, dir, Options{})
		n := count(t, a)
		// The last number may have been cut, and is then too small.
		if n < last {
			t.Errorf("kill %d: game %d was on disk, and there are %d", kill, last, n)
		}
		checkSound(t, a)
		if t.Failed() {
			t.Fatalf("after kill %d", kill)
		}
		closeAt(t, a)
		if n == all && kill < kills()-1 {
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
		}
	}
	a := open(t, dir, Options{})
	importAll(t, a, ImportOptions{}, file(path))
	if export(t, a) != want {
		t.Error("after all the kills, the import gave another archive")
	}
	checkSound(t, a)
}
