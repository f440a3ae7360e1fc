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
	man: [8]tapered{
		rules.Pawn: pair(80, 100), rules.Knight: pair(360, 370), rules.Alfil: pair(150, 120),
		rules.Ferz: pair(180, 190), rules.Rook: pair(590, 650),
	},
	square: [8][32]tapered{
		rules.Pawn: {
			pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
			pair(-4, 0), pair(-4, 0), pair(-4, 0), pair(-4, 0),
			pair(-2, 3), pair(0, 3), pair(3, 3), pair(6, 3),
			pair(2, 9), pair(4, 9), pair(7, 9), pair(10, 9),
			pair(8, 18), pair(10, 18), pair(13, 18), pair(16, 18),
			pair(16, 30), pair(18, 30), pair(21, 30), pair(24, 30),
			pair(26, 45), pair(26, 45), pair(26, 45), pair(26, 45),
			pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
		},
		rules.Knight: {
			pair(-38, -26), pair(-24, -16), pair(-14, -10), pair(-8, -6),
			pair(-24, -16), pair(-10, -7), pair(0, 0), pair(6, 4),
			pair(-14, -10), pair(0, 0), pair(10, 6), pair(16, 10),
			pair(-8, -6), pair(6, 4), pair(16, 10), pair(22, 14),
			pair(-4, -3), pair(10, 6), pair(20, 13), pair(26, 17),
			pair(-6, -4), pair(8, 5), pair(18, 12), pair(24, 16),
			pair(-16, -11), pair(-2, -2), pair(8, 5), pair(14, 9),
			pair(-32, -22), pair(-18, -12), pair(-8, -6), pair(-2, -2),
		},
		rules.Alfil: {
			pair(-14, -4), pair(-8, 0), pair(-4, 2), pair(-2, 3),
			pair(-6, -4), pair(0, 0), pair(4, 2), pair(6, 3),
			pair(-2, -4), pair(4, 0), pair(8, 2), pair(10, 3),
			pair(0, -4), pair(6, 0), pair(10, 2), pair(12, 3),
			pair(0, -4), pair(6, 0), pair(10, 2), pair(12, 3),
			pair(-2, -4), pair(4, 0), pair(8, 2), pair(10, 3),
			pair(-6, -4), pair(0, 0), pair(4, 2), pair(6, 3),
			pair(-12, -4), pair(-6, 0), pair(-2, 2), pair(0, 3),
		},
		rules.Ferz: {
			pair(-22, -18), pair(-14, -10), pair(-8, -4), pair(-4, 0),
			pair(-12, -12), pair(-4, -4), pair(2, 2), pair(6, 6),
			pair(-6, -6), pair(2, 2), pair(8, 8), pair(12, 12),
			pair(0, -2), pair(8, 6), pair(14, 12), pair(18, 16),
			pair(2, -2), pair(10, 6), pair(16, 12), pair(20, 16),
			pair(0, -6), pair(8, 2), pair(14, 8), pair(18, 12),
			pair(-6, -10), pair(2, -2), pair(8, 4), pair(12, 8),
			pair(-16, -16), pair(-8, -8), pair(-2, -2), pair(2, 2),
		},
		rules.Rook: {
			pair(-2, -4), pair(0, -4), pair(2, -4), pair(3, -4),
			pair(-4, -2), pair(-2, -2), pair(0, -2), pair(1, -2),
			pair(-4, 0), pair(-2, 0), pair(0, 0), pair(1, 0),
			pair(-2, 2), pair(0, 2), pair(2, 2), pair(3, 2),
			pair(0, 4), pair(2, 4), pair(4, 4), pair(5, 4),
			pair(2, 6), pair(4, 6), pair(6, 6), pair(7, 6),
			pair(12, 10), pair(14, 10), pair(16, 10), pair(17, 10),
			pair(6, 6), pair(8, 6), pair(10, 6), pair(11, 6),
		},
		rules.King: {
			pair(22, -30), pair(24, -18), pair(16, -8), pair(10, -4),
			pair(14, -18), pair(16, -6), pair(8, 4), pair(2, 8),
			pair(0, -10), pair(2, 2), pair(-6, 12), pair(-12, 16),
			pair(-12, -6), pair(-10, 6), pair(-18, 16), pair(-24, 20),
			pair(-22, -4), pair(-20, 8), pair(-28, 18), pair(-34, 22),
			pair(-28, -6), pair(-26, 6), pair(-34, 16), pair(-40, 20),
			pair(-32, -12), pair(-30, 0), pair(-38, 10), pair(-44, 14),
			pair(-32, -24), pair(-30, -12), pair(-38, -2), pair(-44, 2),
		},
	},
	mobility: [8][15]tapered{
		rules.Knight: {pair(-20, -24), pair(-14, -17), pair(-8, -10), pair(-2, -3), pair(4, 4), pair(10, 11), pair(16, 18), pair(22, 25), pair(28, 32)},
		rules.Alfil:  {pair(-8, -6), pair(-3, -2), pair(2, 2), pair(7, 6), pair(12, 10)},
		rules.Ferz:   {pair(-10, -10), pair(-4, -4), pair(2, 2), pair(8, 8), pair(14, 14)},
		rules.King:   {pair(-16, -30), pair(-6, -14), pair(0, -4), pair(2, 0), pair(2, 2), pair(0, 4), pair(0, 5), pair(0, 6), pair(0, 6)},
		rules.Rook:   {pair(-16, -24), pair(-12, -18), pair(-8, -12), pair(-4, -6), pair(0, 0), pair(4, 6), pair(8, 12), pair(12, 18), pair(16, 24), pair(20, 30), pair(24, 36), pair(28, 42), pair(32, 48), pair(36, 54), pair(40, 60)},
	},
	ring:      [8]tapered{rules.Knight: pair(7, 3), rules.Alfil: pair(4, 1), rules.Ferz: pair(6, 3), rules.Rook: pair(8, 5)},
	attackers: [6]tapered{0, 0, pair(12, 4), pair(30, 12), pair(50, 20), pair(70, 30)},
	unguarded: pair(8, 6),
	safeCheck: [8]tapered{rules.Knight: pair(12, 8), rules.Rook: pair(10, 8)},
	threat: [8][8]tapered{
		rules.Pawn:   {rules.Knight: pair(40, 30), rules.Alfil: pair(12, 8), rules.Ferz: pair(18, 14), rules.Rook: pair(50, 40)},
		rules.Knight: {rules.Pawn: pair(2, 6), rules.Alfil: pair(4, 6), rules.Ferz: pair(6, 8), rules.Rook: pair(30, 25)},
		rules.Alfil:  {rules.Pawn: pair(2, 4), rules.Ferz: pair(8, 8), rules.Knight: pair(24, 20), rules.Rook: pair(36, 30)},
		rules.Ferz:   {rules.Pawn: pair(3, 6), rules.Alfil: pair(4, 5), rules.Knight: pair(26, 22), rules.Rook: pair(36, 30)},
		rules.Rook:   {rules.Pawn: pair(2, 6), rules.Alfil: pair(4, 8), rules.Ferz: pair(6, 10), rules.Knight: pair(8, 10)},
		rules.King:   {rules.Pawn: pair(4, 12), rules.Alfil: pair(4, 14), rules.Ferz: pair(4, 14), rules.Knight: pair(4, 10)},
	},
	hanging:      pair(14, 18),
	openFile:     pair(18, 8),
	halfOpenFile: pair(8, 6),
	guarded:      pair(6, 6),
	guardedMan:   pair(5, 4),
	doubled:      pair(-8, -14),
	isolated:     pair(-6, -8),
	passed:       [8]tapered{0, pair(2, 6), pair(3, 8), pair(6, 14), pair(10, 24), pair(16, 36), pair(24, 50), 0},
	passedFree:   [8]tapered{0, 0, 0, pair(2, 5), pair(4, 10), pair(8, 16), pair(12, 24), 0},
	left:         [5]tapered{0, pair(-160, -160), pair(-60, -60), pair(-20, -20), 0},
	hunt:         [4]tapered{0, pair(12, 12), pair(6, 6), pair(3, 3)},
	guard:        [4]tapered{0, pair(10, 10), pair(4, 4), pair(2, 2)},
	tempo:        pair(12, 10),
}
