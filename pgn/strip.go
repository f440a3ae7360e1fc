package pgn

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
)

// Strip says what is to be left out of a game. The zero value leaves out nothing.
type Strip struct {
	Comments   bool // every comment
	NAGs       bool // marks and symbols
	Variations bool // variations, with all that is in them
	Evals      bool // engines' evaluations: [%eval …], [%depth …], "+0.14/14 0.081s", and the tags of accuracy and loss
	ToPly      int  // where above 0: what stands behind this ply of the main line
}

// ParseStrip makes a Strip of names: comments, nags, variations, evals.
func ParseStrip(names []string) (s Strip, err error) {
	for _, name := range names {
		switch strings.TrimSpace(name) {
		case "comments":
			s.Comments = true
		case "nags":
			s.NAGs = true
		case "variations":
			s.Variations = true
		case "evals":
			s.Evals = true
		default:
			return s, fmt.Errorf("unknown thing to strip %q: comments, nags, variations or evals", name)
		}
	}
	return s, nil
}

// Game is a copy of the game that p has played, without what s leaves out. It is
// to be replayed anew.
func (s Strip) Game(p *Replay) *Game {
	e := NewEditor(p.Game)
	g := p.Game
	depth, plies := 0, 0
	past := false // the last ply that is wanted has gone by
	for i, it := range g.Items {
		if it.Kind == OpenItem {
			depth++
		}
		inside := depth > 0
		if it.Kind == CloseItem && it.flags&stray == 0 {
			depth--
		}
		if it.Kind == MoveItem && !inside {
			past = past || s.ToPly > 0 && plies == s.ToPly
			plies++
		}
		number := it.Kind == NumberItem && !inside && s.ToPly > 0 && plies == s.ToPly
		switch {
		case it.flags&afterResult == 0 && it.Kind != ResultItem && (past || number), s.Variations && inside:
			e.Drop(i, i+1)
		case it.Kind == NAGItem && s.NAGs:
			e.Drop(i, i+1)
		case it.Kind == CommentItem || it.Kind == LineCommentItem:
			s.comment(e, g, i)
		}
	}
	if s.Evals {
		for _, name := range evalTags() {
			e.DropTag(name)
		}
	}
	return e.Game()
}

// evalTags are the tags that hold what engines' evaluations come to.
func evalTags() []string {
	return []string{"WhiteAccuracy", "BlackAccuracy", "WhiteLoss", "BlackLoss", "EvaluatedBy"}
}

// comment drops comment i, or the evaluations in it, if they are to be left out.
func (s Strip) comment(e *Editor, g *Game, i int) {
	it := g.Items[i]
	switch {
	case s.Comments:
		e.Drop(i, i+1)
	case s.Evals && it.Kind == CommentItem:
		rest, found := WithoutEvals(g.Comment(it))
		if text := g.ItemText(it); engineNoise(text) {
			rest, found = string(afterNoise(text)), true
		}
		if !found {
			return
		}
		e.Drop(i, i+1)
		if rest = strings.TrimSpace(rest); rest != "" {
			e.Insert(i, Piece{Kind: CommentItem, Text: rest})
		}
	}
}

// WithoutEvals is a comment without the commands that hold an engine's evaluation:
// [%eval …], [%depth …], [%ends …], the forced end, and [%nag …], the mark that goes
// with them. found tells that there were any.
func WithoutEvals(comment string) (rest string, found bool) {
	rest = evalCommand.ReplaceAllString(comment, "")
	return rest, len(rest) < len(comment)
}

// evalCommand is what a comment holds of an engine's evaluation.
var evalCommand = regexp.MustCompile(`\s*\[%(?:eval|depth|ends|nag) [^\]]*\]`)

// afterNoise is what stands behind an engine's evaluation in a comment, such as the
// reason of the ending that cutechess adds after a comma.
func afterNoise(text []byte) []byte {
	_, rest, _ := bytes.Cut(text, []byte(","))
	return rest
}
