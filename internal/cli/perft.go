package cli

import (
	"fmt"
	"time"

	"github.com/diwan-shatranj/diwan/rules"
)

type perftCmd struct {
	FEN    string `arg:"" name:"FEN" help:"A position, or the name of a start array."`
	Depth  int    `arg:"" name:"DEPTH" help:"How many plies."`
	Divide bool   `help:"Also print the number for each first move."`
	Plain  bool   `help:"Do not end a line where it bares a side."`
}

func (perftCmd) Help() string {
	return `Counts lines of plain move generation, without exchanges. As in the published counts, a line
ends where it has left a side bare that cannot bare back; a side that is bare from the beginning
ends nothing. --plain counts on through barings.

Examples:

    diwan perft shah-e 6
    diwan perft "1k6/8/R7/6K1/8/8/4p3/8 b - - 0 1" 4 --divide`
}

// Run counts.
func (c *perftCmd) Run(s *session) error {
	p, err := positionNamed(c.FEN)
	if err != nil {
		return err
	}
	if c.Depth < 0 {
		return usagef("give a number of plies, 0 or more", "depth %d is negative", c.Depth)
	}
	begin := time.Now()
	var nodes uint64
	switch {
	case c.Divide && c.Depth > 0:
		for m, n := range rules.Divide(&p, c.Depth, !c.Plain) {
			nodes += n
			if !s.json() {
				fmt.Fprintf(s.out, "%s: %d\n", m, n)
			}
			if s.ctx.Err() != nil {
				return s.ctx.Err()
			}
		}
	case c.Plain:
		nodes = rules.Perft(&p, c.Depth)
	default:
		nodes = rules.PerftToBare(&p, c.Depth)
	}
	seconds := time.Since(begin).Seconds()
	if s.json() {
		return s.encode(struct {
			FEN     string  `json:"fen"`
			Depth   int     `json:"depth"`
			Nodes   uint64  `json:"nodes"`
			Seconds float64 `json:"seconds"`
		}{c.FEN, c.Depth, nodes, seconds})
	}
	if s.Verbose {
		fmt.Fprintf(s.Err, "%.3f s, %.0f nodes/s\n", seconds, float64(nodes)/seconds)
	}
	_, err = fmt.Fprintln(s.out, nodes)
	return err
}

// positionNamed is the position of a FEN or a start array's name.
func positionNamed(text string) (rules.Position, error) {
	if a, ok := rules.ArrayByName(text); ok {
		return a.Position(), nil
	}
	p, err := rules.ParsePosition(text)
	if err != nil {
		return p, &failure{statusUsage, fmt.Errorf("FEN %q: %w", text, err), "a FEN has ranks 8 to 1 divided by /, then the side to move: \"rnafkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAFKANR w\""}
	}
	return p, nil
}
