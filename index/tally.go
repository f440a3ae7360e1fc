package index

import (
	"math"

	"github.com/diwan-shatranj/diwan/rules"
)

// Tally counts games by their recorded results. Games whose result is not known
// count in Games alone.
type Tally struct {
	Games int64 // all of them
	White int64 // won by White
	Draws int64
	Black int64 // won by Black
}

// Add counts n games with a result.
func (t *Tally) Add(r rules.Result, n int64) {
	t.Games += n
	switch r {
	case rules.WhiteWins:
		t.White += n
	case rules.BlackWins:
		t.Black += n
	case rules.Draw:
		t.Draws += n
	}
}

// Decided is the number of games whose result is known.
func (t *Tally) Decided() int64 { return t.White + t.Draws + t.Black }

// Unknown is the number of games whose result is not known.
func (t *Tally) Unknown() int64 { return t.Games - t.Decided() }

// FewGames is how many decided games are too few to say much: below it the interval
// of a score is wider than a third.
const FewGames = 30

// Score is White's share of the points, draws as half of one, and the bounds of its
// Wilson interval at 95 %. The interval is that of games that are either won or
// lost; with draws it is wider than need be. ok is false where no result is known.
func (t *Tally) Score() (score, low, high float64, ok bool) {
	n := float64(t.Decided())
	if n == 0 {
		return 0, 0, 1, false
	}
	const z = 1.959964 // 97.5 % of a normal distribution lie below
	score = (float64(t.White) + float64(t.Draws)/2) / n
	middle := score + z*z/(2*n)
	reach := z * math.Sqrt(score*(1-score)/n+z*z/(4*n*n))
	scale := 1 + z*z/n
	return score, max((middle-reach)/scale, 0), min((middle+reach)/scale, 1), true
}
