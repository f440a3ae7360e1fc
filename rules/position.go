package rules

// Position is a board with its men, the side to move, and the counts of plies.
// It is a comparable value of about a hundred bytes and is always playable:
// each side has one king, and the side not to move is not in check. The zero
// Position is no position; make one from a [Setup], an [Array] or by
// [Position.Play].
type Position struct {
	kinds  [8]Bitboard // by Kind; the places 0 and 7 stay empty
	colors [2]Bitboard
	keys   [4]uint64 // of the four images, by Orientation
	half   uint32    // plies since the last capture or pawn move
	ply    uint32    // plies since the start; odd when Black is to move
}

// Turn returns the side to move.
func (p *Position) Turn() Color { return Color(p.ply & 1) }

// Halfmove returns the number of plies since the last capture or pawn move.
// The exchange is neither.
func (p *Position) Halfmove() int { return int(p.half) }

// Fullmove returns the number of the move, 1 for the first, counted up after
// Black has moved.
func (p *Position) Fullmove() int { return int(p.ply>>1) + 1 }

// Ply returns the number of plies that the move number and the turn stand for:
// 0 before White's first move.
func (p *Position) Ply() int { return int(p.ply) }

// Occupied returns the squares that any man stands on.
func (p *Position) Occupied() Bitboard { return p.colors[White] | p.colors[Black] }

// By returns the squares of the men of colour c.
func (p *Position) By(c Color) Bitboard { return p.colors[c&1] }

// Men returns the squares of the men of kind k and colour c.
func (p *Position) Men(c Color, k Kind) Bitboard { return p.kinds[k&7] & p.colors[c&1] }

// At returns the man on s, NoKind if there is none.
func (p *Position) At(s Square) (Color, Kind) {
	b := s.Bit()
	if p.Occupied()&b == 0 || s >= NoSquare {
		return White, NoKind
	}
	c := White
	if p.colors[Black]&b != 0 {
		c = Black
	}
	return c, p.kindAt(b)
}

// kindAt returns the kind of the man on the one square of b, NoKind if the
// square is empty.
func (p *Position) kindAt(b Bitboard) Kind {
	switch {
	case p.kinds[Pawn]&b != 0:
		return Pawn
	case p.kinds[Knight]&b != 0:
		return Knight
	case p.kinds[Alfil]&b != 0:
		return Alfil
	case p.kinds[Ferz]&b != 0:
		return Ferz
	case p.kinds[Rook]&b != 0:
		return Rook
	case p.kinds[King]&b != 0:
		return King
	}
	return NoKind
}

// KingSquare returns the square of the king of colour c.
func (p *Position) KingSquare(c Color) Square { return p.Men(c, King).First() }

// IsBare reports whether c has only its king left.
func (p *Position) IsBare(c Color) bool { return p.colors[c&1].single() }

// AttackersTo returns the men of colour by that attack s when the squares of
// occ are occupied. A pinned man attacks as any other.
func (p *Position) AttackersTo(s Square, by Color, occ Bitboard) Bitboard {
	a := p.leapersTo(s, by)
	if rooks := p.Men(by, Rook); rooks&cross(s) != 0 {
		a |= RookAttacks(s, occ) & rooks
	}
	return a
}

// leapersTo returns the men of colour by, rooks excepted, that attack s.
func (p *Position) leapersTo(s Square, by Color) Bitboard {
	s &= 63
	return (pawnTable[by.Other()&1][s]&p.kinds[Pawn] |
		knightTable[s]&p.kinds[Knight] |
		alfilTable[s]&p.kinds[Alfil] |
		ferzTable[s]&p.kinds[Ferz] |
		kingTable[s]&p.kinds[King]) & p.colors[by&1]
}

// Attacked returns all squares that the men of colour by attack, those of
// their own men that they guard included.
func (p *Position) Attacked(by Color) Bitboard { return p.attacked(by, p.Occupied()) }

func (p *Position) attacked(by Color, occ Bitboard) Bitboard {
	men := p.colors[by&1]
	a := pawnSpread(by, p.kinds[Pawn]&men) |
		knightSpread(p.kinds[Knight]&men) |
		alfilSpread(p.kinds[Alfil]&men) |
		ferzSpread(p.kinds[Ferz]&men) |
		kingTable[(p.kinds[King]&men).First()&63]
	for rooks := p.kinds[Rook] & men; rooks != 0; {
		a |= RookAttacks(rooks.PopFirst(), occ)
	}
	return a
}

// Checkers returns the men that attack the king of the side to move.
func (p *Position) Checkers() Bitboard {
	us := p.Turn()
	return p.AttackersTo(p.KingSquare(us), us.Other(), p.Occupied())
}

// InCheck reports whether the king of the side to move is attacked.
func (p *Position) InCheck() bool { return p.Checkers() != 0 }

// Captures returns the kind of the man that m takes, NoKind if it takes none.
func (p *Position) Captures(m Move) Kind {
	if m.IsExchange() {
		return NoKind
	}
	return p.kindAt(m.To().Bit() & p.colors[p.Turn().Other()])
}

// Image returns the position as it looks in the image o, counters unchanged
// but for the turn, which changes with the colours.
func (p *Position) Image(o Orientation) Position {
	q := *p
	for k := range q.kinds {
		q.kinds[k] = p.kinds[k].Image(o)
	}
	for c := range q.colors {
		q.colors[c^int(o>>1&1)] = p.colors[c].Image(o)
	}
	for i := range q.keys {
		q.keys[i] = p.keys[i^int(o&3)]
	}
	q.ply ^= uint32(o >> 1 & 1)
	return q
}
