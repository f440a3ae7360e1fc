// Package analyze is what a game analysis is made of: engines that evaluate
// positions, a batch that has each distinct position of many games evaluated
// once, and a judge that finds from the evaluations what each move has cost.
//
// It computes and writes nothing: what is found out is handed back, and kept in
// a store that the caller provides. All evaluations are told from White's point
// of view.
package analyze
