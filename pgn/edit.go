package pgn

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/diwan-shatranj/diwan/rules"
)

// Piece is movetext that is put into a game by an [Editor].
type Piece struct {
	Kind ItemKind // CommentItem, NAGItem, OpenItem, CloseItem or MoveItem
	Text string   // a comment's text without a closing brace, or a move in the letters that the game is read in
	NAG  uint8    // for NAGItem
}

// Variation is the pieces of a line of moves in brackets, with a comment behind
// its first move where comment is not empty.
func Variation(comment string, moves ...string) []Piece {
	ps := []Piece{{Kind: OpenItem}}
	for i, m := range moves {
		ps = append(ps, Piece{Kind: MoveItem, Text: m})
		if i == 0 && comment != "" {
			ps = append(ps, Piece{Kind: CommentItem, Text: comment})
		}
	}
	return append(ps, Piece{Kind: CloseItem})
}

// Editor collects changes to a game's movetext and tags. Items are named by their
// places in the game as it was.
type Editor struct {
	game    *Game
	inserts []insert
	dropped []bool
	tags    []tagChange
}

// tagChange is what becomes of the tags of a name.
type tagChange struct {
	tag  Tag
	keep bool // false: they are taken out
}

type insert struct {
	at     int
	pieces []Piece
}

// NewEditor returns an Editor of g, which it does not change.
func NewEditor(g *Game) *Editor {
	return &Editor{game: g, dropped: make([]bool, len(g.Items))}
}

// Insert puts pieces before item at; len(Items) is the end. Pieces for the same
// place stand in the order of the calls.
func (e *Editor) Insert(at int, pieces ...Piece) {
	e.inserts = append(e.inserts, insert{at, pieces})
}

// Drop takes out the items from from up to to.
func (e *Editor) Drop(from, to int) {
	for i := from; i < to; i++ {
		e.dropped[i] = true
	}
}

// SetTag gives the tag of that name, compared as written, a value: the first one
// keeps its place, further ones go, and where there is none it becomes the last.
func (e *Editor) SetTag(name, value string) {
	e.tags = append(e.tags, tagChange{Tag{name, value}, true})
}

// DropTag takes out all tags of that name, compared as written.
func (e *Editor) DropTag(name string) {
	e.tags = append(e.tags, tagChange{Tag{Name: name}, false})
}

// Game is the changed game. It is to be replayed anew. Diagnostics about pieces
// that were put in have no place in the original text.
func (e *Editor) Game() *Game {
	g := e.game.Clone()
	if g.edited == 0 {
		g.editedTags = g.tagsEnd()
		g.edited = len(g.Text)
	}
	old := e.game.Items
	g.Items = g.Items[:0:0]
	slices.SortStableFunc(e.inserts, func(a, b insert) int { return a.at - b.at })
	rest := e.inserts
	result := int32(0)
	for i := 0; i <= len(old); i++ {
		for len(rest) > 0 && rest[0].at <= i {
			for _, p := range rest[0].pieces {
				g.Items = append(g.Items, g.itemOf(p))
			}
			rest = rest[1:]
		}
		if i == len(old) {
			break
		}
		if e.dropped[i] {
			continue
		}
		if e.game.result == int32(i)+1 {
			result = int32(len(g.Items)) + 1
		}
		g.Items = append(g.Items, old[i])
	}
	g.result = result
	for _, c := range e.tags {
		g.changeTag(c)
	}
	return g
}

// changeTag does what was asked of the tags of a name.
func (g *Game) changeTag(c tagChange) {
	kept := g.tags[:0:0]
	placed := !c.keep
	for i, t := range g.tags {
		switch {
		case string(g.tagName(i)) != c.tag.Name:
			kept = append(kept, t)
		case !placed:
			kept = append(kept, g.spanOf(c.tag))
			placed = true
		}
	}
	if !placed {
		kept = append(kept, g.spanOf(c.tag))
	}
	g.tags = kept
	g.known = [knownTags]int32{}
	for i := range g.tags {
		if k := knownTag(g.tagName(i)); k >= 0 && g.known[k] == 0 {
			g.known[k] = int32(i) + 1
		}
	}
}

// spanOf makes the place of a tag; its text goes behind the game's.
func (g *Game) spanOf(t Tag) tagSpan {
	value := tagEscaper.Replace(t.Value)
	text := "[" + t.Name + " \"" + value + "\"]"
	start := uint32(len(g.Text))
	g.Text = append(g.Text, text...)
	from := start + uint32(len(t.Name)) + 3
	return tagSpan{
		start: start, nameStart: start + 1, nameEnd: from - 2, valStart: from, valEnd: from + uint32(len(value)),
		end: start + uint32(len(text)), escaped: value != t.Value || strings.ContainsAny(value, "\r\n"),
	}
}

// itemOf makes an item of a piece; its text goes behind the game's.
func (g *Game) itemOf(p Piece) Item {
	text := p.Text
	switch p.Kind {
	case OpenItem:
		text = "("
	case CloseItem:
		text = ")"
	case NAGItem:
		text = "$" + strconv.Itoa(int(p.NAG))
	}
	start := len(g.Text)
	g.Text = append(g.Text, text...)
	return Item{Kind: p.Kind, Start: uint32(start), End: uint32(len(g.Text)), Value: uint16(p.NAG)}
}

// MainLine yields the items of the main line's accepted moves, ply after ply, with
// the moves.
func (p *Replay) MainLine() iter.Seq2[int, rules.Move] {
	return func(yield func(int, rules.Move) bool) {
		depth := 0
		for i, it := range p.Game.Items {
			switch it.Kind {
			case OpenItem:
				depth++
			case CloseItem:
				if it.flags&stray == 0 {
					depth--
				}
			case MoveItem:
				if depth == 0 && p.itemMove[i] != rules.NoMove && !yield(i, p.itemMove[i]) {
					return
				}
			}
		}
	}
}
