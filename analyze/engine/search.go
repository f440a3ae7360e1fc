package engine

import (
	"math"

	"github.com/diwan-shatranj/diwan/rules"
)

// maxDepth is the deepest iteration.
const maxDepth = maxPly - 20

// reductions holds, by depth and number of the move, how many plies less a
// late quiet move is searched.
var reductions = makeReductions()

func makeReductions() (t [64][64]int8) {
	for d := 1; d < 64; d++ {
		for n := 1; n < 64; n++ {
			t[d][n] = int8(0.5 + math.Log(float64(d))*math.Log(float64(n))/2.1)
		}
	}
	return t
}

// search returns the value of the position of ply, searched depth plies deep,
// within the window from alpha to beta: a value outside is only a bound. cut
// says that a value of beta or more is expected.
func (w *worker) search(ply, depth, alpha, beta int, cut bool) int {
	if depth <= 0 {
		return w.quiesce(ply, 0, alpha, beta)
	}
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
	if w.drawn(ply) {
		return drawValue
	}
	if ply >= maxPly-1 {
		return w.evaluate(ply)
	}
	// No line from here ends sooner than by the next move.
	alpha = max(alpha, -winValue+ply)
	beta = min(beta, winValue-ply-1)
	if alpha >= beta {
		return alpha
	}

	key, image := w.key(&f.pos)
	var hit found
	var known bool
	if f.excluded == rules.NoMove {
		hit, known = w.table.probe(key, ply)
	}
	first := rules.NoMove
	if known && hit.move != rules.NoMove {
		first = hit.move.Image(image)
	}
	if known && !pv && hit.depth >= depth && decides(hit, beta) {
		if hit.value >= beta && first != rules.NoMove && w.rules.IsLegal(&f.pos, first) &&
			f.pos.Captures(first) == rules.NoKind && !first.IsPromotion() {
			w.learnQuiet(ply, first, min(128*depth, 1200))
		}
		return hit.value
	}

	improving := w.assess(ply, hit, known)
	if !pv && !f.check && f.excluded == rules.NoMove && w.limits.Mate == 0 {
		if v, done := w.shortcut(ply, depth, alpha, beta, cut, improving); done {
			return v
		}
	}
	if first == rules.NoMove && depth >= 4 && (pv || cut) {
		depth-- // without a move to begin with, a look less deep finds one
	}

	f.picker.start(w.rules, &f.pos, first)
	w.frames[ply+2].killers = [2]rules.Move{}
	best := -infinity
	bestMove := rules.NoMove
	raised := false
	count, quiets := 0, 0
	for {
		m := w.pick(ply)
		if m == rules.NoMove {
			break
		}
		if m == f.excluded {
			continue
		}
		count++
		taken := f.pos.Captures(m)
		quiet := taken == rules.NoKind && !m.IsPromotion()

		extension := 0
		if m == first && ply > 0 && depth >= 8 && f.excluded == rules.NoMove && ply < 2*w.depth &&
			hit.bound&lowerBound != 0 && hit.depth >= depth-3 && hit.value < forcedValue && hit.value > -forcedValue {
			v, ext := w.singular(ply, depth, m, hit, beta, cut)
			if ext == isMany {
				return v
			}
			extension = int(ext)
			if w.stopped {
				return drawValue
			}
		}

		g := w.play(ply, m)
		if g.check && extension == 0 && ply < 2*w.depth && gains(&f.pos, m, 0) {
			extension = 1
		}
		baring := taken != rules.NoKind && g.pos.IsBare(g.pos.Turn())
		if best > -forcedValue && !baring && !g.check && !f.check && !pv &&
			w.pointless(ply, depth, alpha, m, quiet, quiets, improving) {
			continue
		}

		next := depth - 1 + extension
		var v int
		switch count {
		case 1:
			v = -w.search(ply+1, next, -beta, -alpha, !pv && !cut)
		default:
			r := 0
			if depth >= 3 && count > 2 && !baring {
				r = w.reduction(ply, depth, count, m, quiet, pv, cut, improving, g.check)
				r = max(0, min(r, next-1))
			}
			v = -w.search(ply+1, next-r, -alpha-1, -alpha, true)
			if r > 0 && v > alpha {
				v = -w.search(ply+1, next, -alpha-1, -alpha, !cut)
			}
			if pv && v > alpha && v < beta {
				v = -w.search(ply+1, next, -beta, -alpha, false)
			}
		}
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
					if quiet {
						w.reward(ply, depth, m, quiets)
					}
					break
				}
				alpha, raised = v, true
			}
		}
		if quiet && quiets < len(f.quiets) {
			f.quiets[quiets] = m
			quiets++
		}
	}

	if count == 0 {
		if f.excluded != rules.NoMove {
			return alpha
		}
		return -winValue + ply // checkmate or stalemate
	}
	if f.excluded == rules.NoMove {
		b := upperBound
		switch {
		case best >= beta:
			b = lowerBound
		case raised:
			b = exactBound
		}
		if bestMove != rules.NoMove {
			bestMove = bestMove.Image(image)
		}
		w.table.store(key, ply, found{move: bestMove, value: best, eval: f.static, depth: depth, bound: b})
	}
	return best
}

// decides reports whether a stored value settles a window below beta with no
// room in it.
func decides(hit found, beta int) bool {
	if hit.value >= beta {
		return hit.bound&lowerBound != 0
	}
	return hit.bound&upperBound != 0
}

