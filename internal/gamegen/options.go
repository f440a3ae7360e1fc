package gamegen

import "github.com/diwan-shatranj/diwan/rules"

// Options say what games to make. The zero value makes none.
type Options struct {
	Games int
	Seed  uint64

	// MinPlies and MaxPlies bound the length of a game that does not end by the
	// rules before; 0 stands for 60 and 120.
	MinPlies, MaxPlies int

	// FEN gives every game the tags SetUp and FEN, and one of the three arrays.
	// Without it games begin from shah-e and do not say so.
	FEN bool
	// Start, where it is not nil, is what every game begins from in place of an
	// array; the tags SetUp and FEN say so.
	Start *rules.Position
	// Comments and Variations are the shares of moves, 0 to 1, that are
	// followed by one.
	Comments, Variations float64
	// Errors is the share of games with a fault, one of those that Fault names.
	Errors float64
	// Duplicates is the share of games that repeat an earlier one.
	Duplicates float64
	// Rules judges when a game is over; nil stands for iggc.
	Rules *rules.Ruleset
}

// plies gives the bounds of the length with their defaults.
func (o *Options) plies() (least, most int) {
	least, most = o.MinPlies, o.MaxPlies
	if least == 0 {
		least = 60
	}
	if most == 0 {
		most = 120
	}
	return least, max(least, most)
}

// Fault is a way in which a game's text is wrong.
type Fault uint8

// The faults. None of them leaves a game that can be played to its end.
const (
	NoFault       Fault = iota
	IllegalMove         // a null move
	UnknownMove         // a word that is no move
	BadFEN              // a FEN that cannot be read
	NoKing              // a position without a shah
	WrongVariant        // a game of another variant
	OpenComment         // a comment that does not end
	OpenVariation       // a variation that does not end
	faults
)
