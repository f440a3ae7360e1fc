package archive_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/pgn"
)

// An archive is made, fed and read.
func Example() {
	dir, err := os.MkdirTemp("", "games.diwan")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	a, err := archive.Open(dir, archive.Options{Tool: "example 1"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer a.Close()

	const text = `[White "as-Suli"]
[Black "al-Lajlaj"]
[Result "1-0"]
[Variant "Shatranj"]

1. e3 e6 2. Nf3 {well played} 1-0

[White "as-Suli"]
[Variant "Shatranj"]

1. e3 e3 1-0
`
	input := archive.Input{Name: "games.pgn", Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}
	ctx := context.Background()
	report, err := a.Import(ctx, slices.Values([]archive.Input{input}), archive.ImportOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("read", report.Read, "added", report.Added, "duplicate", report.Duplicate, "quarantined", report.Quarantined)

	for q, err := range a.Quarantine(ctx) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println("quarantined:", q.Reason, "in line", q.Source.Line)
	}
	for r, err := range a.Games(ctx) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println("game", r.ID, r.Moves, r.Ending.Result)
		if err := r.WritePGN(pgn.NewWriter(os.Stdout, pgn.WriterOptions{})); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// read 2 added 1 duplicate 0 quarantined 1
	// quarantined: illegal-move in line 8
	// game 1 [e2e3 e7e6 g1f3] 1-0
	// [Event "?"]
	// [Site "?"]
	// [Date "????.??.??"]
	// [Round "?"]
	// [White "as-Suli"]
	// [Black "al-Lajlaj"]
	// [Result "1-0"]
	// [Variant "Shatranj"]
	// [SetUp "1"]
	// [FEN "rnafkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAFKANR w - - 0 1"]
	// [Array "shah-e (assumed)"]
	//
	// 1. e3 e6 2. Nf3 {well played} 1-0
}
