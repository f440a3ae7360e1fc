package engine

import "github.com/diwan-shatranj/diwan/rules"

// picker hands out the moves of a position, the most promising first.
type picker struct {
	moves  []rules.Move
	values []int32
	next   int
	first  rules.Move // from the table, handed out before the others are made
	state  pickState
}

type pickState uint8

const (
	pickFirst pickState = iota
	pickMake
	pickRest
)

// Values of the classes of moves; within a class the rest decides. History
// values are less than killerClass.
const (
	captureClass   = 1 << 22
	promotionClass = 1 << 20
	killerClass    = 1 << 18
	losingClass    = -1 << 22
)

// start begins with the moves of a position; first, if it is legal there, comes
// before all.
func (k *picker) start(r *rules.Ruleset, p *rules.Position, first rules.Move) {
	k.next, k.state, k.first = 0, pickFirst, first
	if first == rules.NoMove || !r.IsLegal(p, first) {
		k.first, k.state = rules.NoMove, pickMake
	}
}

// pick returns the next move of the position of ply, NoMove at the end.
func (w *worker) pick(ply int) rules.Move {
	f := &w.frames[ply]
	k := &f.picker
	switch k.state {
	case pickFirst:
		k.state = pickMake
		return k.first
	case pickMake:
		k.state = pickRest
		k.moves = w.rules.AppendMoves(&f.pos, k.moves[:0])
		k.room()
		for i, m := range k.moves {
			k.values[i] = int32(w.promise(ply, m))
		}
	}
	for {
		m := k.best()
		if m != k.first || m == rules.NoMove {
			return m
		}
	}
}

// room makes as much place for values as there are moves. It is there already
// but for boards that no game comes to.
func (k *picker) room() {
	if len(k.values) < len(k.moves) {
		k.values = make([]int32, cap(k.moves))
	}
}

// best takes out the move of the highest value left.
func (k *picker) best() rules.Move {
	if k.next >= len(k.moves) {
		return rules.NoMove
	}
	at := k.next
	for i := at + 1; i < len(k.moves); i++ {
		if k.values[i] > k.values[at] {
			at = i
		}
	}
	n := k.next
	k.moves[n], k.moves[at] = k.moves[at], k.moves[n]
	k.values[n], k.values[at] = k.values[at], k.values[n]
	k.next++
	return k.moves[n]
}

// promise returns the value of a move for the order.
func (w *worker) promise(ply int, m rules.Move) int {
	f := &w.frames[ply]
	if taken := f.pos.Captures(m); taken != rules.NoKind {
		v := 16*tradeValue[taken] - tradeValue[m.Kind()]/16
		if tradeValue[taken] >= tradeValue[m.Kind()] || gains(&f.pos, m, 0) {
			return captureClass + v
		}
		return losingClass + v
	}
	switch {
	case m.IsPromotion():
		return promotionClass
	case m == f.killers[0]:
		return killerClass + 1
	case m == f.killers[1]:
		return killerClass
	}
	return w.quietValue(ply, m)
}

// startCaptures begins with the captures and promotions alone.
func (w *worker) startCaptures(ply int) {
	f := &w.frames[ply]
	k := &f.picker
	k.next, k.state, k.first = 0, pickRest, rules.NoMove
	k.moves = f.pos.AppendCaptures(k.moves[:0])
	k.room()
	for i, m := range k.moves {
		k.values[i] = int32(16*tradeValue[f.pos.Captures(m)] - tradeValue[m.Kind()]/16)
	}
}
