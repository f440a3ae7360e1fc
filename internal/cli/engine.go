package cli

import (
	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/analyze/uciserver"
)

type engineCmd struct {
	Rules   string `placeholder:"NAME" default:"engine" help:"The rule set to play by."`
	Hash    int    `placeholder:"MB" default:"16" help:"Size of the transposition table in MiB."`
	Threads int    `placeholder:"N" default:"1" help:"Threads that search."`
}

func (engineCmd) Help() string {
	return `Speaks UCI on stdin and stdout, as a chess GUI or cutechess-cli wants it, for the variant shatranj. The start
position is the array shah-d, as with other programs.

Examples:

    printf 'uci\nposition startpos\ngo depth 8\nquit\n' | diwan engine
    cutechess-cli -variant shatranj -engine cmd=diwan arg=engine proto=uci …`
}

// Run plays.
func (c *engineCmd) Run(s *session) error {
	rs, err := rulesetNamed(c.Rules)
	if err != nil {
		return err
	}
	if c.Hash < 1 || c.Threads < 1 {
		return usagef("give a number above 0", "--hash %d --threads %d", c.Hash, c.Threads)
	}
	return uciserver.Serve(s.ctx, s.In, s.Out, uciserver.Options{Engine: engine.Options{HashMB: c.Hash, Threads: c.Threads}, Rules: rs})
}
