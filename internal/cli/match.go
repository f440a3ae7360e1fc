package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/diwan-shatranj/diwan/analyze"
	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/analyze/match"
	"github.com/diwan-shatranj/diwan/internal/input"
	"github.com/diwan-shatranj/diwan/pgn"
)

type matchCmd struct {
	Engine       []string      `sep:"none" placeholder:"CMD[,KEY=VALUE…]" help:"A player: builtin, an engine of diwan engines list, or the command of one. Given twice."`
	Games        int           `placeholder:"N" default:"100" help:"How many games; two make a pair from one opening, with colours exchanged (default: 100)."`
	MoveTime     time.Duration `name:"movetime" placeholder:"D" help:"Think so long about a move: 20ms, 1s (default: 100ms, if no other limit is given)."`
	Nodes        uint64        `placeholder:"N" help:"Search so many nodes a move."`
	Depth        int           `placeholder:"N" help:"Search to this depth."`
	TC           string        `name:"tc" placeholder:"BASE[+INC]" help:"A clock for the game, in seconds: 10+0.1."`
	Margin       time.Duration `placeholder:"D" default:"100ms" help:"How far a player may overrun its time before it loses by it (default: 100ms)."`
	Openings     string        `placeholder:"FILE" help:"Openings: games, or positions as FEN or EPD, one a line."`
	OpeningPlies int           `name:"opening-plies" placeholder:"N" help:"Take so many plies of the games of --openings (default: all)."`
	RandomPlies  int           `name:"random-plies" placeholder:"N" default:"8" help:"Without --openings: balanced openings of so many random plies, from the three arrays by turns (default: 8)."`
	Seed         uint64        `placeholder:"N" help:"Of the random openings; with --openings, shuffles them if it is not 0."`
	Concurrency  int           `placeholder:"N" default:"1" help:"Pairs played at once (default: 1)."`
	SPRT         string        `name:"sprt" placeholder:"ELO0,ELO1" help:"End when it is decided, with 5 % chance of error, whether the first player is stronger by ELO1 or only by ELO0."`
	PGN          string        `name:"pgn" placeholder:"FILE" help:"Write the games there; - is stdout, and the report goes to stderr."`
	Event        string        `placeholder:"NAME" default:"Engine match" help:"The Event of the games."`
	Rules        string        `placeholder:"NAME" default:"engine" help:"The rule set; its draws are taken at once."`
}

func (matchCmd) Help() string {
	return `Plays engines against each other. The rules alone say how a game ends; who makes an illegal move,
overruns its time, gives up or fails has lost. The result is the first player's, in Elo with an interval of 95 %.

An engine may be followed by keys: name=NAME, protocol=auto|uci|xboard, option.NAME=VALUE, dir=FOLDER, and a
limit of its own (movetime, nodes, depth, tc). The options of builtin are Hash and Threads.

Ctrl-C ends the match; the table so far is printed.

Examples:

    diwan match --engine builtin --engine shamax --movetime 20ms --games 200 --pgn games.pgn
    diwan match --engine "fairy-stockfish,option.Hash=16" --engine builtin --tc 10+0.1 --concurrency 2
    diwan match --engine "./new engine" --engine "./old engine" --nodes 20000 --sprt 0,10 --games 20000`
}

// matchGameJSON is a game of a match as a JSON line.
type matchGameJSON struct {
	Game    int     `json:"game"`
	White   string  `json:"white"`
	Black   string  `json:"black"`
	Result  string  `json:"result"`
	Reason  string  `json:"reason"`
	Fault   string  `json:"fault,omitempty"`
	Plies   int     `json:"plies"`
	Opening string  `json:"opening,omitempty"`
	Final   string  `json:"final"`
	Seconds float64 `json:"seconds"`
}

// matchTableJSON is the end of a match as a JSON line; Elo and its bounds are null
// where they are infinite.
type matchTableJSON struct {
	Players [2]string         `json:"players"`
	Games   int               `json:"games"`
	Wins    int               `json:"wins"`
	Draws   int               `json:"draws"`
	Losses  int               `json:"losses"`
	Score   float64           `json:"score"`
	Elo     *float64          `json:"elo"`
	EloLow  *float64          `json:"elo_low"`
	EloHigh *float64          `json:"elo_high"`
	LLR     *float64          `json:"llr,omitempty"`
	SPRT    string            `json:"sprt,omitempty"`
	Ends    []matchEndJSON    `json:"ends"`
	Use     [2]matchTallyJSON `json:"use"`
}

