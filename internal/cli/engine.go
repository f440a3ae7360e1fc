package cli

import (
	"fmt"

	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/analyze/server"
)

type engineCmd struct {
	Protocol string `enum:"uci,xboard" default:"uci" help:"The protocol to speak: ${enum}."`
	Rules    string `placeholder:"NAME" default:"engine" help:"The rule set to play by."`
	Hash     int    `placeholder:"MB" default:"16" help:"Size of the transposition table in MiB."`
	Threads  int    `placeholder:"N" default:"1" help:"Threads that search."`
}

func (engineCmd) Help() string {
	return `Speaks UCI, or the protocol of XBoard, on stdin and stdout, as a chess GUI or cutechess-cli wants it, for the
variant shatranj. The start position is the array shah-d, as with other programs.

Examples:

    printf 'uci\nposition startpos\ngo depth 8\nquit\n' | diwan engine
    cutechess-cli -variant shatranj -engine cmd=diwan arg=engine proto=uci …
    xboard -variant shatranj -fcp 'diwan engine --protocol xboard'`
}

// Run plays.
func (c *engineCmd) Run(s *session) error {
	rs, err := rulesetNamed(c.Rules)
	if err != nil {
		return err
	}
	if c.Hash < 1 || c.Hash > engine.MaxHashMB {
		return usagef(fmt.Sprintf("give MiB from 1 to %d", engine.MaxHashMB), "--hash %d", c.Hash)
	}
	if err := checkWorkers("--threads", c.Threads, 1); err != nil {
		return err
	}
	serve := server.ServeUCI
	if c.Protocol == "xboard" {
		serve = server.ServeXBoard
	}
	return serve(s.ctx, s.In, s.Out, server.Options{Engine: engine.Options{HashMB: c.Hash, Threads: c.Threads}, Rules: rs})
}
