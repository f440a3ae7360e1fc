package cli

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/diwan-shatranj/diwan/analyze"
	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

// marking puts what an engine found into a game's text.
type marking struct {
	engine string
	judge  analyze.Judge
	least  analyze.Mark // milder ones are left out
}

// leastMark is the mildest mark that --only lets through.
func leastMark(only string) analyze.Mark {
	switch only {
	case "blunders":
		return analyze.Blunder
	case "mistakes":
		return analyze.Mistake
	}
	return analyze.Inaccuracy
}

// shown is the mark that is written for a verdict: none where it is too mild.
func (mk marking) shown(m analyze.Mark) analyze.Mark {
	order := []analyze.Mark{analyze.NoMark, analyze.Inaccuracy, analyze.Mistake, analyze.Blunder}
	if slices.Index(order, m) < slices.Index(order, mk.least) {
		return analyze.NoMark
	}
	return m
}

// engineLine is the comment that tells a variation of an engine: its name, the depth,
// and perhaps the end that the line comes to.
var engineLine = regexp.MustCompile(`^.+, depth \d+(?:, [a-z-]+ in \d+ pl(?:y|ies))?$`)

// annotate returns the game with marks, evaluations, better lines and tags that sum up
// how both sides played, and the number of marks. plies are the evaluations of its main
// line. What an engine put in earlier is replaced, but where a position is skipped;
// what people wrote stays.
func (mk marking) annotate(p *pgn.Replay, plies []analyze.Ply) (g *pgn.Game, marks int) {
	e := pgn.NewEditor(p.Game)
	verdicts := mk.judge.Line(p.Start.Turn(), p.Moves, plies)
	pos := p.Start
	ply := 0
	for i, m := range p.MainLine() {
		v := verdicts[ply]
		v.Mark = mk.shown(v.Mark)
		after := &plies[ply+1]
		if !after.Skipped {
			at, end := mk.clear(e, p.Game, i)
			if v.Mark != analyze.NoMark {
				marks++
				e.Insert(i+1, pgn.Piece{Kind: pgn.NAGItem, NAG: uint8(v.Mark.NAG())})
			}
			next := pos.Play(m)
			if text := evalComment(p.Rules, &next, after, v.Mark); text != "" {
				e.Insert(at, pgn.Piece{Kind: pgn.CommentItem, Text: text})
			}
			if v.Mark != analyze.NoMark {
				for _, line := range append([]analyze.Line{v.Best}, v.Alternatives...) {
					if len(line.Moves) > 0 {
						e.Insert(end, pgn.Variation(mk.lineComment(p.Rules, &pos, &line), sanLine(p.Rules, pos, line.Moves)...)...)
					}
				}
			}
		}
		pos = pos.Play(m)
		ply++
	}
	mk.sumUp(e, p, analyze.Summarize(p.Start.Turn(), verdicts))
	return e.Game(), marks
}

// lineComment is what tells a variation to be the engine's.
func (mk marking) lineComment(rs *rules.Ruleset, pos *rules.Position, line *analyze.Line) string {
	text := fmt.Sprintf("%s, depth %d", mk.engine, line.Depth)
	if line.Score.Mate == 0 {
		return text
	}
	n := max(line.Score.Mate, -line.Score.Mate)
	unit := "plies"
	if n == 1 {
		unit = "ply"
	}
	return fmt.Sprintf("%s, %s in %d %s", text, line.Ending(rs, pos), n, unit)
}

// sumUp writes, behind all others, the tags that say who evaluated the game and how both
// sides played: their accuracy, from 0 to 100, and the mean loss of a move in hundredths
// of the winning chances. A side of which no move was judged has none.
func (mk marking) sumUp(e *pgn.Editor, p *pgn.Replay, both [2]analyze.Summary) {
	set := func(name, value string, known bool) {
		e.DropTag(name)
		if known {
			e.SetTag(name, value)
		}
	}
	for side, name := range []string{"White", "Black"} {
		known := both[side].Moves > 0
		set(name+"Accuracy", strconv.FormatFloat(both[side].Accuracy, 'f', 1, 64), known)
		set(name+"Loss", strconv.FormatFloat(100*both[side].Loss, 'f', 1, 64), known)
	}
	set("EvaluatedBy", mk.engine+", rules "+p.Rules.Name, true)
}

