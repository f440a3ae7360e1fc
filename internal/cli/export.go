package cli

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/pgn"
)

type exportCmd struct {
	writingFlags
	To    string   `enum:"pgn,jsonl,csv,epd" default:"pgn" help:"What to write: ${enum}."`
	At    int      `default:"-1" placeholder:"N" help:"With --to epd: the position after ply N; negative numbers count from the end (default: the last)."`
	Query []string `arg:"" optional:"" name:"QUERY" help:"Which games; all of them without a query."`
}

func (exportCmd) Help() string {
	return `Writes games of the archive to stdout, in the order of their IDs. A CSV begins with a line of column names.

Examples:

    diwan export > all.pgn
    diwan export --letters engine player:suli > for-engines.pgn
    diwan export --to csv result:1-0 > won.csv
    diwan export --to epd --at 20 > openings.epd`
}

// Run exports.
func (c *exportCmd) Run(s *session) error {
	wopts, err := c.writingFlags.options()
	if err != nil {
		return err
	}
	a, err := s.openArchive(false)
	if err != nil {
		return err
	}
	defer a.Close()
	write, flush := c.format(s, wopts)
	player := archive.NewPlayer()
	games := 0
	for r, err := range s.selected(a, c.Query) {
		if err != nil {
			return err
		}
		p, err := player.Replay(r)
		if err != nil {
			return err
		}
		if err := write(r, p); err != nil {
			return err
		}
		games++
	}
	if err := flush(); err != nil {
		return err
	}
	if games == 0 && len(c.Query) > 0 {
		return errFindings
	}
	return nil
}

// format is how a game is written, and what is to be done at the end.
func (c *exportCmd) format(s *session, wopts pgn.WriterOptions) (write func(*archive.Record, *pgn.Replay) error, flush func() error) {
	nothing := func() error { return nil }
	switch c.To {
	case "jsonl":
		return func(r *archive.Record, p *pgn.Replay) error {
			return s.showJSON(p, place{id: r.ID}, wopts)
		}, nothing
	case "csv":
		w := csv.NewWriter(s.out)
		header := []string{"id", "white", "black", "event", "site", "date", "round", "result", "plies", "ending", "ending_ply", "rules", "array", "start"}
		begun := false
		return func(r *archive.Record, p *pgn.Replay) error {
				if !begun {
					begun = true
					if err := w.Write(header); err != nil {
						return err
					}
				}
				row := []string{strconv.FormatInt(r.ID, 10)}
				for _, name := range []string{"White", "Black", "Event", "Site", "Date", "Round"} {
					value, _ := r.Tag(name)
					row = append(row, value)
				}
				return w.Write(append(row, r.Result.String(), strconv.Itoa(len(r.Moves)), string(r.Ending.Reason),
					strconv.Itoa(r.Ending.Ply), r.Rules, r.Array, r.Start.FEN()))
			}, func() error {
				w.Flush()
				return w.Error()
			}
	case "epd":
		return func(r *archive.Record, p *pgn.Replay) error {
			n := c.At
			if n < 0 {
				n += len(r.Moves) + 1
			}
			if n < 0 || n > len(r.Moves) {
				return nil // the game is shorter
			}
			pos := r.Start
			for _, m := range r.Moves[:n] {
				pos = pos.Play(m)
			}
			_, err := fmt.Fprintf(s.out, "%s - - hmvc %d; fmvn %d; id \"%d\";\n", pos.EPD(), pos.Halfmove(), pos.Fullmove(), r.ID)
			return err
		}, nothing
	}
	w := pgn.NewWriter(s.out, wopts)
	return func(_ *archive.Record, p *pgn.Replay) error { return w.Write(p) }, nothing
}

// showJSON prints a game as a JSON line.
func (s *session) showJSON(p *pgn.Replay, at place, wopts pgn.WriterOptions) error {
	out := shownJSON{
		ID: at.id, File: at.file, Game: at.game, Tags: map[string]string{}, Array: p.Array, Rules: p.Rules.Name, Plies: len(p.Moves),
		Result: p.Result.String(), Ending: endingJSON{p.Ending.Result.String(), string(p.Ending.Reason), p.Ending.Ply}, Moves: []string{},
	}
	for _, t := range p.Game.Tags() {
		if _, ok := out.Tags[t.Name]; !ok {
			out.Tags[t.Name] = t.Value
		}
	}
	for _, m := range p.Moves {
		out.Moves = append(out.Moves, m.String())
	}
	out.PGN = string(pgn.NewWriter(nil, wopts).Render(p).Text)
	enc := json.NewEncoder(s.out)
	enc.SetEscapeHTML(false)
	return enc.Encode(out)
}
