package rules

// Kind is a kind of man, or NoKind for none. Its values are part of the
// encoding of a [Move] and of the position keys, and never change.
type Kind uint8

// The kinds of men. Pawn is the baidaq, Knight the faras, Alfil the fil, Ferz
// the firzan, Rook the rukh, King the shah.
const (
	NoKind Kind = iota
	Pawn
	Knight
	Alfil
	Ferz
	Rook
	King
)

const kindLetters = " PNAFRK "

// Letter returns the capital letter of the kind, one of K F R N A P, or a
// space for NoKind.
func (k Kind) Letter() byte { return kindLetters[k&7] }

// String returns the English name of the kind, "" for NoKind.
func (k Kind) String() string {
	switch k {
	case Pawn:
		return "pawn"
	case Knight:
		return "knight"
	case Alfil:
		return "alfil"
	case Ferz:
		return "ferz"
	case Rook:
		return "rook"
	case King:
		return "king"
	}
	return ""
}

// KindOf returns the kind that a capital letter stands for: K, R, N, P, and
// F, Q, G for the ferz, A, B, E for the alfil. Any other byte is NoKind.
func KindOf(letter byte) Kind {
	switch letter {
	case 'P':
		return Pawn
	case 'N':
		return Knight
	case 'A', 'B', 'E':
		return Alfil
	case 'F', 'Q', 'G':
		return Ferz
	case 'R':
		return Rook
	case 'K':
		return King
	}
	return NoKind
}
