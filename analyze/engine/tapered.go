package engine

// tapered is a pair of values, for a full board and for an empty one, packed so
// that both are added at once.
type tapered int32

// pair returns the tapered value of its two ends.
func pair(full, empty int) tapered { return tapered(empty<<16 + full) }

// full returns the value for a full board.
func (t tapered) full() int { return int(int16(t)) }

// empty returns the value for an empty board.
func (t tapered) empty() int { return int(int16((uint32(t) + 0x8000) >> 16)) }

// at returns the value where phase of fullPhase is left on the board.
func (t tapered) at(phase int) int {
	return (t.full()*phase + t.empty()*(fullPhase-phase)) / fullPhase
}

// fullPhase is the phase of the start array; rooks count 4, knights 2, ferz
// and alfil 1.
const fullPhase = 30
