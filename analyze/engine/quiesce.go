package engine

import "github.com/diwan-shatranj/diwan/rules"

// quiesce returns the value of the position of ply when only captures,
// promotions and answers to check are played. below is the number of plies
// played so already.
func (w *worker) quiesce(ply, below, alpha, beta int) int {
	f := &w.frames[ply]
	f.pvLen = 0
	if w.halted() {
		return drawValue
	}
	pv := beta-alpha > 1
	if pv {
		w.selDepth = max(w.selDepth, ply)
	}
	if v, settled := w.bared(ply); settled {
		return v
	}
	if below == 0 && w.drawn(ply) {
		return drawValue
	}
	if ply >= maxPly-1 {
		return w.evaluate(ply)
	}

	key, image := w.key(&f.pos)
	hit, known := w.table.probe(key, ply)
	if known && !pv && decides(hit, beta) {
		return hit.value
	}
	first := rules.NoMove
	if known && hit.move != rules.NoMove {
		first = hit.move.Image(image)
	}

	us := f.pos.Turn()
	best := -infinity
	w.assess(ply, hit, known)
	if f.check {
		f.picker.start(w.rules, &f.pos, first)
	} else {
		// A side with few men may have no move, which loses.
		if f.pos.By(us).Count() <= 4 && !f.pos.HasMoves() && len(w.rules.AppendMoves(&f.pos, f.picker.moves[:0])) == 0 {
			return -winValue + ply
		}
		v := f.eval
		if known && (hit.value > v && hit.bound&lowerBound != 0 || hit.value < v && hit.bound&upperBound != 0) {
			v = hit.value
		}
		best = max(best, v)
		if best >= beta {
			return best
		}
		alpha = max(alpha, best)
		w.startCaptures(ply)
	}

	bestMove := rules.NoMove
	raised := false
	count := 0
	lastMan := f.pos.By(us.Other()).Count() == 2
	for {
		m := w.pick(ply)
		if m == rules.NoMove {
			break
		}
		count++
		if best > -forcedValue && !lastMan {
			if !f.check {
				taken := tradeValue[f.pos.Captures(m)]
				if m.IsPromotion() {
					taken += tradeValue[rules.Ferz] - tradeValue[rules.Pawn]
				}
				if f.eval+taken+150 <= alpha {
					best = max(best, f.eval+taken+150)
					continue
				}
			}
			if !gains(&f.pos, m, 0) {
				continue
			}
		}
		w.play(ply, m)
		v := -w.quiesce(ply+1, below+1, -beta, -alpha)
		if w.stopped {
			return drawValue
		}
		if v > best {
			best = v
			if v > alpha {
				bestMove = m
				if pv {
					w.keep(ply, m)
				}
				if v >= beta {
					break
				}
				alpha, raised = v, true
			}
		}
	}
	if f.check && count == 0 {
		return -winValue + ply // checkmate
	}

	b := upperBound
	switch {
	case best >= beta:
		b = lowerBound
	case raised && pv:
		b = exactBound
	}
	if bestMove != rules.NoMove {
		bestMove = bestMove.Image(image)
	}
	w.table.store(key, ply, found{move: bestMove, value: best, eval: f.static, depth: 0, bound: b})
	return best
}
