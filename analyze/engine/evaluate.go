package engine

import "github.com/diwan-shatranj/diwan/rules"

// evaluator holds the weights in the form that evaluating wants.
type evaluator struct {
	weights
	// placed is the value of a man on a square, its own and the square's.
	placed [2][8][64]tapered
}

// newEvaluator returns an evaluator of the given weights.
func newEvaluator(w *weights) *evaluator {
	e := &evaluator{weights: *w}
	for k := rules.Pawn; k <= rules.King; k++ {
		for s := range rules.Square(64) {
			v := w.man[k] + w.square[k][s.Rank()*4+min(s.File(), 7-s.File())]
			e.placed[rules.White][k][s] = v
			e.placed[rules.Black][k][s.Image(rules.Colors)] = v
		}
	}
	return e
}

// phases is what each kind of man adds to the phase.
var phases = [8]int{rules.Rook: 4, rules.Knight: 2, rules.Alfil: 1, rules.Ferz: 1}

// assaults is what each kind of man that attacks squares at the enemy's king
// adds to the danger that the king is in.
var assaults = [8]int{rules.Knight: 2, rules.Alfil: 1, rules.Ferz: 1, rules.Rook: 3}

// survey is what the evaluation finds out about one side.
type survey struct {
	men, pawns rules.Bitboard
	king       rules.Square
	byPawns    rules.Bitboard // squares that the pawns attack
	byKind     [8]rules.Bitboard
	all        rules.Bitboard // squares attacked by any man
	byMen      rules.Bitboard // the same, the king left out
	others     int            // men besides the king
	assault    int            // by the men that attack squares at the enemy's king
	value      tapered
}

// evaluate returns the static value of the position of ply for the side to
// move.
func (w *worker) evaluate(ply int) int { return w.weights.evaluate(&w.frames[ply].pos) }

// evaluate returns the static value of p for the side to move, in which neither
// side is bare. It is the same for every image of p.
func (e *evaluator) evaluate(p *rules.Position) int {
	total, phase := e.sum(p)
	return max(-forcedValue+1, min(e.temper(p, total.at(phase)), forcedValue-1))
}

// sum returns the sum of all terms for the side to move, which is linear in the
// weights, and the phase.
func (e *evaluator) sum(p *rules.Position) (total tapered, phase int) {
	var sides [2]survey
	for c := rules.White; c <= rules.Black; c++ {
		s := &sides[c]
		s.men = p.By(c)
		s.pawns = p.Men(c, rules.Pawn)
		s.king = p.KingSquare(c)
		s.byPawns = pawnSpread(c, s.pawns)
		s.others = s.men.Count() - 1
	}
	for c := rules.White; c <= rules.Black; c++ {
		phase += e.men(p, c, &sides[c], &sides[c.Other()])
	}
	for c := rules.White; c <= rules.Black; c++ {
		s, o := &sides[c], &sides[c.Other()]
		e.siege(s, o)
		e.threats(p, c, s, o)
		e.pawnsOf(c, s, o)
		e.race(s, o)
	}
	us := p.Turn()
	return sides[us].value - sides[us.Other()].value + e.tempo, min(phase, fullPhase)
}

// men adds the men of c, their squares, their freedom to move and their part in
// an attack on the king. It returns their phase.
func (e *evaluator) men(p *rules.Position, c rules.Color, s, o *survey) int {
	v := tapered(0)
	phase := 0
	ring := rules.KingAttacks(o.king) | o.king.Bit()
	reach := ^(s.men | o.byPawns)
	occ := s.men | o.men
	placed := &e.placed[c]

	for b := s.pawns; b != 0; {
		v += placed[rules.Pawn][b.PopFirst()]
	}
	s.byKind[rules.Pawn] = s.byPawns
	s.all = s.byPawns

	for k := rules.Knight; k <= rules.Rook; k++ {
		for b := p.Men(c, k); b != 0; {
			sq := b.PopFirst()
			var a rules.Bitboard
			switch k {
			case rules.Knight:
				a = rules.KnightAttacks(sq)
			case rules.Alfil:
				a = rules.AlfilAttacks(sq)
			case rules.Ferz:
				a = rules.FerzAttacks(sq)
			case rules.Rook:
				a = rules.RookAttacks(sq, occ&^p.Men(c, rules.Rook))
				file := fileOf(sq)
				if file&s.pawns == 0 {
					if file&o.pawns == 0 {
						v += e.openFile
					} else {
						v += e.halfOpenFile
					}
				}
			}
			phase += phases[k]
			v += placed[k][sq] + e.mobility[k][(a&reach).Count()]
			if hits := a & ring; hits != 0 {
				v += e.ring[k] * tapered(hits.Count())
				s.assault += assaults[k]
			}
			s.byKind[k] |= a
			s.all |= a
		}
	}
	a := rules.KingAttacks(s.king)
	s.byKind[rules.King] = a
	s.byMen = s.all
	s.all |= a
	v += placed[rules.King][s.king]
	s.value += v
	return phase
}

