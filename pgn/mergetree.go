package pgn

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/diwan-shatranj/diwan/rules"
)

// mergeNode is a position in the tree of a game, after a move.
type mergeNode struct {
	move     rules.Move
	parent   *mergeNode
	children []*mergeNode // the first goes on with the line
	notes    []mergeNote
	fresh    bool // it has come from a copy

	// Where new notes, and new variations beside the move, go among the items of
	// the game; not of fresh nodes.
	notesEnd, linesEnd int
}

// mergeNote is a comment or a mark.
type mergeNote struct {
	Piece
	head  bool // it stands before the move, at the beginning of a variation
	fresh bool
}

// same reports whether two notes say the same.
func (n *mergeNote) same(other *mergeNote) bool {
	return (n.Kind == NAGItem) == (other.Kind == NAGItem) && n.NAG == other.NAG &&
		strings.Join(strings.Fields(n.Text), " ") == strings.Join(strings.Fields(other.Text), " ")
}

func (n *mergeNode) child(m rules.Move) *mergeNode {
	for _, c := range n.children {
		if c.move == m {
			return c
		}
	}
	return nil
}

// mergeTree is a game as a tree, with what has come to it.
type mergeTree struct {
	root                       *mergeNode
	main                       map[*mergeNode]bool // of the main line
	comments, nags, variations int                 // that have come to it
}

func newMergeTree(p *Replay) *mergeTree {
	t := &mergeTree{root: treeOf(p, rules.Identity), main: map[*mergeNode]bool{}}
	n := t.root
	t.main[n] = true
	for _, m := range p.Moves {
		n = n.child(m)
		t.main[n] = true
	}
	return t
}

// treeOf is the tree of a game that was read whole, turned.
func treeOf(p *Replay, o rules.Orientation) *mergeNode {
	g := p.Game
	root := &mergeNode{}
	at := root
	var stack []*mergeNode
	var heads []mergeNote // of a variation that has just begun
	begun := false
	for i, it := range g.Items {
		switch it.Kind {
		case MoveItem:
			m := p.Move(i)
			if m == rules.NoMove {
				continue
			}
			m = m.Image(o)
			next := at.child(m)
			if next == nil {
				next = &mergeNode{move: m, parent: at, notesEnd: i + 1, linesEnd: i + 1}
				at.children = append(at.children, next)
			}
			next.notes = append(next.notes, heads...)
			at, heads, begun = next, nil, false
		case OpenItem:
			stack = append(stack, at)
			if at.parent != nil {
				at = at.parent
			}
			begun = true
		case CloseItem:
			if it.flags&stray != 0 || len(stack) == 0 {
				continue
			}
			at = stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			at.notes = append(at.notes, heads...) // of a variation without a move
			at.linesEnd, heads, begun = i+1, nil, false
		case CommentItem, LineCommentItem, EscapeItem, NAGItem, DrawOfferItem:
			note := mergeNote{Piece: Piece{Kind: it.Kind, Text: string(g.ItemText(it)), NAG: uint8(it.Value)}, head: begun}
			switch it.Kind {
			case NAGItem:
				note.Text = "" // however it is written
			case EscapeItem:
				note.Kind, note.Text = LineCommentItem, "%"+note.Text
			}
			if begun {
				heads = append(heads, note)
				continue
			}
			at.notes = append(at.notes, note)
			if it.flags&afterResult == 0 {
				at.notesEnd = i + 1
				at.linesEnd = max(at.linesEnd, i+1)
			}
		case NumberItem, ResultItem, OddItem:
		}
	}
	if root.notesEnd == 0 {
		for root.notesEnd < len(g.Items) && g.Items[root.notesEnd].flags&preTag != 0 {
			root.notesEnd++
		}
	}
	return root
}

// add puts a copy into the tree. Where its main line departs it says so, if it is
// foreign: the game itself, where another is the main line, needs no mention.
func (t *mergeTree) add(c Copy, o rules.Orientation, foreign bool) {
	other := treeOf(c.Replay, o)
	mains := map[*mergeNode]bool{other: true}
	n := other
	for _, m := range c.Replay.Moves {
		n = n.child(m.Image(o))
		mains[n] = true
	}
	t.join(t.root, other, func(n *mergeNode) string {
		if !mains[n] || !foreign || c.Source == "" {
			return ""
		}
		return "otherwise in " + c.Source
	})
}

