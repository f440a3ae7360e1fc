package rules

// Only rooks slide, so only rooks pin and only a rook's check can be blocked.
// A knight, ferz or alfil can never move along a line, so a pinned one does
// not move at all; a pinned pawn may push on a file, a pinned rook may move
// along the line.

// Restraint is what the enemy leaves to the men of the side to move other than
// the king. It belongs to the one position that it was found for, by
// [Position.Restraint] or [Ruleset.Judge], and spares those that ask about
// that position again a second look at checks and pins.
type Restraint struct {
	checkers Bitboard
	pinned   Bitboard // own men between the king and an enemy rook
	targets  Bitboard // where a man must land to answer a single check
}

// Check reports whether the king of the side to move is attacked.
func (r *Restraint) Check() bool { return r.checkers != 0 }

// Restraint returns the checks and pins that the side to move is under.
func (p *Position) Restraint() Restraint {
	var r Restraint
	p.restrain(&r)
	return r
}

// allows reports whether a man other than the king, which stands on the square
// king, may go from one square to another that it reaches.
func (r *Restraint) allows(king, from, to Square) bool {
	if r.checkers|r.pinned&from.Bit() == 0 {
		return true
	}
	return r.checkers.single() && r.targets.Has(to) &&
		(!r.pinned.Has(from) || pinLine(king, from).Has(to))
}

// restrain finds checkers and pins around the king of the side to move.
func (p *Position) restrain(r *Restraint) {
	us := p.Turn()
	king := p.KingSquare(us) & 63
	*r = Restraint{checkers: p.leapersTo(king, us^1), targets: ^Bitboard(0)}
	if rooks := p.kinds[Rook] & p.colors[us^1] & cross(king); rooks != 0 {
		occ := p.colors[0] | p.colors[1]
		for rooks != 0 {
			s := rooks.PopFirst()
			switch block := between(king, s) & occ; {
			case block == 0:
				r.checkers |= s.Bit()
			case block.single():
				r.pinned |= block & p.colors[us]
			}
		}
	}
	if r.checkers != 0 {
		r.targets = r.checkers
		if r.checkers&p.kinds[Rook] != 0 {
			r.targets |= between(king, r.checkers.First())
		}
	}
}

// free returns the pawns that may capture and those that may push: a pinned
// one never captures, and pushes only along its king's file.
func (r *Restraint) free(pawns Bitboard, king Square) (capturers, pushers Bitboard) {
	capturers = pawns &^ r.pinned
	return capturers, capturers | pawns&r.pinned&(fileA<<(king&7))
}

// pinLine returns the rank or file that king and man share.
func pinLine(king, man Square) Bitboard {
	if king&7 == man&7 {
		return fileA << (king & 7)
	}
	return rank1 << (king & 56)
}
