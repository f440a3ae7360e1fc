package cli

import (
	"fmt"
	"strconv"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/index/stats"
	"github.com/diwan-shatranj/diwan/rules"
)

type statsEndingsCmd struct {
	Rules string `placeholder:"NAME" help:"Work the endings out under this rule set, or all of them (default: as each game was judged when it came)."`
	countingFlags
}

func (statsEndingsCmd) Help() string {
	return `Counts how games ended, as worked out from board, tags and comments. WHITE, DRAWS and BLACK are the results as
worked out, too, which may be others than the recorded ones. SHARE is that of the ending in all games under the rule
set, with its Wilson interval (95 %). With --rules the games are played again under that rule set: a game that is over
earlier under it is counted as ending there.

Examples:

    diwan stats endings
    diwan stats endings --rules cvp
    diwan stats endings --rules all --format json player:suli`
}

// endingStatsJSON is an ending, as a JSON line.
type endingStatsJSON struct {
	Rules   string   `json:"rules"`
	Ending  string   `json:"ending"`
	Games   int64    `json:"games"`
	White   int64    `json:"white"`
	Draws   int64    `json:"draws"`
	Black   int64    `json:"black"`
	Unknown int64    `json:"unknown"`
	Share   *float64 `json:"share"`
	Low     *float64 `json:"low"`
	High    *float64 `json:"high"`
	Small   bool     `json:"small"` // too few games to say much
}

// Run counts.
func (c *statsEndingsCmd) Run(s *session) error {
	under, err := c.rulesets()
	if err != nil {
		return err
	}
	count := stats.NewEndings()
	player := archive.NewPlayer()
	err = c.eachGame(s, func(r *archive.Record, _ *stats.Game) error {
		if under == nil {
			count.Add(r.Rules, r.Ending)
		}
		for _, rs := range under {
			again := *r
			again.Rules, again.RulesStated = rs.Name, true
			p, err := player.Replay(&again)
			if err != nil {
				return err
			}
			count.Add(rs.Name, p.Ending)
		}
		return nil
	})
	if err != nil {
		return err
	}
	list := count.List()
	list = list[:c.cut(len(list))]
	if len(list) == 0 {
		return s.nothing()
	}
	var rows [][]string
	for i := range list {
		e := &list[i]
		share, low, high := e.Share()
		if s.json() {
			err := s.encode(endingStatsJSON{
				e.Rules, string(e.Reason), e.Games, e.White, e.Draws, e.Black, e.Unknown(), rounded(share), rounded(low), rounded(high), small(e.Of) != "",
			})
			if err != nil {
				return err
			}
			continue
		}
		rows = append(rows, []string{
			e.Rules, string(e.Reason), strconv.FormatInt(e.Games, 10), fmt.Sprintf("%.1f %%", 100*share), fmt.Sprintf("%.0f-%.0f", 100*low, 100*high), small(e.Of),
			strconv.FormatInt(e.White, 10), strconv.FormatInt(e.Draws, 10), strconv.FormatInt(e.Black, 10),
		})
	}
	if s.json() {
		return nil
	}
	return table(s.out, []string{"RULES", "ENDING", "GAMES", "SHARE", "95 %", "", "WHITE", "DRAWS", "BLACK"}, []int{2, 3, 4, 6, 7, 8}, rows)
}

// rulesets are those to judge under, none for each game's own.
func (c *statsEndingsCmd) rulesets() ([]*rules.Ruleset, error) {
	switch c.Rules {
	case "":
		return nil, nil
	case "all":
		return rules.Rulesets(), nil
	}
	rs, err := rulesetNamed(c.Rules)
	return []*rules.Ruleset{rs}, err
}
