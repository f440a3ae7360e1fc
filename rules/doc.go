// Package rules is the game of shatranj itself: board, men, moves, legality,
// start arrays, rule sets and the outcome of a game.
//
// A [Position] is a value. It is made from a start array, from a [Setup] that
// was found playable, or by [Position.Play], and is therefore always one in
// which each side has one king and the side that has just moved is not in
// check. Playing a move returns a new Position and leaves the old one as it
// was; nothing on the way from a position to its moves, its outcome and the
// next position allocates memory.
//
// What is legal on the board is the same everywhere and belongs to Position.
// What the end of the game is differs from source to source and belongs to a
// [Ruleset], which is plain data: baring, stalemate, the exchange of the shah
// with one of its own men, the draws by count and by repetition.
//
// The game has exact symmetries: mirrored left to right, and turned round with
// the colours exchanged, a position stays the same position. An [Orientation]
// names such an image, and [Position.Key] is one 64-bit key that a position
// shares with all its images.
//
// Men are called by the names of the modern board (king, ferz, rook, knight,
// alfil, pawn) and written with the letters K F R N A P; Q and G are also read
// for the ferz, B and E for the alfil. The package reads FEN, the algebraic
// notation and coordinates in this one alphabet; the many others that files
// are written in are the business of the packages above, which say what they
// have understood as a [Spec].
package rules
