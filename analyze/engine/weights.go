package engine

// weights are the values of the evaluation, in centipawns. All enter it as
// sums of products with counts, apart from what temper does to the sum.
type weights struct {
	man    [8]tapered
	square [8][32]tapered // by rank from one's own side, and file from the edge
	// mobility is by kind and the number of squares that a man attacks, those
	// of own men and of enemy pawns' attacks left out.
	mobility [8][15]tapered
	// ring counts each square at the enemy's king that a man attacks; danger
	// is by what siege makes of all that threatens the king.
	ring      [8]tapered
	danger    [20]tapered
	unguarded tapered    // for a square at the king that only it guards
	safeCheck [8]tapered // for a square that a man may check from
	// threat is by attacking and attacked kind, hanging for an attacked man
	// that nothing guards.
	threat  [8][8]tapered
	hanging tapered

	openFile, halfOpenFile tapered // for a rook
	guarded, guardedMan    tapered // by a pawn: a pawn, another man
	doubled, isolated      tapered
	passed, passedFree     [8]tapered // by rank; free where nothing stands ahead
	left                   [5]tapered // by the number of men besides the king
	hunt, guard            [4]tapered // for each step nearer to the last men, by their number
	tempo                  tapered
}

// list returns all weights in the order of the fields.
func (w *weights) list() []*tapered {
	var l []*tapered
	row := func(s []tapered) {
		for i := range s {
			l = append(l, &s[i])
		}
	}
	row(w.man[:])
	for k := range w.square {
		row(w.square[k][:])
	}
	for k := range w.mobility {
		row(w.mobility[k][:])
	}
	row(w.ring[:])
	row(w.danger[:])
	l = append(l, &w.unguarded)
	row(w.safeCheck[:])
	for k := range w.threat {
		row(w.threat[k][:])
	}
	l = append(l, &w.hanging, &w.openFile, &w.halfOpenFile, &w.guarded, &w.guardedMan, &w.doubled, &w.isolated)
	row(w.passed[:])
	row(w.passedFree[:])
	row(w.left[:])
	row(w.hunt[:])
	row(w.guard[:])
	return append(l, &w.tempo)
}