type matchEndJSON struct {
	Score  int    `json:"score"`
	Reason string `json:"reason"`
	Games  int    `json:"games"`
}

type matchTallyJSON struct {
	Moves     int     `json:"moves"`
	Nodes     uint64  `json:"nodes"`
	MeanMS    float64 `json:"mean_ms"`
	LongestMS float64 `json:"longest_ms"`
}

// Run plays.
func (c *matchCmd) Run(s *session) (err error) {
	options, err := c.options(s)
	if err != nil {
		return err
	}
	var record *pgn.Writer
	if c.PGN != "" {
		f, err := c.record(s)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		record = pgn.NewWriter(f, pgn.WriterOptions{})
	}
	names := [2]string{"first", "second"}
	options.Report = func(g *match.Game, t *match.Table) error {
		names = g.Names
		if record != nil {
			if err := g.Write(record, c.Event); err != nil {
				return err
			}
		}
		if err := s.reportGame(g, t); err != nil {
			return err
		}
		return s.out.Flush()
	}
	t, err := match.Run(s.ctx, options)
	if t.Games() > 0 || err == nil {
		if err := s.reportTable(&t, names, options.SPRT); err != nil {
			return err
		}
	}
	return engineFailure(err)
}

// record opens the file of the games, which grows while they are played; what stands in
// it is overwritten. With - they go to stdout, and the report to stderr.
func (c *matchCmd) record(s *session) (io.WriteCloser, error) {
	if c.PGN == input.Stdin {
		s.out = bufio.NewWriter(s.Err)
		return nopCloser{s.Streams.Out}, nil
	}
	if info, err := os.Stat(c.PGN); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return s.openStream(c.PGN)
	}
	return os.Create(c.PGN)
}

// nopCloser is a stream that is not one's own to close.
type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

// options makes the options of the match.
func (c *matchCmd) options(s *session) (match.Options, error) {
	o := match.Options{Games: c.Games, Margin: c.Margin, Concurrency: c.Concurrency}
	if len(c.Engine) != 2 {
		return o, usagef("give --engine twice, for instance --engine builtin --engine shamax", "%s", plural(len(c.Engine), "player"))
	}
	if err := checkWorkers("--concurrency", c.Concurrency, 1); err != nil {
		return o, err
	}
	if c.Games < 1 || c.Margin < 0 || c.RandomPlies < 0 || c.OpeningPlies < 0 {
		return o, usagef("give a number above 0", "a number is too small")
	}
	rs, err := rulesetNamed(c.Rules)
	if err != nil {
		return o, err
	}
	if rs.MoveCount == 0 {
		return o, usagef("take engine or iggc", "under %s, which has no draw by the count of moves, a game may have no end", rs.Name)
	}
	o.Rules = rs
	o.Limit = match.Limit{MoveTime: c.MoveTime, Nodes: c.Nodes, Depth: c.Depth}
	if c.TC != "" {
		if o.Limit.Base, o.Limit.Increment, err = parseClock(c.TC); err != nil {
			return o, err
		}
	}
	if o.Limit == (match.Limit{}) {
		o.Limit.MoveTime = 100 * time.Millisecond
	}
	if err := checkLimit(o.Limit); err != nil {
		return o, err
	}
	for i, text := range c.Engine {
		if o.Players[i], err = parsePlayer(text); err != nil {
			return o, err
		}
	}
	if c.SPRT != "" {
		low, high, _ := strings.Cut(c.SPRT, ",")
		elo0, err0 := strconv.ParseFloat(low, 64)
		elo1, err1 := strconv.ParseFloat(high, 64)
		if err0 != nil || err1 != nil || elo0 >= elo1 {
			return o, usagef("give two numbers, the smaller first: --sprt 0,10", "--sprt %s", c.SPRT)
		}
		o.SPRT = &match.SPRT{Elo0: elo0, Elo1: elo1}
	}
	if c.Openings == "" {
		o.Opening = match.Random{Seed: c.Seed, Plies: c.RandomPlies}.Opening
		return o, nil
	}
	var openings []match.Opening
	err = s.eachStream([]string{c.Openings}, func(in *input.Stream) error {
		some, err := match.ReadOpenings(in, in.Name, c.OpeningPlies)
		openings = append(openings, some...)
		return err
	})
	if err != nil {
		return o, err
	}
	if c.Seed != 0 {
		match.Shuffle(openings, c.Seed)
	}
	o.Opening = match.Book(openings)
	return o, nil
}

