package engine

import "github.com/diwan-shatranj/diwan/rules"

// history remembers how well quiet moves have done, by the man and the square
// that it goes to, alone and as an answer to one or two moves before. Squares
// are seen from the side that moves, so that both sides learn from each other.
type history struct {
	plain  [2][8 * 64]int16
	follow [8 * 64]followUps
	none   followUps // after no move at all; it stays empty
}

// followUps are the values of moves that come after a certain one.
type followUps [8 * 64]int16

// historyMax bounds every value.
const historyMax = 16000

// slot returns the index of a move of the side c.
func slot(c rules.Color, m rules.Move) int {
	return int(m>>6)&0x1ff ^ int(c)*56
}

// after returns what is known of the answers to a move of c.
func (h *history) after(c rules.Color, m rules.Move) *followUps { return &h.follow[slot(c, m)] }

// forget empties the history.
func (h *history) forget() {
	clear(h.plain[0][:])
	clear(h.plain[1][:])
	clear(h.follow[:])
}

// fade makes what earlier searches have learned count for less.
func (h *history) fade() {
	for c := range h.plain {
		for i := range h.plain[c] {
			h.plain[c][i] /= 2
		}
	}
}

// learn moves a value towards the bound by bonus, the less the nearer it is.
func learn(v *int16, bonus int) {
	old := int(*v)
	*v = int16(old + bonus - old*max(bonus, -bonus)/historyMax)
}

// quietValue returns the sum of what is known of a quiet move.
func (w *worker) quietValue(ply int, m rules.Move) int {
	us := w.frames[ply].pos.Turn()
	i := slot(us, m)
	v := int(w.history.plain[us][i])
	if ply > 0 {
		v += int(w.frames[ply-1].follow[i])
	}
	if ply > 1 {
		v += int(w.frames[ply-2].follow[i])
	}
	return v
}

// learnQuiet adds bonus to what is known of a quiet move.
func (w *worker) learnQuiet(ply int, m rules.Move, bonus int) {
	us := w.frames[ply].pos.Turn()
	i := slot(us, m)
	learn(&w.history.plain[us][i], bonus)
	if ply > 0 && w.frames[ply-1].move != rules.NoMove {
		learn(&w.frames[ply-1].follow[i], bonus)
	}
	if ply > 1 && w.frames[ply-2].move != rules.NoMove {
		learn(&w.frames[ply-2].follow[i], bonus)
	}
}

// reward notes that the quiet move m was too good, and that those before it,
// of which there are n, were not.
func (w *worker) reward(ply, depth int, m rules.Move, n int) {
	f := &w.frames[ply]
	if f.killers[0] != m {
		f.killers[0], f.killers[1] = m, f.killers[0]
	}
	bonus := min(16*depth*depth+128*depth, 1600)
	w.learnQuiet(ply, m, bonus)
	for _, q := range f.quiets[:n] {
		w.learnQuiet(ply, q, -bonus)
	}
}
