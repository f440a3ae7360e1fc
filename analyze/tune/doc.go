// Package tune fits the weights of the built-in engine's evaluation to games that
// the engine plays against itself.
//
// [Play] plays them, at a fixed number of nodes, and keeps the quiet positions
// with the engine's score and the result of their game. [Fit] makes of these a
// logistic regression: it moves the weights so that the value of a position, put
// through the logistic function, comes nearest to a mean of the result and of the
// winning chance that the score speaks for. What the games and the fit are
// depends on their options alone, not on the number of threads.
//
// make tune does both and writes the file of the weights.
package tune
