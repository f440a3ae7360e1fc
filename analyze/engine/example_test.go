package engine_test

import (
	"context"
	"fmt"

	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/rules"
)

// The mate of Dilaram: "give up thy two rukhs, not me".
func Example() {
	p, err := rules.ParsePosition("1r4k1/8/5PP1/8/K1n3NR/7A/1r6/7R w - - 0 1")
	if err != nil {
		panic(err)
	}
	e := engine.New(engine.Options{HashMB: 4})
	result, err := e.Search(context.Background(), engine.Request{
		Start:  p,
		Limits: engine.Limits{Nodes: 300_000},
	}, nil)
	if err != nil {
		panic(err)
	}
	fmt.Println(result.Best, result.Lines[0].Score)
	// Output: h4h8 mate 6
}
