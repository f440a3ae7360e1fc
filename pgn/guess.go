package pgn

import "github.com/diwan-shatranj/diwan/rules"

// board is a start's board while several are walked along the same line.
type board struct {
	start startChoice
	pos   [2]rules.Position
	cur   uint8
}

// guess settles the start of a game by one walk along its main line, in one set
// of letters: every word is read once and played on the boards of all starts that
// it is legal on. The walk ends as soon as one board is left, which for the three
// arrays is the case when the first shah or firzan has moved. That the rest of
// the game is legal on that board is a guess, which playing it confirms or not;
// see Replayer.refuted. It is false where nothing can be said without a closer
// look.
func (r *Replayer) guess(p *Replay, set *LetterSet, starts []startChoice) bool {
	boards := r.boards[:0]
	for _, s := range starts {
		boards = append(boards, board{start: s})
		boards[len(boards)-1].pos[0] = *s.pos
	}
	several := len(boards) > 1
	g := p.Game
	depth := 0
	for i := 0; i < len(g.Items) && len(boards) > 1; i++ {
		switch g.Items[i].Kind {
		case OpenItem:
			depth++
		case CloseItem:
			depth = max(depth-1, 0)
		case MoveItem:
			if depth > 0 {
				continue
			}
			text := g.ItemText(g.Items[i])
			var said word
			r.say(&said, text, set)
			if boards = r.advance(boards, p.Rules, &said, g.traits&lowerMoves != 0); len(boards) == 0 {
				return false
			}
		}
	}
	p.Letters = set
	chosen := boards[0].start
	switch {
	case len(boards) > 1: // the walk went all the way
		fits := make([]startChoice, len(boards))
		for i := range boards {
			fits[i] = boards[i].start
		}
		chosen = r.assume(p, fits)
	case several:
		r.guessed = true
		r.sayInferred(p, chosen)
	default:
		r.guessed = true
	}
	p.Array, p.Start = chosen.array, *chosen.pos
	return true
}

// advance plays what was said on each board and keeps those where it is legal, in
// their order.
func (r *Replayer) advance(boards []board, rs *rules.Ruleset, said *word, lowerMoves bool) []board {
	kept := 0
	for i := range boards {
		b := &boards[i]
		pos := &b.pos[b.cur]
		as := *said // a board may read it in its own way
		under := pos.Restraint()
		m, err := r.resolve(pos, &under, rs, &as, lowerMoves)
		if err != nil {
			continue
		}
		pos.PlayInto(&b.pos[b.cur^1], m)
		b.cur ^= 1
		if kept != i {
			boards[kept] = *b
		}
		kept++
	}
	return boards[:kept]
}
