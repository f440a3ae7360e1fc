package rules

// ParseCoordinate reads a move in coordinates, "e2e3", and returns it if it is
// legal. A promotion may be told by a last letter F, Q or G in either case, or
// left out. The king's square with that of an own man, "e1b3", is the exchange,
// where the square allows it. The error is a *MoveError.
func ParseCoordinate(p *Position, s string) (Move, error) {
	if len(s) != 4 && len(s) != 5 {
		return NoMove, &MoveError{s, ErrUnknown}
	}
	from, okFrom := ParseSquare(s[:2])
	to, okTo := ParseSquare(s[2:4])
	if !okFrom || !okTo || len(s) == 5 && KindOf(s[4]&^0x20) != Ferz {
		return NoMove, &MoveError{s, ErrUnknown}
	}
	m := p.moveBetween(from, to)
	if !p.IsLegal(m) || len(s) == 5 && !m.IsPromotion() {
		return NoMove, &MoveError{s, ErrIllegal}
	}
	return m, nil
}

// moveBetween returns the move, legal or not, that a pair of squares stands
// for: an exchange where an own man is on the second.
func (p *Position) moveBetween(from, to Square) Move {
	_, kind := p.At(from)
	if kind == King && p.colors[p.Turn()].Has(to) {
		return NewExchange(from, to)
	}
	return NewMove(kind, from, to)
}
