package cli

import (
	"context"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/diwan-shatranj/diwan/analyze"
	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/internal/input"
	"github.com/diwan-shatranj/diwan/pgn"
)

type annotateCmd struct {
	Engine     string        `placeholder:"NAME|CMD" default:"builtin" help:"builtin, an engine of diwan engines list, or the command of one that speaks UCI or XBoard's protocol."`
	Protocol   string        `enum:"auto,uci,xboard" default:"auto" help:"The engine's protocol: ${enum}; auto finds it out."`
	Option     []string      `placeholder:"NAME=VALUE" sep:"none" help:"An option for the engine; may be repeated."`
	Nodes      uint64        `placeholder:"N" help:"Search so many nodes a position (default: 20000, if no other limit is given)."`
	Depth      int           `placeholder:"N" help:"Search to this depth."`
	MoveTime   time.Duration `name:"movetime" placeholder:"D" help:"Search so long a position: 500ms, 2s."`
	MultiPV    int           `name:"multipv" default:"1" help:"Lines to look at in each position; the further ones are written as alternatives."`
	FromPly    int           `name:"from-ply" placeholder:"N" help:"Leave out the positions before ply N."`
	SkipBook   int           `name:"skip-book" placeholder:"N" help:"Leave out the positions at the beginning of a game that N games of the archive or more have, or images of them."`
	Only       string        `enum:"inaccuracies,mistakes,blunders" default:"inaccuracies" help:"Mark only what is so bad: ${enum}."`
	Inaccuracy float64       `placeholder:"P" help:"Mark ?! what costs so many hundredths of the winning chances (default: 6)."`
	Mistake    float64       `placeholder:"P" help:"Mark ? what costs so many (default: 12)."`
	Blunder    float64       `placeholder:"P" help:"Mark ?? what costs so many (default: 22)."`
	Scale      float64       `placeholder:"CP" help:"The hundredths of a pawn that make the odds of winning e to 1, as diwan calibrate finds it."`
	Reuse      bool          `help:"Ask no engine: take what the archive has kept, and mark anew. --engine chooses between those that have evaluated the games."`
	Remember   bool          `help:"Keep the evaluations of games from files in the archive, too."`
	Into       string        `placeholder:"archive|FILE" help:"Where the annotated games go: the archive, or a PGN file, - for stdout (default: the archive for games from it, stdout for games from files)."`
	What       []string      `arg:"" optional:"" name:"QUERY|FILE" help:"Files, or a query over the archive (empty: every game)."`
}

func (annotateCmd) Help() string {
	return `Has an engine evaluate every position, and writes evaluations, marks (?! ? ??), better lines, accuracy and mean
loss of both players into the games. What an engine wrote before is replaced, what people wrote stays.

Evaluations are kept in the archive, by position, rule set, engine and options: no position is evaluated twice,
whatever game it is in; after Ctrl-C or a crash the same command goes on. -j says how many engines work side by side.

Examples:

    diwan annotate games.pgn > annotated.pgn
    diwan annotate --nodes 100000 --into annotated.pgn games.pgn
    diwan annotate --engine fairy-stockfish --movetime 200ms player:suli
    diwan annotate --engine shamax --depth 8 --into annotated.pgn games.pgn
    diwan annotate --reuse --only blunders --blunder 30
    diwan annotate --from-ply 20 --skip-book 5 --multipv 3 event:baghdad

An engine of XBoard's protocol tells only its best line, and most of them cannot limit nodes: give
--depth or --movetime.`
}

// annotatedJSON is an annotated game as a JSON line.
type annotatedJSON struct {
	ID      int64  `json:"id,omitempty"`
	File    string `json:"file,omitempty"`
	Game    int    `json:"game,omitempty"`
	Plies   int    `json:"plies"`
	New     int    `json:"new"`
	Cached  int    `json:"cached"`
	Skipped int    `json:"skipped,omitempty"`
	Failed  int    `json:"failed,omitempty"`  // the engine has failed on so many positions
	Missing int    `json:"missing,omitempty"` // with --reuse: nothing is kept of so many
	Engine  string `json:"engine,omitempty"`
	Marks   int    `json:"marks"`
}

