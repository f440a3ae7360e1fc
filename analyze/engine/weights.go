package engine

import "github.com/diwan-shatranj/diwan/rules"

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

// defaultWeights are the weights that the engine plays with. They were fitted,
// by logistic regression, to the results and to the scores of the engine's games
// against itself.
var defaultWeights = weights{
	man: [8]tapered{rules.Pawn: pair(77, 100), rules.Knight: pair(444, 393), rules.Alfil: pair(113, 123), rules.Ferz: pair(182, 167), rules.Rook: pair(652, 755)},
	square: [8][32]tapered{
		rules.Pawn: {
			0, 0, 0, 0,
			pair(-13, 4), pair(-12, -4), pair(5, 5), pair(19, 10),
			pair(-9, 15), pair(-8, 20), pair(14, 2), pair(24, 12),
			pair(-1, 7), pair(-4, 25), pair(34, 15), pair(25, 6),
			pair(-7, 11), pair(6, 0), pair(4, 8), pair(33, 1),
			pair(-17, 9), pair(2, 24), pair(2, 13), pair(20, 25),
			pair(-10, 25), pair(10, 23), pair(52, 30), pair(24, 47),
			0, 0, 0, 0,
		},
		rules.Knight: {
			pair(-31, -21), pair(24, -4), pair(-22, 0), pair(-5, 8),
			pair(-3, 14), pair(-26, 14), pair(12, -26), pair(18, 5),
			pair(-1, 5), pair(1, 5), pair(20, 12), pair(17, 2),
			pair(26, 37), pair(17, -3), pair(13, 9), pair(33, 14),
			pair(3, 1), pair(27, 9), pair(30, 9), pair(38, 21),
			pair(-38, -43), pair(8, 18), pair(27, 11), pair(14, 15),
			pair(-4, -4), pair(6, 14), pair(-6, -4), pair(12, 15),
			pair(-34, -42), pair(-19, -4), pair(-9, 12), pair(15, 0),
		},
		rules.Alfil: {
			pair(-11, -3), pair(-26, -4), pair(16, 9), pair(-2, 3),
			pair(-5, -3), 0, pair(3, 2), pair(5, 3),
			pair(10, 17), pair(3, 0), pair(6, 2), pair(17, -4),
			pair(0, -3), pair(5, 0), pair(7, 2), pair(9, 3),
			pair(0, -3), pair(8, 3), pair(20, -2), pair(9, 3),
			pair(-2, -3), pair(3, 0), pair(6, 2), pair(7, 3),
			pair(-12, 20), 0, pair(3, 2), pair(-19, 1),
			pair(-9, -3), pair(-5, 0), pair(-2, 2), pair(0, 3),
		},
		rules.Ferz: {
			pair(-22, -22), pair(-22, 11), pair(-5, -8), pair(6, -6),
			pair(-24, -34), pair(-3, -11), pair(-5, 9), pair(5, 0),
			pair(-19, -25), pair(-11, -1), pair(3, 15), pair(32, 9),
			pair(7, -1), pair(-1, 15), pair(23, 15), pair(49, 22),
			pair(-7, -15), pair(18, -3), pair(13, 19), pair(25, 30),
			pair(-7, -14), pair(-5, -16), pair(38, 13), pair(33, 33),
			pair(-4, -22), pair(-19, 7), pair(-10, 1), pair(50, 8),
			pair(-22, -4), pair(-25, -2), pair(4, 5), pair(10, 27),
		},
		rules.Rook: {
			pair(5, 3), pair(8, -14), pair(9, 3), pair(16, -8),
			pair(3, 12), pair(1, 5), pair(18, 3), pair(-2, 0),
			pair(21, 7), pair(2, 34), pair(3, 13), pair(-1, 11),
			pair(-14, 19), pair(-1, 19), pair(9, 15), pair(10, 6),
			pair(8, 2), pair(25, 3), pair(13, 17), pair(15, 18),
			pair(-18, 22), pair(28, 9), pair(7, 27), pair(14, 16),
			pair(39, -4), pair(7, 25), pair(25, 0), pair(26, 8),
			pair(4, 16), pair(0, 26), pair(10, 18), pair(13, 16),
		},
		rules.King: {
			pair(-2, -18), pair(5, -14), pair(-1, -2), pair(10, -14),
			pair(-10, -10), pair(13, -12), pair(22, -5), pair(4, -6),
			pair(-1, 9), pair(-3, 15), pair(-5, 17), pair(25, 5),
			pair(0, -2), pair(3, 9), pair(-30, 20), pair(-18, 19),
			pair(-9, 4), pair(-17, 14), pair(-12, 29), pair(-18, 17),
			pair(-24, -1), pair(-26, 7), pair(-22, 15), pair(-19, 20),
			pair(-29, -27), pair(-23, -1), pair(-12, 9), pair(-15, 1),
			pair(-39, -50), pair(-38, -29), pair(-28, 6), pair(-35, 3),
		},
	},
	mobility: [8][15]tapered{
		rules.Knight: {pair(1, -28), pair(6, -23), pair(16, -9), pair(20, 17), pair(22, 29), pair(27, 42), pair(30, 50), pair(38, 49), pair(49, 22)},
		rules.Alfil:  {pair(0, -19), pair(4, 7), pair(5, 14), pair(1, 21), pair(0, 20)},
		rules.Ferz:   {pair(-1, -11), pair(4, 11), pair(19, 3), pair(16, 12), pair(19, 21)},
		rules.Rook:   {pair(2, -35), pair(12, -42), pair(9, 10), pair(9, 7), pair(15, 7), pair(16, 31), pair(15, 52), pair(22, 42), pair(16, 59), pair(26, 58), pair(24, 64), pair(35, 60), pair(37, 52), pair(63, 48), pair(54, 62)},
		rules.King:   {pair(-3, -23), pair(9, -18), pair(6, -8), pair(6, -3), pair(10, 1), pair(-1, 6), pair(-6, 14), pair(-18, 11), pair(-15, 5)},
	},
	ring:      [8]tapered{rules.Knight: pair(3, -8), rules.Alfil: pair(-3, 2), rules.Ferz: pair(23, -5), rules.Rook: pair(5, -8)},
	danger:    [20]tapered{pair(-3, 5), pair(3, -12), pair(-2, 8), pair(0, 1), pair(1, 5), pair(2, 15), pair(8, 13), pair(22, 9), pair(26, 12), pair(37, 12), pair(43, 19), pair(46, 25), pair(67, 35), pair(67, 30), pair(82, 35), pair(90, 38), pair(100, 39), pair(117, 51), pair(133, 55), pair(153, 68)},
	unguarded: pair(-4, 2),
	safeCheck: [8]tapered{rules.Knight: pair(23, -7), rules.Rook: pair(30, -13)},
	threat: [8][8]tapered{
		rules.Pawn:   {rules.Pawn: pair(1, 0), rules.Knight: pair(29, 16), rules.Alfil: pair(26, 36), rules.Ferz: pair(22, 28), rules.Rook: pair(36, 22)},
		rules.Knight: {rules.Pawn: pair(-2, 13), rules.Knight: pair(-2, 0), rules.Alfil: pair(-3, 5), rules.Ferz: pair(-6, -2), rules.Rook: pair(25, 13)},
		rules.Alfil:  {rules.Pawn: pair(22, 6), rules.Knight: pair(26, 7), rules.Ferz: pair(27, 3), rules.Rook: pair(9, 10)},
		rules.Ferz:   {rules.Pawn: pair(-23, 39), rules.Knight: pair(30, 11), rules.Alfil: pair(2, 19), rules.Rook: pair(16, 6)},
		rules.Rook:   {rules.Pawn: pair(-5, 21), rules.Knight: pair(10, 21), rules.Alfil: pair(11, -2), rules.Ferz: pair(-3, 7), rules.Rook: pair(0, -1)},
		rules.King:   {rules.Pawn: pair(1, 28), rules.Knight: pair(13, 1), rules.Alfil: pair(16, -2), rules.Ferz: pair(21, 32), rules.Rook: pair(14, -12)},
	},
	hanging:      pair(18, 30),
	openFile:     pair(17, 2),
	halfOpenFile: pair(10, 8),
	guarded:      pair(2, -3),
	guardedMan:   pair(2, 17),
	doubled:      pair(-8, -12),
	isolated:     pair(-17, -1),
	passed:       [8]tapered{0, pair(-28, 20), pair(-4, 16), pair(-8, 21), pair(26, 18), pair(23, 29), pair(20, 31)},
	passedFree:   [8]tapered{0, pair(-6, 21), pair(-11, -5), pair(-19, 13), pair(-23, 30), pair(-15, 40), pair(-11, 58)},
	left:         [5]tapered{0, pair(-78, -68), pair(-38, -67), pair(-16, -19), pair(-44, -20)},
	hunt:         [4]tapered{0, pair(-69, 5), pair(11, 0), pair(-5, 6)},
	guard:        [4]tapered{0, pair(35, 6), pair(11, 1), pair(-2, 3)},
	tempo:        pair(8, 3),
}
