// Package match plays matches between two engines: the built-in one and those of
// other makers, in any combination.
//
// Games come in pairs from the same opening, in which the players exchange
// colours. The rules are the only judge: a game ends where the rule set says so,
// its draws by count and repetition being taken at once, and there is no
// adjudication by scores. A player that makes an illegal move, overruns its time
// by more than the margin, gives up or fails loses the game.
//
// The difference in strength is given in Elo with an interval of 95 %, made from
// the scores of whole pairs, since the games of a pair depend on their opening; a
// sequential probability ratio test may end the match. See
// https://www.chessprogramming.org/Sequential_Probability_Ratio_Test.
package match
