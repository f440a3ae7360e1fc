package cli

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/index/stats"
)

type statsEventsCmd struct {
	Crosstable bool `help:"Show who scored how much against whom."`
	countingFlags
}

func (statsEventsCmd) Help() string {
	return `Counts games by event. SCORE is White's share of the points with its Wilson interval (95 %); games whose result is
not known are in GAMES alone. A * marks events with fewer than 30 results, which say little about White and Black.

A crosstable has the results game after game, from the view of the player of the row: 1, ½, 0, or * for a game whose
result is not known. Equal points are ordered by the Sonneborn-Berger score (SB).

Examples:

    diwan stats events
    diwan stats events --crosstable event:"Baghdad open"
    diwan stats events --crosstable --format csv > tables.csv`
}

// eventJSON is an event, as a JSON line.
type eventJSON struct {
	Event string `json:"event"`
	tallyJSON
	Players int    `json:"players"`
	First   string `json:"first"`
	Last    string `json:"last"`
}

// standingJSON is a row of a crosstable, as a JSON line.
type standingJSON struct {
	Event   string            `json:"event"`
	Place   int               `json:"place"`
	Player  string            `json:"player"`
	Points  float64           `json:"points"`
	Games   int64             `json:"games"`
	Won     int64             `json:"won"`
	Drawn   int64             `json:"drawn"`
	Lost    int64             `json:"lost"`
	Unknown int64             `json:"unknown"`
	Berger  float64           `json:"sonneborn_berger"`
	Against map[string]string `json:"against"`
}

// Run counts.
func (c *statsEventsCmd) Run(s *session) error {
	count := stats.NewEvents()
	err := c.eachGame(s, func(_ *archive.Record, g *stats.Game) error {
		count.Add(g)
		return nil
	})
	if err != nil {
		return err
	}
	list := count.List(true)
	list = list[:c.cut(len(list))]
	if len(list) == 0 {
		return s.nothing()
	}
	if c.Crosstable {
		return s.crosstables(list)
	}
	var rows [][]string
	for i := range list {
		e := &list[i]
		if s.json() {
			if err := s.encode(eventJSON{e.Name, newTallyJSON(&e.Tally), len(e.Table), e.First, e.Last}); err != nil {
				return err
			}
			continue
		}
		rows = append(rows, append(append([]string{orUnknown(e.Name), strconv.Itoa(len(e.Table))}, tallyCells(&e.Tally)...), dash(e.First), dash(e.Last)))
	}
	if s.json() {
		return nil
	}
	return table(s.out, append(append([]string{"EVENT", "PLAYERS"}, tallyHeader()...), "FIRST", "LAST"), []int{1, 2, 3, 4, 5, 6, 7}, rows)
}

// wideTable is from how many players on a crosstable is too wide to be read, and is
// shown without the results against one another.
const wideTable = 40

func (s *session) crosstables(list []stats.Event) error {
	for n := range list {
		e := &list[n]
		if s.json() {
			for i := range e.Table {
				if err := s.encode(newStandingJSON(e, i)); err != nil {
					return err
				}
			}
			continue
		}
		if n > 0 {
			fmt.Fprintln(s.out)
		}
		fmt.Fprintf(s.out, "%s, %s%s\n", orUnknown(e.Name), plural(int(e.Games), "game"), during(e))
		if err := s.crosstable(e); err != nil {
			return err
		}
	}
	return nil
}

// during says when an event was, as far as it is known.
func during(e *stats.Event) string {
	switch e.First {
	case "":
		return ""
	case e.Last:
		return ", " + e.First
	}
	return ", " + e.First + " to " + e.Last
}

func (s *session) crosstable(e *stats.Event) error {
	header, right := []string{"", "PLAYER"}, []int{0}
	wide := len(e.Table) > wideTable
	if !wide {
		for i := range e.Table {
			header = append(header, strconv.Itoa(i+1))
		}
	}
	for i := range 3 {
		right = append(right, len(header)+i)
	}
	header = append(header, "POINTS", "GAMES", "SB")
	var rows [][]string
	for i := range e.Table {
		p := &e.Table[i]
		row := []string{strconv.Itoa(i + 1), orUnknown(p.Player)}
		if !wide {
			for j := range p.Against {
				row = append(row, meetingCell(&p.Against[j], i == j))
			}
		}
		rows = append(rows, append(row, halves(p.Points()), strconv.FormatInt(p.Games, 10), strconv.FormatFloat(p.Berger, 'f', 2, 64)))
	}
	return table(s.out, header, right, rows)
}

// longMeeting is how many games of two players a crosstable tells one by one.
const longMeeting = 8

// meetingCell is what two players came to with each other.
func meetingCell(m *stats.Meeting, self bool) string {
	switch {
	case m.Games == 0 && self:
		return "×"
	case m.Games == 0:
		return "·"
	case utf8.RuneCountInString(m.Results) > longMeeting:
		return fmt.Sprintf("%s/%d", halves(m.Points()), m.Decided())
	}
	return m.Results
}

// halves writes points as 2½.
func halves(points float64) string {
	whole := strconv.FormatInt(int64(points), 10)
	if points == float64(int64(points)) {
		return whole
	}
	if whole == "0" {
		whole = ""
	}
	return whole + "½"
}

func newStandingJSON(e *stats.Event, i int) standingJSON {
	p := &e.Table[i]
	j := standingJSON{
		Event: e.Name, Place: i + 1, Player: p.Player, Points: p.Points(), Games: p.Games, Won: p.Won, Drawn: p.Drawn, Lost: p.Lost,
		Unknown: p.Unknown(), Berger: p.Berger, Against: map[string]string{},
	}
	for k := range p.Against {
		if m := &p.Against[k]; m.Games > 0 {
			j.Against[e.Table[k].Player] = m.Results
		}
	}
	return j
}
