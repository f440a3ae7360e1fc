package stats

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// RatingOptions say how ratings are made. The zero value is good.
type RatingOptions struct {
	// Average is the rating of an average player.
	Average float64
	// Prior is the weight, in games, of what is taken for granted: that everybody
	// has scored one half against an average player. 1 where it is 0. It keeps
	// those who won or lost all their games within bounds.
	Prior float64
}

// Rating is a player's rating.
type Rating struct {
	Player string
	Score          // the games that the rating rests on, and those without a result
	Elo    float64 // 400 points stand for odds of ten to one of winning to losing
	Low    float64 // the bounds of its interval at 95 %
	High   float64
	Group  int // players of different groups have not met, not even over others; 1 is the largest
}

// Ratings are a rating list.
type Ratings struct {
	List   []Rating // the best first
	First  float64  // what the first move is worth, in rating points
	Draws  float64  // the share of draws between equal players, from 0 to 1
	Groups int
}

// eloPerUnit turns natural logarithms of odds into rating points.
const eloPerUnit = 400 / math.Ln10

// Rate makes a rating list of those games that have a result and two known players.
//
// The model is Bradley's and Terry's with draws after Davidson: with x the difference
// of the players' strengths and the worth of the first move, winning, drawing and
// losing are as e^(x/2), ν and e^(-x/2). All strengths, the worth of the first move
// and ν are those that make the results the most likely.
func Rate(games []Game, o RatingOptions) Ratings {
	if o.Prior == 0 {
		o.Prior = 1
	}
	m := newModel(games, o.Prior)
	m.fit()
	deviations := m.deviations()
	groups, n := m.groups()
	out := Ratings{First: m.first * eloPerUnit, Draws: m.nu / (2 + m.nu), Groups: n}
	for i, name := range m.names {
		elo, reach := o.Average+m.strength[i]*eloPerUnit, 1.959964*deviations[i]*eloPerUnit
		out.List = append(out.List, Rating{Player: name, Score: m.scores[i], Elo: elo, Low: elo - reach, High: elo + reach, Group: groups[i]})
	}
	slices.SortFunc(out.List, func(a, b Rating) int {
		return cmp.Or(cmp.Compare(b.Elo, a.Elo), strings.Compare(a.Player, b.Player))
	})
	return out
}
