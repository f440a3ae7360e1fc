// Package uci drives engines of other makers that speak the Universal Chess
// Interface and know the variant shatranj, such as Fairy-Stockfish.
//
// A [Client] takes the same requests and gives the same results as the built-in
// engine. Positions are sent as FENs of six fields in the letters that the
// engine reads, and moves with the letter that it writes for a promotion. What
// comes back is checked against the rules: a move that is not legal is an
// error, never a result.
//
// Nothing that an engine does or fails to do makes a call wait for ever. An
// engine that has failed is killed; the error, a [*program.Error], says what went
// wrong, and a new client must be started.
package uci
