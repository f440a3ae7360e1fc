package rules

// Play returns the position after m, which must be legal here or an exchange
// that the rule set allows. After any other value the position is undefined,
// but Play does not panic.
func (p *Position) Play(m Move) Position {
	var q Position
	p.PlayInto(&q, m)
	return q
}

// PlayInto writes the position after m, as Play has it, to q, which must be
// another Position than p. It spares the copies of a returned value.
func (p *Position) PlayInto(q *Position, m Move) {
	*q = *p
	us := Color(p.ply & 1)
	from, to := m.From(), m.To()
	kind := Kind(m >> 12 & 7)
	q.ply++
	q.half++
	if kind == exchangeKind {
		q.exchange(us, from, to)
		return
	}

	fromBit, toBit := from.Bit(), to.Bit()
	k0, k1, k2, k3 := p.keys[0], p.keys[1], p.keys[2], p.keys[3]
	if them := p.colors[us^1]; them&toBit != 0 {
		taken := p.kindAt(toBit)
		q.kinds[taken] ^= toBit
		q.colors[us^1] = them ^ toBit
		q.half = 0
		z := &manKeys[us^1][taken&7][to]
		k0, k1, k2, k3 = k0^z[0], k1^z[1], k2^z[2], k3^z[3]
	}
	q.colors[us] ^= fromBit | toBit
	q.kinds[kind] ^= fromBit
	placed := kind
	if kind == Pawn {
		q.half = 0
		if toBit&(rank1|rank8) != 0 {
			placed = Ferz
		}
	}
	q.kinds[placed] ^= toBit
	a, b := &manKeys[us][kind][from], &manKeys[us][placed][to]
	q.keys[0] = k0 ^ a[0] ^ b[0] ^ turnKey
	q.keys[1] = k1 ^ a[1] ^ b[1] ^ turnKey
	q.keys[2] = k2 ^ a[2] ^ b[2] ^ turnKey
	q.keys[3] = k3 ^ a[3] ^ b[3] ^ turnKey
}

// exchange changes the places of the king of us and one of its men; a pawn
// that comes to stand on its last rank by it becomes a ferz. It is neither a
// capture nor a pawn move, so the count runs on. Both are our rulings, the
// sources being silent.
func (p *Position) exchange(us Color, king, man Square) {
	kingBit, manBit := king.Bit(), man.Bit()
	kind := p.kindAt(manBit)
	placed := kind
	if kind == Pawn && (us == White && kingBit&rank8 != 0 || us == Black && kingBit&rank1 != 0) {
		placed = Ferz
	}
	p.kinds[King] ^= kingBit | manBit
	p.kinds[kind] ^= manBit
	p.kinds[placed] ^= kingBit
	for o := range p.keys {
		p.keys[o] ^= manKeys[us][King][king][o] ^ manKeys[us][King][man][o] ^
			manKeys[us][kind][man][o] ^ manKeys[us][placed][king][o] ^ turnKey
	}
}

// PlayNull returns the position with the turn passed to the other side, which
// no rule allows: engines probe with it. The side to move must not be in
// check.
func (p *Position) PlayNull() Position {
	q := *p
	q.ply++
	q.half++
	for o := range q.keys {
		q.keys[o] ^= turnKey
	}
	return q
}
