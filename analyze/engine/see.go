package engine

import "github.com/diwan-shatranj/diwan/rules"

// tradeValue is what a man counts when men are exchanged on a square. Taking
// the king ends the exchange.
var tradeValue = [8]int{
	rules.Pawn: 100, rules.Alfil: 140, rules.Ferz: 180,
	rules.Knight: 370, rules.Rook: 600, rules.King: 20000,
}

// tradeOrder is the order in which men are sent to take.
var tradeOrder = [...]rules.Kind{rules.Pawn, rules.Alfil, rules.Ferz, rules.Knight, rules.Rook, rules.King}

// gains reports whether the exchange of men that m begins on its square brings
// the side to move at least least, each side taking with its cheapest man and
// stopping when it likes. Pins are not seen.
func gains(p *rules.Position, m rules.Move, least int) bool {
	if m.IsExchange() {
		return least <= 0
	}
	from, to := m.From(), m.To()
	// What the side to move is sure of, if the opponent does not take back.
	balance := tradeValue[p.Captures(m)] - least
	placed := m.Kind()
	if m.IsPromotion() {
		placed = rules.Ferz
		balance += tradeValue[rules.Ferz] - tradeValue[rules.Pawn]
	}
	if balance < 0 {
		return false
	}
	// And if it does, and the exchange ends there.
	balance -= tradeValue[placed]
	if balance >= 0 {
		return true
	}

	occ := p.Occupied()&^from.Bit() | to.Bit()
	side := p.Turn().Other()
	rooks := p.Men(rules.White, rules.Rook) | p.Men(rules.Black, rules.Rook)
	all := (p.AttackersTo(to, rules.White, occ) | p.AttackersTo(to, rules.Black, occ)) & occ
	won := true // for the side that m belongs to, unless somebody takes
	for {
		mine := all & p.By(side)
		if mine == 0 {
			return won
		}
		kind, man := cheapest(p, side, mine)
		if kind == rules.King && all&p.By(side.Other()) != 0 {
			return won // the king may not take a guarded man
		}
		won = !won
		balance = -balance - 1 - tradeValue[kind]
		side = side.Other()
		if balance >= 0 {
			return won
		}
		occ &^= man
		// Only rooks stand behind one another.
		all = (all | rules.RookAttacks(to, occ)&rooks) & occ
	}
}

// cheapest returns the kind and the square of the man of least value among men
// of one colour.
func cheapest(p *rules.Position, c rules.Color, men rules.Bitboard) (rules.Kind, rules.Bitboard) {
	for _, k := range tradeOrder {
		if of := men & p.Men(c, k); of != 0 {
			return k, of & -of
		}
	}
	return rules.NoKind, 0
}
