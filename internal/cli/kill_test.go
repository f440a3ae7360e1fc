package cli

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/diwan-shatranj/diwan/internal/gamegen"
)

// diwan runs the program as a process of its own and returns what it printed and its
// exit status.
func diwan(t *testing.T, args ...string) (out string, status int) {
	t.Helper()
	var both bytes.Buffer
	cmd := exec.Command("diwan", args...)
	cmd.Stdout, cmd.Stderr = &both, &both
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return both.String(), cmd.ProcessState.ExitCode()
}

// must runs the program and wants one of the statuses 0 and 1.
func must(t *testing.T, args ...string) string {
	t.Helper()
	out, status := diwan(t, args...)
	if status != 0 && status != 1 {
		t.Fatalf("diwan %s: exit status %d:\n%s", strings.Join(args, " "), status, out)
	}
	return out
}

// generatedFile writes games to a file.
func generatedFile(t *testing.T, name string, o gamegen.Options) {
	t.Helper()
	f, err := os.Create(name)
	if err == nil {
		err = errors.Join(gamegen.Write(f, o), f.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// work is something that is done to an archive, and that may be killed.
type work struct {
	name string
	args []string // behind -a DIR
	// own tells that the archive itself stays as it is.
	own bool
}

// crashes is how many processes are to be killed in the middle of their work:
// DIWAN_CRASHES says it. Without it there is one round for everything that writes.
func crashes() int {
	n, err := strconv.Atoi(os.Getenv("DIWAN_CRASHES"))
	if err != nil {
		return 0
	}
	return n
}

// TestCrash kills the real program at random moments of everything that writes. What
// is left must be whole, and the same command run again must bring the archive to what
// it would be if nobody had disturbed it.
func TestCrash(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	generatedFile(t, at("base.pgn"), gamegen.Options{Games: 600, Seed: 1, MinPlies: 4, MaxPlies: 40, Comments: 0.05, Variations: 0.01, Errors: 0.05})
	generatedFile(t, at("more.pgn"), gamegen.Options{Games: 3000, Seed: 2, MinPlies: 4, MaxPlies: 40, Comments: 0.02, Errors: 0.03, Duplicates: 0.02})
	base := at("base.diwan")
	must(t, "import", "-q", "-a", base, at("base.pgn"))
	must(t, "delete", "-q", "-a", base, "id:1..100")
	if err := os.WriteFile(at("one.pgn"), []byte(must(t, "export", "-a", base, "id:300")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	works := []work{
		{"import", []string{"import", "-q", at("more.pgn")}, false},
		{"replace", []string{"replace", "-q", "200", at("one.pgn")}, false},
		{"tag", []string{"tag", "-q", "id:200..260", "Annotator=somebody"}, false},
		{"delete", []string{"delete", "-q", "plies:>20"}, false},
		{"undelete", []string{"undelete", "-q", "--all"}, false},
		{"compact", []string{"compact", "-q"}, true},
		{"rebuild", []string{"rebuild", "-q"}, true},
		{"backup", []string{"backup", "-q", at("backup.diwan")}, true},
	}
	in := func(archive string, w work) []string {
		return append([]string{w.args[0], "-a", archive}, w.args[1:]...)
	}
	fresh := func() string {
		t.Helper()
		for _, name := range []string{"try.diwan", "backup.diwan"} {
			if err := os.RemoveAll(at(name)); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.CopyFS(at("try.diwan"), os.DirFS(base)); err != nil {
			t.Fatal(err)
		}
		return at("try.diwan")
	}
	// What each comes to when nobody disturbs it, and how long it takes.
	want, takes := map[string]string{}, map[string]time.Duration{}
	for _, w := range works {
		archive := fresh()
		began := time.Now()
		must(t, in(archive, w)...)
		takes[w.name] = time.Since(began)
		want[w.name] = must(t, "hash", "-a", archive)
	}
	before := must(t, "hash", "-a", base)
	seed := uint64(time.Now().UnixNano())
	r := rand.New(rand.NewPCG(1, seed))
	killed, kills := map[string]int{}, 0
	for i := 0; i < len(works) || kills < crashes(); i++ {
		w := works[i%len(works)]
		if w.own && want[w.name] != before {
			t.Fatalf("%s changes the archive's hash", w.name)
		}
		archive := fresh()
		for range 1 + r.IntN(2) {
			if killAfter(t, time.Duration(r.Float64()*0.9*float64(takes[w.name])), in(archive, w)...) {
				killed[w.name]++
				kills++
			}
			out, status := diwan(t, "verify", "-a", archive)
			if status != 0 {
				t.Fatalf("seed %d, round %d: %s was killed, and the archive is not whole:\n%s", seed, i, w.name, out)
			}
		}
		checkBackup(t, at("backup.diwan"), before)
		if _, err := os.Stat(filepath.Join(at("backup.diwan"), "games.db")); err != nil || w.name != "backup" {
			must(t, in(archive, w)...)
		}
		if got := must(t, "hash", "-a", archive); got != want[w.name] {
			t.Fatalf("seed %d, round %d: %s was killed and done again, and the archive is another", seed, i, w.name)
		}
		if out, status := diwan(t, "verify", "-a", archive); status != 0 {
			t.Fatalf("seed %d, round %d: %s was done again, and the archive is not whole:\n%s", seed, i, w.name, out)
		}
	}
	t.Logf("%d processes killed in the middle: %v", kills, killed)
}

// killAfter runs the program, kills it after a while and reports whether it was still
// running.
func killAfter(t *testing.T, wait time.Duration, args ...string) bool {
	t.Helper()
	cmd := exec.Command("diwan", args...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(wait)
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	return !cmd.ProcessState.Exited()
}

// checkBackup wants a copy to be whole, or not to be there.
func checkBackup(t *testing.T, dir, want string) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(dir, "games.db")); err != nil {
		return
	}
	if out, status := diwan(t, "verify", "-a", dir); status != 0 || must(t, "hash", "-a", dir) != want {
		t.Fatalf("the copy is not whole:\n%s", out)
	}
}

// smallDisk mounts a disk of so many KiB, as the root user may; the test is left out
// where that cannot be done.
func smallDisk(t *testing.T, size int) string {
	t.Helper()
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", fmt.Sprintf("size=%dk", size), "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("no small disk can be mounted here: %s", out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", dir).CombinedOutput(); err != nil {
			t.Errorf("umount: %s", out)
		}
	})
	return dir
}

// wantRefusal wants a command that could not be done to have said so.
func wantRefusal(t *testing.T, what, out string, status int) {
	t.Helper()
	if status != statusFailed || !strings.Contains(out, "error: ") || !strings.Contains(out, "\nhint: ") {
		t.Errorf("%s: exit status %d:\n%s", what, status, out)
	}
}

// TestFullDisk fills the disk at every stage of what writes, and wants an error with a
// hint, nothing lost that was committed, and all to go on where there is room.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	games := filepath.Join(dir, "games.pgn")
	generatedFile(t, games, gamegen.Options{Games: 1500, Seed: 4, MinPlies: 20, MaxPlies: 60, Comments: 0.02})
	disk := smallDisk(t, 4096)
	archive, fill := filepath.Join(disk, "a.diwan"), filepath.Join(disk, "fill")
	leave := func(kib int) {
		t.Helper()
		if err := os.WriteFile(fill, make([]byte, (4096-kib)<<10), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	whole := func(what string) {
		t.Helper()
		if err := os.RemoveAll(fill); err != nil {
			t.Fatal(err)
		}
		if out, status := diwan(t, "verify", "-a", archive); status != 0 {
			t.Errorf("after %s: %s", what, out)
		}
	}
	refused := 0
	for _, kib := range []int{20, 100, 300, 600, 900} {
		if err := os.RemoveAll(archive); err != nil {
			t.Fatal(err)
		}
		leave(kib)
		out, status := diwan(t, "import", "-a", archive, games)
		if status != 0 {
			refused++
			wantRefusal(t, fmt.Sprintf("import with %d KiB left", kib), out, status)
		}
		whole("an import")
	}
	if refused == 0 {
		t.Error("every import went well, with whatever room")
	}
	must(t, "import", "-q", "-a", archive, games)
	hash := must(t, "hash", "-a", archive)
	for what, args := range map[string][]string{
		"rebuild": {"rebuild", "-q", "-a", archive},
		"export":  {"export", "-a", archive, "-o", filepath.Join(disk, "out.pgn")},
		"split":   {"export", "-a", archive, "--split-by", "10", "-o", filepath.Join(disk, "out")},
		"backup":  {"backup", "-a", archive, filepath.Join(disk, "copy.diwan")},
		"compact": {"compact", "-a", archive},
		"tag":     {"tag", "-a", archive, "--all", "Annotator=" + strings.Repeat("x", 2000)},
		"delete":  {"delete", "-a", archive, "--all"},
	} {
		used := strings.Fields(string(run(t, "df", "-k", "--output=avail", disk)))
		free, err := strconv.Atoi(used[len(used)-1])
		if err != nil {
			t.Fatal(err)
		}
		leave(4096 - max(free-30, 0))
		out, status := diwan(t, args...)
		wantRefusal(t, what, out, status)
		whole(what)
		if what != "tag" && must(t, "hash", "-a", archive) != hash {
			t.Errorf("%s: the archive is another", what)
		}
		for _, name := range []string{"out.pgn", "out/games-0001.pgn", "copy.diwan/games.db", "copy.diwan/games.db.part"} {
			if _, err := os.Stat(filepath.Join(disk, name)); err == nil {
				t.Errorf("%s: %s is there", what, name)
			}
		}
		left, err := filepath.Glob(filepath.Join(disk, "out", "*"))
		if err != nil || len(left) > 0 {
			t.Errorf("%s: %v is left", what, left)
		}
	}
}

func run(t *testing.T, name string, args ...string) []byte {
	t.Helper()
	out, err := exec.Command(name, args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestShortWrites lets no file grow beyond a limit, so that writes come to an end in
// the middle, and wants the same as of a full disk.
func TestShortWrites(t *testing.T) {
	dir := t.TempDir()
	games, archive := filepath.Join(dir, "games.pgn"), filepath.Join(dir, "a.diwan")
	generatedFile(t, games, gamegen.Options{Games: 800, Seed: 5, MinPlies: 20, MaxPlies: 60, Comments: 0.02})
	must(t, "import", "-q", "-a", archive, games)
	hash := must(t, "hash", "-a", archive)
	limited := func(blocks int, args ...string) (string, int) {
		cmd := exec.Command("sh", append([]string{"-c", `trap "" XFSZ; ulimit -f ` + strconv.Itoa(blocks) + `; exec diwan "$@"`, "diwan"}, args...)...)
		out, err := cmd.CombinedOutput()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		return string(out), cmd.ProcessState.ExitCode()
	}
	for blocks, args := range map[int][]string{
		1:   {"import", "-a", filepath.Join(dir, "b.diwan"), games},
		100: {"import", "-a", filepath.Join(dir, "c.diwan"), games},
		150: {"import", "-a", filepath.Join(dir, "d.diwan"), games},
		2:   {"export", "-a", archive, "-o", filepath.Join(dir, "out.pgn")},
		90:  {"backup", "-a", archive, filepath.Join(dir, "copy.diwan")},
		80:  {"rebuild", "-a", archive},
		70:  {"tag", "-a", archive, "--all", "Annotator=" + strings.Repeat("x", 400)},
	} {
		out, status := limited(blocks, args...)
		wantRefusal(t, fmt.Sprintf("%s with %d blocks", args[0], blocks), out, status)
		if out, status := diwan(t, "verify", "-a", args[2]); status != 0 {
			t.Errorf("%s with %d blocks: %s", args[0], blocks, out)
		}
		if args[0] == "import" {
			must(t, args...)
			if must(t, "hash", "-a", args[2]) != hash {
				t.Errorf("%d blocks: the import that was made good for is another", blocks)
			}
		}
	}
	if out, status := diwan(t, "rebuild", "-q", "-a", archive); status != 0 {
		t.Error(out)
	}
}
