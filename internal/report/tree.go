package report

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/diwan-shatranj/diwan/analyze"
	"github.com/diwan-shatranj/diwan/internal/diagram"
	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

// node is a position of a game: the one it starts from, which is the first, or the
// one behind a move. All positions of all lines are nodes.
type node struct {
	parent int
	main   bool // on the main line
	move   rules.Move
	number string // "12." or "12..."
	san    string
	pos    rules.Position
	marks  []diagram.Mark
	arrows []diagram.Arrow
	score  *analyze.Score // as a comment has it
	depth  int            // in plies, 0 where it is not said
	ends   string         // the forced end that a comment announces, in words
	engine string         // the engine whose line begins here
}

// The kinds of pieces.
const (
	movePiece    = "move"
	commentPiece = "comment"
	linePiece    = "line" // a comment that names the engine of a line
	symbolPiece  = "symbol"
	textPiece    = "text" // what could not be read
	openPiece    = "open"
	closePiece   = "close"
	resultPiece  = "result"
	boardPiece   = "board"
)

// piece is a piece of a game's text, in reading order. Brackets are pieces, so that
// no depth of nesting costs recursion.
type piece struct {
	Kind   string
	Node   int    // movePiece, boardPiece: the position
	Number string // movePiece: the number, where it is to be shown
	Text   string
	Marks  []symbol // movePiece: behind the move
	Main   bool     // on the main line
	Block  bool     // commentPiece: it is a paragraph
	Paper  bool     // boardPiece: for paper only; on a screen the board shows it
}

// longestAside is how many characters a comment on the main line may have to stand
// among the moves.
const longestAside = 24

// tree is a game's text as nodes and pieces.
type tree struct {
	nodes   []node
	main    []int // the nodes of the main line, by ply
	pieces  []piece
	engines []string // those that are named as authors of lines
}

// branch is a line while the text is read.
type branch struct {
	node   int  // the position reached
	moved  bool // a move of this line has been read
	number bool // the next move shows its number
}

// newTree reads the text of a game that was played.
func newTree(p *pgn.Replay) *tree {
	t := &tree{nodes: []node{{parent: -1, main: true, pos: p.Start}}, main: []int{0}}
	lines := []branch{{number: true}}
	for i, it := range p.Game.Items {
		l := &lines[len(lines)-1]
		onMain := len(lines) == 1
		switch it.Kind {
		case pgn.MoveItem:
			if m := p.Move(i); m != rules.NoMove {
				t.move(p, l, m, onMain)
			} else {
				t.add(piece{Kind: textPiece, Text: string(p.Game.ItemText(it)), Main: onMain})
			}
		case pgn.CommentItem, pgn.LineCommentItem:
			l.number = t.comment(l, p.Game.Comment(it), onMain) || l.number
		case pgn.NAGItem:
			t.nag(l, int(it.Value), onMain)
		case pgn.OpenItem:
			next := branch{node: l.node, number: true}
			if l.moved {
				next.node = t.nodes[l.node].parent
			}
			lines = append(lines, next)
			t.add(piece{Kind: openPiece})
		case pgn.CloseItem:
			if len(lines) > 1 {
				lines = lines[:len(lines)-1]
				lines[len(lines)-1].number = true
				t.add(piece{Kind: closePiece})
			}
		case pgn.ResultItem:
			t.add(piece{Kind: resultPiece, Text: string(p.Game.ItemText(it)), Main: onMain})
		case pgn.OddItem, pgn.EscapeItem, pgn.DrawOfferItem:
			t.add(piece{Kind: textPiece, Text: string(p.Game.ItemText(it)), Main: onMain})
		}
	}
	for range lines[1:] {
		t.add(piece{Kind: closePiece})
	}
	return t
}

func (t *tree) add(p piece) { t.pieces = append(t.pieces, p) }

// move plays a move on a line.
func (t *tree) move(p *pgn.Replay, l *branch, m rules.Move, main bool) {
	pos := &t.nodes[l.node].pos
	n := node{parent: l.node, main: main, move: m, number: strconv.Itoa(pos.Fullmove()) + ".", san: p.Rules.SAN(pos, m), pos: pos.Play(m)}
	if pos.Turn() == rules.Black {
		n.number += ".."
	}
	shown := piece{Kind: movePiece, Node: len(t.nodes), Text: n.san, Main: main}
	if pos.Turn() == rules.White || l.number {
		shown.Number = n.number
	}
	t.add(shown)
	l.node, l.moved, l.number = len(t.nodes), true, false
	t.nodes = append(t.nodes, n)
	if main {
		t.main = append(t.main, l.node)
	}
}

// comment takes what a comment says to the program, and shows the rest. It reports
// whether there was any.
func (t *tree) comment(l *branch, text string, main bool) bool {
	text = strings.Join(strings.Fields(text), " ") // lines end where the file was filled
	n := &t.nodes[l.node]
	marks, arrows := diagram.FromComment(text)
	n.marks, n.arrows = append(n.marks, marks...), append(n.arrows, arrows...)
	if main && len(marks)+len(arrows) > 0 {
		t.add(piece{Kind: boardPiece, Node: l.node, Main: true, Paper: true})
	}
	if score, depth, ok := evalOf(text); ok {
		n.score, n.depth = &score, depth
	}
	if said, ok := commandIn(text, "[%ends "); ok {
		n.ends = endsText(said)
	}
	text, _ = pgn.WithoutEvals(text)
	if text = strings.TrimSpace(diagram.WithoutDrawings(text)); text == "" {
		return false
	}
	kind := commentPiece
	if engine, ok := engineOf(text); ok && !main {
		kind = linePiece
		n.engine = engine
		t.engines = appendNew(t.engines, engine)
	}
	t.add(piece{Kind: kind, Text: text, Main: main, Block: main && utf8.RuneCountInString(text) > longestAside})
	return true
}

// engineOf is the engine in a comment of the form "NAME, depth N", by which the lines
// of engines are told.
func engineOf(text string) (engine string, ok bool) {
	engine, depth, ok := strings.Cut(text, ", depth ")
	if !ok || engine == "" || strings.Contains(engine, "\n") {
		return "", false
	}
	_, err := strconv.ParseUint(depth, 10, 16)
	return engine, err == nil
}

func appendNew(list []string, s string) []string {
	for _, have := range list {
		if have == s {
			return list
		}
	}
	return append(list, s)
}

// nag puts a numeric annotation behind the move that it belongs to, or shows it by
// itself.
func (t *tree) nag(l *branch, n int, main bool) {
	if n == diagramNAG || n == diagramNAG+1 {
		t.add(piece{Kind: boardPiece, Node: l.node, Main: main})
		l.number = true
		return
	}
	s := symbolOf(n)
	if s.Text == "" {
		return
	}
	if k := len(t.pieces) - 1; k >= 0 && t.pieces[k].Kind == movePiece {
		t.pieces[k].Marks = append(t.pieces[k].Marks, s)
		return
	}
	t.add(piece{Kind: symbolPiece, Marks: []symbol{s}, Main: main})
}
