package rules

// IsLegal reports whether m, which may be any 16 bits, is an ordinary legal
// move, or an exchange to a square that allows it. Whether the rule set has
// the exchange, and whether there is no other move, [Ruleset.IsLegal] asks.
func (p *Position) IsLegal(m Move) bool {
	us := p.Turn()
	own, enemy := p.colors[us], p.colors[us^1]
	kind := Kind(m >> 12)
	from, to := m.From(), m.To()
	if kind == exchangeKind {
		return from == p.KingSquare(us) && (own &^ p.kinds[King]).Has(to) &&
			p.AttackersTo(to, us^1, own|enemy) == 0
	}
	if kind < Pawn || kind > King || !(p.kinds[kind] & own).Has(from) || own.Has(to) {
		return false
	}
	occ := own | enemy
	var reach Bitboard
	switch kind {
	case Pawn:
		reach = pawnPushes(us, from.Bit())&^occ | pawnTable[us][from]&enemy
	case Knight:
		reach = knightTable[from]
	case Alfil:
		reach = alfilTable[from]
	case Ferz:
		reach = ferzTable[from]
	case Rook:
		reach = RookAttacks(from, occ)
	case King:
		reach = kingTable[from]
	}
	return reach.Has(to) && p.isSafe(kind, from, to)
}

// isSafe reports whether a man of the side to move that can reach to leaves
// its king unattacked by going there.
func (p *Position) isSafe(kind Kind, from, to Square) bool {
	us := p.Turn()
	occ := p.colors[0] | p.colors[1]
	if kind == King {
		return p.AttackersTo(to, us^1, occ^from.Bit()) == 0
	}
	king := p.KingSquare(us)
	if p.leapersTo(king, us^1)&^to.Bit() != 0 {
		return false
	}
	rooks := p.kinds[Rook] & p.colors[us^1] &^ to.Bit()
	return rooks&cross(king) == 0 || RookAttacks(king, occ&^from.Bit()|to.Bit())&rooks == 0
}
