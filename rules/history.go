package rules

// History counts how often the positions of a line have occurred. It keeps
// their hashes only. The zero History is an empty line.
type History struct {
	line []visit
}

type visit struct {
	hash    uint64
	repeats int32
}

// Reset forgets the line and begins a new one with p. It returns 1, the number
// of times that p has occurred.
func (h *History) Reset(p *Position) int {
	h.line = h.line[:0]
	return h.Push(p)
}

// Push adds the position after the next move of the line and returns how often
// it has occurred, this time included. It looks back no further than the
// half-move count of p allows, for no position comes again after a capture or
// a pawn move.
func (h *History) Push(p *Position) int {
	n := len(h.line)
	hash, repeats := p.Hash(), int32(1)
	// The turn must be the same again, and two plies never restore a position.
	for i, first := n-4, n-int(p.half); i >= max(first, 0); i -= 2 {
		if h.line[i].hash == hash {
			repeats = h.line[i].repeats + 1
			break
		}
	}
	h.line = append(h.line, visit{hash, repeats})
	return int(repeats)
}

// Pop takes the last position off the line; an empty line stays empty.
func (h *History) Pop() {
	if n := len(h.line); n > 0 {
		h.line = h.line[:n-1]
	}
}

// Len returns the number of positions on the line.
func (h *History) Len() int { return len(h.line) }

// Repeats returns how often the last position has occurred, 0 for an empty
// line.
func (h *History) Repeats() int {
	if n := len(h.line); n > 0 {
		return int(h.line[n-1].repeats)
	}
	return 0
}
