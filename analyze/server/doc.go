// Package server is the side of a protocol that an engine has: it lets the
// built-in engine be used by other programs, as the variant shatranj. [ServeUCI]
// speaks the Universal Chess Interface, [ServeXBoard] the Chess Engine
// Communication Protocol of XBoard, version 2.
//
// Positions are read with any of the letters for ferz and alfil. Moves are
// written as Fairy-Stockfish, cutechess and XBoard have them, who all call the
// ferz q: a pawn that promotes moves "e7e8q". The exchange of the king with one
// of its men, which other programs do not know, is written by the two squares.
// The start position is the array shah-d, as it is with those programs.
//
// Whatever it cannot make sense of, a server passes over and says so, as the
// protocol has it; a command that is wrong anywhere changes nothing.
package server
