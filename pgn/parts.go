package pgn

import "slices"

// Parts is the canonical text of a game that was played, in its three pieces:
// the remarks before the tags, the tag pairs, and the movetext with the result.
// Remarks, Tags, an empty line and Movetext, one after the other, are what
// [Writer.Write] writes.
type Parts struct {
	Remarks, Tags, Movetext []byte
}

// Parts renders a game like [Writer.Render], divided. It is valid until the next
// call of a method of w. ok is false for a game that is written as it was, without
// any such parts, because it could not be played or a tag of it has no end.
func (w *Writer) Parts(p *Replay) (parts Parts, ok bool) {
	if !p.Played || slices.ContainsFunc(p.Game.faults, func(f fault) bool { return f.code == UnterminatedTag }) {
		return Parts{}, false
	}
	head := Writer{opts: w.opts}
	for _, it := range p.Game.Items {
		if it.flags&preTag == 0 {
			break
		}
		head.remark(p.Game, it)
	}
	head.newline()
	remarks := head.buf.Len()
	head.tags(p)
	tags := head.buf.Len()
	text := w.Render(p).Text
	return Parts{Remarks: text[:remarks], Tags: text[remarks:tags], Movetext: text[tags+1:]}, true
}

// TagBytes is tag pair i, counted from 0, as [Game.Tags] has it, without a copy:
// the name, and the value unless it holds escapes, share memory with the game.
func (g *Game) TagBytes(i int) (name, value []byte) {
	if g.tags[i].escaped {
		return g.tagName(i), []byte(g.tagValue(i))
	}
	return g.tagName(i), g.tagRaw(i)
}
