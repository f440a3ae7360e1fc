package cli

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/diwan-shatranj/diwan/index"
)

type statsOpeningsCmd struct {
	LeastScore int      `placeholder:"PERCENT" default:"0" help:"Take only arrays of whose characteristic men so many percent stood in their places (the archive takes 75 and more)."`
	Limit      int      `placeholder:"N" help:"Show at most so many rows."`
	Query      []string `arg:"" optional:"" name:"QUERY" help:"Which games; all of them without a query."`
}

func (statsOpeningsCmd) Help() string {
	return `Counts games by the opening arrays (tabiyat) of White and Black, which are recognised by where the men of a side
stand, in whatever order they came there, mirrored too. SCORE is White's share of the points with its Wilson
interval (95 %); games whose result is not known are in GAMES alone. A * marks rows with fewer than 30 results,
which say little. A - is a side without an array; games without any are left out.

Arrays of your own stand in a file tabiyat.tsv in the archive's folder: tab-separated, with the columns name and
placement_ranks_1_to_4, as "2P2P2 / 1PNPPNP1 / P6P / 1REKFER1".

Examples:

    diwan stats openings
    diwan stats openings date:900..950
    diwan stats openings --least-score 100 opening:mujannah --format json`
}

// tallyJSON are the results of some games, as part of a JSON line.
type tallyJSON struct {
	Games   int64    `json:"games"`
	White   int64    `json:"white"`
	Draws   int64    `json:"draws"`
	Black   int64    `json:"black"`
	Unknown int64    `json:"unknown"`
	Score   *float64 `json:"score"` // White's; null where no result is known
	Low     *float64 `json:"low"`
	High    *float64 `json:"high"`
	Small   bool     `json:"small"` // too few results to say much
}

func newTallyJSON(t *index.Tally) tallyJSON {
	j := tallyJSON{Games: t.Games, White: t.White, Draws: t.Draws, Black: t.Black, Unknown: t.Unknown(), Small: t.Decided() < index.FewGames}
	if score, low, high, ok := t.Score(); ok {
		j.Score, j.Low, j.High = rounded(score), rounded(low), rounded(high)
	}
	return j
}

// rounded cuts a share to the digits that mean something.
func rounded(share float64) *float64 {
	share = float64(int(share*1e4+0.5)) / 1e4
	return &share
}

// tallyHeader are the columns of tallyCells.
func tallyHeader() []string {
	return []string{"GAMES", "WHITE", "DRAWS", "BLACK", "SCORE", "95 %", ""}
}

// tallyCells are the results of some games, as cells of a table.
func tallyCells(t *index.Tally) []string {
	cells := []string{
		strconv.FormatInt(t.Games, 10), strconv.FormatInt(t.White, 10), strconv.FormatInt(t.Draws, 10), strconv.FormatInt(t.Black, 10), "-", "", "",
	}
	if score, low, high, ok := t.Score(); ok {
		cells[4], cells[5] = fmt.Sprintf("%.1f %%", 100*score), fmt.Sprintf("%.0f-%.0f", 100*low, 100*high)
	}
	if t.Decided() < index.FewGames {
		cells[6] = "*"
	}
	return cells
}

// pairingJSON is an array against another, as a JSON line.
type pairingJSON struct {
	WhiteOpening string `json:"white_opening"`
	BlackOpening string `json:"black_opening"`
	tallyJSON
}

// Run counts.
func (c *statsOpeningsCmd) Run(s *session) error {
	if c.LeastScore < 0 || c.LeastScore > 100 || c.Limit < 0 {
		return usagef("give a percentage from 0 to 100, and a limit of 0 or more", "--least-score %d --limit %d", c.LeastScore, c.Limit)
	}
	e, err := s.query(c.Query)
	if err != nil {
		return err
	}
	a, err := s.openArchive(false)
	if err != nil {
		return err
	}
	defer a.Close()
	ix, err := s.openIndex(a)
	if err != nil {
		return err
	}
	defer ix.Close()
	found, err := ix.Openings(s.ctx, e, c.LeastScore)
	if err != nil {
		return queryFailure(strings.Join(c.Query, " "), err)
	}
	if c.Limit > 0 {
		found = found[:min(c.Limit, len(found))]
	}
	var rows [][]string
	for i := range found {
		p := &found[i]
		if s.json() {
			if err := s.encode(pairingJSON{p.White, p.Black, newTallyJSON(&p.Tally)}); err != nil {
				return err
			}
			continue
		}
		rows = append(rows, append([]string{dash(p.White), dash(p.Black)}, tallyCells(&p.Tally)...))
	}
	if len(found) == 0 {
		if !s.json() && !s.Quiet {
			fmt.Fprintln(s.Err, "nothing found")
		}
		return errFindings
	}
	if s.json() {
		return nil
	}
	return table(s.out, append([]string{"WHITE'S ARRAY", "BLACK'S ARRAY"}, tallyHeader()...), []int{2, 3, 4, 5, 6}, rows)
}

// dash stands for nothing.
func dash(name string) string {
	if name == "" {
		return "-"
	}
	return name
}
