// Package engine is the built-in shatranj engine: a principal variation search
// over package rules with an evaluation made for the game.
//
// The search is exact about how a game ends under the rule set that it is
// given: checkmate, stalemate and baring, the one ply in which a bared king may
// bare back, the exchange of the king, and the draws by the count of moves and
// by repetition, whether they come by themselves or must be claimed: either
// player may claim them, and one of them will. A position that comes again
// inside the tree is taken for a draw under every rule set, since nothing was
// gained on the way.
//
// Positions are kept in the transposition table by their canonical keys, so
// that a position and its mirror image share what was found out about them.
//
// With one thread the result of a search depends on nothing but the request and
// on what the engine has searched since [New] or [Engine.Clear], provided that
// the limits are not times.
package engine

// Name and Version are what the engine calls itself. Version changes whenever
// search or evaluation do, so that results kept can be told apart.
const (
	Name    = "Diwan"
	Version = "2"
)
