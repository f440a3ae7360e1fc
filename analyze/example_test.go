package analyze_test

import (
	"context"
	"fmt"
	"strings"

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

// What a store has is told without an engine.
func ExampleRecall() {
	rs := rules.Rulesets()[0]
	start := rules.Arrays()[0].Position()
	store := new(analyze.MemoryStore)
	batch, err := analyze.NewBatch(analyze.BatchOptions{
		Analyzers: []analyze.Analyzer{analyze.NewBuiltin(engine.Options{HashMB: 1})},
		Store:     store, Rules: rs, Limit: analyze.Limit{Depth: 3},
	})
	if err != nil {
		panic(err)
	}
	if _, err := batch.Line(context.Background(), start, nil, nil); err != nil {
		panic(err)
	}
	plies, who, err := analyze.Recall(context.Background(), store, rs, start, start.AppendMoves(nil)[:1], 0, nil)
	if err != nil {
		panic(err)
	}
	fmt.Println(strings.Fields(who)[0], plies[0].Cached, plies[1].Err)
	// Output: Diwan true no evaluation is kept
}

// Ten games in which a lead of two pawns won eight times.
func ExampleCalibrate() {
	var samples []analyze.Sample
	for game := range 10 {
		score := 1.0
		if game >= 8 {
			score = 0
		}
		samples = append(samples, analyze.Sample{Game: game, CP: 200, Score: score})
	}
	c, err := analyze.Calibrate(samples)
	if err != nil {
		panic(err)
	}
	judge := analyze.Judge{Scale: c.Scale}
	fmt.Printf("scale %.0f, chance at +2.00: %.2f\n", c.Scale, judge.ScoreChance(analyze.Score{CP: 200}))
	// Output: scale 144, chance at +2.00: 0.80
}