// checkLimit wants one limit.
func checkLimit(l match.Limit) error {
	kinds := 0
	for _, set := range []bool{l.MoveTime != 0, l.Nodes > 0, l.Depth != 0, l.Base != 0} {
		if set {
			kinds++
		}
	}
	if kinds > 1 || l.MoveTime < 0 || l.Depth < 0 {
		return usagef("give one of --movetime, --nodes, --depth and --tc, above 0", "the limit of a move is not clear")
	}
	return nil
}

// parseClock reads the time of a game and the increment, in seconds.
func parseClock(text string) (base, increment time.Duration, err error) {
	first, second, found := strings.Cut(text, "+")
	if !found {
		second = "0"
	}
	var d [2]time.Duration
	for i, part := range []string{first, second} {
		n, err := strconv.ParseFloat(part, 64)
		if err != nil || n < 0 || n > 1e6 || i == 0 && n == 0 {
			return 0, 0, usagef("give seconds: --tc 10+0.1", "the clock %q", text)
		}
		d[i] = time.Duration(n * float64(time.Second))
	}
	return d[0], d[1], nil
}

// parsePlayer reads the value of --engine.
func parsePlayer(text string) (match.Player, error) {
	var p match.Player
	command, rest, _ := strings.Cut(text, ",")
	protocol := analyze.Auto
	dir := ""
	var options []string
	for part := range strings.SplitSeq(rest, ",") {
		if rest == "" {
			break
		}
		key, value, _ := strings.Cut(part, "=")
		var err error
		switch {
		case key == "name":
			p.Name = value
		case key == "protocol" && slices.Contains([]string{"auto", "uci", "xboard"}, value):
			protocol = analyze.Protocol(value)
		case key == "dir":
			dir = value
		case strings.HasPrefix(key, "option."):
			options = append(options, strings.TrimPrefix(part, "option."))
		case key == "movetime":
			p.Limit.MoveTime, err = time.ParseDuration(value)
		case key == "nodes":
			p.Limit.Nodes, err = strconv.ParseUint(value, 10, 64)
		case key == "depth":
			p.Limit.Depth, err = strconv.Atoi(value)
		case key == "tc":
			p.Limit.Base, p.Limit.Increment, err = parseClock(value)
		default:
			err = strconv.ErrSyntax
		}
		if err != nil {
			return p, usagef("the keys are name, protocol, dir, option.NAME, movetime, nodes, depth, tc", "--engine %s: %q", text, part)
		}
	}
	if err := checkLimit(p.Limit); err != nil {
		return p, err
	}
	if command == builtinEngine {
		o, err := builtinOptions(options)
		p.Start = match.Builtin(o)
		return p, err
	}
	chosen, err := chooseEngine(command, options, string(protocol))
	if dir != "" {
		chosen.config.Dir = dir
	}
	p.Start = match.External(chosen.config, chosen.protocol)
	return p, err
}

// builtinOptions reads options of the built-in engine.
func builtinOptions(options []string) (engine.Options, error) {
	var o engine.Options
	for _, text := range options {
		name, value, _ := strings.Cut(text, "=")
		n, err := strconv.Atoi(value)
		switch {
		case err == nil && strings.EqualFold(name, "hash") && n >= 1 && n <= engine.MaxHashMB:
			o.HashMB = n
		case err == nil && strings.EqualFold(name, "threads") && n >= 1 && n <= mostWorkers():
			o.Threads = n
		default:
			hint := fmt.Sprintf("the options of builtin are Hash, in MiB, up to %d, and Threads, up to %d", engine.MaxHashMB, mostWorkers())
			return o, usagef(hint, "option %s", text)
		}
	}
	return o, nil
}

