package engine

import (
	"slices"
	"time"

	"github.com/diwan-shatranj/diwan/rules"
)

// rootMove is a move of the position searched, with what is known of it.
type rootMove struct {
	move     rules.Move
	value    int // of this iteration, -infinity if only known to be no better
	before   int // of the last
	selDepth int
	line     []rules.Move // never empty
}

// deepen searches ever deeper, until a limit is met. What the last complete
// iteration has found is in w.best, and in w.reports as the caller sees it.
func (w *worker) deepen() {
	w.arrange()
	w.save()
	unrest := 0.0
	for depth := 1; depth <= maxDepth && !w.stop.Load(); depth++ {
		if w.limits.Depth > 0 && depth > w.limits.Depth {
			break
		}
		w.depth = depth
		w.selDepth = 0
		for i := range w.roots {
			w.roots[i].before = w.roots[i].value
		}
		lines := 0
		for lines < w.multi && !w.stopped {
			w.aspire(lines, depth)
			byValue(w.roots[:lines+1])
			lines++
		}
		if w.stopped {
			// What is new of the best move is worth having all the same.
			if w.roots[0].value > -infinity && lines > 0 && w.multi == 1 {
				w.save()
				w.report(depth)
			}
			return
		}
		if w.roots[0].move != w.best[0].move {
			unrest += 0.6
		}
		w.save()
		w.report(depth)
		if !w.first {
			continue
		}
		value := w.roots[0].value
		if n := w.limits.Mate; n > 0 && value >= forcedValue && winValue-value <= 2*n {
			return
		}
		if depth > 1 && w.timer.enough(time.Now(), unrest) {
			return
		}
		if w.timer.ponder == nil && (w.forced(value, depth) || w.timer.soft > 0 && len(w.roots) == 1 && depth >= 8) {
			return
		}
		unrest *= 0.6
	}
}

// forced reports whether the search has seen the end of the game, and so far
// beyond it, that the rest of its time or nodes is better saved.
func (w *worker) forced(value, depth int) bool {
	if w.limits.Nodes == 0 && w.timer.hard == 0 || w.limits.Mate > 0 {
		return false
	}
	return (value >= forcedValue || value <= -forcedValue) && depth > 2*(winValue-max(value, -value))+4
}

// arrange puts the moves of the root into a first order.
func (w *worker) arrange() {
	f := &w.frames[0]
	key, image := w.key(&f.pos)
	first := rules.NoMove
	if hit, ok := w.table.probe(key, 0); ok && hit.move != rules.NoMove {
		first = hit.move.Image(image)
	}
	promise := func(m rules.Move) int {
		if m == first {
			return infinity << 16
		}
		return w.promise(0, m)
	}
	slices.SortStableFunc(w.roots, func(a, b rootMove) int { return promise(b.move) - promise(a.move) })
}

// byValue sorts moves, the best first; equals keep their order.
func byValue(roots []rootMove) {
	slices.SortStableFunc(roots, func(a, b rootMove) int {
		if a.value != b.value {
			return b.value - a.value
		}
		return b.before - a.before
	})
}

// aspire searches the moves from number from on for the best of them, with a
// window around what it was worth before, and sorts them.
func (w *worker) aspire(from, depth int) {
	alpha, beta := -infinity, infinity
	delta := 24
	if before := w.roots[from].before; depth >= 5 && before > -forcedValue && before < forcedValue {
		alpha, beta = before-delta, before+delta
	}
	less := 0
	for {
		v := w.searchRoot(from, max(1, depth-less), alpha, beta)
		byValue(w.roots[from:])
		if w.stopped {
			return
		}
		switch {
		case v <= alpha:
			beta = (alpha + beta) / 2
			alpha = max(v-delta, -infinity)
			less = 0
		case v >= beta:
			beta = min(v+delta, infinity)
			less = min(less+1, 2)
		default:
			return
		}
		delta += delta
		if delta > 800 {
			delta = 2 * infinity
		}
	}
}

// searchRoot searches the moves from number from on within a window.
func (w *worker) searchRoot(from, depth, alpha, beta int) int {
	f := &w.frames[0]
	f.pvLen = 0
	w.assess(0, found{}, false)
	w.frames[2].killers = [2]rules.Move{}
	best := -infinity
	bestMove := rules.NoMove
	low := alpha
	for i := range w.roots[from:] {
		r := &w.roots[from+i]
		m := r.move
		quiet := f.pos.Captures(m) == rules.NoKind && !m.IsPromotion()
		g := w.play(0, m)
		extension := 0
		if g.check && gains(&f.pos, m, 0) {
			extension = 1
		}
		next := depth - 1 + extension
		var v int
		if i == 0 {
			v = -w.search(1, next, -beta, -alpha, false)
		} else {
			reduced := 0
			if depth >= 3 && i > 2 && quiet && !g.check && !f.check {
				reduced = max(0, min(int(reductions[min(depth, 63)][min(i, 63)])-1, next-1))
			}
			v = -w.search(1, next-reduced, -alpha-1, -alpha, true)
			if reduced > 0 && v > alpha {
				v = -w.search(1, next, -alpha-1, -alpha, true)
			}
			if v > alpha && v < beta {
				v = -w.search(1, next, -beta, -alpha, false)
			}
		}
		if w.stopped {
			return best
		}
		if i == 0 || v > alpha {
			r.value = v
			r.selDepth = w.selDepth
			w.keep(0, m)
			r.line = append(r.line[:0], f.pv[:f.pvLen]...)
		} else {
			r.value = -infinity
		}
		if v > best {
			best = v
			if v > alpha {
				bestMove = m
				if v >= beta {
					break
				}
				alpha = v
			}
		}
	}
	b := exactBound
	switch {
	case best >= beta:
		b = lowerBound
	case best <= low:
		b = upperBound
	}
	if from == 0 {
		key, image := w.key(&f.pos)
		if bestMove != rules.NoMove {
			bestMove = bestMove.Image(image)
		}
		w.table.store(key, 0, found{move: bestMove, value: best, eval: f.static, depth: depth, bound: b})
	}
	return best
}

// save keeps the lines of the iteration as the best known.
func (w *worker) save() {
	w.best = w.best[:0]
	for _, r := range w.roots[:w.multi] {
		r.line = slices.Clone(r.line)
		w.best = append(w.best, r)
	}
}

// report tells the caller about the lines saved.
func (w *worker) report(depth int) {
	if !w.first {
		return
	}
	w.reports = w.reports[:0:0]
	elapsed := time.Since(w.timer.start)
	nodes := w.total()
	for i, r := range w.best {
		info := Info{
			Depth: depth, SelDepth: max(r.selDepth, depth), MultiPV: i + 1,
			Score: scoreOf(r.value), PV: r.line,
			Nodes: nodes, Time: elapsed, HashFull: w.table.full(),
			NPS: uint64(float64(nodes) / max(elapsed.Seconds(), 1e-6)),
		}
		w.reports = append(w.reports, info)
		if w.onInfo != nil {
			w.onInfo(info)
		}
	}
}
