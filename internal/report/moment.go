package report

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/diwan-shatranj/diwan/analyze"
	"github.com/diwan-shatranj/diwan/internal/diagram"
	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

// mostMoments is how many moments of a game are shown.
const mostMoments = 8

// moment is a move that mattered.
type moment struct {
	Node   int
	Move   string // with its number
	Mark   symbol
	Board  template.HTML // before the move, with it and the better one as arrows
	Before string        // evaluation; "" where there is none
	After  string
	Loss   string // in hundredths of the winning chances; "" where it is not known
	Better string // a line, "" where none is known
}

// moments are the moves that cost the most, in the order of the game. Without
// evaluations they are the moves that were marked by hand.
func (t *tree) moments(p *pgn.Replay, e *Evaluations, verdicts []analyze.Verdict) ([]moment, error) {
	var plies []int // a moment is the move behind which stands the ply
	if e != nil {
		for i := range verdicts {
			if verdicts[i].Mark != analyze.NoMark {
				plies = append(plies, i+1)
			}
		}
		slices.SortStableFunc(plies, func(a, b int) int { return cmp.Compare(verdicts[b-1].Loss, verdicts[a-1].Loss) })
	}
	marked := map[int]symbol{}
	for i := range t.pieces {
		pc := &t.pieces[i]
		if pc.Kind != movePiece || !pc.Main {
			continue
		}
		for _, s := range pc.Marks {
			if s.Class != "" {
				marked[pc.Node] = s
			}
		}
	}
	if e == nil {
		for ply, n := range t.main {
			if s, ok := marked[n]; ok && s.Class != "maybe" {
				plies = append(plies, ply)
			}
		}
	}
	plies = plies[:min(len(plies), mostMoments)]
	slices.Sort(plies)
	var out []moment
	for _, ply := range plies {
		n := &t.nodes[t.main[ply]]
		before := &t.nodes[n.parent]
		m := moment{Node: t.main[ply], Move: n.number + " " + n.san, Mark: marked[t.main[ply]]}
		best := rules.NoMove
		if e != nil {
			v := &verdicts[ply-1]
			m.Mark = symbolOf(v.Mark.NAG())
			m.Before, m.After = said(&e.Plies[ply-1]), said(&e.Plies[ply])
			m.Loss = fmt.Sprintf("%.0f", 100*v.Loss)
			if len(v.Best.Moves) > 0 {
				best, m.Better = v.Best.Moves[0], lineText(p.Rules, before.pos, v.Best.Moves)
			}
		}
		if best == rules.NoMove {
			best, m.Better = t.betterThan(t.main[ply])
		}
		d := diagram.Diagram{Position: before.pos, Title: "before " + m.Move, Flip: before.pos.Turn() == rules.Black,
			Arrows: []diagram.Arrow{{Color: 'R', From: n.move.From(), To: n.move.To()}}}
		if best != rules.NoMove {
			d.Arrows = append(d.Arrows, diagram.Arrow{Color: 'G', From: best.From(), To: best.To()})
		}
		if m.Mark.Class == "good" || m.Mark.Class == "great" {
			d.Arrows = []diagram.Arrow{{Color: 'G', From: n.move.From(), To: n.move.To()}}
		}
		var err error
		if m.Board, err = inline(&d); err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, nil
}

// longestLine is how many moves of a line are shown at a moment.
const longestLine = 8

// lineText writes a line of moves from a position, with numbers.
func lineText(rs *rules.Ruleset, pos rules.Position, moves []rules.Move) string {
	var b strings.Builder
	for i, m := range moves {
		if i == longestLine {
			b.WriteString(" …")
			break
		}
		switch {
		case pos.Turn() == rules.White:
			fmt.Fprintf(&b, " %d. ", pos.Fullmove())
		case i == 0:
			fmt.Fprintf(&b, " %d... ", pos.Fullmove())
		default:
			b.WriteByte(' ')
		}
		b.WriteString(rs.SAN(&pos, m))
		pos = pos.Play(m)
	}
	return strings.TrimSpace(b.String())
}

// betterThan is the line of an engine that the text has in place of node k.
func (t *tree) betterThan(k int) (rules.Move, string) {
	parent := t.nodes[k].parent
	for i := k + 1; i < len(t.nodes); i++ {
		n := &t.nodes[i]
		if n.main {
			break
		}
		if n.parent != parent || n.engine == "" {
			continue
		}
		text := n.number + " " + n.san
		for j, at := i+1, 1; j < len(t.nodes) && t.nodes[j].parent == j-1 && !t.nodes[j].main; j, at = j+1, at+1 {
			if at == longestLine {
				text += " …"
				break
			}
			if next := &t.nodes[j]; strings.HasSuffix(next.number, "...") {
				text += " " + next.san
			} else {
				text += " " + next.number + " " + next.san
			}
		}
		return n.move, text
	}
	return rules.NoMove, ""
}

// inline is a diagram as an element of a page.
func inline(d *diagram.Diagram) (template.HTML, error) {
	var b strings.Builder
	err := d.Inline(&b)
	// It is made of numbers and of text that was escaped.
	return template.HTML(b.String()), err
}
