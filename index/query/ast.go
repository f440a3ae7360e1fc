package query

// An Expr is a query, or a part of one. The types that implement it are those
// of this package alone: [All], [And], [Or], [Not], [Word], [Phrase], [Field],
// [Tag], [Saved], [Position], [Board], [Material], [Line] and [Alfil], as
// values, not pointers.
//
// A field named Column says where in the query a node was read: where its
// value begins, which is behind the colon and the quotation mark of a field.
// It is for errors that are found later, and 0 in a node that was not read.
type Expr interface {
	// String returns the canonical form of the query.
	String() string

	expr()
}

// All is the empty query: every game.
type All struct{}

// And selects what all of its terms select. Parse gives it at least two, none
// of them an And or All.
type And struct{ Terms []Expr }

// Or selects what any of its terms selects. Parse gives it at least two, none
// of them an Or or All.
type Or struct{ Terms []Expr }

// Not selects what its term does not.
type Not struct{ Term Expr }

// Match says how words are compared.
type Match uint8

// The words themselves, words that begin so, words spelt nearly so.
const (
	Whole Match = iota
	Prefix
	Fuzzy
)

// Text is words to look for, as they were written: folding them is left to
// where they are compared.
type Text struct {
	Text  string
	Match Match // of the last word, where there are several
}

// Word is a bare word, looked for in names, events and comments.
type Word struct {
	Text   string
	Match  Match
	Column int
}

// Phrase is words in quotes, looked for in this order in names, events and
// comments.
type Phrase struct {
	Text   string
	Match  Match // of its last word
	Column int
}

// Field compares a field of games with a value.
type Field struct {
	Name string // one of FieldDocs
	Op   Op
	// Value is of the type that belongs to the field: Text, Number, Score,
	// Date or Choice. Of Between it is the lower end.
	Value Value
	High  Value // the upper end of Between, not below Value; else nil

	Column int
}

// Op is how a field is compared. Text and Choice know Is alone.
type Op uint8

// Less and More leave the value itself out; Between includes both ends.
const (
	Is Op = iota
	Less
	AtMost
	More
	AtLeast
	Between
)

// Value is what a field is compared with: a [Text], [Number], [Score], [Date]
// or [Choice].
type Value interface {
	String() string

	value()
}

// Number is a whole number, not negative.
type Number int64

// Score is an evaluation in hundredths of a pawn, from White's side.
type Score int

// Choice is one of the fixed values of a field, as FieldDocs spells it.
type Choice string

// Tag asks for a tag by its PGN name.
type Tag struct {
	Name   string
	Any    bool // whatever its value; else Value counts
	Value  Text
	Column int
}

// Saved stands for a query that was saved under a name; see [Expand].
type Saved struct {
	Name       string
	Variations bool // its patterns look into variations, too
	Column     int
}

// Scope narrows where a pattern is looked for.
type Scope struct {
	Alfils     []Family // all of which the same position must have
	For        int      // consecutive plies it must last; 0: any number
	At         *Plies   // nil: anywhere
	Variations bool     // looked for in variations, too
}

// Plies is a range of plies, both ends included; 0 is the start of a game.
type Plies struct {
	From int
	To   int // negative: to the end
}

// Family says that a side has an alfil among the eight squares that an alfil
// on Square can ever reach.
type Family struct {
	Side   Side
	Square Square
}

// Side is that of White or Black.
type Side uint8

// The sides.
const (
	White Side = iota
	Black
)

// Square counts from a1 = 0, b1 = 1 to h8 = 63.
type Square uint8

// String returns the square's name, as e4.
func (s Square) String() string { return string([]byte{'a' + byte(s&7), '1' + byte(s>>3&7)}) }

// Images is which images of a position are looked for beside itself.
type Images uint8

// No other, the one mirrored left to right, the one with colours exchanged and
// ranks turned round, and all three others.
const (
	Exact  Images = 0
	Mirror Images = 1
	Colors Images = 2
	Any    Images = Mirror | Colors
)

// Position asks for an exact position.
type Position struct {
	FEN    string // placement and side to move, with the letters KFRNAP
	Images Images
	Scope
	Column int
}

// Board asks for positions whose every square holds one of the men named.
type Board struct {
	Squares [64]Men // by Square
	Scope
	Column int
}

// Men is a set of what can be on a square: bit 0 is nothing, bits 1 to 6 are
// White's K F R N A P, bits 7 to 12 Black's.
type Men uint16

// Sets of men.
const (
	Empty    Men = 1
	WhiteMen Men = 0x3f << 1
	BlackMen Men = 0x3f << 7
	Anything Men = Empty | WhiteMen | BlackMen
)

// ManOf returns the set of one man; kind is its place in [Kinds].
func ManOf(side Side, kind int) Men { return 1 << (1 + kind + 6*int(side)) }

// Kinds are the letters of the kinds of men, in the order used here.
const Kinds = "KFRNAP"

// Material asks for positions with certain men.
type Material struct {
	First, Second Force
	Ordered       bool // First is White's; else either side's
	Scope
	Column int
}

// Force is the men of a side.
type Force struct {
	Men     [6]int // how many of each kind, in the order of Kinds; one K
	AtLeast bool   // there may be more
	// Alfils are squares, of whose families one alfil each must be; there are
	// no more of them than alfils. Ferzes are likewise for the colours of
	// squares.
	Alfils []Square
	Ferzes []Shade
}

// Shade is the colour of a square.
type Shade uint8

// The colours of squares; a1 is dark.
const (
	Dark Shade = iota
	Light
)

// Line asks for moves that follow one another, anywhere in a game.
type Line struct {
	// Moves are moves in the algebraic notation, with the letters KFRNA and
	// without check signs, or in coordinates; [AnyMove]; and [Gap], neither
	// at the ends nor next to one another.
	Moves []string
	Scope
	Column int
}

// What may stand in a Line for moves: one of any kind, any number of them.
const (
	AnyMove = "?"
	Gap     = "*"
)

// Alfil asks for positions with the alfils of its Scope, at least one.
type Alfil struct {
	Scope
	Column int
}

func (All) expr()      {}
func (And) expr()      {}
func (Or) expr()       {}
func (Not) expr()      {}
func (Word) expr()     {}
func (Phrase) expr()   {}
func (Field) expr()    {}
func (Tag) expr()      {}
func (Saved) expr()    {}
func (Position) expr() {}
func (Board) expr()    {}
func (Material) expr() {}
func (Line) expr()     {}
func (Alfil) expr()    {}

func (Text) value()   {}
func (Number) value() {}
func (Score) value()  {}
func (Date) value()   {}
func (Choice) value() {}
