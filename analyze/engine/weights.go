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

// defaultWeights are the weights that the engine plays with. They were fitted,
// by logistic regression, to the results and to the scores of the engine's games
// against itself.
var defaultWeights = weights{
	man: [8]tapered{rules.Pawn: pair(72, 100), rules.Knight: pair(423, 384), rules.Alfil: pair(110, 123), rules.Ferz: pair(178, 168), rules.Rook: pair(617, 722)},
	square: [8][32]tapered{
		rules.Pawn: {
			0, 0, 0, 0,
			pair(-12, 5), pair(-14, -7), pair(5, 5), pair(19, 10),
			pair(-6, 14), pair(-10, 19), pair(14, -1), pair(22, 13),
			pair(-1, 7), pair(-4, 22), pair(35, 12), pair(22, 11),
			pair(-8, 10), pair(5, -2), pair(3, 7), pair(30, 3),
			pair(-14, 11), pair(5, 29), pair(8, 15), pair(22, 26),
			pair(-1, 23), pair(11, 28), pair(37, 33), pair(23, 48),
			0, 0, 0, 0,
		},
		rules.Knight: {
			pair(-31, -21), pair(21, -8), pair(-19, -3), pair(-7, 5),
			pair(-7, 4), pair(-22, 5), pair(9, -20), pair(17, 6),
			pair(-3, 1), pair(1, 5), pair(17, 12), pair(17, 6),
			pair(24, 30), pair(12, -1), pair(12, 9), pair(29, 15),
			pair(3, -1), pair(24, 9), pair(29, 11), pair(33, 23),
			pair(-26, -31), pair(9, 16), pair(23, 12), pair(17, 13),
			pair(-9, -6), pair(3, 10), pair(-6, -2), pair(10, 13),
			pair(-32, -33), pair(-16, -5), pair(-7, 7), pair(7, -2),
		},
		rules.Alfil: {
			pair(-11, -3), pair(-26, -7), pair(14, 12), pair(-2, 3),
			pair(-5, -3), 0, pair(3, 2), pair(5, 3),
			pair(7, 18), pair(3, 0), pair(6, 2), pair(12, -3),
			pair(0, -3), pair(5, 0), pair(7, 2), pair(9, 3),
			pair(0, -3), pair(5, 3), pair(19, -2), pair(9, 3),
			pair(-2, -3), pair(3, 0), pair(6, 2), pair(7, 3),
			pair(-10, 12), 0, pair(3, 2), pair(-16, 3),
			pair(-9, -3), pair(-5, 0), pair(-2, 2), pair(0, 3),
		},
		rules.Ferz: {
			pair(-20, -19), pair(-14, 8), pair(-9, -10), pair(4, -7),
			pair(-20, -25), pair(-6, -13), pair(-7, 7), pair(3, 0),
			pair(-15, -19), pair(-13, -3), pair(1, 13), pair(33, 8),
			pair(6, 0), pair(3, 11), pair(18, 16), pair(47, 21),
			pair(-5, -12), pair(13, -1), pair(16, 13), pair(24, 28),
			pair(-4, -11), pair(-2, -15), pair(26, 12), pair(28, 31),
			pair(-2, -14), pair(-12, 1), pair(-6, -1), pair(34, 8),
			pair(-18, -2), pair(-16, -5), pair(0, 2), pair(9, 30),
		},
		rules.Rook: {
			pair(2, 8), pair(6, -10), pair(7, 4), pair(13, -5),
			pair(0, 8), pair(-2, 4), pair(11, 6), pair(-4, 2),
			pair(21, 4), pair(4, 25), pair(5, 9), pair(-3, 7),
			pair(-13, 15), pair(0, 15), pair(12, 10), pair(9, 3),
			pair(4, 3), pair(20, 2), pair(10, 15), pair(16, 17),
			pair(-14, 17), pair(20, 11), pair(9, 21), pair(12, 13),
			pair(32, -2), pair(8, 22), pair(20, 2), pair(21, 7),
			pair(3, 15), pair(2, 19), pair(8, 14), pair(13, 13),
		},
		rules.King: {
			pair(0, -19), pair(7, -15), pair(0, -2), pair(12, -14),
			pair(-7, -12), pair(11, -11), pair(20, -5), pair(5, -4),
			pair(1, 6), pair(-1, 15), pair(-5, 18), pair(23, 7),
			pair(-4, -2), pair(2, 10), pair(-19, 17), pair(-20, 21),
			pair(-9, 6), pair(-16, 14), pair(-16, 27), pair(-27, 17),
			pair(-24, -4), pair(-25, 4), pair(-23, 16), pair(-27, 20),
			pair(-30, -25), pair(-23, -2), pair(-21, 10), pair(-23, 3),
			pair(-35, -41), pair(-33, -25), pair(-30, -1), pair(-35, 0),
		},
	},
	mobility: [8][15]tapered{
		rules.Knight: {pair(-3, -24), pair(2, -19), pair(12, -10), pair(16, 15), pair(20, 25), pair(24, 36), pair(28, 44), pair(36, 45), pair(42, 18)},
		rules.Alfil:  {pair(-1, -15), pair(2, 7), pair(3, 11), pair(0, 19), pair(0, 18)},
		rules.Ferz:   {pair(-4, -6), pair(2, 8), pair(18, 1), pair(15, 10), pair(17, 19)},
		rules.Rook:   {pair(-2, -29), pair(8, -35), pair(7, 7), pair(6, 5), pair(13, 4), pair(13, 22), pair(14, 46), pair(20, 38), pair(14, 52), pair(24, 54), pair(21, 59), pair(29, 55), pair(35, 46), pair(57, 47), pair(47, 59)},
		rules.King:   {pair(-9, -26), pair(0, -18), pair(4, -6), pair(7, 1), pair(11, 1), pair(-1, 6), pair(-7, 12), pair(-12, 10), pair(-7, 2)},
	},
	ring:      [8]tapered{rules.Knight: pair(2, -5), rules.Alfil: pair(-8, 7), rules.Ferz: pair(18, -3), rules.Rook: pair(6, -4)},
	attackers: [6]tapered{pair(-5, 13), pair(-3, 11), pair(14, 7), pair(29, 4), pair(37, -6), pair(53, 20)},
	unguarded: pair(0, 3),
	safeCheck: [8]tapered{rules.Knight: pair(28, -1), rules.Rook: pair(33, -5)},
	threat: [8][8]tapered{
		rules.Pawn:   {rules.Knight: pair(28, 18), rules.Alfil: pair(25, 32), rules.Ferz: pair(23, 22), rules.Rook: pair(37, 27)},
		rules.Knight: {rules.Pawn: pair(0, 12), rules.Knight: pair(-1, 0), rules.Alfil: pair(-3, 4), rules.Ferz: pair(-6, -1), rules.Rook: pair(25, 16)},
		rules.Alfil:  {rules.Pawn: pair(24, 4), rules.Knight: pair(25, 11), rules.Ferz: pair(21, 5), rules.Rook: pair(17, 15)},
		rules.Ferz:   {rules.Pawn: pair(-15, 32), rules.Knight: pair(27, 13), rules.Alfil: pair(5, 18), rules.Rook: pair(20, 13)},
		rules.Rook:   {rules.Pawn: pair(-5, 23), rules.Knight: pair(13, 18), rules.Alfil: pair(9, 3), rules.Ferz: pair(-4, 11)},
		rules.King:   {rules.Pawn: pair(1, 28), rules.Knight: pair(8, 3), rules.Alfil: pair(17, 0), rules.Ferz: pair(16, 33), rules.Rook: pair(8, -8)},
	},
	hanging:      pair(17, 31),
	openFile:     pair(15, 12),
	halfOpenFile: pair(11, 15),
	guarded:      pair(2, -3),
	guardedMan:   pair(1, 18),
	doubled:      pair(-9, -9),
	isolated:     pair(-17, -1),
	passed:       [8]tapered{0, pair(-24, 15), pair(0, 15), pair(-6, 20), pair(23, 17), pair(17, 27), pair(11, 34)},
	passedFree:   [8]tapered{0, pair(-5, 19), pair(-6, -6), pair(-16, 9), pair(-13, 26), pair(-6, 36), pair(-6, 49)},
	left:         [5]tapered{0, pair(-93, -81), pair(-44, -64), pair(-18, -19), pair(-29, -19)},
	hunt:         [4]tapered{0, pair(-58, 4), pair(9, 1), pair(-7, 6)},
	guard:        [4]tapered{0, pair(39, 7), pair(9, 2), pair(-2, 4)},
	tempo:        pair(8, 3),
}
