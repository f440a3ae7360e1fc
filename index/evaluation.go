package index

import (
	"slices"
	"strconv"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/pgn"
)

// forcedEnd stands for the evaluation of a forced end: it is above what a query can
// ask for in pawns, so that `eval:>5` finds it.
const forcedEnd = 1_000_000_00

// blunderMark is the number of the mark ??.
const blunderMark = 4

// evaluations are the different evaluations that comments hold, in hundredths of a
// pawn from White's side, rising.
func evaluations(comments []string) []int {
	var all []int
	for _, c := range comments {
		for _, v := range pgn.Evaluations(c) {
			switch {
			case v.Mate > 0:
				all = append(all, forcedEnd)
			case v.Mate < 0:
				all = append(all, -forcedEnd)
			default:
				all = append(all, v.CP)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// blundersOf is what the column of blunders has for a game: 0 where it was not
// annotated, that is, has neither an evaluation nor a blunder, else one more than the
// number of its blunders.
func blundersOf(evals []int, blunders int) uint32 {
	if len(evals) == 0 && blunders == 0 {
		return 0
	}
	return uint32(blunders) + 1
}

// blundersIn is the number of blunders in the main line of a game.
func blundersIn(g *pgn.Game) int { return g.MarkCount(blunderMark) }

// evaluated selects the games that have an evaluation as asked.
func (c *compiler) evaluated(e query.Field) (*roaring.Bitmap, error) {
	low, high := valueRange(e)
	texts, err := c.part.textsOf(dictEvals)
	if err != nil {
		return nil, err
	}
	entries := roaring.New()
	for i := range texts.len() {
		if n, err := strconv.Atoi(texts.at(uint32(i))); err == nil && low <= int64(n) && int64(n) <= high {
			entries.Add(uint32(i))
		}
	}
	return c.rowsOf(dictEvals, entries)
}
