package engine

import (
	"sync/atomic"
	"time"

	"github.com/diwan-shatranj/diwan/rules"
)

// frame is what the search keeps for one ply of the line that it looks at.
type frame struct {
	pos   rules.Position
	check bool // the side to move is in check
	// back is the number of plies that may be looked back for a repetition:
	// those since the last capture, pawn move or null move.
	back int
	// static is the static evaluation, noEval in check, and eval the same as
	// the search uses it, both for the side to move.
	static, eval int

	move     rules.Move // that leads on from here, NoMove for a null move
	follow   *followUps // what answers to move were worth
	excluded rules.Move // left out, to see whether it is singular
	killers  [2]rules.Move
	picker   picker
	quiets   [64]rules.Move // searched without success

	pv    [maxPly + 1]rules.Move
	pvLen int
}

// noEval is the static evaluation of a position in check.
const noEval = -infinity

// task is what the threads of a search share.
type task struct {
	rules   *rules.Ruleset
	salt    uint64 // of the rule set
	weights *evaluator
	table   *table
	hashes  []uint64
	root    rules.Position
	moves   []rules.Move // allowed at the root
	multi   int
	limits  Limits
	timer   timer
	stop    atomic.Bool
	onInfo  func(Info)
}

// worker is one thread of a search, with the memory that it needs. It lives as
// long as the engine does.
type worker struct {
	*task
	first bool // of the threads: it watches the limits and reports

	nodes     uint64
	published atomic.Uint64 // nodes, for the other threads
	pollAt    uint64
	stopped   bool
	others    []*worker

	depth    int // of the iteration
	selDepth int
	// hashes of the game and of the line, rootAt being the root's.
	hashes []uint64
	rootAt int
	roots  []rootMove
	best   []rootMove // of the last complete iteration
	// reports tell of them.
	reports []Info
	// minNullPly is the ply up to which no null move is made while one is
	// being verified.
	minNullPly int

	frames  [maxPly + 8]frame
	history history
}

// pollInterval is the number of nodes between two looks at the clock.
const pollInterval = 512

// halted counts a node and reports whether the search has been stopped.
func (w *worker) halted() bool {
	if w.stopped {
		return true
	}
	w.nodes++
	if w.nodes >= w.pollAt {
		w.poll()
	}
	return w.stopped
}

// poll looks at everything that may end the search. The first depth is always
// finished, except by the context: it takes no time, and its move is sane.
func (w *worker) poll() {
	w.published.Store(w.nodes)
	w.pollAt = w.nodes + pollInterval
	if limit := w.limits.Nodes; limit > 0 && w.first {
		total := w.total()
		if total >= limit && w.depth > 1 {
			w.stop.Store(true)
		}
		if left := limit - min(total, limit); left < pollInterval {
			w.pollAt = w.nodes + max(left, 1)
		}
	}
	if w.first && w.depth > 1 && w.timer.expired(time.Now()) {
		w.stop.Store(true)
	}
	w.stopped = w.stop.Load()
}

// total returns the nodes of all threads.
func (w *worker) total() uint64 {
	n := w.nodes
	for _, o := range w.others {
		n += o.published.Load()
	}
	return n
}

// prepare makes the worker ready for a task.
func (w *worker) prepare(t *task) {
	w.task = t
	w.nodes, w.pollAt, w.stopped = 0, 0, false
	w.published.Store(0)
	w.depth, w.selDepth, w.minNullPly = 0, 0, 0
	w.rootAt = len(t.hashes) - 1
	w.hashes = append(w.hashes[:0], t.hashes...)
	w.hashes = append(w.hashes, make([]uint64, maxPly+8)...)
	for i := range w.frames {
		f := &w.frames[i]
		f.killers = [2]rules.Move{}
		f.excluded, f.move = rules.NoMove, rules.NoMove
		f.follow = &w.history.none
	}
	f := &w.frames[0]
	f.pos = t.root
	f.check = t.root.InCheck()
	f.back = t.root.Halfmove()
	w.best, w.reports = w.best[:0], nil
	w.roots = w.roots[:0]
	for _, m := range t.moves {
		w.roots = append(w.roots, rootMove{move: m, value: -infinity, line: []rules.Move{m}})
	}
}

// play makes a move from the position of ply.
func (w *worker) play(ply int, m rules.Move) *frame {
	f, g := &w.frames[ply], &w.frames[ply+1]
	g.pos = f.pos.Play(m)
	g.check = g.pos.InCheck()
	g.back = min(f.back+1, g.pos.Halfmove())
	f.move = m
	f.follow = w.history.after(f.pos.Turn(), m)
	w.hashes[w.rootAt+ply+1] = g.pos.Hash()
	return g
}

// pass makes a null move from the position of ply.
func (w *worker) pass(ply int) {
	f, g := &w.frames[ply], &w.frames[ply+1]
	g.pos = f.pos.PlayNull()
	g.check = false
	g.back = 0
	f.move = rules.NoMove
	f.follow = &w.history.none
	w.hashes[w.rootAt+ply+1] = g.pos.Hash()
}

// keep makes the line of ply out of m and the line of the next ply.
func (w *worker) keep(ply int, m rules.Move) {
	f, g := &w.frames[ply], &w.frames[ply+1]
	f.pv[0] = m
	n := copy(f.pv[1:], g.pv[:g.pvLen])
	f.pvLen = n + 1
}

// key returns the table key of a position and the image that it is the key of.
// The rule set is part of it, and the count of moves when it comes near the
// draw.
func (w *worker) key(p *rules.Position) (uint64, rules.Orientation) {
	key, o := p.Key()
	key ^= w.salt
	if limit := w.rules.MoveCount; limit > 0 && p.Halfmove() >= limit-nearCount {
		key ^= mix(uint64(p.Halfmove()))
	}
	return key, o
}

// nearCount is the number of plies before the draw by the count of moves in
// which positions with different counts are kept apart.
const nearCount = 24

// mix spreads the bits of n (the finisher of splitmix64).
func mix(n uint64) uint64 {
	n += 0x9e3779b97f4a7c15
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}

// saltOf returns a word for what a rule set says, whatever its name.
func saltOf(r *rules.Ruleset) uint64 {
	n := mix(uint64(r.Exchange))
	if r.BareBack {
		n = mix(n ^ 1)
	}
	if r.Automatic {
		n = mix(n ^ 2)
	}
	return mix(mix(n^uint64(r.MoveCount)<<8) ^ uint64(r.Repetition)<<32)
}
