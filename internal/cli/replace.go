package cli

import (
	"errors"
	"fmt"
	"io"

	"github.com/diwan-shatranj/diwan/internal/input"
	"github.com/diwan-shatranj/diwan/pgn"
)

type replaceCmd struct {
	readingFlags
	ID   int64  `arg:"" name:"ID" help:"Of the game in the archive."`
	File string `arg:"" name:"FILE" help:"The file with the one game to put there; - is stdin."`
}

func (replaceCmd) Help() string {
	return `Puts the one game of a file in the place of a game of the archive, with the same ID. What cannot be accepted is
refused, with what is wrong with it. The former version is kept in the bin.

Examples:

    diwan export id:17 > game.pgn
    diwan replace 17 game.pgn`
}

// Run replaces.
func (c *replaceCmd) Run(s *session) error {
	opts, err := c.options()
	if err != nil {
		return err
	}
	var games []*pgn.Game
	err = s.eachStream([]string{c.File}, func(in *input.Stream) error {
		rd := pgn.NewReader(in)
		for {
			var g pgn.Game
			err := rd.Read(&g)
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err != nil {
				return inName(in.Name, err)
			}
			games = append(games, &g)
		}
	})
	if err != nil {
		return err
	}
	if len(games) != 1 {
		return usagef("give a file with the one game", "%s has %s", c.File, plural(len(games), "game"))
	}
	p, err := pgn.Play(games[0], opts)
	if err != nil {
		return err
	}
	a, err := s.openArchive(true)
	if err != nil {
		return err
	}
	defer a.Close()
	err = a.Revise(s.ctx, c.ID, p)
	if isRefused(err) {
		s.showRefusal(c.File, p)
		return &failure{statusFindings, err, "the game is as it was"}
	}
	if err != nil || s.Quiet {
		return err
	}
	if s.json() {
		return s.encode(map[string]int64{"id": c.ID})
	}
	_, err = fmt.Fprintf(s.out, "game %d replaced\n", c.ID)
	return err
}