// assess puts the static evaluation of the position of ply into its frame, and
// reports whether the side to move stands better than two plies ago.
func (w *worker) assess(ply int, hit found, known bool) (improving bool) {
	f := &w.frames[ply]
	if f.check {
		f.static, f.eval = noEval, noEval
		return false
	}
	f.static = hit.eval
	if !known || hit.eval == noEval {
		f.static = w.evaluate(ply)
	}
	f.eval = f.static
	if limit := w.rules.MoveCount; limit > 0 {
		// The nearer the draw by the count of moves, the less an advantage is
		// worth that was not made use of.
		f.eval -= f.eval * min(f.pos.Halfmove(), limit) / (2 * limit)
	}
	return ply < 2 || f.eval > w.frames[ply-2].eval
}

// shortcut tries to settle a position of a null window, in which the side to
// move is not in check, without searching its moves.
func (w *worker) shortcut(ply, depth, alpha, beta int, cut, improving bool) (value int, done bool) {
	f := &w.frames[ply]
	eval := f.eval
	us := f.pos.Turn()
	men := f.pos.By(us).Count()
	if beta <= -forcedValue || beta >= forcedValue || men <= 3 {
		// With a man or two left, the next move may be the last.
		return 0, false
	}
	// So far ahead that the opponent's best moves will not do.
	margin := 75 * depth
	if improving {
		margin -= 60
	}
	if depth <= 7 && eval-margin >= beta {
		return (eval + beta) / 2, true
	}
	// So far behind that only a capture can help.
	if depth <= 2 && eval+250*depth <= alpha {
		if v := w.quiesce(ply, 0, alpha, alpha+1); v <= alpha || w.stopped {
			return v, true
		}
		f.pvLen = 0
	}
	// Passing, the worst of moves but in zugzwang, is still good enough. Where
	// the pieces are few zugzwang is not rare: a side without a move loses.
	if depth >= 3 && eval >= beta && ply >= w.minNullPly && ply > 0 && w.frames[ply-1].move != rules.NoMove &&
		f.pos.Men(us, rules.Rook)|f.pos.Men(us, rules.Knight) != 0 && men >= 5 {
		r := 3 + depth/4 + min((eval-beta)/120, 3)
		w.pass(ply)
		v := -w.search(ply+1, depth-r, -beta, -beta+1, !cut)
		if w.stopped {
			return drawValue, true
		}
		if v >= beta {
			if v >= forcedValue {
				v = beta // the end need not come when one has to move
			}
			if depth < 12 || w.minNullPly > 0 {
				return v, true
			}
			w.minNullPly = ply + 3*(depth-r)/4
			check := w.search(ply, depth-r, beta-1, beta, false)
			w.minNullPly = 0
			if check >= beta {
				return v, true
			}
			f.pvLen = 0
		}
	}
	return 0, false
}

// A singular move is the only good one; its line is extended by this.
type singularity int

const (
	isMany     singularity = -1 // several moves are good enough to stop here
	isOrdinary singularity = 0
	isSingular singularity = 1
	isLone     singularity = 2
)

// singular searches the other moves than m, the best one so far, to see whether
// any comes near it. With isMany, the value is that of the position.
func (w *worker) singular(ply, depth int, m rules.Move, hit found, beta int, cut bool) (int, singularity) {
	f := &w.frames[ply]
	eval := f.eval
	goal := hit.value - 2*depth
	f.excluded = m
	v := w.search(ply, (depth-1)/2, goal-1, goal, cut)
	f.excluded = rules.NoMove
	f.eval = eval
	f.picker.first, f.picker.state = m, pickMake
	f.pvLen = 0
	switch {
	case w.stopped:
		return drawValue, isOrdinary
	case v < goal-40 && !f.check:
		return v, isLone
	case v < goal:
		return v, isSingular
	case goal >= beta:
		return goal, isMany
	}
	return v, isOrdinary
}

// pointless reports whether m, one of the later moves of a position of a null
// window, need not be searched.
func (w *worker) pointless(ply, depth, alpha int, m rules.Move, quiet bool, quiets int, improving bool) bool {
	f := &w.frames[ply]
	if depth > 7 || w.limits.Mate > 0 {
		return false // a mate may begin with any move
	}
	if quiet {
		most := 3 + depth*depth
		if !improving {
			most /= 2
		}
		if quiets >= most {
			return true
		}
		if f.eval+80+90*depth <= alpha {
			return true
		}
		if depth <= 3 && w.quietValue(ply, m) < -4000*depth {
			return true
		}
		return !gains(&f.pos, m, -30*depth)
	}
	return !gains(&f.pos, m, -100*depth)
}

// reduction returns how many plies less the move m is searched at first.
func (w *worker) reduction(ply, depth, count int, m rules.Move, quiet, pv, cut, improving, check bool) int {
	r := int(reductions[min(depth, 63)][min(count, 63)])
	if pv {
		r--
	}
	if check || w.frames[ply].check {
		r--
	}
	if !quiet {
		return r - 1
	}
	if cut {
		r++
	}
	if !improving {
		r++
	}
	f := &w.frames[ply]
	if m == f.killers[0] || m == f.killers[1] {
		r--
	}
	return r - w.quietValue(ply, m)/9000
}
