package index_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/index"
	"github.com/diwan-shatranj/diwan/index/query"
)

const games = `
[White "al-Ṣūlī, Abū Bakr"]
[Black "al-Māwardī"]
[Date "0920.??.??"]
[Result "1-0"]

1. e3 e6 2. Nf3 { a fine beginning } Nf6 1-0

[White "Lajlaj"]
[Black "al-Adli"]
[Date "09??.??.??"]
[SetUp "1"]
[FEN "rnakfanr/pppppppp/8/8/8/8/PPPPPPPP/RNAKFANR w - - 0 1"]
[Result "*"]

1. d3 d6 2. Nc3 Nc6 *
`

// An import is indexed while it passes, and then searched.
func Example() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "diwan")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	a, err := archive.Open(dir, archive.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer a.Close()
	ix, err := index.Open(a, index.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer ix.Close()

	seen := ix.Observer()
	text := slices.Values([]archive.Input{{Name: "games.pgn", Open: func() (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(games)), nil
	}}})
	if _, err := a.Import(ctx, text, archive.ImportOptions{Observer: seen}); err != nil {
		fmt.Println(err)
		return
	}
	if err := seen.Commit(ctx, nil); err != nil {
		fmt.Println(err)
		return
	}

	for _, q := range []string{
		"suli",
		"date:920..930",
		`text:"fine beginning" result:1-0`,
		`fen:"rnafka1r/pppp1ppp/4pn2/8/8/4PN2/PPPP1PPP/RNAFKA1R w" ~any`,
	} {
		e, err := query.Parse(q)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(q)
		for hit, err := range ix.Search(ctx, e, index.SearchOptions{Limit: 10}) {
			if err != nil {
				fmt.Println(err)
				return
			}
			fmt.Print("  game ", hit.ID)
			for _, p := range hit.Plies {
				fmt.Printf(", ply %d %q", p.Ply, p.Image)
			}
			fmt.Println()
		}
	}
	// Output:
	// suli
	//   game 1
	// date:920..930
	//   game 1
	//   game 2
	// text:"fine beginning" result:1-0
	//   game 1
	// fen:"rnafka1r/pppp1ppp/4pn2/8/8/4PN2/PPPP1PPP/RNAFKA1R w" ~any
	//   game 1, ply 4 ""
	//   game 2, ply 4 "mirror"
}
