package engine_test

import (
	"context"
	"fmt"

	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/rules"
)

// The mate with four knights, from the book of games of Alfonso X.
func Example() {
	p, err := rules.ParsePosition("3n3k/2R5/2n1P3/3N2N1/8/1p6/2r3r1/K7 w - - 0 1")
	if err != nil {
		panic(err)
	}
	e := engine.New(engine.Options{HashMB: 4})
	result, err := e.Search(context.Background(), engine.Request{
		Start:  p,
		Limits: engine.Limits{Nodes: 200_000},
	}, nil)
	if err != nil {
		panic(err)
	}
	fmt.Println(result.Best, result.Lines[0].Score)
	// Output: c7h7 mate 5
}
