package analyze_test

import (
	"context"
	"fmt"

	"github.com/diwan-shatranj/diwan/analyze"
	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/rules"
)

// White has a mate in three, and misses it.
func Example() {
	start, err := rules.ParsePosition("6K1/3r3r/5kn1/5p2/5P2/6N1/8/4R1R1 w - - 0 1")
	if err != nil {
		panic(err)
	}
	move, err := rules.ParseSAN(&start, "Rd1")
	if err != nil {
		panic(err)
	}
	moves := []rules.Move{move}

	builtin := analyze.NewBuiltin(engine.Options{HashMB: 4})
	defer builtin.Close()
	batch, err := analyze.NewBatch(analyze.BatchOptions{
		Analyzers: []analyze.Analyzer{builtin},
		Limit:     analyze.Limit{Depth: 8},
	})
	if err != nil {
		panic(err)
	}
	plies, err := batch.Line(context.Background(), start, moves, nil)
	if err != nil {
		panic(err)
	}
	verdict := analyze.Judge{}.Line(start.Turn(), moves, plies)[0]
	fmt.Println(plies[0].Score, verdict.Mark, verdict.Best.Moves)
	// Output: #3 ?? [g3h5 h7h5 g1g6 f6g6 e1e6]
}

// White made the best move, Black one that cost 30 hundredths of the winning
// chances.
func ExampleSummarize() {
	verdicts := []analyze.Verdict{{Judged: true}, {Judged: true, Loss: 0.3, Mark: analyze.Blunder}}
	both := analyze.Summarize(rules.White, verdicts)
	fmt.Printf("White %.0f, Black %.0f\n", both[rules.White].Accuracy, both[rules.Black].Accuracy)
	// Output: White 100, Black 25
}
