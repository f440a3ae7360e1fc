package report

import (
	"fmt"
	"html/template"
	"strconv"
	"strings"

	"github.com/diwan-shatranj/diwan/analyze"
	"github.com/diwan-shatranj/diwan/internal/diagram"
	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

// Game is a game to be shown.
type Game struct {
	Replay *pgn.Replay
	// Evaluations of the main line; those in the game's comments are taken in their
	// place where they are of more positions. It may be nil.
	Evaluations *Evaluations
	// Name says where the game comes from, such as "game 17"; it may be empty.
	Name string
}

// Options say how games are shown. The zero value is the default.
type Options struct {
	Judge analyze.Judge // turns evaluations into winning chances and marks
	Title string        // of a collection
	// Ply is the position of a page of one game that is shown first, 0 the start.
	Ply int
	// Generator is the program with its version.
	Generator string
}

// view is a game as the templates show it. It shares no memory with the replay.
type view struct {
	Nav      *nav
	Prefix   string // of the addresses of positions
	Title    string
	White    player
	Black    player
	Result   string
	Occasion []string
	Ending   string
	Text     string // of a game that cannot be played
	Board    template.HTML
	Caption  string
	Graph    *graph
	Source   string // where the evaluations are from
	Pieces   []shownPiece
	Accuracy []measure
	Moments  []moment
	Data     data
	Faults   []pgn.Diagnostic
	Tags     []pgn.Tag
	Foot     string

	row row
}

// player is a side of a game.
type player struct{ Name, Rating string }

// nav is where one can go from a game of a collection.
type nav struct{ Index, Before, After string }

// shownPiece is a piece with what a template needs beside it.
type shownPiece struct {
	piece
	Prefix string
	Board  template.HTML
}

// measure is a row of the table of accuracy.
type measure struct {
	Name, White, Black string
	Big                bool
}

// data is what the script of a page knows of a game.
type data struct {
	Start string  `json:"start"` // the men, a letter or a point a square, from a1
	Turn  int     `json:"turn"`  // 1 if Black moves first
	At    int     `json:"at"`    // the node to begin with
	Main  []int   `json:"main"`  // the nodes of the main line
	Nodes [][]any `json:"nodes"` // parent, change, evaluation, chance in thousandths or -1, drawings, number
}

// newView works a game out. prefix stands before the number of a position in an
// address.
func newView(g *Game, o *Options, prefix string) (*view, error) {
	p := g.Replay
	v := &view{
		Prefix: prefix,
		White:  player{tag(p, "White", "?"), tag(p, "WhiteElo", "")}, Black: player{tag(p, "Black", "?"), tag(p, "BlackElo", "")},
		Result: strings.ReplaceAll(p.Result.String(), "-", "–"), Ending: endingText(p), Tags: p.Game.Tags(),
	}
	v.Title = v.White.Name + " – " + v.Black.Name
	for _, name := range []string{"Event", "Site", "Date", "Round"} {
		if text := tag(p, name, ""); text != "" {
			if name == "Round" {
				text = "round " + text
			}
			v.Occasion = append(v.Occasion, text)
		}
	}
	for _, d := range p.Diagnostics {
		if d.Severity >= pgn.Warning {
			v.Faults = append(v.Faults, d)
		}
	}
	v.Foot = footText(g, o)
	v.row = row{White: v.White.Name, Black: v.Black.Name, Result: v.Result, Date: tag(p, "Date", ""), Event: tag(p, "Event", ""),
		Plies: len(p.Moves), Ending: string(p.Ending.Reason), outcome: p.Result}
	if !p.Played {
		v.Text = string(p.Game.Text)
		v.row.Ending = "cannot be played"
		return v, nil
	}
	return v, v.play(g, o)
}

// play adds what the board shows.
func (v *view) play(g *Game, o *Options) error {
	p := g.Replay
	t := newTree(p)
	e, kept := g.Evaluations, true
	if told := evaluationsIn(p, t); told.count() > e.count() || e.count() == 0 {
		e, kept = told, false
	}
	if e.count() == 0 {
		e = nil
	}
	var verdicts []analyze.Verdict
	if e != nil {
		verdicts = o.Judge.Line(p.Start.Turn(), p.Moves, e.Plies)
		v.Graph = newGraph(o.Judge, e.Plies, verdicts)
		v.accuracy(analyze.Summarize(p.Start.Turn(), verdicts))
		v.row.evaluated = true
	}
	v.Source = sourceText(p, e, kept)
	var err error
	if v.Moments, err = t.moments(p, e, verdicts); err != nil {
		return err
	}
	v.data(t, e, o)
	at := t.diagram(t.main[min(o.Ply, len(t.main)-1)])
	v.Data.At = t.main[min(o.Ply, len(t.main)-1)]
	v.Caption = at.Title
	if v.Board, err = inline(&at); err != nil {
		return err
	}
	for _, pc := range t.pieces {
		shown := shownPiece{piece: pc, Prefix: v.Prefix}
		if pc.Kind == boardPiece {
			d := t.diagram(pc.Node)
			if shown.Text = d.Title; pc.Paper {
				shown.Text = ""
			}
			if shown.Board, err = inline(&d); err != nil {
				return err
			}
		}
		v.Pieces = append(v.Pieces, shown)
	}
	return nil
}

// Diagram is the board of a game after a ply of its main line, 0 being the start, with
// what the comments there draw.
func Diagram(p *pgn.Replay, ply int) diagram.Diagram {
	t := newTree(p)
	return t.diagram(t.main[ply])
}

// diagram is the board at node k.
func (t *tree) diagram(k int) diagram.Diagram {
	n := &t.nodes[k]
	d := diagram.Diagram{Position: n.pos, Last: n.move, Marks: n.marks, Arrows: n.arrows, Title: "Start"}
	if k > 0 {
		d.Title = n.number + " " + n.san
	}
	return d
}

// data is what the script is to know.
func (v *view) data(t *tree, e *Evaluations, o *Options) {
	v.Data = data{Start: menOf(&t.nodes[0].pos), Main: t.main, Turn: int(t.nodes[0].pos.Turn())}
	plies := make([]int, len(t.nodes)) // of the main line
	for ply, n := range t.main {
		plies[n] = ply
	}
	for i := range t.nodes {
		n := &t.nodes[i]
		ply := analyze.Ply{Err: errNotEvaluated}
		switch {
		case n.main && e != nil:
			ply = e.Plies[plies[i]]
		case n.score != nil:
			ply = analyze.Ply{Evaluation: analyze.Evaluation{Score: *n.score}}
		}
		chance := -1
		if known(&ply) {
			chance = int(1000*o.Judge.Chance(&ply.Evaluation, rules.White) + 0.5)
		}
		change := ""
		if n.parent >= 0 {
			change = changeOf(&t.nodes[n.parent].pos, n)
		}
		value := said(&ply)
		if value != "" && n.ends != "" {
			value += ", " + n.ends
		}
		v.Data.Nodes = append(v.Data.Nodes, []any{n.parent, change, value, chance, drawingsOf(n), n.number})
	}
}

// menOf are the men on a board, from a1 to h8.
func menOf(p *rules.Position) string {
	var b [64]byte
	for s := range rules.NoSquare {
		b[s] = manAt(p, s)
	}
	return string(b[:])
}

func manAt(p *rules.Position, s rules.Square) byte {
	c, k := p.At(s)
	if k == rules.NoKind {
		return '.'
	}
	return diagram.Letter(c, k)
}

// changeOf is what the move of n changes on the board: the squares with what stands on
// them behind it, that of departure first, then that of arrival.
func changeOf(before *rules.Position, n *node) string {
	from, to := n.move.From(), n.move.To()
	var b strings.Builder
	write := func(s rules.Square) { fmt.Fprintf(&b, "%v%c", s, manAt(&n.pos, s)) }
	write(from)
	write(to)
	for s := range rules.NoSquare {
		if s != from && s != to && manAt(before, s) != manAt(&n.pos, s) {
			write(s)
		}
	}
	return b.String()
}

// drawingsOf are the marks and arrows of a node, as [%csl] and [%cal] have them, with a
// blank between two.
func drawingsOf(n *node) string {
	var all []string
	for _, m := range n.marks {
		all = append(all, fmt.Sprintf("%c%v", m.Color, m.Square))
	}
	for _, a := range n.arrows {
		all = append(all, fmt.Sprintf("%c%v%v", a.Color, a.From, a.To))
	}
	return strings.Join(all, " ")
}

// accuracy fills the table of it.
func (v *view) accuracy(both [2]analyze.Summary) {
	w, b := both[rules.White], both[rules.Black]
	if w.Moves == 0 && b.Moves == 0 {
		return
	}
	figure := func(s *analyze.Summary, x float64) string {
		if s.Moves == 0 {
			return "–"
		}
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	v.Accuracy = []measure{
		{"Accuracy", figure(&w, w.Accuracy), figure(&b, b.Accuracy), true},
		{"Average loss", figure(&w, 100*w.Loss), figure(&b, 100*b.Loss), false},
		{"Inaccuracies ?!", strconv.Itoa(w.Inaccuracies), strconv.Itoa(b.Inaccuracies), false},
		{"Mistakes ?", strconv.Itoa(w.Mistakes), strconv.Itoa(b.Mistakes), false},
		{"Blunders ??", strconv.Itoa(w.Blunders), strconv.Itoa(b.Blunders), false},
		{"Moves judged", strconv.Itoa(w.Moves), strconv.Itoa(b.Moves), false},
	}
	if w.Moves > 0 {
		v.row.WhiteAccuracy = v.Accuracy[0].White
	}
	if b.Moves > 0 {
		v.row.BlackAccuracy = v.Accuracy[0].Black
	}
}

// tag is the value of a tag, or another text where it says nothing.
func tag(p *pgn.Replay, name, otherwise string) string {
	value, _ := p.Game.Tag(name)
	if strings.Trim(value, "?.- ") == "" {
		return otherwise
	}
	return value
}
