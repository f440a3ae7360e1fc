package report

import (
	"fmt"
	"strings"

	"github.com/diwan-shatranj/diwan/analyze"
	"github.com/diwan-shatranj/diwan/rules"
)

// The measures of the graph in user units.
const (
	graphWidth  = 1000
	graphHeight = 200
)

// graph is White's winning chance over the plies of a game.
type graph struct {
	Plies      int
	Area, Line string // path data, with a gap where there is no evaluation
	Dots       []dot
	Label      string // what it shows, in words
}

// dot marks a move on a graph.
type dot struct {
	X, Y  string
	Class string
}

// newGraph draws the evaluations of a game.
func newGraph(j analyze.Judge, plies []analyze.Ply, verdicts []analyze.Verdict) *graph {
	g := &graph{Plies: len(plies) - 1}
	var area, line strings.Builder
	known, lowest, highest := 0, 1.0, 0.0
	last := ""
	for i := range plies {
		x, y := g.place(j, plies, i)
		if y == "" {
			g.shut(&area, last)
			last = ""
			continue
		}
		chance := j.Chance(&plies[i].Evaluation, rules.White)
		known, lowest, highest = known+1, min(lowest, chance), max(highest, chance)
		if last == "" {
			fmt.Fprintf(&area, "M%s %dV%s", x, graphHeight, y)
			fmt.Fprintf(&line, "M%s %s", x, y)
		}
		fmt.Fprintf(&area, "L%s %s", x, y)
		fmt.Fprintf(&line, "L%s %s", x, y)
		last = x
	}
	g.shut(&area, last)
	for i := range verdicts {
		if class := classOf(verdicts[i].Mark); class != "" {
			x, y := g.place(j, plies, i+1)
			g.Dots = append(g.Dots, dot{x, y, class})
		}
	}
	g.Area, g.Line = area.String(), line.String()
	g.Label = fmt.Sprintf("White's winning chance after each ply: %d of %d positions evaluated, between %.0f and %.0f of 100",
		known, len(plies), 100*lowest, 100*highest)
	return g
}

// shut ends a piece of the area whose last point is at x.
func (g *graph) shut(area *strings.Builder, x string) {
	if x != "" {
		fmt.Fprintf(area, "L%s %dZ", x, graphHeight)
	}
}

// place is where ply i lies on the graph; y is empty where there is no evaluation.
func (g *graph) place(j analyze.Judge, plies []analyze.Ply, i int) (x, y string) {
	x = short(graphWidth * float64(i) / float64(max(g.Plies, 1)))
	if known(&plies[i]) {
		y = short(graphHeight * (1 - j.Chance(&plies[i].Evaluation, rules.White)))
	}
	return x, y
}

// short writes a number with at most one digit behind the point.
func short(f float64) string {
	return strings.TrimSuffix(fmt.Sprintf("%.1f", f), ".0")
}

// classOf is the class of a mark's colour.
func classOf(m analyze.Mark) string { return symbolOf(m.NAG()).Class }