// clear takes out what an engine wrote behind the move of item i. It returns the
// places for an evaluation, behind the move's NAGs, and for variations, behind all
// that belongs to the move.
func (mk marking) clear(e *pgn.Editor, g *pgn.Game, i int) (after, end int) {
	after = i + 1
	var nags []int
	owned := -1
	for k := i + 1; k < len(g.Items); {
		it := g.Items[k]
		switch it.Kind {
		case pgn.NAGItem:
			nags = append(nags, k)
			k++
			after = k
		case pgn.DrawOfferItem:
			k++
			after = k
		case pgn.CommentItem:
			if rest, found := pgn.WithoutEvals(g.Comment(it)); found {
				owned = ownedNAG(g.Comment(it))
				e.Drop(k, k+1)
				if strings.TrimSpace(rest) != "" {
					e.Insert(k, pgn.Piece{Kind: pgn.CommentItem, Text: rest})
				}
			}
			k++
		case pgn.LineCommentItem, pgn.EscapeItem, pgn.OddItem:
			k++
		case pgn.OpenItem:
			close := closing(g, k)
			if close < 0 {
				return after, k
			}
			if ownVariation(g, k, close) {
				e.Drop(k, close+1)
			}
			k = close + 1
		default:
			return after, dropNAG(e, g, nags, owned, k)
		}
	}
	return after, dropNAG(e, g, nags, owned, len(g.Items))
}

// dropNAG takes out the mark that an engine's comment says is its own, and returns
// end.
func dropNAG(e *pgn.Editor, g *pgn.Game, nags []int, owned, end int) int {
	for _, k := range nags {
		if int(g.Items[k].Value) == owned {
			e.Drop(k, k+1)
			break
		}
	}
	return end
}

// ownedNAG is the mark that a comment of annotate stands for, -1 where there is none.
func ownedNAG(text string) int {
	_, rest, ok := strings.Cut(text, "[%nag ")
	if !ok {
		return -1
	}
	digits, _, _ := strings.Cut(rest, "]")
	n, err := strconv.Atoi(digits)
	if err != nil {
		return -1
	}
	return n
}

// closing is the bracket that closes the variation opened at item k, -1 where there
// is none.
func closing(g *pgn.Game, k int) int {
	depth := 0
	for ; k < len(g.Items); k++ {
		switch g.Items[k].Kind {
		case pgn.OpenItem:
			depth++
		case pgn.CloseItem:
			if depth--; depth == 0 {
				return k
			}
		}
	}
	return -1
}

// ownVariation reports whether the variation between two brackets was written by
// an engine: its first comment names engine and depth, and it holds nothing else
// but moves.
func ownVariation(g *pgn.Game, open, close int) bool {
	comments := 0
	for _, it := range g.Items[open+1 : close] {
		switch it.Kind {
		case pgn.MoveItem, pgn.NumberItem:
		case pgn.CommentItem:
			if comments++; comments > 1 || !engineLine.Match(bytes.TrimSpace(g.ItemText(it))) {
				return false
			}
		default:
			return false
		}
	}
	return comments == 1
}

// evalComment is what is said of the position after a move, "" where there is
// nothing to say.
func evalComment(rs *rules.Ruleset, pos *rules.Position, v *analyze.Ply, mark analyze.Mark) string {
	if v.Err != nil || v.Outcome.Over() || len(v.Lines) == 0 {
		return ""
	}
	text := fmt.Sprintf("[%%eval %s] [%%depth %d]", evalValue(v.Score), v.Depth)
	if n := v.Score.Mate; n != 0 {
		text += fmt.Sprintf(" [%%ends %s %d]", v.Lines[0].Ending(rs, pos), max(n, -n))
	}
	if mark != analyze.NoMark {
		text += fmt.Sprintf(" [%%nag %d]", mark.NAG())
	}
	return text
}

// evalValue writes a score as [%eval] has it: pawns from White's point of view, or
// # and the number of moves to the forced end.
func evalValue(s analyze.Score) string {
	if s.Mate != 0 {
		return strings.TrimPrefix(s.String(), "+")
	}
	return strconv.FormatFloat(float64(s.CP)/100, 'f', 2, 64)
}

// sanLine writes a line of moves from a position.
func sanLine(rs *rules.Ruleset, pos rules.Position, moves []rules.Move) []string {
	out := make([]string, 0, len(moves))
	for _, m := range moves {
		out = append(out, rs.SAN(&pos, m))
		pos = pos.Play(m)
	}
	return out
}
