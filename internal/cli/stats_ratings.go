package cli

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/index/stats"
)

type statsRatingsCmd struct {
	Average float64 `placeholder:"ELO" default:"1500" help:"The rating of an average player."`
	Prior   float64 `placeholder:"GAMES" default:"1" help:"How many games, half of the points won, everybody is taken to have played against an average player."`
	Least   int64   `placeholder:"N" help:"Leave out players with fewer results; their games count all the same."`
	countingFlags
}

func (statsRatingsCmd) Help() string {
	return `Makes a rating list of the results: by maximum likelihood, after Bradley and Terry with draws as Davidson has them, and
with what the first move is worth. 400 points are odds of ten to one of winning to losing. Games without a result, or
without the names of both players, are left out. The intervals (95 %) come from the curvature of the likelihood; a *
marks players with fewer than 30 results. Players of different groups have not met, not even over others: their ratings
cannot be compared. docs/statistics.md says how it is computed.

Examples:

    diwan stats ratings
    diwan stats ratings --least 10 --average 2000 event:"Baghdad open"
    diwan stats ratings --format csv > ratings.csv`
}

// ratingJSON is a rating, as a JSON line.
type ratingJSON struct {
	Rank   int      `json:"rank"`
	Player string   `json:"player"`
	Elo    float64  `json:"elo"`
	Low    float64  `json:"low"`
	High   float64  `json:"high"`
	Games  int64    `json:"games"`
	Won    int64    `json:"won"`
	Drawn  int64    `json:"drawn"`
	Lost   int64    `json:"lost"`
	Score  *float64 `json:"score"`
	Group  int      `json:"group"`
	Small  bool     `json:"small"` // too few results to say much
}

// Run rates.
func (c *statsRatingsCmd) Run(s *session) error {
	if c.Prior < 1e-6 || math.IsInf(c.Prior, 0) || math.IsNaN(c.Average) || math.IsInf(c.Average, 0) {
		return usagef("without any prior, who has won all games would have no rating", "--prior %v --average %v", c.Prior, c.Average)
	}
	var games []stats.Game
	err := c.eachGame(s, func(_ *archive.Record, g *stats.Game) error {
		games = append(games, *g)
		return nil
	})
	if err != nil {
		return err
	}
	ratings := stats.Rate(games, stats.RatingOptions{Average: c.Average, Prior: c.Prior})
	list := slices.DeleteFunc(ratings.List, func(r stats.Rating) bool { return r.Games < c.Least })
	list = list[:c.cut(len(list))]
	if len(list) == 0 {
		return s.nothing()
	}
	var rows [][]string
	for i := range list {
		r := &list[i]
		share, _, _, _ := r.Share()
		if s.json() {
			err := s.encode(ratingJSON{
				i + 1, r.Player, tenths(r.Elo), tenths(r.Low), tenths(r.High), r.Games, r.Won, r.Drawn, r.Lost, rounded(share), r.Group, small(r.Games) != "",
			})
			if err != nil {
				return err
			}
			continue
		}
		rows = append(rows, []string{
			strconv.Itoa(i + 1), r.Player, fmt.Sprintf("%.0f", r.Elo), fmt.Sprintf("%.0f-%.0f", r.Low, r.High), small(r.Games),
			strconv.FormatInt(r.Games, 10), strconv.FormatInt(r.Won, 10), strconv.FormatInt(r.Drawn, 10), strconv.FormatInt(r.Lost, 10),
			percent(&r.Score), strconv.Itoa(r.Group),
		})
	}
	if ratings.Groups > 1 {
		s.note("the players are %d groups that have not met; ratings of different groups cannot be compared", ratings.Groups)
	}
	if s.json() {
		return nil
	}
	err = table(s.out, []string{"", "PLAYER", "ELO", "95 %", "", "GAMES", "WON", "DRAWN", "LOST", "SCORE", "GROUP"}, []int{0, 2, 3, 5, 6, 7, 8, 9, 10}, rows)
	if err == nil && !s.Quiet {
		_, err = fmt.Fprintf(s.out, "\nthe first move is worth %.0f points; equal players draw %.0f %% of their games\n", ratings.First, 100*ratings.Draws)
	}
	return err
}

// tenths rounds a rating.
func tenths(elo float64) float64 { return math.Round(10*elo) / 10 }
