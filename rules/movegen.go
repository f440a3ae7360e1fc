package rules

// pawnPushes returns the squares in front of the pawns of us.
func pawnPushes(us Color, pawns Bitboard) Bitboard {
	if us == White {
		return pawns << 8
	}
	return pawns >> 8
}

// pawnCaptures returns the squares that the pawns of us attack to the right
// and to the left, as White sees them.
func pawnCaptures(us Color, pawns Bitboard) (right, left Bitboard) {
	if us == White {
		return pawns << 9 &^ fileA, pawns << 7 &^ fileH
	}
	return pawns >> 7 &^ fileA, pawns >> 9 &^ fileH
}

// AppendMoves appends the ordinary legal moves to dst and returns it: no
// exchanges, and no regard to whether the game is over by baring. The order is
// the same for the same position. 128 moves are room enough for any position
// that a game reaches.
func (p *Position) AppendMoves(dst []Move) []Move {
	return p.appendMoves(dst, ^Bitboard(0), 0)
}

// AppendCaptures appends the legal captures and promotions to dst and returns
// it, in the order of AppendMoves.
func (p *Position) AppendCaptures(dst []Move) []Move {
	return p.appendMoves(dst, p.colors[p.Turn().Other()], rank1|rank8)
}

// appendMoves appends the legal moves that end on a square of within, and
// those of pawns that end on one of within or pawnsAlso.
func (p *Position) appendMoves(dst []Move, within, pawnsAlso Bitboard) []Move {
	us := p.Turn()
	own, enemy := p.colors[us], p.colors[us^1]
	occ := own | enemy
	king := (p.kinds[King] & own).First() & 63
	r := p.Restraint()

	if r.checkers.single() {
		targets := r.targets &^ own & within
		capturers, pushers := r.free(p.kinds[Pawn]&own, king)
		pawnTo := r.targets & (within | pawnsAlso)
		ahead := 8 - 16*int(us)
		push := pawnPushes(us, pushers) & pawnTo &^ occ
		right, left := pawnCaptures(us, capturers)
		dst = appendPawnMoves(dst, push, ahead)
		dst = appendPawnMoves(dst, left&enemy&pawnTo, ahead-1)
		dst = appendPawnMoves(dst, right&enemy&pawnTo, ahead+1)
		movers := own &^ r.pinned
		dst = appendLeaps(dst, Knight, p.kinds[Knight]&movers, &knightTable, targets)
		dst = appendLeaps(dst, Alfil, p.kinds[Alfil]&movers, &alfilTable, targets)
		dst = appendLeaps(dst, Ferz, p.kinds[Ferz]&movers, &ferzTable, targets)
		for rooks := p.kinds[Rook] & own; rooks != 0; {
			from := rooks.PopFirst()
			to := RookAttacks(from, occ) & targets
			if r.pinned.Has(from) {
				to &= pinLine(king, from)
			}
			dst = appendTo(dst, Rook, from, to)
		}
	}

	if to := kingTable[king] &^ own & within; to != 0 {
		dst = appendTo(dst, King, king, to&^p.attacked(us^1, occ^king.Bit()))
	}
	return dst
}

func appendTo(dst []Move, k Kind, from Square, to Bitboard) []Move {
	base := NewMove(k, from, 0)
	for to != 0 {
		dst = append(dst, base|Move(to.PopFirst())<<6)
	}
	return dst
}

func appendLeaps(dst []Move, k Kind, men Bitboard, table *[64]Bitboard, targets Bitboard) []Move {
	for men != 0 {
		from := men.PopFirst() & 63
		dst = appendTo(dst, k, from, table[from]&targets)
	}
	return dst
}

// appendPawnMoves appends the pawn moves to the squares of to, each from the
// square step before it.
func appendPawnMoves(dst []Move, to Bitboard, step int) []Move {
	for to != 0 {
		s := to.PopFirst()
		dst = append(dst, NewMove(Pawn, Square(int(s)-step), s))
	}
	return dst
}

