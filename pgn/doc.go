// Package pgn reads and writes shatranj games in the PGN dialect that the
// project keeps (docs/dialect.md), and joins them to a board.
//
// The work is done in three steps, each one exported call:
//
//   - [Reader] turns bytes into games: syntax only. A [Game] keeps its text, its
//     tags in order and its movetext as a flat list of [Item] values (moves,
//     comments, NAGs, brackets of variations, results …), each with its place in
//     the text. The list is the tree, written down in reading order, so that no
//     depth of nesting costs recursion and nothing that stands in an odd place
//     is lost.
//   - [Replayer] plays a game on a board under a rule set and says what it found:
//     start array, letters, moves, ending, result, diagnostics.
//   - [Writer] writes the game back in the one canonical form.
//
// Something wrong with a game's text is a [Diagnostic], never an error: the rest
// of the input goes on. An error is work that could not be done, such as a read
// that failed.
package pgn
