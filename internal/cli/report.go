package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/diwan-shatranj/diwan/analyze"
	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/internal/input"
	"github.com/diwan-shatranj/diwan/internal/report"
	"github.com/diwan-shatranj/diwan/pgn"
)

type reportCmd struct {
	Out   string   `short:"o" placeholder:"FILE|DIR" default:"-" help:"Where to: a name that ends in .html is one page, any other a folder with an index and a page a game; - is stdout."`
	Title string   `placeholder:"TEXT" help:"The title of a collection (default: the query, or the names of the files)."`
	What  []string `arg:"" optional:"" name:"ID|QUERY|FILE" help:"Games or a query of the archive (empty: every game), or files; games.pgn#3 is the third game of one."`
}

func (reportCmd) Help() string {
	return `Writes games as web pages that need no network and no other program: a board to step through, the moves with
variations and comments, a graph of the evaluations, accuracy, critical moments. They can be read on a phone,
printed, and sent as one file. The evaluations are those that diwan annotate has made.

A collection becomes one page with an index, or a folder with an index and a page a game, which is better for
hundreds of games. A folder must be empty or not there.

Examples:

    diwan report 17 -o game.html
    diwan report games.pgn#3 > game.html
    diwan report 17 18 23 -o three.html
    diwan report player:suli --title "The games of al-Suli" -o suli.html
    diwan report tournament.pgn -o tournament/`
}

// manyGames is from how many games on a folder is recommended.
const manyGames = 500

// Run reports.
func (c *reportCmd) Run(s *session) error {
	if c.Out == "" {
		return usagef("name a file or a folder, or leave it out for stdout", "--out is empty")
	}
	o := report.Options{Title: c.Title, Generator: "diwan " + s.version}
	if o.Title == "" {
		o.Title = c.title()
	}
	sink, err := c.sink(s, o)
	if err != nil {
		return err
	}
	bar := s.progress("reporting", "games")
	err = c.games(s, func(g report.Game) error {
		if err := s.ctx.Err(); err != nil {
			return err
		}
		bar.show(int64(sink.games), 0)
		return sink.add(g)
	})
	bar.end()
	if err == nil && sink.games == 0 {
		err = &failure{statusFindings, errors.New("nothing found: there is nothing to report"), ""}
	}
	var unread *failure
	if errors.As(err, &unread) && unread.err == nil && sink.games > 0 {
		// A file could not be read, which has been said; the others are reported.
		if closed := sink.finish(true); closed != nil {
			return closed
		}
		return err
	}
	if closed := sink.finish(err == nil); err == nil {
		err = closed
	}
	if err == nil && sink.games >= manyGames && !c.folder() {
		s.note("%d games in one page open slowly; -o DIR makes a page for each", sink.games)
	}
	return err
}

// title is what a collection is called where nothing else is said.
func (c *reportCmd) title() string {
	if len(c.What) == 0 {
		return "All games"
	}
	var names []string
	for _, w := range c.What {
		switch {
		case w == input.Stdin:
			w = "Standard input"
		case exists(w):
			w = filepath.Base(w)
		}
		names = append(names, w)
	}
	return strings.Join(names, " ")
}

// folder reports whether the output is a folder.
func (c *reportCmd) folder() bool {
	ext := strings.ToLower(filepath.Ext(c.Out))
	if info, err := os.Stat(c.Out); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return false // a device or a pipe takes a page
	}
	return c.Out != input.Stdin && ext != ".html" && ext != ".htm"
}

// reportSink is where reported games go.
type reportSink struct {
	games  int
	add    func(report.Game) error
	finish func(whole bool) error
}

// sink opens the output.
func (c *reportCmd) sink(s *session, o report.Options) (*reportSink, error) {
	k := &reportSink{}
	if c.folder() {
		f, err := report.NewFolder(c.Out, o)
		if errors.Is(err, report.ErrNotEmpty) {
			return nil, &failure{statusUsage, err, "name a new folder, or remove that one first"}
		}
		if err != nil {
			return nil, err
		}
		k.add = func(g report.Game) error {
			k.games++
			return f.Add(g)
		}
		k.finish = f.Close
		return k, nil
	}
	var out io.Writer = s.out
	dir := ""
	put, giveUp := func() error { return nil }, func() error { return nil }
	if c.Out != input.Stdin {
		file, err := s.openResult(c.Out)
		if err != nil {
			return nil, err
		}
		out, dir, put, giveUp = file, file.dir(), file.finish, file.discard
	}
	c.page(k, out, dir, o, put, giveUp)
	return k, nil
}

