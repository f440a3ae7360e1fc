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
		p.play(&next, m)
		n += Perft(&next, depth-1)
	}
	return n
}

// PerftToBare is Perft as Fairy-Stockfish has it, for comparison: no line goes
// on from a position that it holds to be won by baring, which is one where a
// side is bare and the other has a man more than its king, or two if the bared
// side is to move and might still bare back.
func PerftToBare(p *Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	us := p.Turn()
	own, enemy := p.colors[us], p.colors[us^1]
	switch {
	case enemy.single() && !own.single(), own.single() && enemy.Count() > 2:
		return 0
	case depth == 1:
		return uint64(p.CountMoves())
	}
	var room [moveRoom]Move
	var next Position
	n := uint64(0)
	for _, m := range p.AppendMoves(room[:0]) {
		p.play(&next, m)
		n += PerftToBare(&next, depth-1)
	}
	return n
}

// Divide yields each legal move of p, in the order of AppendMoves, with the
// number of lines of depth plies that begin with it.
func Divide(p *Position, depth int) iter.Seq2[Move, uint64] {
	return func(yield func(Move, uint64) bool) {
		for _, m := range p.AppendMoves(nil) {
			next := p.Play(m)
			if !yield(m, Perft(&next, depth-1)) {
				return
			}
		}
	}
}
