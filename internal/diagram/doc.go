// Package diagram draws boards as SVG.
//
// The men are drawn in the abstract shapes of the oldest sets that survive, of the
// ninth and tenth centuries: thrones for shah and firzan, a dome with two tusks for
// the fil and with one head for the faras, a block with a cleft for the rukh.
package diagram
