package rules

import "strconv"

// Setup is a board as somebody described it, playable or not: any men
// anywhere, a side to move and the two counters. The zero Setup is an empty
// board. [Setup.Problems] says what is wrong with it, [Setup.Position] makes a
// position of it.
type Setup struct {
	kinds  [8]Bitboard
	colors [2]Bitboard

	Turn     Color
	Halfmove int // plies since the last capture or pawn move, 0 to MaxCounter
	Fullmove int // number of the move, 1 to MaxCounter
}

// MaxCounter is the highest half-move count and move number that a FEN may
// give.
const MaxCounter = 999_999

// Put places a man on s, in place of what stood there; NoKind empties the
// square.
func (s *Setup) Put(sq Square, c Color, k Kind) {
	b := sq.Bit()
	for i := range s.kinds {
		s.kinds[i] &^= b
	}
	for i := range s.colors {
		s.colors[i] &^= b
	}
	if k >= Pawn && k <= King {
		s.kinds[k] |= b
		s.colors[c&1] |= b
	}
}

// At returns the man on sq, NoKind if there is none.
func (s *Setup) At(sq Square) (Color, Kind) {
	p := Position{kinds: s.kinds, colors: s.colors}
	return p.At(sq)
}

// Men returns the squares of the men of kind k and colour c.
func (s *Setup) Men(c Color, k Kind) Bitboard { return s.kinds[k&7] & s.colors[c&1] }

// Setup returns the position as a Setup, to be changed into another.
func (p *Position) Setup() Setup {
	return Setup{kinds: p.kinds, colors: p.colors, Turn: p.Turn(), Halfmove: p.Halfmove(), Fullmove: p.Fullmove()}
}

// Position returns the setup as a position. The error, a *SetupError, lists
// the problems that make it unplayable; those that are only warnings do not
// hinder it. Counters outside their range are brought into it.
func (s *Setup) Position() (Position, error) {
	if faults := s.errors(); faults != nil {
		return Position{}, &SetupError{Problems: faults}
	}
	p := Position{
		kinds:  s.kinds,
		colors: s.colors,
		keys:   keysOf(&s.kinds, &s.colors, s.Turn&1),
	}
	half, full := s.counters()
	p.half = uint32(half)
	p.ply = uint32(full-1)<<1 | uint32(s.Turn&1)
	return p, nil
}

// counters returns the half-move count and the move number, brought into their
// range if somebody has set them outside it.
func (s *Setup) counters() (half, full int) {
	return min(max(s.Halfmove, 0), MaxCounter), min(max(s.Fullmove, 1), MaxCounter)
}

// SetupError says why a setup is no position.
type SetupError struct {
	Problems []Problem // at least one, all of them errors
}

// Error returns the first problem, and how many more there are.
func (e *SetupError) Error() string {
	msg := e.Problems[0].Msg
	if more := len(e.Problems) - 1; more > 0 {
		msg += " (and " + strconv.Itoa(more) + " more)"
	}
	return msg
}

// ParsePosition reads a FEN, in any form that [ParseFEN] takes, and makes a
// position of it. The error is a *FENError or a *SetupError.
func ParsePosition(fen string) (Position, error) {
	s, _, err := ParseFEN(fen)
	if err != nil {
		return Position{}, err
	}
	return s.Position()
}
