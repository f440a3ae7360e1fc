package pgn_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/diwan-shatranj/diwan/pgn"
)

const twoGames = `[Event "First"]
[White "as-Suli"]
[Variant "Shatranj"]

1. e3 e6 2. Nf3 {to the centre} Nf6 *

[Event "Second"]
[Variant "Shatranj"]

1. d3 d6 2. Kd2 Ke4 1-0
`

// Games come one after the other; only one at a time is in memory.
func ExampleReader_Games() {
	for g, err := range pgn.NewReader(strings.NewReader(twoGames)).Games() {
		if err != nil {
			fmt.Println(err) // of the stream; a fault in a game is none
			return
		}
		event, _ := g.Tag("Event")
		fmt.Printf("game %d, line %d: %s\n", g.Number, g.Line, event)
		for _, it := range g.Items {
			if it.Kind == pgn.CommentItem {
				fmt.Printf("  comment: %s\n", g.Comment(it))
			}
		}
	}
	// Output:
	// game 1, line 1: First
	//   comment: to the centre
	// game 2, line 7: Second
}

// A game on the board has moves, an ending, and diagnostics about its text.
func ExampleReplayer() {
	r, err := pgn.NewReplayer(pgn.Options{Array: "shah-d"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for g, err := range pgn.NewReader(strings.NewReader(twoGames)).Games() {
		if err != nil {
			fmt.Println(err)
			return
		}
		p := r.Replay(g)
		fmt.Println(len(p.Moves), "moves,", p.Ending.Reason)
		for _, d := range p.Diagnostics {
			fmt.Printf("  %d:%d: %s: %s [%s] %s\n", d.Line, d.Col, d.Severity, d.Message, d.Code, d.Hint)
		}
	}
	// Output:
	// 4 moves, unfinished
	// 3 moves, unexplained
	//   10:17: error: Ke4 is illegal here [illegal-move] near: Kd7
}

// Games can be written in the letters and the form that another program reads.
func ExampleWriter() {
	const text = `[Event "Letters"]
[Variant "Shatranj"]
[FEN "4k3/7p/8/8/8/8/4F3/2A1K3 w - - 0 1"]

1. Aa3 (1. Fd3) Kd7 2. Ac5 *
`
	for _, opts := range []pgn.WriterOptions{
		{},
		{Compat: pgn.CompatFSF},
		{Notation: pgn.UCI},
		{Alphabet: figurines()},
	} {
		for g, err := range pgn.NewReader(strings.NewReader(text)).Games() {
			if err != nil {
				fmt.Println(err)
				return
			}
			p, err := pgn.Play(g, pgn.Options{})
			if err != nil {
				fmt.Println(err)
				return
			}
			parts, _ := pgn.NewWriter(os.Stdout, opts).Parts(p)
			fmt.Printf("%s\n", strings.TrimSpace(string(parts.Movetext)))
		}
	}
	// Output:
	// 1. Aa3 (1. Fd3) 1... Kd7 2. Ac5 *
	// 1. Ba3 (1. Qd3) 1... Kd7 2. Bc5 *
	// 1. c1a3 (1. e2d3) 1... e8d7 2. a3c5 *
	// 1. ♗a3 (1. ♕d3) 1... ♔d7 2. ♗c5 *
}

func figurines() *pgn.Alphabet {
	a, err := pgn.ParseAlphabet("figurine")
	if err != nil {
		panic(err)
	}
	return a
}

// An Editor puts comments, marks and variations into a game, and takes them out.
func ExampleEditor() {
	var g pgn.Game
	if err := pgn.NewReader(strings.NewReader(twoGames)).Read(&g); err != nil {
		fmt.Println(err)
		return
	}
	p, err := pgn.Play(&g, pgn.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	e := pgn.NewEditor(&g)
	for i, it := range g.Items {
		if it.Kind == pgn.CommentItem {
			e.Drop(i, i+1)
		}
	}
	ply := 0
	for i := range p.MainLine() {
		if ply++; ply == 2 {
			e.Insert(i+1, pgn.Piece{Kind: pgn.NAGItem, NAG: 6})
			e.Insert(i+1, pgn.Variation("sharper", "d6", "d3")...)
		}
	}
	p, err = pgn.Play(e.Game(), pgn.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := pgn.NewWriter(os.Stdout, pgn.WriterOptions{}).Write(p); err != nil {
		fmt.Println(err)
	}
	// Output:
	// [Event "First"]
	// [Site "?"]
	// [Date "????.??.??"]
	// [Round "?"]
	// [White "as-Suli"]
	// [Black "?"]
	// [Result "*"]
	// [Variant "Shatranj"]
	// [SetUp "1"]
	// [FEN "rnafkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAFKANR w - - 0 1"]
	// [Array "shah-e (assumed)"]
	//
	// 1. e3 e6 $6 (1... d6 {sharper} 2. d3) 2. Nf3 Nf6 *
}
