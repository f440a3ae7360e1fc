package rules

import "iter"

// moveRoom is room for the moves of any position that a game reaches.
const moveRoom = 128

// Perft returns the number of lines of depth plies from p: plain move
// generation, without exchanges, not stopped by baring or draws. The last ply
// is counted, not made. A depth of 0 or less counts p itself.
func Perft(p *Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	if depth == 1 {
		return uint64(p.CountMoves())
	}
	var room [moveRoom]Move
	var next Position
	n := uint64(0)
	for _, m := range p.AppendMoves(room[:0]) {
		p.PlayInto(&next, m)
		n += Perft(&next, depth-1)
	}
	return n
}

// PerftToBare is Perft in which a line ends where it has won the game by baring:
// where it has left a side bare and the other with a man more than its king, or
// two if the bared side is to move and might still bare back. A side that is bare
// in p itself stops nothing. The published counts, Fairy-Stockfish's among them,
// are of this kind; they differ from Perft only where a side can be bared within
// the depth.
func PerftToBare(p *Position, depth int) uint64 {
	return perftToBare(p, depth, bareSides(p))
}

// bareSides tells for each colour whether it is bare.
func bareSides(p *Position) [2]bool { return [2]bool{p.IsBare(White), p.IsBare(Black)} }

// perftToBare counts on; the sides of exempt were bare from the beginning.
func perftToBare(p *Position, depth int, exempt [2]bool) uint64 {
	if depth <= 0 {
		return 1
	}
	us := p.Turn()
	own, enemy := p.colors[us], p.colors[us^1]
	switch {
	case enemy.single() && !own.single() && !exempt[us^1],
		own.single() && enemy.Count() > 2 && !exempt[us]:
		return 0
	case depth == 1:
		return uint64(p.CountMoves())
	}
	var room [moveRoom]Move
	var next Position
	n := uint64(0)
	for _, m := range p.AppendMoves(room[:0]) {
		p.PlayInto(&next, m)
		n += perftToBare(&next, depth-1, exempt)
	}
	return n
}

// Divide yields each legal move of p, in the order of AppendMoves, with the
// number of lines of depth plies that begin with it, as Perft counts them or,
// with toBare, as PerftToBare does.
func Divide(p *Position, depth int, toBare bool) iter.Seq2[Move, uint64] {
	exempt := bareSides(p)
	return func(yield func(Move, uint64) bool) {
		for _, m := range p.AppendMoves(nil) {
			next := p.Play(m)
			n := uint64(0)
			if toBare {
				n = perftToBare(&next, depth-1, exempt)
			} else {
				n = Perft(&next, depth-1)
			}
			if !yield(m, n) {
				return
			}
		}
	}
}
