package index

import (
	"bytes"
	"context"
	"io"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/internal/gamegen"
)

// input is a text to import.
func input(name, text string) iter.Seq[archive.Input] {
	return slices.Values([]archive.Input{{Name: name, Open: func() (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(text)), nil
	}}})
}

// openArchive opens an archive in a new folder.
func openArchive(t testing.TB) *archive.Archive {
	t.Helper()
	a, err := archive.Open(t.TempDir(), archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

func openIndex(t testing.TB, a *archive.Archive) *Index {
	t.Helper()
	ix, err := Open(a, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := ix.Close(); err != nil {
			t.Error(err)
		}
	})
	return ix
}

// add imports a text, seen by an observer unless it is nil.
func add(t testing.TB, a *archive.Archive, name, text string, o archive.Observer) archive.ImportReport {
	t.Helper()
	report, err := a.Import(context.Background(), input(name, text), archive.ImportOptions{Observer: o, OnDuplicate: archive.KeepDuplicates})
	if err != nil {
		t.Fatal(err)
	}
	if report.Quarantined > 0 && !strings.Contains(text, "[Variant") {
		t.Fatalf("%s: %d games cannot be accepted", name, report.Quarantined)
	}
	return report
}

// addIndexed imports a text and commits what was gathered.
func addIndexed(t testing.TB, a *archive.Archive, ix *Index, name, text string) {
	t.Helper()
	c := ix.Observer()
	add(t, a, name, text, c)
	if err := c.Commit(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
}

func generated(t testing.TB, o gamegen.Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := gamegen.Write(&b, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func parse(t testing.TB, q string) query.Expr {
	t.Helper()
	e, err := query.Parse(q)
	if err != nil {
		t.Fatalf("%s: %v", q, err)
	}
	return e
}

// search returns all hits of a query.
func search(t testing.TB, ix *Index, q string, o SearchOptions) []Hit {
	t.Helper()
	var hits []Hit
	for h, err := range ix.Search(context.Background(), parse(t, q), o) {
		if err != nil {
			t.Fatalf("%s: %v", q, err)
		}
		hits = append(hits, h)
	}
	return hits
}

func ids(hits []Hit) []int64 {
	list := []int64{}
	for _, h := range hits {
		list = append(list, h.ID)
	}
	return list
}

// fewPlies are games written for tests: names, dates, tags and comments of many
// kinds, and positions that come again in images.
const fewPlies = `
[Event "Majlis of al-Muqtadir"]
[Site "Baghdad"]
[Date "0920.??.??"]
[Round "1"]
[White "al-Ṣūlī, Abū Bakr"]
[Black "al-Māwardī"]
[Result "1-0"]
[Annotator "Murray, H. J. R."]
[WhiteElo "2000"]

1. e3 { a fine beginning } e6 2. Nf3 Nf6 (2... Nc6) 1-0

[Event "Majlis of al-Muqtadir"]
[Site "Baghdad"]
[Date "0921.05.??"]
[Round "3.1"]
[White "as-Suli, Abu Bakr"]
[Black "?"]
[Result "0-1"]
[BlackElo "1750"]
[Termination "time forfeit"]

1. d3 {+0.14/14 0.081s} d6 {-0.20/12 1.2s} 2. Nc3 $1 Nc6 0-1

[Event "Contest"]
[Site "Rayy"]
[Date "09??.??.??"]
[White "al-Lajlaj"]
[Black "Suli"]
[Result "1/2-1/2"]
[TimeControl "40/5400"]

1. e3 e6 2. Nf3 Nf6 3. Ng1 Ng8 4. Nf3 { the fine beginning of both sides } Nf6 1/2-1/2

[Event ""]
[Site "?"]
[Date "????.??.??"]
[DateHijri "308"]
[White "الصولي"]
[Black "Ali"]
[Result "*"]
[SetUp "1"]
[FEN "4k3/p7/8/8/8/8/P2R4/4K3 w - - 0 1"]

1. Re2+ {[%eval 2.1] book} Kd7 {[%clk 0:10:00]} 2. Rd2+?? {[%eval -0.35,12] [%nag 4]} (2. Rd2 $4) Ke8 $4 {[%eval #-3]} 3. Rb2 Kf8 {[%eval #2] so} 4. Rd2 Ke8 *

[White "Suli al-Asghar"]
[Black "Lajlaj the younger"]
[Date "c. 950"]
[Result "*"]
[SetUp "1"]
[FEN "4k3/p2r4/8/8/8/8/P7/4K3 b - - 0 1"]

1... Rb7 { both sides are fine } *

`