// CountMoves returns the number of ordinary legal moves without making them.
func (p *Position) CountMoves() int {
	us := p.Turn()
	own, enemy := p.colors[us], p.colors[us^1]
	occ := own | enemy
	king := (p.kinds[King] & own).First() & 63
	r := p.Restraint()

	n := 0
	if r.checkers.single() {
		targets := r.targets &^ own
		capturers, pushers := r.free(p.kinds[Pawn]&own, king)
		push := pawnPushes(us, pushers) & r.targets &^ occ
		right, left := pawnCaptures(us, capturers)
		n += push.Count() + (left & enemy & r.targets).Count() + (right & enemy & r.targets).Count()
		movers := own &^ r.pinned
		for men := p.kinds[Knight] & movers; men != 0; {
			n += (knightTable[men.PopFirst()&63] & targets).Count()
		}
		for men := p.kinds[Alfil] & movers; men != 0; {
			n += (alfilTable[men.PopFirst()&63] & targets).Count()
		}
		for men := p.kinds[Ferz] & movers; men != 0; {
			n += (ferzTable[men.PopFirst()&63] & targets).Count()
		}
		for rooks := p.kinds[Rook] & own; rooks != 0; {
			from := rooks.PopFirst()
			to := RookAttacks(from, occ) & targets
			if r.pinned.Has(from) {
				to &= pinLine(king, from)
			}
			n += to.Count()
		}
	}
	if to := kingTable[king] &^ own; to != 0 {
		n += (to &^ p.attacked(us^1, occ^king.Bit())).Count()
	}
	return n
}

// HasMoves reports whether there is any ordinary legal move.
func (p *Position) HasMoves() bool {
	r := p.Restraint()
	return p.hasMoves(&r)
}

// hasMoves is HasMoves under the restraint of p.
func (p *Position) hasMoves(r *Restraint) bool {
	us := p.Turn()
	own, enemy := p.colors[us], p.colors[us^1]
	occ := own | enemy
	king := (p.kinds[King] & own).First() & 63

	if r.checkers.single() {
		// Pawns first: it is rare that none of them can move.
		capturers, pushers := r.free(p.kinds[Pawn]&own, king)
		if pawnPushes(us, pushers)&r.targets&^occ != 0 {
			return true
		}
		targets := r.targets &^ own
		movers := own &^ r.pinned
		if pawnSpread(us, capturers)&enemy&targets != 0 ||
			knightSpread(p.kinds[Knight]&movers)&targets != 0 ||
			alfilSpread(p.kinds[Alfil]&movers)&targets != 0 ||
			ferzSpread(p.kinds[Ferz]&movers)&targets != 0 {
			return true
		}
		for rooks := p.kinds[Rook] & own; rooks != 0; {
			from := rooks.PopFirst()
			to := RookAttacks(from, occ) & targets
			if r.pinned.Has(from) {
				to &= pinLine(king, from)
			}
			if to != 0 {
				return true
			}
		}
	}
	to := kingTable[king] &^ own
	return to != 0 && to&^p.attacked(us^1, occ^king.Bit()) != 0
}

// AppendExchanges appends the exchanges of the king with an own man whose
// square the enemy does not attack. It does not ask whether there is an
// ordinary move, nor whether the rule set knows the exchange at all;
// [Ruleset.AppendMoves] does.
func (p *Position) AppendExchanges(dst []Move) []Move {
	us := p.Turn()
	king := p.KingSquare(us)
	safe := p.colors[us] &^ p.kinds[King] &^ p.Attacked(us.Other())
	return appendTo(dst, exchangeKind, king, safe)
}

// hasExchange reports whether AppendExchanges would append any.
func (p *Position) hasExchange() bool {
	us := p.Turn()
	return p.colors[us]&^p.kinds[King]&^p.Attacked(us.Other()) != 0
}
