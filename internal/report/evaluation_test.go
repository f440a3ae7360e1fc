package report

import (
	"errors"
	"testing"

	"github.com/diwan-shatranj/diwan/analyze"
	"github.com/google/go-cmp/cmp"
)

func TestEvalOf(t *testing.T) {
	type eval struct {
		Score analyze.Score
		Depth int
		OK    bool
	}
	for _, row := range []struct {
		comment string
		want    eval
	}{
		{"[%eval 0.31] [%depth 8]", eval{analyze.Score{CP: 31}, 8, true}},
		{"so [%eval -2,14] it is", eval{analyze.Score{CP: -200}, 14, true}},
		{"[%eval #3]", eval{analyze.Score{Mate: 5}, 0, true}},
		{"[%eval #-1] [%depth x]", eval{analyze.Score{Mate: -1}, 0, true}},
		{"[%eval #0]", eval{}},
		{"[%eval NaN]", eval{}},
		{"[%eval 1e300]", eval{}},
		{"[%eval 0.3] [%eval 0.4,9]", eval{analyze.Score{CP: 40}, 0, true}},
		{"+0.31/8", eval{}},
	} {
		var got eval
		got.Score, got.Depth, got.OK = evalOf(row.comment)
		if !got.OK {
			got.Score, got.Depth = analyze.Score{}, 0
		}
		if diff := cmp.Diff(row.want, got); diff != "" {
			t.Errorf("%s: %s", row.comment, diff)
		}
	}
}

func TestEndsText(t *testing.T) {
	for said, want := range map[string]string{"bare-king 5": "bare king in 5 plies", "checkmate 1": "checkmate in 1 ply", "checkmate": "", "": "", "x -3": ""} {
		if got := endsText(said); got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}

// Evaluations that are handed over are taken unless the comments know more.
func TestEvaluationsHandedOver(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"1. e3 e6 {[%eval 0.5]} *", "Evaluated by Some engine 3 at nodes 500 or depth 9, depths 4 to 9, under the rule set iggc (igGameCenter), which the game does not state."},
		{"1. e3 {[%eval 0.5]} e6 {[%eval 0.5]} 2. d3 {[%eval 0.5]} *", "Evaluated by an engine that is not named; read from the game's comments and judged by the rule set iggc (igGameCenter), which the game does not state."},
	} {
		g := gameOf(t, row.text+"\n")
		g.Evaluations = &Evaluations{Plies: make([]analyze.Ply, len(g.Replay.Moves)+1), Engine: "Some engine 3", Limits: []string{"nodes 500", "depth 9"}}
		for i := range g.Evaluations.Plies {
			g.Evaluations.Plies[i].Err = analyze.ErrNotKept
		}
		g.Evaluations.Plies[0] = analyze.Ply{Evaluation: analyze.Evaluation{Depth: 9}}
		g.Evaluations.Plies[1] = analyze.Ply{Evaluation: analyze.Evaluation{Depth: 4}}
		v, err := newView(&g, &Options{}, "")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(row.want, v.Source); diff != "" {
			t.Error(diff)
		}
	}
}

// The figures of a page are those of package analyze.
func TestAccuracy(t *testing.T) {
	g := gameOf(t, "1. e3 {[%eval 0.00]} e6 {[%eval 3.00]} 2. d3 {[%eval 3.00]} d6 {[%eval 3.00]} *\n")
	v, err := newView(&g, &Options{}, "")
	if err != nil {
		t.Fatal(err)
	}
	p := g.Replay
	plies := []analyze.Ply{{Err: errors.New("none")}, {}, {}, {}, {}}
	for i := 2; i < 5; i++ {
		plies[i].Score.CP = 300
	}
	both := analyze.Summarize(p.Start.Turn(), analyze.Judge{}.Line(p.Start.Turn(), p.Moves, plies))
	want := &view{}
	want.accuracy(both)
	if diff := cmp.Diff(want.Accuracy, v.Accuracy); diff != "" {
		t.Error(diff)
	}
	if both[1].Blunders != 1 {
		t.Errorf("%+v: one blunder is meant", both)
	}
	if len(v.Moments) != 1 || v.Moments[0].Move != "1... e6" || v.Moments[0].Mark.Text != "??" {
		t.Errorf("moments: %+v", v.Moments)
	}
	if len(v.Graph.Dots) != 1 || v.Graph.Plies != 4 {
		t.Errorf("graph: %+v", v.Graph)
	}
}

// Where there is no evaluation the graph has a gap.
func TestGraphGap(t *testing.T) {
	g := gameOf(t, "1. e3 {[%eval 0.00]} e6 2. d3 {[%eval 0.00]} d6 {[%eval 0.00]} *\n")
	v, err := newView(&g, &Options{}, "")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("M250 100L250 100M750 100L750 100L1000 100", v.Graph.Line); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff("M250 200V100L250 100L250 200ZM750 200V100L750 100L1000 100L1000 200Z", v.Graph.Area); diff != "" {
		t.Error(diff)
	}
}
