package rules

// Move is a move in 16 bits: the square moved from in bits 0 to 5, the square
// moved to in bits 6 to 11, the kind of the man that moves in bits 12 to 14.
// In place of a kind, 7 stands for the exchange: from is then the king's
// square, to the square of the man that it changes places with. A pawn that
// moves to the first or the eighth rank always becomes a ferz, so a promotion
// needs no mark. The encoding is stored in files and never changes.
type Move uint16

// NoMove is the zero Move; it is never legal.
const NoMove Move = 0

const exchangeKind = 7

// NewMove returns the move of a man of kind k from one square to another.
func NewMove(k Kind, from, to Square) Move {
	return Move(from&63) | Move(to&63)<<6 | Move(k&7)<<12
}

// NewExchange returns the exchange of the king on the square king with the man
// of its own on the square man.
func NewExchange(king, man Square) Move { return NewMove(exchangeKind, king, man) }

// From returns the square that the man leaves.
func (m Move) From() Square { return Square(m & 63) }

// To returns the square that the man reaches.
func (m Move) To() Square { return Square(m >> 6 & 63) }

// Kind returns the kind of the man that moves; King for an exchange, NoKind
// for NoMove.
func (m Move) Kind() Kind {
	k := Kind(m >> 12 & 7)
	if k == exchangeKind {
		return King
	}
	return k
}

// IsExchange reports whether m is an exchange of the king with an own man.
func (m Move) IsExchange() bool { return m>>12&7 == exchangeKind }

// IsPromotion reports whether m makes a ferz of a pawn by moving it. An
// exchange that puts a pawn on its last rank is none.
func (m Move) IsPromotion() bool {
	to := m.To()
	return m>>12&7 == Move(Pawn) && (to < 8 || to >= 56)
}

// Image returns the same move in the image o of the position.
func (m Move) Image(o Orientation) Move {
	return m&^0xfff | Move(m.From().Image(o)) | Move(m.To().Image(o))<<6
}

// String returns the move in coordinates: "e2e3", "e7e8f" for a promotion,
// "e1b3" for an exchange, "0000" for NoMove.
func (m Move) String() string {
	if m == NoMove {
		return "0000"
	}
	return string(m.AppendTo(make([]byte, 0, 5)))
}

// AppendTo appends the move in coordinates to dst, as String has it.
func (m Move) AppendTo(dst []byte) []byte {
	if m == NoMove {
		return append(dst, "0000"...)
	}
	dst = m.To().appendTo(m.From().appendTo(dst))
	if m.IsPromotion() {
		dst = append(dst, 'f')
	}
	return dst
}
