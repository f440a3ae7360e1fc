package cli

import (
	"fmt"
	"strconv"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/index"
	"github.com/diwan-shatranj/diwan/index/authority"
	"github.com/diwan-shatranj/diwan/index/stats"
	"github.com/diwan-shatranj/diwan/internal/fold"
)

type statsCmd struct {
	Players  statsPlayersCmd  `cmd:"" help:"Players: games, score, colours, opponents, dates."`
	Events   statsEventsCmd   `cmd:"" help:"Events, with crosstables."`
	Endings  statsEndingsCmd  `cmd:"" help:"How games ended, under any rule set."`
	Lengths  statsLengthsCmd  `cmd:"" help:"How long games are."`
	Ratings  statsRatingsCmd  `cmd:"" help:"A rating list made of the results."`
	Openings statsOpeningsCmd `cmd:"" help:"Opening arrays against one another."`
}

// countingFlags are the flags of commands that count games.
type countingFlags struct {
	Problems bool     `help:"Count problems, too: games of the genre mansuba, or from a set-up start."`
	Limit    int      `placeholder:"N" help:"Show at most so many rows."`
	Query    []string `arg:"" optional:"" name:"QUERY" help:"Which games; all of them without a query."`
}

// eachGame calls do for every game that is to be counted.
func (c *countingFlags) eachGame(s *session, do func(r *archive.Record, g *stats.Game) error) error {
	if c.Limit < 0 {
		return usagef("give a limit of 0 or more", "--limit %d", c.Limit)
	}
	names, err := authority.Open(s.Archive)
	if err != nil {
		return err
	}
	a, err := s.openArchive(false)
	if err != nil {
		return err
	}
	defer a.Close()
	spelt := spelling{names: names, players: map[string]string{}, events: map[string]string{}}
	problems := 0
	for r, err := range s.selected(a, c.Query) {
		if err != nil {
			return err
		}
		if !c.Problems && stats.IsProblem(r.Array, r.Tags) {
			problems++
			continue
		}
		g := spelt.game(r)
		if err := do(r, &g); err != nil {
			return err
		}
	}
	if problems > 0 {
		s.note("%s left out; --problems counts them, too", plural(problems, "problem"))
	}
	return nil
}

// cut is how many of n rows are shown.
func (c *countingFlags) cut(n int) int {
	if c.Limit > 0 {
		return min(c.Limit, n)
	}
	return n
}

// nothing ends a command that has nothing to show.
func (s *session) nothing() error {
	if !s.json() && !s.Quiet {
		fmt.Fprintln(s.Err, "nothing found")
	}
	return errFindings
}

// spelling gives everybody one name, that of the authority file or the first that a
// game has.
type spelling struct {
	names           *authority.List
	players, events map[string]string // names by their keys
}

// game is what the statistics want of a record.
func (sp *spelling) game(r *archive.Record) stats.Game {
	g := stats.Game{
		White: sp.player(tag(r, "White")), Black: sp.player(tag(r, "Black")), Date: tag(r, "Date"), Result: r.Result, Plies: len(r.Moves),
	}
	g.Event = sp.event(r)
	g.From, g.To = index.Dates(r.Tags)
	return g
}

// event is what a game's event is called, "" where nobody knows.
func (sp *spelling) event(r *archive.Record) string {
	event := tag(r, "Event")
	key := fold.Name(event)
	if key == "" {
		return ""
	}
	return first(sp.events, key, event)
}

func (sp *spelling) player(name string) string {
	key := sp.names.Key(name)
	if key == "" {
		return ""
	}
	return first(sp.players, key, sp.names.Name(name))
}

// first is the name that a key was first met with.
func first(names map[string]string, key, name string) string {
	if known, ok := names[key]; ok {
		return known
	}
	names[key] = name
	return name
}

// scoreJSON is the score of a player, as part of a JSON line.
type scoreJSON struct {
	Games   int64    `json:"games"`
	Won     int64    `json:"won"`
	Drawn   int64    `json:"drawn"`
	Lost    int64    `json:"lost"`
	Unknown int64    `json:"unknown"`
	Score   *float64 `json:"score"` // null where no result is known
	Low     *float64 `json:"low"`
	High    *float64 `json:"high"`
	Small   bool     `json:"small"` // too few results to say much
}

func newScoreJSON(s *stats.Score) scoreJSON {
	j := scoreJSON{Games: s.Games, Won: s.Won, Drawn: s.Drawn, Lost: s.Lost, Unknown: s.Unknown(), Small: s.Decided() < index.FewGames}
	if share, low, high, ok := s.Share(); ok {
		j.Score, j.Low, j.High = rounded(share), rounded(low), rounded(high)
	}
	return j
}

// scoreHeader are the columns of scoreCells.
func scoreHeader() []string {
	return []string{"GAMES", "WON", "DRAWN", "LOST", "SCORE", "95 %", ""}
}

// scoreCells are the score of a player, as cells of a table.
func scoreCells(s *stats.Score) []string {
	cells := []string{
		strconv.FormatInt(s.Games, 10), strconv.FormatInt(s.Won, 10), strconv.FormatInt(s.Drawn, 10), strconv.FormatInt(s.Lost, 10), percent(s), "", small(s.Decided()),
	}
	if _, low, high, ok := s.Share(); ok {
		cells[5] = fmt.Sprintf("%.0f-%.0f", 100*low, 100*high)
	}
	return cells
}

// percent is a share of the points, - where no result is known.
func percent(s *stats.Score) string {
	share, _, _, ok := s.Share()
	if !ok {
		return "-"
	}
	return fmt.Sprintf("%.1f %%", 100*share)
}

// small marks what rests on too few results.
func small(decided int64) string {
	if decided < index.FewGames {
		return "*"
	}
	return ""
}
