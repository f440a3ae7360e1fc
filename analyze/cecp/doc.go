// Package cecp drives engines of other makers that speak the Chess Engine
// Communication Protocol, which is XBoard's, version 2, and that know the
// variant shatranj: Sjaak II and ShaMax, for instance.
//
// A [Client] takes the same requests and gives the same results as the built-in
// engine, as far as the protocol goes. It has no words for a search for mates,
// for a choice of root moves, or for more lines than one; the first two are
// errors, program.ErrLimit, and of more lines only the best is given. Nodes can
// be limited only with engines that have the feature nps, and then roughly, as
// they count; with others that is program.ErrLimit, too. A depth is asked for by
// sd, the time of a move by st where it is whole seconds. The protocol has no
// smaller unit there, so that a shorter time is told as a clock on which forty
// times as much is left, and the engine is told to move now when the time is up;
// not every engine listens.
//
// Positions are sent by setboard, as FENs of the four fields that XBoard sends,
// or by edit to engines without it; by edit the count of moves that lead to a
// draw begins anew. What comes back is checked against the rules: a move that is
// not legal is an error, never a result.
//
// Nothing that an engine does or fails to do makes a call wait for ever. An
// engine that has failed is killed; the error, a [*program.Error], says what went
// wrong, and a new client must be started.
package cecp