// Run annotates.
func (c *annotateCmd) Run(s *session) (err error) {
	if err := c.checkFlags(); err != nil {
		return err
	}
	files := len(c.What) > 0 && exists(c.What[0])
	if !files {
		return c.games(s)
	}
	for _, f := range c.What {
		if !exists(f) {
			return usagef("check the name, or annotate files and archived games one after the other", "%s: no such file", f)
		}
	}
	if c.Into == "archive" {
		return usagef("import the annotated file: diwan annotate "+c.What[0]+" > annotated.pgn, then diwan import annotated.pgn", "games from files do not lie in the archive")
	}
	if (c.Into == "" || c.Into == input.Stdin) && s.json() {
		return usagef("name a file for the games with --into FILE", "--format json needs stdout for itself")
	}
	var a *archive.Archive
	if c.Reuse || c.Remember || c.SkipBook > 0 {
		if a, err = s.openArchive(c.Remember); err != nil {
			return err
		}
		defer a.Close()
	}
	w, err := c.annotator(s, a, c.Remember)
	if err != nil {
		return err
	}
	defer func() { err = w.close(err) }()
	return c.files(s, w)
}

// checkFlags wants flags that make sense.
func (c *annotateCmd) checkFlags() error {
	if c.MultiPV < 1 || c.MultiPV > 64 {
		return usagef("give a number from 1 to 64", "--multipv %d", c.MultiPV)
	}
	if c.Depth < 0 || c.MoveTime < 0 || c.FromPly < 0 || c.SkipBook < 0 || c.Scale < 0 {
		return usagef("give a number above 0", "a number is negative")
	}
	j := c.judge()
	marks := []float64{0, j.Inaccuracy, j.Mistake, j.Blunder, 1}
	if !slices.IsSorted(marks) || j.Inaccuracy <= 0 {
		return usagef("they are hundredths of the winning chances, the smallest first: --inaccuracy 6 --mistake 12 --blunder 22",
			"--inaccuracy %g --mistake %g --blunder %g", 100*j.Inaccuracy, 100*j.Mistake, 100*j.Blunder)
	}
	if c.Reuse && (c.Remember || c.Nodes > 0 || c.Depth > 0 || c.MoveTime > 0) {
		return usagef("leave out --nodes, --depth, --movetime and --remember", "--reuse asks no engine")
	}
	return nil
}

// judge is the judge that the flags make.
func (c *annotateCmd) judge() analyze.Judge {
	or := func(percent, other float64) float64 {
		if percent == 0 {
			return other
		}
		return percent / 100
	}
	return analyze.Judge{
		Scale: c.Scale, Inaccuracy: or(c.Inaccuracy, analyze.DefaultInaccuracy),
		Mistake: or(c.Mistake, analyze.DefaultMistake), Blunder: or(c.Blunder, analyze.DefaultBlunder),
	}
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil || name == input.Stdin
}

// fileGame is a game of a file that is to be annotated.
type fileGame struct {
	file string
	game *pgn.Game
}

// files annotates the games of files, into a file or to stdout.
func (c *annotateCmd) files(s *session, w *annotator) error {
	out := s.out
	var into *resultFile
	writer := pgn.NewWriter(out, pgn.WriterOptions{})
	if c.Into != "" {
		var err error
		if into, err = s.openResult(c.Into); err != nil {
			return err
		}
		// A second call does nothing: this is for the ways out before the end.
		defer into.discard()
		writer = pgn.NewWriter(into, pgn.WriterOptions{})
	}
	err := s.eachStream(c.What, func(in *input.Stream) error {
		rd := pgn.NewReader(in)
		games := func(yield func(fileGame, error) bool) {
			for g, err := range rd.Games() {
				if !yield(fileGame{in.Name, g}, inName(in.Name, err)) {
					return
				}
			}
		}
		err := inOrder(s.ctx, w.workers, games, func(ctx context.Context, f fileGame) (annotatedGame, error) {
			p, err := pgn.Play(f.game, pgn.Options{})
			if err != nil {
				return annotatedGame{}, err
			}
			a, err := w.game(ctx, p, fmt.Sprintf("%s game %d", f.file, f.game.Number))
			a.report.File, a.report.Game = f.file, f.game.Number
			if err != nil {
				return a, &stopError{err}
			}
			return a, nil
		}, func(a annotatedGame) error {
			if err := w.say(&a); err != nil {
				return &stopError{err}
			}
			if err := writer.Write(a.game); err != nil {
				return &stopError{err}
			}
			return nil
		})
		if err != nil {
			return err
		}
		return writer.WriteTail(rd.Tail())
	})
	if s.ctx.Err() != nil {
		return s.ctx.Err()
	}
	if into != nil && err == nil {
		if err := into.finish(); err != nil {
			return err
		}
	}
	if err == nil && w.failed {
		err = errFindings
	}
	return err
}

