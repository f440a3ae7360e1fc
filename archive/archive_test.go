package archive

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/diwan-shatranj/diwan/internal/gamegen"
)

// someGames fills an archive.
func someGames(t tb, dir string, games int) string {
	t.Helper()
	in := generated(t, gamegen.Options{Games: games, Seed: 7, MinPlies: 5, MaxPlies: 20, Comments: 0.05, Variations: 0.02})
	a := openAt(t, dir, Options{})
	wantReport(t, importAll(t, a, ImportOptions{}, text("in", in)), int64(games), 0, 0)
	closeAt(t, a)
	return in
}

// TestEmpty holds that a folder without a database, or no folder, is an empty
// archive for a reader, who leaves it as it is, and that a writer creates it.
func TestEmpty(t *testing.T) {
	ctx := context.Background()
	interrupted := t.TempDir()
	if err := os.WriteFile(filepath.Join(interrupted, "games.db"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, dir := range map[string]string{
		"no folder": filepath.Join(t.TempDir(), "a b?%#", "games.diwan"), "empty folder": t.TempDir(), "interrupted creation": interrupted,
	} {
		t.Run(name, func(t *testing.T) {
			a := open(t, dir, Options{ReadOnly: true})
			for _, err := range a.Games(ctx) {
				t.Error("a game:", err)
			}
			for _, err := range a.Headers(ctx, 0) {
				t.Error("a header:", err)
			}
			for _, err := range a.Lines(ctx, 0) {
				t.Error("a line:", err)
			}
			for _, err := range a.Quarantine(ctx) {
				t.Error("quarantine:", err)
			}
			changes, err := a.Changes(ctx, 0)
			if err != nil || len(changes) != 0 {
				t.Error("changes:", changes, err)
			}
			if _, err := a.Get(ctx, 1); !errors.Is(err, ErrNoGame) {
				t.Error("game 1:", err)
			}
			if all, err := a.PositionEvals(ctx, 0, 0, "iggc"); len(all) > 0 || err != nil {
				t.Error("evaluation:", all, err)
			}
			if g, err := a.Generation(ctx); g != 0 || err != nil {
				t.Error("generation", g, err)
			}
			if _, err := a.Verify(ctx, nil); err != nil {
				t.Error("verify:", err)
			}
			if err := a.Backup(ctx, t.TempDir()); err == nil {
				t.Error("backed up")
			}
			dry := importAll(t, a, ImportOptions{DryRun: true}, text("a", "1. e3 *\n"))
			wantReport(t, dry, 1, 0, 0)
			if a.ID() != "" {
				t.Error("ID", a.ID())
			}
			if info, err := os.Stat(filepath.Join(dir, "games.db")); err == nil && info.Size() > 0 {
				t.Error("reading created the archive")
			}
			_, err = a.Import(ctx, inputs(text("a", "1. e3 *\n")), ImportOptions{})
			if !errors.Is(err, ErrReadOnly) {
				t.Error("import:", err)
			}

			w := open(t, dir, Options{})
			if n := count(t, w); n != 0 || len(w.ID()) != 32 {
				t.Error("created with", n, "games, ID", w.ID())
			}
			wantReport(t, importAll(t, w, ImportOptions{}, text("a", "1. e3 *\n")), 1, 0, 0)
			if n := count(t, open(t, dir, Options{ReadOnly: true})); n != 1 {
				t.Error(n, "games")
			}
		})
	}
}

// TestGeneration holds that the generation changes with every write that changes
// games, and with no other.
func TestGeneration(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	a := open(t, dir, Options{})
	generation := func() int64 {
		t.Helper()
		g, err := a.Generation(ctx)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	r := importAll(t, a, ImportOptions{}, text("a", "[Round \"1\"]\n\n1. e3 *\n\n[Round \"2\"]\n\n1. e3 *\n"))
	first := generation()
	if first == 0 || r.Generation != first {
		t.Errorf("generation %d, reported %d", first, r.Generation)
	}
	importAll(t, a, ImportOptions{}, text("a", "[Round \"1\"]\n\n1. e3 *\n"))
	importAll(t, a, ImportOptions{}, text("a", "[Variant \"Makruk\"]\n\n1. e3 *\n"))
	if err := a.PutEvals(ctx, []EvalRecord{{EvalKey{Position: 1}, Eval{Lines: make([]EvalLine, 1)}}}, nil); err != nil {
		t.Fatal(err)
	}
	if g := generation(); g != first {
		t.Errorf("generation %d after writes that changed no game, %d before", g, first)
	}
	r = importAll(t, a, ImportOptions{}, text("a", "[Round \"3\"]\n\n1. e3 *\n"))
	changes, err := a.Changes(ctx, first)
	if err != nil {
		t.Fatal(err)
	}
	if len(changes) != 1 || changes[0].First != 3 || changes[0].Last != 3 || changes[0].What != Imported ||
		changes[0].Import != r.ID || changes[0].Generation != generation() || time.Since(changes[0].Time) > time.Hour {
		t.Errorf("changes %+v", changes)
	}
	b := open(t, dir, Options{ReadOnly: true})
	if a.ID() != b.ID() || a.IndexDir() != filepath.Join(dir, "index") || a.Dir() != dir {
		t.Error("another archive")
	}
}

// TestNotArchive holds that what is no archive is told apart, and left as it is.
func TestNotArchive(t *testing.T) {
	foreign := filepath.Join(t.TempDir(), "games.db")
	db, err := sql.Open("sqlite", foreign)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("CREATE TABLE songs (title TEXT)"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	newer := t.TempDir()
	someGames(t, newer, 3)
	db, err = sql.Open("sqlite", filepath.Join(newer, "games.db"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("PRAGMA user_version = 99"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	junk := filepath.Join(t.TempDir(), "games.db")
	if err := os.WriteFile(junk, []byte(strings.Repeat("no database, really not. ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	short := filepath.Join(t.TempDir(), "games.db")
	if err := os.WriteFile(short, []byte("short"), 0o600); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "games.db")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	var ne *NewerError
	for name, tt := range map[string]struct {
		dir  string
		want func(error) bool
	}{
		"junk":               {filepath.Dir(junk), func(err error) bool { return errors.Is(err, ErrNotArchive) }},
		"short":              {filepath.Dir(short), func(err error) bool { return errors.Is(err, ErrNotArchive) }},
		"another program's":  {filepath.Dir(foreign), func(err error) bool { return errors.Is(err, ErrNotArchive) }},
		"a file":             {junk, func(err error) bool { return errors.Is(err, ErrNotArchive) }},
		"games.db, a folder": {filepath.Dir(folder), func(err error) bool { return errors.Is(err, ErrNotArchive) }},
		"newer":              {newer, func(err error) bool { return errors.As(err, &ne) && ne.Version == 99 && ne.Supported == 2 }},
	} {
		t.Run(name, func(t *testing.T) {
			before := tree(t, tt.dir)
			for _, readOnly := range []bool{true, false} {
				a, err := Open(tt.dir, Options{ReadOnly: readOnly})
				if err == nil {
					_ = a.Close()
				}
				if !tt.want(err) {
					t.Errorf("error %v", err)
				}
				if strings.Contains(fmt.Sprint(err), "\n") {
					t.Errorf("an error of several lines: %q", err)
				}
			}
			if after := tree(t, tt.dir); after != before {
				t.Errorf("it was changed:\n%s\nnow\n%s", before, after)
			}
		})
	}
}

// tree lists the files of a folder, or of a file, with their bytes' digests.
func tree(t *testing.T, dir string) string {
	t.Helper()
	var list strings.Builder
	err := filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		fmt.Fprintf(&list, "%s %x\n", path, digestOf(b))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list.String()
}

// TestLocked holds that a second process that writes waits and then names the
// first, and that readers go on beside it.
func TestLocked(t *testing.T) {
	dir := t.TempDir()
	someGames(t, dir, 20)
	cmd, stdin, out := startChild(t, "hold", dir)
	if !out.Scan() || out.Text() != "held" {
		t.Fatal("the other process does not hold the lock")
	}
	ctx := context.Background()
	a := open(t, dir, Options{Busy: -1})
	_, err := a.Import(ctx, inputs(text("a", "1. e3 *\n")), ImportOptions{})
	var le *LockedError
	if !errors.As(err, &le) {
		t.Fatalf("error %v", err)
	}
	h := le.Holder
	if h.PID != cmd.Process.Pid || h.Host == "" || h.Command != filepath.Base(os.Args[0])+" "+dir || time.Since(h.Since) > time.Hour {
		t.Errorf("holder %+v, process %d", h, cmd.Process.Pid)
	}
	if !strings.Contains(err.Error(), fmt.Sprintf("process %d", cmd.Process.Pid)) {
		t.Errorf("error %v", err)
	}
	if n := count(t, a); n != 20 {
		t.Errorf("%d games read beside the writer", n)
	}
	canceled, cancel := context.WithCancel(ctx)
	cancel()
	waiting := open(t, dir, Options{Busy: time.Minute})
	if _, err := waiting.Import(canceled, inputs(text("a", "1. e3 *\n")), ImportOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("waiting, and called off: %v", err)
	}
	// When the holder ends, however it does, the one who waits goes on.
	time.AfterFunc(50*time.Millisecond, func() { _ = cmd.Process.Kill() })
	wantReport(t, importAll(t, waiting, ImportOptions{}, text("a", "1. e3 *\n")), 1, 0, 0)
	_ = stdin.Close()
	_ = cmd.Wait()
}

// TestLockedWithin holds that two writes of one process wait for each other, too.
func TestLockedWithin(t *testing.T) {
	dir := t.TempDir()
	a := open(t, dir, Options{Busy: 10 * time.Millisecond})
	inside, leave := make(chan struct{}), make(chan struct{})
	go func() {
		if err := a.exclusively(context.Background(), func() error {
			close(inside)
			<-leave
			return nil
		}); err != nil {
			t.Error(err)
		}
	}()
	<-inside
	_, err := a.Import(context.Background(), inputs(), ImportOptions{})
	var le *LockedError
	if !errors.As(err, &le) || le.Holder.PID != os.Getpid() {
		t.Errorf("error %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := a.PutEvals(ctx, []EvalRecord{{EvalKey{}, Eval{Lines: make([]EvalLine, 1)}}}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("called off: %v", err)
	}
	close(leave)
	importAll(t, open(t, dir, Options{}), ImportOptions{})
}

// TestReadBeside holds that what is being read stays the same while another
// writes.
func TestReadBeside(t *testing.T) {
	dir := t.TempDir()
	someGames(t, dir, 300)
	r, w := open(t, dir, Options{ReadOnly: true}), open(t, dir, Options{})
	n := 0
	for rec, err := range r.Games(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n == 10 {
			importAll(t, w, ImportOptions{}, text("b", generated(t, gamegen.Options{Games: 50, Seed: 8, MaxPlies: 5, MinPlies: 2})))
		}
		if rec.ID != int64(n) {
			t.Fatalf("game %d after %d", rec.ID, n)
		}
	}
	if n != 300 {
		t.Errorf("%d games, 300 when it began", n)
	}
	if n := count(t, r); n != 350 {
		t.Errorf("%d games", n)
	}
}

// TestNotWritable holds that an archive in a folder that cannot be written can be
// read, and that writing says why it fails.
func TestNotWritable(t *testing.T) {
	top, err := os.MkdirTemp("", "archive")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(top, "games.diwan")
	defer func() {
		_ = os.Chmod(dir, 0o700)
		_ = os.RemoveAll(top)
	}()
	if err := os.Chmod(top, 0o755); err != nil {
		t.Fatal(err)
	}
	someGames(t, dir, 5)
	for path, mode := range map[string]os.FileMode{"games.db": 0o444, "lock": 0o444, ".": 0o555} {
		if err := os.Chmod(filepath.Join(dir, path), mode); err != nil {
			t.Fatal(err)
		}
	}
	run := func(what string) (string, error) {
		cmd, stdin := childCommand(t, what, dir)
		defer func() { _ = stdin.Close() }()
		if os.Getuid() == 0 { // who may write anywhere
			exe, err := os.ReadFile(cmd.Path)
			if err != nil {
				t.Fatal(err)
			}
			cmd.Path = filepath.Join(top, "child")
			if err := os.WriteFile(cmd.Path, exe, 0o755); err != nil {
				t.Fatal(err)
			}
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		}
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	if out, err := run("read"); err != nil || out != "5 games\n" {
		t.Errorf("reading: %v %s", err, out)
	}
	out, err := run("write")
	var exit *exec.ExitError
	if !errors.As(err, &exit) || !strings.Contains(out, ErrReadOnly.Error()) {
		t.Errorf("writing: %v %s", err, out)
	}
}

// TestDiskFull holds that an import that finds no more room says so and leaves
// whole games, which it can go on from.
func TestDiskFull(t *testing.T) {
	in := generated(t, gamegen.Options{Games: 2000, Seed: 4, MinPlies: 20, MaxPlies: 40})
	a := open(t, t.TempDir(), Options{})
	a.batch = 200
	if _, err := a.writer.Exec("PRAGMA max_page_count = 50"); err != nil {
		t.Fatal(err)
	}
	r, err := a.Import(context.Background(), inputs(text("in", in)), ImportOptions{})
	if !errors.Is(err, ErrDiskFull) {
		t.Fatalf("%+v, error %v", r, err)
	}
	checkBalance(t, r)
	if n := count(t, a); n != r.Added || n == 0 {
		t.Errorf("%d games, %+v", n, r)
	}
	checkSound(t, a)
	if _, err := a.writer.Exec("PRAGMA max_page_count = 1000000"); err != nil {
		t.Fatal(err)
	}
	wantReport(t, importAll(t, a, ImportOptions{}, text("in", in)), 2000-r.Added, r.Added, 0)
	if out, _, _ := written(t, in); out != export(t, a) {
		t.Error("the archive gives other games than it was given")
	}
	checkSound(t, a)
}

func TestClosed(t *testing.T) {
	a := openAt(t, t.TempDir(), Options{})
	closeAt(t, a)
	closeAt(t, a)
	if _, err := a.Import(context.Background(), inputs(), ImportOptions{}); !errors.Is(err, ErrClosed) {
		t.Errorf("import: %v", err)
	}
}

// TestBackup holds that a copy made beside a writer is a whole archive.
func TestBackup(t *testing.T) {
	ctx := context.Background()
	a := open(t, t.TempDir(), Options{})
	importAll(t, a, ImportOptions{}, text("a", generated(t, gamegen.Options{Games: 100, Seed: 1, MaxPlies: 5, MinPlies: 2, Errors: 0.1})))
	dir := filepath.Join(t.TempDir(), "copy")
	if err := a.Backup(ctx, dir); err != nil {
		t.Fatal(err)
	}
	want := export(t, a)
	importAll(t, a, ImportOptions{}, text("a", generated(t, gamegen.Options{Games: 100, Seed: 2, MaxPlies: 5, MinPlies: 2})))
	if err := a.Backup(ctx, dir); !errors.Is(err, os.ErrExist) {
		t.Errorf("over another: %v", err)
	}
	b := open(t, dir, Options{})
	if export(t, b) != want || b.ID() != a.ID() {
		t.Error("the copy differs")
	}
	checkSound(t, b)
	importAll(t, b, ImportOptions{}, text("a", generated(t, gamegen.Options{Games: 100, Seed: 2, MaxPlies: 5, MinPlies: 2})))
	if export(t, b) != export(t, a) {
		t.Error("the copy does not go on")
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.part"))
	if err != nil || len(names) > 0 {
		t.Error("left behind:", names, err)
	}
}

func TestCompact(t *testing.T) {
	ctx := context.Background()
	a := open(t, t.TempDir(), Options{})
	importAll(t, a, ImportOptions{}, text("a", generated(t, gamegen.Options{Games: 200, Seed: 1, Comments: 1})))
	want := export(t, a)
	if _, err := a.writer.Exec("CREATE TABLE ballast (b BLOB); INSERT INTO ballast VALUES (zeroblob(1000000)); DROP TABLE ballast"); err != nil {
		t.Fatal(err)
	}
	before, after, err := a.Compact(ctx)
	if err != nil || after > before-1000000 {
		t.Errorf("%d bytes, then %d, %v", before, after, err)
	}
	if export(t, a) != want {
		t.Error("the games are others")
	}
	checkSound(t, a)
	r := importAll(t, a, ImportOptions{}, text("b", "1. e3 *\n"))
	if r.FirstID != 201 {
		t.Errorf("the next game has the ID %d", r.FirstID)
	}
}

// TestSchema holds that the file is what its description says to those who read it
// with SQLite alone.
func TestSchema(t *testing.T) {
	dir := t.TempDir()
	a := open(t, dir, Options{})
	importAll(t, a, ImportOptions{}, file("../examples/games/as-suli.pgn"), text("x", "[Date \"about 930\"]\n\n1. e3 *\n"))
	db, err := sql.Open("sqlite", filepath.Join(dir, "games.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	rows, err := db.Query("SELECT id || ' ' || white || ' ' || date || ' ' || result || ' ' || reason || ' ' || plies || ' ' || array || ' ' || rules FROM headers ORDER BY id")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var got []string
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			t.Fatal(err)
		}
		got = append(got, s)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"1 as-Suli, Abu Bakr 0920.??.?? 1-0 unexplained 63 shah-d iggc",
		"2 as-Suli, Abu Bakr 0920.??.?? 1-0 unexplained 63 shah-e iggc",
		"3 as-Suli, Abu Bakr 0920.??.?? 1-0 unexplained 15 shah-e iggc",
		"4 ? about 930 * unfinished 1 shah-e iggc",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("headers:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestFormatDocument holds that docs/archive-format.md names every table and every
// column.
func TestFormatDocument(t *testing.T) {
	text, err := os.ReadFile("../docs/archive-format.md")
	if err != nil {
		t.Fatal(err)
	}
	a := open(t, t.TempDir(), Options{})
	rows, err := a.reader.Query("SELECT m.name, x.name FROM sqlite_schema m JOIN pragma_table_xinfo(m.name) x WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%'")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	names := map[string]bool{"headers": true}
	for rows.Next() {
		var table, column string
		if err := rows.Scan(&table, &column); err != nil {
			t.Fatal(err)
		}
		names[table], names[column] = true, true
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	if len(names) < 50 {
		t.Errorf("only %d names", len(names))
	}
	for name := range names {
		if !strings.Contains(string(text), "`"+name+"`") && !strings.Contains(string(text), "### "+name) && !strings.Contains(string(text), ", "+name) {
			t.Errorf("%s is not explained", name)
		}
	}
}
