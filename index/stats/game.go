package stats

import (
	"strings"

	"github.com/diwan-shatranj/diwan/internal/fold"
	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

// Game is what the statistics want of a game.
type Game struct {
	// White and Black are the players, each under one name in all games; "" where
	// nobody knows who it was.
	White, Black string
	Event        string // under one name in all games; "" where it is not known
	Date         string // as the game has it
	// From and To are the first and the last day that Date can stand for, as the
	// number YYYYMMDD; 0 where nothing is known of it.
	From, To uint32
	Result   rules.Result // as recorded
	Plies    int
}

// IsProblem reports whether a game is a problem (mansuba) and no game that was
// played from the beginning: it has the genre in its tags, or starts from a position
// that is no array. array is the name of its start array, as a record of the archive
// has it.
func IsProblem(array string, tags []pgn.Tag) bool {
	if array == "setup" {
		return true
	}
	for _, t := range tags {
		if strings.EqualFold(t.Name, "Genre") && fold.Name(t.Value) == "mansuba" {
			return true
		}
	}
	return false
}

// span is a stretch of time.
type span struct {
	first, last string
	from, to    uint32
}

// add makes room for a game. Of equally early or late dates the first one stays.
func (s *span) add(g *Game) {
	if g.From == 0 {
		return
	}
	if s.from == 0 || g.From < s.from {
		s.first, s.from = g.Date, g.From
	}
	if g.To > s.to {
		s.last, s.to = g.Date, g.To
	}
}
