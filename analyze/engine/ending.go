package engine

import "github.com/diwan-shatranj/diwan/rules"

// bared returns the value of a position in which a side is bare. It is always
// settled: the game is over, or the bared king takes the last man and draws.
// settled is false where no side is bare.
func (w *worker) bared(ply int) (value int, settled bool) {
	f := &w.frames[ply]
	p := &f.pos
	us := p.Turn()
	if !p.IsBare(us) && !p.IsBare(us.Other()) {
		return 0, false
	}
	f.pvLen = 0
	switch o := w.rules.Outcome(p, 1); {
	case o.Result == rules.Draw:
		return drawValue, true
	case o.Reason == rules.BareKingPending:
		last := p.By(us.Other()) &^ p.Men(us.Other(), rules.King)
		f.pv[0], f.pvLen = rules.NewMove(rules.King, p.KingSquare(us), last.First()), 1
		return drawValue, true
	case o.Result == rules.Win(us):
		return winValue - ply, true
	}
	return -winValue + ply, true
}

// drawn reports whether the position of ply, in which no side is bare, is a
// draw by count or repetition. Positions of the line, the root left out, are
// drawn when they come again at all; those of the game as often as the rule set
// says. Where such a draw must be claimed, that is no less a draw: either player
// may claim it, and one of them will.
func (w *worker) drawn(ply int) bool {
	f := &w.frames[ply]
	drawn := w.rules.MoveCount > 0 && f.pos.Halfmove() >= w.rules.MoveCount
	at := w.rootAt + ply
	hash, seen := f.pos.Hash(), 1
	for i := at - 4; i >= max(0, at-f.back); i -= 2 {
		if w.hashes[i] == hash {
			if i > w.rootAt {
				return true
			}
			seen++
		}
	}
	if w.rules.Repetition > 0 && seen >= w.rules.Repetition {
		drawn = true
	}
	// Checkmate and stalemate come before the draws.
	return drawn && (f.pos.HasMoves() || len(w.rules.AppendMoves(&f.pos, f.picker.moves[:0])) > 0)
}
