package cli

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/pgn"
)

// gameWriter writes games of the archive in some format.
type gameWriter interface {
	write(r *archive.Record, p *pgn.Replay) error
	// finish writes what stands behind the last game.
	finish() error
}

// writer writes to w what --to names.
func (c *exportCmd) writer(w io.Writer, wopts pgn.WriterOptions) gameWriter {
	switch c.To {
	case "jsonl":
		return &jsonGames{w, wopts}
	case "csv":
		return &csvGames{csv: csv.NewWriter(w)}
	case "epd":
		return &epdGames{w, c}
	}
	return pgnGames{pgn.NewWriter(w, wopts)}
}

type pgnGames struct{ pgn *pgn.Writer }

func (g pgnGames) write(_ *archive.Record, p *pgn.Replay) error { return g.pgn.Write(p) }

func (pgnGames) finish() error { return nil }

type jsonGames struct {
	w     io.Writer
	wopts pgn.WriterOptions
}

func (g *jsonGames) write(r *archive.Record, p *pgn.Replay) error {
	line, err := jsonLine(newShownJSON(p, place{id: r.ID}, g.wopts))
	if err == nil {
		_, err = g.w.Write(line)
	}
	return err
}

func (*jsonGames) finish() error { return nil }

type csvGames struct {
	csv   *csv.Writer
	begun bool
}

func (g *csvGames) write(r *archive.Record, _ *pgn.Replay) error {
	if !g.begun {
		g.begun = true
		if err := g.csv.Write([]string{"id", "white", "black", "event", "site", "date", "round", "result", "plies", "ending", "ending_ply", "rules", "array", "start"}); err != nil {
			return err
		}
	}
	row := []string{strconv.FormatInt(r.ID, 10)}
	for _, name := range []string{"White", "Black", "Event", "Site", "Date", "Round"} {
		row = append(row, tag(r, name))
	}
	return g.csv.Write(append(row, r.Result.String(), strconv.Itoa(len(r.Moves)), string(r.Ending.Reason),
		strconv.Itoa(r.Ending.Ply), r.Rules, r.Array, r.Start.FEN()))
}

func (g *csvGames) finish() error {
	g.csv.Flush()
	return g.csv.Error()
}

type epdGames struct {
	w   io.Writer
	cmd *exportCmd
}

func (g *epdGames) write(r *archive.Record, _ *pgn.Replay) error {
	pos, ok := g.cmd.position(r)
	if !ok {
		return nil
	}
	_, err := fmt.Fprintf(g.w, "%s - - hmvc %d; fmvn %d; id \"%d\";\n", pos.EPD(), pos.Halfmove(), pos.Fullmove(), r.ID)
	return err
}

func (*epdGames) finish() error { return nil }

// newShownJSON is a game as a JSON line.
func newShownJSON(p *pgn.Replay, at place, wopts pgn.WriterOptions) shownJSON {
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
	return out
}
