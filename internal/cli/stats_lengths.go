package cli

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/index/stats"
)

type statsLengthsCmd struct {
	By        string `enum:"result,ending,rules,array,year" default:"result" help:"Group by ${enum}."`
	Histogram int    `placeholder:"PLIES" help:"Count games by length, in steps of so many plies."`
	countingFlags
}

func (statsLengthsCmd) Help() string {
	return `Says how many plies games have: the shortest, the quartiles, the longest, and the mean with its interval (95 %). A *
marks rows with fewer than 30 games, which say little. A game whose moves could only be read in part counts as far as
they could.

Examples:

    diwan stats lengths
    diwan stats lengths --by ending
    diwan stats lengths --histogram 20 date:900..950`
}

// lengthJSON is the length of some games, as a JSON line.
type lengthJSON struct {
	By     string   `json:"by"`
	Group  string   `json:"group"`
	Games  int64    `json:"games"`
	Least  int      `json:"least"`
	Lower  float64  `json:"lower_quartile"`
	Median float64  `json:"median"`
	Upper  float64  `json:"upper_quartile"`
	Most   int      `json:"most"`
	Mean   float64  `json:"mean"`
	Low    *float64 `json:"low"` // of the mean; null for a single game
	High   *float64 `json:"high"`
	Small  bool     `json:"small"`
}

// lengthBinJSON is a step of the histogram, as a JSON line.
type lengthBinJSON struct {
	From  int      `json:"from"`
	To    int      `json:"to"`
	Games int64    `json:"games"`
	Share *float64 `json:"share"`
	Low   *float64 `json:"low"`
	High  *float64 `json:"high"`
	Small bool     `json:"small"`
}

// Run counts.
func (c *statsLengthsCmd) Run(s *session) error {
	if c.Histogram < 0 {
		return usagef("give a number of plies above 0", "--histogram %d", c.Histogram)
	}
	groups := map[string][]int{}
	var all []int
	err := c.eachGame(s, func(r *archive.Record, g *stats.Game) error {
		all = append(all, g.Plies)
		name := c.group(r, g)
		groups[name] = append(groups[name], g.Plies)
		return nil
	})
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return s.nothing()
	}
	if c.Histogram > 0 {
		return c.histogram(s, all)
	}
	names := slices.Sorted(maps.Keys(groups))
	names = names[:c.cut(len(names))]
	rows := [][]string{}
	row := func(by, name string, plies []int) error {
		l := stats.LengthOf(plies)
		if s.json() {
			return s.encode(newLengthJSON(by, name, &l))
		}
		rows = append(rows, lengthCells(name, &l))
		return nil
	}
	if err := row("all", "all", all); err != nil {
		return err
	}
	for _, name := range names {
		if err := row(c.By, name, groups[name]); err != nil {
			return err
		}
	}
	if s.json() {
		return nil
	}
	return table(s.out, []string{"PLIES", "GAMES", "LEAST", "25 %", "MEDIAN", "75 %", "MOST", "MEAN", "95 %", ""}, []int{1, 2, 3, 4, 5, 6, 7, 8}, rows)
}

// group is the one that a game belongs to.
func (c *statsLengthsCmd) group(r *archive.Record, g *stats.Game) string {
	switch c.By {
	case "ending":
		return string(r.Ending.Reason)
	case "rules":
		return r.Rules
	case "array":
		return r.Array
	case "year":
		if g.From == 0 || g.From/10000 != g.To/10000 {
			return "?"
		}
		return strconv.Itoa(int(g.From / 10000))
	}
	return r.Result.String()
}

func newLengthJSON(by, name string, l *stats.Length) lengthJSON {
	j := lengthJSON{By: by, Group: name, Games: l.Games, Least: l.Least, Lower: l.Lower, Median: l.Median, Upper: l.Upper, Most: l.Most,
		Mean: *rounded(l.Mean), Small: small(l.Games) != ""}
	if !math.IsNaN(l.Error) {
		j.Low, j.High = rounded(l.Mean-l.Error), rounded(l.Mean+l.Error)
	}
	return j
}

func lengthCells(name string, l *stats.Length) []string {
	interval := ""
	if !math.IsNaN(l.Error) {
		interval = fmt.Sprintf("%.1f-%.1f", max(l.Mean-l.Error, 0), l.Mean+l.Error)
	}
	short := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	return []string{
		name, strconv.FormatInt(l.Games, 10), strconv.Itoa(l.Least), short(l.Lower), short(l.Median), short(l.Upper), strconv.Itoa(l.Most),
		strconv.FormatFloat(l.Mean, 'f', 1, 64), interval, small(l.Games),
	}
}

// histogram prints how many games are how long.
func (c *statsLengthsCmd) histogram(s *session, all []int) error {
	steps := map[int]int64{}
	last := 0
	for _, plies := range all {
		at := plies / c.Histogram
		steps[at]++
		last = max(last, at)
	}
	var rows [][]string
	for at := range c.cut(last + 1) {
		n := steps[at]
		share, low, high := stats.Share(n, int64(len(all)))
		if s.json() {
			if err := s.encode(lengthBinJSON{at * c.Histogram, (at+1)*c.Histogram - 1, n, rounded(share), rounded(low), rounded(high), small(int64(len(all))) != ""}); err != nil {
				return err
			}
			continue
		}
		rows = append(rows, []string{
			fmt.Sprintf("%d-%d", at*c.Histogram, (at+1)*c.Histogram-1), strconv.FormatInt(n, 10), fmt.Sprintf("%.1f %%", 100*share),
			fmt.Sprintf("%.0f-%.0f", 100*low, 100*high), small(int64(len(all))),
		})
	}
	if s.json() {
		return nil
	}
	return table(s.out, []string{"PLIES", "GAMES", "SHARE", "95 %", ""}, []int{0, 1, 2, 3}, rows)
}
