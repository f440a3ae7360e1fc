// Package stats counts games: by player, by event with its crosstable, by ending
// and by length, and makes a rating list of results. It takes games as values of
// [Game] and knows nothing of where they come from.
//
// A result that is not known is never taken for a draw: such a game counts among
// the games, and in nothing else. Shares come with their Wilson intervals at 95 %,
// ratings with intervals from the curvature of the likelihood; docs/statistics.md
// says how both are computed.
package stats