// siege adds how the enemy's king is hemmed in: the squares that it may go to,
// those beside it that only it guards, the checks that cost nothing, and, since
// the whole is more than its parts, the danger that all this makes together.
func (e *evaluator) siege(s, o *survey) {
	ring := o.byKind[rules.King]
	flight := (ring &^ (o.men | s.all)).Count()
	unguarded := (ring & s.byMen &^ o.byMen).Count()
	free := ^(s.men | o.all)
	knights := min((rules.KnightAttacks(o.king) & s.byKind[rules.Knight] & free).Count(), 2)
	rooks := min((rules.RookAttacks(o.king, s.men|o.men) & s.byKind[rules.Rook] & free).Count(), 3)
	danger := s.assault + unguarded + 2*(knights+rooks) + max(0, 2-flight)
	o.value += e.mobility[rules.King][flight]
	s.value += e.unguarded*tapered(unguarded) +
		e.safeCheck[rules.Knight]*tapered(knights) + e.safeCheck[rules.Rook]*tapered(rooks) +
		e.danger[min(danger, len(e.danger)-1)]
}

// threats adds the enemy's men that c attacks, by attacker and victim, and
// those that nothing guards.
func (e *evaluator) threats(p *rules.Position, c rules.Color, s, o *survey) {
	targets := o.men & s.all &^ o.king.Bit()
	if targets == 0 {
		return
	}
	v := e.hanging * tapered((targets &^ o.all).Count())
	for k := rules.Pawn; k <= rules.King; k++ {
		hits := targets & s.byKind[k]
		for hits != 0 {
			b := hits & -hits
			hits ^= b
			for victim := rules.Pawn; victim < rules.King; victim++ {
				if p.Men(c.Other(), victim)&b != 0 {
					v += e.threat[k][victim]
					break
				}
			}
		}
	}
	s.value += v
}

// pawnsOf adds what the pawns of c are worth together: guarded, doubled, alone
// or free to promote.
func (e *evaluator) pawnsOf(c rules.Color, s, o *survey) {
	v := e.guarded * tapered((s.byPawns & s.pawns).Count())
	v += e.guardedMan * tapered((s.byPawns & s.men &^ s.pawns).Count())
	for b := s.pawns; b != 0; {
		sq := b.PopFirst()
		ahead := spanAhead(c, fileOf(sq), sq)
		if ahead&s.pawns != 0 {
			v += e.doubled
		}
		if beside(sq)&s.pawns == 0 {
			v += e.isolated
		}
		if (ahead|spanAhead(c, beside(sq), sq))&o.pawns == 0 {
			r := sq.Rank()
			if c == rules.Black {
				r = 7 - r
			}
			v += e.passed[r]
			if ahead&(s.men|o.men) == 0 {
				v += e.passedFree[r]
			}
		}
	}
	s.value += v
}

// race adds what the number of men left has to say: the side whose last man is
// taken has lost, so kings hunt and guard the last men.
func (e *evaluator) race(s, o *survey) {
	s.value += e.left[min(s.others, len(e.left)-1)]
	if o.others <= 3 {
		for b := o.men &^ o.king.Bit(); b != 0; {
			sq := b.PopFirst()
			s.value += e.hunt[o.others] * tapered(7-distance(s.king, sq))
			o.value += e.guard[o.others] * tapered(7-distance(o.king, sq))
		}
	}
}

// temper brings a value nearer to the draw where the side that stands better
// has little to win with.
func (e *evaluator) temper(p *rules.Position, v int) int {
	c := p.Turn()
	if v < 0 {
		c = c.Other()
	}
	if p.Men(c, rules.Pawn) != 0 {
		return v
	}
	mine, yours := e.force(p, c), e.force(p, c.Other())
	if mine-yours < tradeValue[rules.Knight] && p.By(c.Other()).Count() > 2 {
		return v / 2
	}
	return v
}

// force returns what the men of c other than pawns are worth in exchanges.
func (e *evaluator) force(p *rules.Position, c rules.Color) int {
	n := 0
	for k := rules.Knight; k <= rules.Rook; k++ {
		n += tradeValue[k] * p.Men(c, k).Count()
	}
	return n
}
