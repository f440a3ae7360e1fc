package cli

import (
	"cmp"
	"slices"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/index/stats"
)

type statsPlayersCmd struct {
	Opponents bool   `help:"A row for each opponent of each player."`
	Sort      string `enum:"games,score,name" default:"games" help:"Order: ${enum}."`
	Least     int64  `placeholder:"N" help:"Leave out players with fewer games."`
	countingFlags
}

func (statsPlayersCmd) Help() string {
	return `Counts games, results and colours of each player. SCORE is the share of the points with its Wilson interval (95 %);
games whose result is not known are in GAMES alone, and never draws. A * marks rows with fewer than 30 results, which
say little. WHITE and BLACK are the scores with each colour; FIRST and LAST the dates of the earliest and the latest
game. Spellings and aliases of a person (diwan names) are one player. docs/statistics.md says how it is computed.

Examples:

    diwan stats players
    diwan stats players --least 10 --sort score date:900..950
    diwan stats players --opponents player:suli
    diwan stats players --format csv > players.csv`
}

// playerStatsJSON is a player's score, as a JSON line.
type playerStatsJSON struct {
	Player string `json:"player"`
	scoreJSON
	White scoreJSON `json:"white"`
	Black scoreJSON `json:"black"`
	First string    `json:"first"`
	Last  string    `json:"last"`
}

// opponentJSON is a player's score against another, as a JSON line.
type opponentJSON struct {
	Player   string `json:"player"`
	Opponent string `json:"opponent"`
	scoreJSON
}

// Run counts.
func (c *statsPlayersCmd) Run(s *session) error {
	count := stats.NewPlayers()
	nameless := 0
	err := c.eachGame(s, func(_ *archive.Record, g *stats.Game) error {
		if g.White == "" && g.Black == "" {
			nameless++
		}
		count.Add(g)
		return nil
	})
	if err != nil {
		return err
	}
	if nameless > 0 {
		s.note("%s without any player's name", plural(nameless, "game"))
	}
	list := slices.DeleteFunc(count.List(), func(p stats.Player) bool { return p.Games < c.Least })
	switch c.Sort {
	case "name":
		slices.SortFunc(list, func(a, b stats.Player) int { return cmp.Compare(a.Name, b.Name) })
	case "score":
		slices.SortStableFunc(list, func(a, b stats.Player) int {
			p, _, _, okA := a.Share()
			q, _, _, okB := b.Share()
			if okA != okB {
				return map[bool]int{true: -1, false: 1}[okA]
			}
			return cmp.Compare(q, p)
		})
	}
	list = list[:c.cut(len(list))]
	if len(list) == 0 {
		return s.nothing()
	}
	if c.Opponents {
		return s.opponents(list)
	}
	var rows [][]string
	for i := range list {
		p := &list[i]
		if s.json() {
			if err := s.encode(playerStatsJSON{p.Name, newScoreJSON(&p.Score), newScoreJSON(&p.White), newScoreJSON(&p.Black), p.First, p.Last}); err != nil {
				return err
			}
			continue
		}
		rows = append(rows, append(append([]string{p.Name}, scoreCells(&p.Score)...), percent(&p.White), percent(&p.Black), dash(p.First), dash(p.Last)))
	}
	if s.json() {
		return nil
	}
	return table(s.out, append(append([]string{"PLAYER"}, scoreHeader()...), "WHITE", "BLACK", "FIRST", "LAST"), []int{1, 2, 3, 4, 5, 6, 8, 9}, rows)
}

// opponents prints whom the players have met.
func (s *session) opponents(list []stats.Player) error {
	var rows [][]string
	for _, p := range list {
		for i := range p.Opponents {
			o := &p.Opponents[i]
			if s.json() {
				if err := s.encode(opponentJSON{p.Name, o.Name, newScoreJSON(&o.Score)}); err != nil {
					return err
				}
				continue
			}
			rows = append(rows, append([]string{p.Name, orUnknown(o.Name)}, scoreCells(&o.Score)...))
		}
	}
	if s.json() {
		return nil
	}
	return table(s.out, append([]string{"PLAYER", "OPPONENT"}, scoreHeader()...), []int{2, 3, 4, 5, 6}, rows)
}
