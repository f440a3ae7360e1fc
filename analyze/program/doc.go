// Package program runs chess engines of other makers as programs of their own:
// it starts and ends them, sends and receives lines, and names what goes wrong.
// What the lines mean is the business of the packages uci and cecp, whose
// clients have in common what is here: the configuration, the errors and the
// letters of the men.
//
// Nothing that a program does or fails to do makes a call wait for ever.
package program