// reportGame says how a game has ended.
func (s *session) reportGame(g *match.Game, t *match.Table) error {
	white, black := g.Names[g.White], g.Names[1-g.White]
	fault := ""
	if g.Fault != nil {
		fault = g.Fault.Error()
	}
	if s.json() {
		return s.encode(matchGameJSON{
			Game: g.Number, White: white, Black: black, Result: g.Result.String(), Reason: string(g.Reason), Fault: fault,
			Plies: g.Plies(), Opening: g.Opening.Name, Final: g.Final.FEN(), Seconds: time.Since(g.Started).Seconds(),
		})
	}
	if s.Quiet {
		return nil
	}
	if fault != "" {
		fault = ": " + fault
	}
	_, err := fmt.Fprintf(s.out, "game %d: %s - %s %v, %s, %d plies%s; +%d =%d -%d\n",
		g.Number, white, black, g.Result, g.Reason, g.Plies(), fault, t.Wins, t.Draws, t.Losses)
	return err
}

// reportTable says how the match stands at its end.
func (s *session) reportTable(t *match.Table, names [2]string, test *match.SPRT) error {
	elo, low, high := t.Elo()
	ends := make([]matchEndJSON, 0, len(t.Ends))
	for e, n := range t.Ends {
		ends = append(ends, matchEndJSON{e.Score, e.Reason, n})
	}
	slices.SortFunc(ends, func(a, b matchEndJSON) int {
		if a.Score != b.Score {
			return b.Score - a.Score
		}
		if a.Games != b.Games {
			return b.Games - a.Games
		}
		return strings.Compare(a.Reason, b.Reason)
	})
	if s.json() {
		line := matchTableJSON{
			Players: names, Games: t.Games(), Wins: t.Wins, Draws: t.Draws, Losses: t.Losses, Score: t.Score(),
			Elo: finite(elo), EloLow: finite(low), EloHigh: finite(high), Ends: ends,
		}
		for i, y := range t.Tally {
			line.Use[i] = matchTallyJSON{y.Moves, y.Nodes, milliseconds(y.Mean()), milliseconds(y.Longest)}
		}
		if test != nil {
			llr := test.LLR(t)
			line.LLR, line.SPRT = &llr, string(test.Verdict(t))
		}
		return s.encode(line)
	}
	fmt.Fprintf(s.out, "%s against %s: %s, +%d =%d -%d, %.1f %%\n", names[0], names[1], plural(t.Games(), "game"), t.Wins, t.Draws, t.Losses, 100*t.Score())
	fmt.Fprintf(s.out, "Elo %s, 95 %% from %s to %s\n", eloText(elo), eloText(low), eloText(high))
	if test != nil {
		lower, upper := test.Bounds()
		fmt.Fprintf(s.out, "SPRT %g,%g: %s, log-likelihood ratio %.2f of %.2f to %.2f\n", test.Elo0, test.Elo1, test.Verdict(t), test.LLR(t), lower, upper)
	}
	for _, e := range ends {
		fmt.Fprintf(s.out, "%s by %s: %d\n", []string{"lost", "drawn", "won"}[e.Score+1], e.Reason, e.Games)
	}
	for i, y := range t.Tally {
		fmt.Fprintf(s.out, "%s: %s, %.1f ms each (longest %.0f), %.0f nodes each\n", names[i], plural(y.Moves, "move"),
			milliseconds(y.Mean()), milliseconds(y.Longest), float64(y.Nodes)/float64(max(y.Moves, 1)))
	}
	return nil
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// finite returns x, nil if it is infinite.
func finite(x float64) *float64 {
	if math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// eloText writes a difference in strength.
func eloText(x float64) string {
	switch {
	case math.IsInf(x, 1):
		return "+∞"
	case math.IsInf(x, -1):
		return "-∞"
	}
	return fmt.Sprintf("%+.0f", math.Round(x)+0) // there is no -0
}
