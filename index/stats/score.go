package stats

import (
	"github.com/diwan-shatranj/diwan/index"
	"github.com/diwan-shatranj/diwan/rules"
)

// Score counts games from the view of one player. Games whose result is not known
// count in Games alone.
type Score struct {
	Games, Won, Drawn, Lost int64
}

// Add counts a game in which the player had a colour.
func (s *Score) Add(r rules.Result, side rules.Color) {
	s.Games++
	switch r {
	case rules.Draw:
		s.Drawn++
	case rules.Win(side):
		s.Won++
	case rules.Win(side.Other()):
		s.Lost++
	}
}

// Decided is the number of games whose result is known.
func (s *Score) Decided() int64 { return s.Won + s.Drawn + s.Lost }

// Unknown is the number of games whose result is not known.
func (s *Score) Unknown() int64 { return s.Games - s.Decided() }

// Points are one for a game won and a half for a draw.
func (s *Score) Points() float64 { return float64(s.Won) + float64(s.Drawn)/2 }

// Share is the player's share of the points with its interval, as [index.Tally.Score]
// has it. ok is false where no result is known.
func (s *Score) Share() (share, low, high float64, ok bool) {
	t := index.Tally{Games: s.Games, White: s.Won, Draws: s.Drawn, Black: s.Lost}
	return t.Score()
}

// Share is that of a part of some games, with its Wilson interval at 95 %.
func Share(part, of int64) (share, low, high float64) {
	share, low, high, _ = (&index.Tally{Games: of, White: part, Black: of - part}).Score()
	return share, low, high
}
