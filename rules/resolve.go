package rules

import "errors"

// What a move text or a Spec may meet on the board.
var (
	// ErrUnknown means that the text is no move at all.
	ErrUnknown = errors.New("unknown move")
	// ErrIllegal means that no legal move fits.
	ErrIllegal = errors.New("illegal move")
	// ErrAmbiguous means that several legal moves fit.
	ErrAmbiguous = errors.New("ambiguous move")
)

// Spec is what a move text says, in whatever alphabet: the man, where it goes,
// and as much as is told of where it comes from.
type Spec struct {
	Kind     Kind
	FromFile int8 // 0 to 7, -1 if not told
	FromRank int8 // 0 to 7, -1 if not told
	To       Square
	// Capture and Promotion are the signs that the text carries. A missing or
	// superfluous capture sign, or a missing promotion, is forgiven; a
	// promotion of a man that does not promote is illegal.
	Capture   bool
	Promotion bool
	// Exchange means the exchange of the king with the man on To; the kind and
	// the square it comes from are then not looked at.
	Exchange bool
}

// Resolve returns the one ordinary legal move that s can mean, or the exchange
// if it speaks of one: to a square that allows it, whether or not the rule set
// has it. The error is ErrIllegal or ErrAmbiguous as it stands.
func (p *Position) Resolve(s Spec) (Move, error) {
	r := p.Restraint()
	return p.ResolveUnder(&r, &s)
}

// ResolveUnder is Resolve for those who know the restraint of p already.
func (p *Position) ResolveUnder(r *Restraint, s *Spec) (Move, error) {
	us := p.Turn()
	own := p.colors[us]
	to := s.To & 63
	if s.Exchange {
		m := NewExchange(p.KingSquare(us), to)
		if !p.IsLegal(m) {
			return NoMove, ErrIllegal
		}
		return m, nil
	}
	if s.Kind < Pawn || s.Kind > King || own.Has(to) ||
		s.Promotion && (s.Kind != Pawn || !(rank1|rank8).Has(to)) {
		return NoMove, ErrIllegal
	}
	from := p.origins(s.Kind, us, to)
	if s.FromFile >= 0 {
		from &= fileA << (s.FromFile & 7)
	}
	if s.FromRank >= 0 {
		from &= rank1 << (s.FromRank & 7 << 3)
	}
	if from != 0 && from.single() && s.Kind != King && r.checkers|r.pinned&from == 0 {
		return NewMove(s.Kind, from.First(), to), nil // as it is most of the time
	}
	return p.onlySafe(r, s.Kind, from, to)
}

// onlySafe returns the move of the one man among those of kind k on the squares
// of from that may go to the square to, which they all reach.
func (p *Position) onlySafe(r *Restraint, k Kind, from Bitboard, to Square) (Move, error) {
	king := p.KingSquare(p.Turn()) & 63
	found := NoMove
	for from != 0 {
		f := from.PopFirst()
		if k == King && !p.isSafe(King, f, to) || k != King && !r.allows(king, f, to) {
			continue
		}
		if found != NoMove {
			return NoMove, ErrAmbiguous
		}
		found = NewMove(k, f, to)
	}
	if found == NoMove {
		return NoMove, ErrIllegal
	}
	return found, nil
}

// origins returns the men of kind k and colour us that reach to, which no man
// of us stands on, pins and checks aside.
func (p *Position) origins(k Kind, us Color, to Square) Bitboard {
	occ := p.colors[0] | p.colors[1]
	men := p.kinds[k&7] & p.colors[us]
	switch k {
	case Pawn:
		if occ.Has(to) {
			return pawnTable[us^1][to] & men
		}
		return pawnPushes(us^1, to.Bit()) & men
	case Knight:
		return knightTable[to] & men
	case Alfil:
		return alfilTable[to] & men
	case Ferz:
		return ferzTable[to] & men
	case Rook:
		if men&cross(to) == 0 {
			return 0
		}
		return RookAttacks(to, occ) & men
	default:
		return kingTable[to] & men
	}
}