// join puts what a node of a copy has into the node of the same position. label is
// what is to be said of a node that is new.
func (t *mergeTree) join(into, from *mergeNode, label func(*mergeNode) string) {
	for i := range from.notes {
		t.note(into, from.notes[i])
	}
	for _, c := range from.children {
		if same := into.child(c.move); same != nil {
			t.join(same, c, label)
			continue
		}
		t.variations++
		t.graft(into, c)
		if text := label(c); text != "" {
			text = strings.NewReplacer("{", "(", "}", ")").Replace(text)
			c.notes = append(c.notes, mergeNote{Piece: Piece{Kind: CommentItem, Text: text}, fresh: true})
		}
	}
}

// graft puts a branch of a copy onto a node.
func (t *mergeTree) graft(into, branch *mergeNode) {
	branch.parent = into
	into.children = append(into.children, branch)
	t.freshen(branch)
}

func (t *mergeTree) freshen(n *mergeNode) {
	n.fresh = true
	for i := range n.notes {
		n.notes[i].fresh = true
		t.count(&n.notes[i])
	}
	for _, c := range n.children {
		t.freshen(c)
	}
}

// note puts a note onto a node that does not have it.
func (t *mergeTree) note(n *mergeNode, note mergeNote) {
	for i := range n.notes {
		if n.notes[i].same(&note) {
			return
		}
	}
	note.fresh, note.head = true, false
	n.notes = append(n.notes, note)
	t.count(&note)
}

func (t *mergeTree) count(note *mergeNote) {
	if note.Kind == NAGItem {
		t.nags++
	} else {
		t.comments++
	}
}

// insert tells an editor of the game what has come to it.
func (t *mergeTree) insert(e *Editor) { t.insertAt(e, t.root, nil) }

// insertAt inserts what is new at a node, and the variations that are new beside it.
func (t *mergeTree) insertAt(e *Editor, n *mergeNode, beside []Piece) {
	var notes []Piece
	for _, note := range n.notes {
		if note.fresh {
			notes = append(notes, note.Piece)
		}
	}
	var old, fresh []*mergeNode
	for _, c := range n.children {
		if c.fresh {
			fresh = append(fresh, c)
		} else {
			old = append(old, c)
		}
	}
	if len(old) == 0 && len(fresh) > 0 {
		line := appendLine(nil, fresh)
		if t.main[n] {
			// The main line is not made longer by a variation.
			line = []Piece{{Kind: CommentItem, Text: "then: " + textOf(line)}}
		}
		notes = append(notes, line...)
		fresh = nil
	}
	if len(notes) > 0 {
		e.Insert(n.notesEnd, notes...)
	}
	if len(beside) > 0 {
		e.Insert(n.linesEnd, beside...)
	}
	for i, c := range old {
		var lines []Piece
		if i == 0 {
			lines = appendVariations(nil, fresh)
		}
		t.insertAt(e, c, lines)
	}
}

// appendLine appends a line of moves that begins with the first of some nodes, which
// have the same parent; the others are variations of it.
func appendLine(dst []Piece, nodes []*mergeNode) []Piece {
	for len(nodes) > 0 {
		first := nodes[0]
		dst = append(dst, Piece{Kind: MoveItem, Text: first.move.String()})
		for _, note := range first.notes {
			if !note.head {
				dst = append(dst, note.Piece)
			}
		}
		dst = appendVariations(dst, nodes[1:])
		nodes = first.children
	}
	return dst
}

func appendVariations(dst []Piece, nodes []*mergeNode) []Piece {
	for _, n := range nodes {
		dst = append(dst, Piece{Kind: OpenItem})
		for _, note := range n.notes {
			if note.head {
				dst = append(dst, note.Piece)
			}
		}
		dst = append(appendLine(dst, []*mergeNode{n}), Piece{Kind: CloseItem})
	}
	return dst
}

// textOf writes pieces for a comment.
func textOf(pieces []Piece) string {
	var b bytes.Buffer
	for i, p := range pieces {
		if i > 0 && p.Kind != CloseItem && pieces[i-1].Kind != OpenItem {
			b.WriteByte(' ')
		}
		switch p.Kind {
		case OpenItem:
			b.WriteByte('(')
		case CloseItem:
			b.WriteByte(')')
		case CommentItem, LineCommentItem:
			b.WriteString("[" + strings.NewReplacer("{", "(", "}", ")").Replace(p.Text) + "]")
		case NAGItem:
			fmt.Fprintf(&b, "$%d", p.NAG)
		default:
			b.WriteString(p.Text)
		}
	}
	return b.String()
}