// games annotates the games that a query selects in the archive: in their place,
// or into a PGN file.
func (c *annotateCmd) games(s *session) (err error) {
	if c.Remember {
		return usagef("leave it out", "--remember is for games from files; those of the archive are remembered anyway")
	}
	if c.Into == input.Stdin && s.json() {
		return usagef("name a file for the games with --into FILE", "--format json needs stdout for itself")
	}
	inPlace := c.Into == "" || c.Into == "archive"
	a, err := s.openArchive(inPlace || !c.Reuse)
	if err != nil {
		return err
	}
	defer a.Close()
	var ids []int64
	positions := 0
	for r, err := range s.selected(a, c.What) {
		if err != nil {
			return err
		}
		ids = append(ids, r.ID)
		positions += len(r.Moves) + 1
	}
	if len(ids) == 0 {
		fmt.Fprintln(s.Err, "nothing found")
		return errFindings
	}
	w, err := c.annotator(s, a, !c.Reuse)
	if err != nil {
		return err
	}
	defer func() { err = w.close(err) }()
	w.expect(positions)
	keep, finish, err := c.keeper(s, a)
	if err != nil {
		return err
	}
	defer finish(false)
	jobs := func(yield func(int64, error) bool) {
		for _, id := range ids {
			if !yield(id, nil) {
				return
			}
		}
	}
	err = inOrder(s.ctx, w.workers, jobs, func(ctx context.Context, id int64) (annotatedGame, error) {
		r, err := a.Get(ctx, id)
		if err != nil {
			return annotatedGame{}, err
		}
		p, err := r.Replay()
		if err != nil {
			return annotatedGame{}, err
		}
		g, err := w.game(ctx, p, fmt.Sprintf("game %d", id))
		g.report.ID = id
		return g, err
	}, func(g annotatedGame) error {
		if err := keep(g.report.ID, g.game); err != nil {
			return err
		}
		return w.say(&g)
	})
	if err == nil {
		err = finish(true)
	}
	if err == nil && w.failed {
		err = errFindings
	}
	return err
}

// keeper is where annotated games of the archive go, and what ends it: finish with
// true puts a file in its place, with false gives it up if that has not happened.
func (c *annotateCmd) keeper(s *session, a *archive.Archive) (keep func(int64, *pgn.Replay) error, finish func(bool) error, err error) {
	if c.Into == "" || c.Into == "archive" {
		k := &inPlace{archive: a, since: time.Now()}
		return k.keep, func(bool) error { return k.flush() }, nil
	}
	into, err := s.openResult(c.Into)
	if err != nil {
		return nil, nil, err
	}
	writer := pgn.NewWriter(into, pgn.WriterOptions{})
	return func(_ int64, p *pgn.Replay) error { return writer.Write(p) }, func(whole bool) error {
		if whole {
			return into.finish()
		}
		return into.discard()
	}, nil
}

// inPlace puts annotated games in the place of those of the archive, several in one
// write where they come fast.
type inPlace struct {
	archive *archive.Archive
	games   []archive.Replacement
	since   time.Time // of the last write
}

// mostGames is how many games may wait to be written.
const mostGames = 256

func (k *inPlace) keep(id int64, p *pgn.Replay) error {
	k.games = append(k.games, archive.Replacement{ID: id, Game: p})
	if len(k.games) < mostGames && time.Since(k.since) < longestPause {
		return nil
	}
	return k.flush()
}

// flush writes what waits. It is done after an interruption, too.
func (k *inPlace) flush() error {
	games := k.games
	k.games = nil
	err := k.archive.ReplaceAll(context.Background(), games)
	k.since = time.Now()
	return err
}
