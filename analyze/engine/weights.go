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
	// ring counts each square at the enemy's king that a man attacks,
	// attackers the men that do so.
	ring      [8]tapered
	attackers [6]tapered
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

// defaultWeights are the weights that the engine plays with.
var defaultWeights = weights{
	man: [8]tapered{rules.Pawn: pair(72, 100), rules.Knight: pair(405, 377), rules.Alfil: pair(117, 120), rules.Ferz: pair(177, 172), rules.Rook: pair(592, 683)},
	square: [8][32]tapered{
		rules.Pawn: {
			0, 0, 0, 0,
			pair(-9, 10), pair(-11, -13), pair(-2, 6), pair(18, 7),
			pair(-4, 9), pair(-8, 16), pair(8, 0), pair(16, 14),
			pair(12, 5), pair(-3, 19), pair(33, 7), pair(18, 10),
			pair(-10, 11), pair(7, 0), pair(-3, 15), pair(23, 7),
			pair(-6, 17), pair(11, 34), pair(17, 20), pair(25, 27),
			pair(12, 26), pair(14, 32), pair(25, 34), pair(24, 52),
			0, 0, 0, 0,
		},
		rules.Knight: {
			pair(-33, -22), pair(15, -10), pair(-18, -5), pair(-9, 1),
			pair(-14, -5), pair(-17, -3), pair(3, -12), pair(11, 8),
			pair(-10, -5), pair(3, 5), pair(15, 7), pair(15, 14),
			pair(23, 15), pair(8, 0), pair(12, 5), pair(26, 11),
			pair(0, -4), pair(17, 10), pair(27, 11), pair(31, 30),
			pair(-9, -15), pair(13, 10), pair(15, 9), pair(20, 14),
			pair(-15, -8), pair(-2, 3), pair(-1, 1), pair(10, 11),
			pair(-32, -27), pair(-15, -7), pair(-6, 2), pair(2, -2),
		},
		rules.Alfil: {
			pair(-12, -3), pair(-22, -7), pair(18, 12), pair(-2, 3),
			pair(-5, -3), 0, pair(3, 2), pair(5, 3),
			pair(6, 12), pair(3, 0), pair(7, 2), pair(7, 0),
			pair(0, -3), pair(5, 0), pair(8, 2), pair(10, 3),
			pair(0, -3), pair(-3, 0), pair(14, -3), pair(10, 3),
			pair(-2, -3), pair(3, 0), pair(7, 2), pair(8, 3),
			pair(-7, 6), 0, pair(3, 2), pair(-11, 3),
			pair(-10, -3), pair(-5, 0), pair(-2, 2), pair(0, 3),
		},
		rules.Ferz: {
			pair(-20, -17), pair(-5, 3), pair(-13, -12), pair(0, -3),
			pair(-16, -18), pair(-1, -9), pair(-7, 7), pair(1, 0),
			pair(-10, -12), pair(-13, -5), pair(-2, 14), pair(30, 6),
			pair(3, -1), pair(5, 1), pair(16, 11), pair(41, 29),
			pair(-2, -10), pair(11, 3), pair(24, 24), pair(20, 19),
			pair(-1, -8), pair(1, -11), pair(15, 4), pair(23, 19),
			pair(-2, -9), pair(-5, -1), pair(-2, -3), pair(21, 2),
			pair(-15, -9), pair(-9, -5), pair(-2, 2), pair(6, 33),
		},
		rules.Rook: {
			pair(-2, 9), pair(4, -9), pair(5, 4), pair(8, 0),
			pair(-1, 5), pair(-6, 0), pair(2, 6), pair(-6, 2),
			pair(21, 4), pair(6, 10), pair(5, 2), pair(-5, -3),
			pair(-12, 10), pair(3, 9), pair(14, 3), pair(7, 1),
			pair(-3, 3), pair(16, 12), pair(7, 11), pair(17, 15),
			pair(-10, 12), pair(13, 12), pair(9, 12), pair(10, 10),
			pair(23, 0), pair(12, 20), pair(15, 2), pair(17, 7),
			pair(3, 14), pair(4, 11), pair(5, 6), pair(16, 14),
		},
		rules.King: {
			pair(6, -20), pair(12, -17), pair(8, -5), pair(16, -13),
			pair(-1, -14), pair(9, -6), pair(17, -1), pair(11, -1),
			pair(1, 3), pair(-1, 16), pair(2, 18), pair(8, 13),
			pair(-8, -3), pair(-1, 9), pair(-12, 18), pair(-27, 16),
			pair(-13, 6), pair(-17, 16), pair(-22, 20), pair(-37, 14),
			pair(-26, -8), pair(-21, 11), pair(-28, 14), pair(-34, 17),
			pair(-29, -19), pair(-25, -2), pair(-30, 8), pair(-32, 4),
			pair(-33, -34), pair(-31, -21), pair(-34, -6), pair(-38, 0),
		},
	},
	mobility: [8][15]tapered{
		rules.Knight: {pair(-7, -22), pair(-5, -17), pair(8, -12), pair(10, 11), pair(16, 18), pair(23, 28), pair(28, 33), pair(29, 41), pair(32, 18)},
		rules.Alfil:  {pair(-6, -18), pair(-2, 8), pair(1, 7), pair(1, 18), pair(6, 14)},
		rules.Ferz:   {pair(-6, -11), pair(1, 3), pair(13, 0), pair(13, 9), pair(13, 20)},
		rules.Rook:   {pair(-5, -25), pair(5, -30), pair(3, 1), pair(0, 5), pair(4, 3), pair(13, 7), pair(13, 30), pair(16, 35), pair(11, 44), pair(20, 46), pair(20, 50), pair(24, 50), pair(33, 42), pair(50, 48), pair(42, 58)},
		rules.King:   {pair(-17, -26), pair(-5, -15), pair(2, -5), pair(6, -1), pair(11, -2), pair(1, 5), pair(-6, 11), pair(-6, 8), pair(-1, 5)},
	},
	ring:      [8]tapered{rules.Knight: pair(2, -1), rules.Alfil: pair(-3, 8), rules.Ferz: pair(20, -2), rules.Rook: pair(6, -1)},
	attackers: [6]tapered{pair(2, 4), pair(-5, 6), pair(10, 5), pair(29, 11), pair(42, 5), pair(59, 24)},
	unguarded: pair(2, 2),
	safeCheck: [8]tapered{rules.Knight: pair(25, -1), rules.Rook: pair(26, 4)},
	threat: [8][8]tapered{
		rules.Pawn:   {rules.Pawn: pair(-1, 0), rules.Knight: pair(29, 22), rules.Alfil: pair(24, 26), rules.Ferz: pair(21, 18), rules.Rook: pair(41, 32)},
		rules.Knight: {rules.Pawn: pair(4, 6), rules.Alfil: pair(-3, 4), rules.Ferz: pair(1, 2), rules.Rook: pair(28, 20)},
		rules.Alfil:  {rules.Pawn: pair(26, -1), rules.Knight: pair(25, 15), rules.Ferz: pair(15, 7), rules.Rook: pair(25, 21)},
		rules.Ferz:   {rules.Pawn: pair(-9, 18), rules.Knight: pair(27, 16), rules.Alfil: pair(14, 18), rules.Rook: pair(26, 20)},
		rules.Rook:   {rules.Pawn: pair(-2, 25), rules.Knight: pair(13, 10), rules.Alfil: pair(6, 12), rules.Ferz: pair(-4, 17)},
		rules.King:   {rules.Pawn: pair(6, 28), rules.Knight: pair(2, 7), rules.Alfil: pair(9, 0), rules.Ferz: pair(11, 36), rules.Rook: pair(3, -9)},
	},
	hanging:      pair(16, 34),
	openFile:     pair(15, 15),
	halfOpenFile: pair(7, 20),
	guarded:      pair(2, -5),
	guardedMan:   pair(1, 21),
	doubled:      pair(-5, -4),
	isolated:     pair(-21, 1),
	passed:       [8]tapered{0, pair(-9, 9), pair(8, 6), pair(7, 11), pair(22, 16), pair(14, 22), pair(9, 36)},
	passedFree:   [8]tapered{0, pair(-5, 12), pair(-1, -7), pair(-2, 5), pair(-1, 19), pair(1, 28), pair(-1, 36)},
	left:         [5]tapered{0, pair(-118, -112), pair(-52, -60), pair(-21, -21), pair(-11, -8)},
	hunt:         [4]tapered{0, pair(-28, 2), pair(11, 3), pair(-7, 7)},
	guard:        [4]tapered{0, pair(24, 9), pair(3, 2), pair(-7, 5)},
	tempo:        pair(8, 4),
}
