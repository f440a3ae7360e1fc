package cli

import (
	"bytes"
	"fmt"
	"regexp"
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
}

// engineLine is the comment that tells a variation of an engine: its name and depth.
var engineLine = regexp.MustCompile(`^.+, depth \d+$`)

// annotate returns the game with marks, evaluations and better lines, and the
// number of marks. plies are the evaluations of its main line. What an engine put
// in earlier is replaced; what people wrote stays.
func (mk marking) annotate(p *pgn.Replay, plies []analyze.Ply) (g *pgn.Game, marks int) {
	e := pgn.NewEditor(p.Game)
	verdicts := mk.judge.Line(p.Start.Turn(), p.Moves, plies)
	pos := p.Start
	ply := 0
	for i, m := range p.MainLine() {
		v := verdicts[ply]
		after, end := mk.clear(e, p.Game, i)
		if v.Mark != analyze.NoMark {
			marks++
			e.Insert(i+1, pgn.Piece{Kind: pgn.NAGItem, NAG: uint8(v.Mark.NAG())})
		}
		if text := evalComment(&plies[ply+1], v.Mark); text != "" {
			e.Insert(after, pgn.Piece{Kind: pgn.CommentItem, Text: text})
		}
		if v.Mark != analyze.NoMark {
			lines := append([]analyze.Line{v.Best}, v.Alternatives...)
			for _, line := range lines {
				if len(line.Moves) > 0 {
					e.Insert(end, pgn.Variation(fmt.Sprintf("%s, depth %d", mk.engine, line.Depth), sanLine(p.Rules, pos, line.Moves)...)...)
				}
			}
		}
		pos = pos.Play(m)
		ply++
	}
	summarize(e, analyze.Summarize(p.Start.Turn(), verdicts))
	return e.Game(), marks
}

// summarize writes the tags that say how both sides played: their accuracy, from 0 to
// 100, and the mean loss of a move in hundredths of the winning chances. A side of
// which no move was judged has none.
func summarize(e *pgn.Editor, both [2]analyze.Summary) {
	for side, names := range [2][2]string{{"WhiteAccuracy", "WhiteLoss"}, {"BlackAccuracy", "BlackLoss"}} {
		if both[side].Moves == 0 {
			e.DropTag(names[0])
			e.DropTag(names[1])
			continue
		}
		e.SetTag(names[0], strconv.FormatFloat(both[side].Accuracy, 'f', 1, 64))
		e.SetTag(names[1], strconv.FormatFloat(100*both[side].Loss, 'f', 1, 64))
	}
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
func evalComment(v *analyze.Ply, mark analyze.Mark) string {
	if v.Err != nil || v.Outcome.Over() || len(v.Lines) == 0 {
		return ""
	}
	text := fmt.Sprintf("[%%eval %s] [%%depth %d]", evalValue(v.Score), v.Depth)
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