// page makes k a sink to one page: of one game if no other comes.
func (c *reportCmd) page(k *reportSink, out io.Writer, dir string, o report.Options, put, giveUp func() error) {
	var first report.Game
	var file *report.File
	k.add = func(g report.Game) (err error) {
		switch k.games++; k.games {
		case 1:
			first = g
			return nil
		case 2:
			if file, err = report.NewFile(out, dir, o); err != nil {
				return err
			}
			if err = file.Add(first); err != nil {
				return err
			}
			first = report.Game{}
		}
		return file.Add(g)
	}
	k.finish = func(whole bool) (err error) {
		switch {
		case file != nil:
			err = file.Close(whole)
		case whole:
			err = report.Page(out, first, o)
		}
		if whole && err == nil {
			return put()
		}
		return errors.Join(err, giveUp())
	}
}

// games calls do with each game that is to be reported.
func (c *reportCmd) games(s *session, do func(report.Game) error) error {
	if len(c.What) > 0 && exists(c.What[0]) {
		return c.files(s, do)
	}
	if c.named() {
		for _, name := range c.What {
			if err := s.reportNamed(name, do); err != nil {
				return err
			}
		}
		return nil
	}
	a, err := s.openArchive(false)
	if err != nil {
		return err
	}
	defer a.Close()
	for r, err := range s.selected(a, c.What) {
		if err != nil {
			return err
		}
		if err := s.reportRecord(a, r, do); err != nil {
			return err
		}
	}
	return nil
}

// named reports whether all operands name single games: ID or FILE#N.
func (c *reportCmd) named() bool {
	for _, name := range c.What {
		file, _, ok := cutLast(name, "#")
		id, err := strconv.ParseInt(name, 10, 64)
		if !(ok && exists(file)) && (err != nil || id < 1) {
			return false
		}
	}
	return len(c.What) > 0
}

// reportNamed calls do with the game that ID or FILE#N names.
func (s *session) reportNamed(name string, do func(report.Game) error) error {
	p, at, err := s.gameNamed(name)
	if err != nil {
		return err
	}
	g, err := s.reported(p, at)
	if err != nil {
		return err
	}
	return do(g)
}

// reported is a game as a page shows it, with what the archive keeps of its positions
// where it is one of the archive.
func (s *session) reported(p *pgn.Replay, at place) (report.Game, error) {
	g := report.Game{Replay: p, Name: at.String()}
	if at.id == 0 || !p.Played {
		return g, nil
	}
	a, err := s.openArchive(false)
	if err != nil {
		return g, err
	}
	defer a.Close()
	g.Evaluations, err = s.recalled(a, p)
	return g, err
}

// reportRecord calls do with a game of the archive and what is kept of its positions.
func (s *session) reportRecord(a *archive.Archive, r *archive.Record, do func(report.Game) error) error {
	p, err := r.Replay()
	if err != nil {
		return err
	}
	g := report.Game{Replay: p, Name: place{id: r.ID}.String()}
	if p.Played {
		if g.Evaluations, err = s.recalled(a, p); err != nil {
			return err
		}
	}
	return do(g)
}

// recalled are the evaluations that an archive has of a game, by the engine that knows
// the most of it.
func (s *session) recalled(a *archive.Archive, p *pgn.Replay) (*report.Evaluations, error) {
	kept := &limitsSeen{EvalStore: keptEvals{a}, limits: map[string][]string{}}
	plies, engine, err := analyze.Recall(s.ctx, kept, p.Rules, p.Start, p.Moves, 0, nil)
	if err != nil || engine == "" {
		return nil, err
	}
	return &report.Evaluations{Plies: plies, Engine: engine, Limits: kept.limits[engine]}, nil
}

// limitsSeen is a store that notes how far each engine was to search.
type limitsSeen struct {
	analyze.EvalStore
	limits map[string][]string
}

// List implements analyze.EvalStore.
func (k *limitsSeen) List(ctx context.Context, position uint64, halfmove int, ruleset string) ([]analyze.StoredEvaluation, error) {
	all, err := k.EvalStore.List(ctx, position, halfmove, ruleset)
	for i := range all {
		engine, limit := all[i].EvalKey.Engine, all[i].Limit.String()
		if !slices.Contains(k.limits[engine], limit) {
			k.limits[engine] = append(k.limits[engine], limit)
		}
	}
	return all, err
}

// files calls do with each game of the files.
func (c *reportCmd) files(s *session, do func(report.Game) error) error {
	for _, f := range c.What {
		if !exists(f) {
			return usagef("check the name, or report files and archived games one after the other", "%s: no such file", f)
		}
	}
	return s.eachStream(c.What, func(in *input.Stream) error {
		for g, err := range pgn.NewReader(in).Games() {
			if err != nil {
				return inName(in.Name, err)
			}
			p, err := pgn.Play(g, pgn.Options{})
			if err != nil {
				return &stopError{err}
			}
			if err := do(report.Game{Replay: p, Name: place{file: in.Name, game: g.Number}.String()}); err != nil {
				return &stopError{err}
			}
		}
		return nil
	})
}
