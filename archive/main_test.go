package archive

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/diwan-shatranj/diwan/internal/gamegen"
	"github.com/diwan-shatranj/diwan/pgn"
)

// childVariable names what the test binary does when a test runs it as a process
// of its own; see child_test.go.
const childVariable = "DIWAN_ARCHIVE_CHILD"

func TestMain(m *testing.M) {
	if what := os.Getenv(childVariable); what != "" {
		if err := child(what, os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// tb is a test, a benchmark or a check of a law.
type tb interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
	Errorf(format string, args ...any)
}

// text is an input of text.
func text(name, s string) Input {
	return Input{Name: name, Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(s)), nil }}
}

// file is an input from a file.
func file(path string) Input {
	return Input{Name: path, Open: func() (io.ReadCloser, error) { return os.Open(path) }}
}

func inputs(ins ...Input) iter.Seq[Input] { return slices.Values(ins) }

// openAt opens an archive that the test closes.
func openAt(t tb, dir string, o Options) *Archive {
	t.Helper()
	a, err := Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func closeAt(t tb, a *Archive) {
	t.Helper()
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
}

// open opens an archive until the end of the test.
func open(tb testing.TB, dir string, o Options) *Archive {
	tb.Helper()
	a := openAt(tb, dir, o)
	tb.Cleanup(func() { closeAt(tb, a) })
	return a
}

// importAll imports, and wants the numbers to add up.
func importAll(t tb, a *Archive, o ImportOptions, ins ...Input) ImportReport {
	t.Helper()
	r, err := a.Import(context.Background(), inputs(ins...), o)
	if err != nil {
		t.Fatal(err)
	}
	checkBalance(t, r)
	return r
}

func checkBalance(t tb, r ImportReport) {
	t.Helper()
	if r.Read != r.Added+r.Duplicate+r.Quarantined {
		t.Errorf("read %d is not added %d + duplicate %d + quarantined %d", r.Read, r.Added, r.Duplicate, r.Quarantined)
	}
}

// wantReport wants the numbers of a report.
func wantReport(t tb, r ImportReport, added, duplicate, quarantined int64) {
	t.Helper()
	if r.Added != added || r.Duplicate != duplicate || r.Quarantined != quarantined {
		t.Errorf("added %d, duplicate %d, quarantined %d; want %d, %d, %d",
			r.Added, r.Duplicate, r.Quarantined, added, duplicate, quarantined)
	}
}

func count(t tb, a *Archive) int64 {
	t.Helper()
	n, err := a.Count(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// generated are games that gamegen made.
func generated(t tb, o gamegen.Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := gamegen.Write(&b, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// export writes the whole archive as PGN.
func export(t tb, a *Archive) string {
	t.Helper()
	var b bytes.Buffer
	w := pgn.NewWriter(&b, pgn.WriterOptions{})
	player := NewPlayer()
	for r, err := range a.Games(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		p, err := player.Replay(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Write(p); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// written is a text as it is written again, without the games that an import puts
// into quarantine, and the number of each.
func written(t tb, s string) (out string, accepted, refused int64) {
	t.Helper()
	var b bytes.Buffer
	w := pgn.NewWriter(&b, pgn.WriterOptions{})
	r, err := pgn.NewReplayer(pgn.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for g, err := range pgn.NewReader(strings.NewReader(s)).Games() {
		if err != nil {
			t.Fatal(err)
		}
		p := r.Replay(g)
		if refusal(p) != "" {
			refused++
			continue
		}
		accepted++
		if err := w.Write(p); err != nil {
			t.Fatal(err)
		}
	}
	return b.String(), accepted, refused
}

// checkSound wants an archive without damage.
func checkSound(t tb, a *Archive) VerifyReport {
	t.Helper()
	r, err := a.Verify(context.Background(), func(d Damage) { t.Errorf("%s: %v", d.What, d.Err) })
	if err != nil {
		t.Fatal(err)
	}
	if n := count(t, a); r.Games != n {
		t.Errorf("%d games verified of %d", r.Games, n)
	}
	return r
}
