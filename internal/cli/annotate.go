package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/google/renameio/v2"

	"github.com/diwan-shatranj/diwan/analyze"
	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/analyze/program"
	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/internal/input"
	"github.com/diwan-shatranj/diwan/pgn"
)

type annotateCmd struct {
	Engine   string        `placeholder:"CMD" default:"builtin" help:"builtin, or the command of an engine that speaks UCI or XBoard's protocol."`
	Protocol string        `enum:"auto,uci,xboard" default:"auto" help:"The engine's protocol: ${enum}; auto finds it out."`
	Option   []string      `placeholder:"NAME=VALUE" sep:"none" help:"An option for the engine; may be repeated."`
	Nodes    uint64        `placeholder:"N" help:"Search so many nodes a position (default: 20000, if no other limit is given)."`
	Depth    int           `placeholder:"N" help:"Search to this depth."`
	MoveTime time.Duration `name:"movetime" placeholder:"D" help:"Search so long a position: 500ms, 2s."`
	MultiPV  int           `name:"multipv" default:"1" help:"Lines to look at in each position; the further ones are written as alternatives."`
	Into     string        `placeholder:"archive|FILE" help:"Where the annotated games go: the archive, or a PGN file (default: the archive for games from it, stdout for games from files)."`
	What     []string      `arg:"" optional:"" name:"QUERY|FILE" help:"Files, or a query over the archive (empty: every game)."`
}

func (annotateCmd) Help() string {
	return `Has an engine evaluate every position, and writes evaluations, marks (?! ? ??) and better lines into
the games. What an engine wrote before is replaced, what people wrote stays.

Examples:

    diwan annotate games.pgn > annotated.pgn
    diwan annotate --nodes 100000 --into annotated.pgn games.pgn
    diwan annotate --engine fairy-stockfish --movetime 200ms player:suli
    diwan annotate --engine shamax --depth 8 --into annotated.pgn games.pgn

An engine of XBoard's protocol tells only its best line, and most of them cannot limit nodes: give
--depth or --movetime.`
}

// annotatedJSON is an annotated game as a JSON line.
type annotatedJSON struct {
	ID     int64  `json:"id,omitempty"`
	File   string `json:"file,omitempty"`
	Game   int    `json:"game,omitempty"`
	Plies  int    `json:"plies"`
	New    int    `json:"new"`
	Cached int    `json:"cached"`
	Failed int    `json:"failed,omitempty"`
	Marks  int    `json:"marks"`
}

// Run annotates.
func (c *annotateCmd) Run(s *session) error {
	if c.MultiPV < 1 || c.MultiPV > 64 {
		return usagef("give a number from 1 to 64", "--multipv %d", c.MultiPV)
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
	if c.Into == "" && s.json() {
		return usagef("name a file for the games with --into FILE", "--format json needs stdout for itself")
	}
	w, err := c.annotator(s, nil)
	if err != nil {
		return err
	}
	defer w.close()
	return c.files(s, w)
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil || name == input.Stdin
}

// files annotates the games of files, into a file or to stdout.
func (c *annotateCmd) files(s *session, w *annotator) error {
	out := s.out
	var into *renameio.PendingFile
	writer := pgn.NewWriter(out, pgn.WriterOptions{})
	if c.Into != "" {
		var err error
		if into, err = renameio.NewPendingFile(c.Into, renameio.WithPermissions(0o644)); err != nil {
			return err
		}
		// A second call does nothing: this is for the ways out before the end.
		defer into.Cleanup()
		writer = pgn.NewWriter(into, pgn.WriterOptions{})
	}
	err := s.eachStream(c.What, func(in *input.Stream) error {
		rd := pgn.NewReader(in)
		replayer, err := pgn.NewReplayer(pgn.Options{})
		if err != nil {
			return err
		}
		for g, err := range rd.Games() {
			if err != nil {
				return inName(in.Name, err)
			}
			annotated, report, err := w.game(s.ctx, replayer.Replay(g), fmt.Sprintf("%s game %d", in.Name, g.Number))
			if err != nil {
				return &stopError{err}
			}
			report.File, report.Game = in.Name, g.Number
			if err := s.reportAnnotated(report, fmt.Sprintf("%s game %d", in.Name, g.Number)); err != nil {
				return &stopError{err}
			}
			if err := writer.Write(annotated); err != nil {
				return &stopError{err}
			}
		}
		return writer.WriteTail(rd.Tail())
	})
	if s.ctx.Err() != nil {
		return s.ctx.Err()
	}
	if into != nil && err == nil {
		if err := into.CloseAtomicallyReplace(); err != nil {
			return err
		}
	}
	if err == nil && w.failed {
		err = errFindings
	}
	return err
}

// reportAnnotated says what was done with one game.
func (s *session) reportAnnotated(r annotatedJSON, name string) error {
	if s.json() {
		return s.encode(r)
	}
	if !s.Quiet {
		fmt.Fprintf(s.Err, "%s: %d plies, %d positions evaluated, %d known, %s\n", name, r.Plies, r.New, r.Cached, plural(r.Marks, "mark"))
	}
	return nil
}

// annotator is an engine at work on games, one after the other.
type annotator struct {
	s         *session
	analyzers []analyze.Analyzer
	batches   map[string]*analyze.Batch // by rule set
	options   analyze.BatchOptions
	marking   marking
	failed    bool // a game or a position could not be done
}

// annotator starts the engines. store keeps the evaluations; nil keeps them for
// this run.
func (c *annotateCmd) annotator(s *session, store analyze.EvalStore) (*annotator, error) {
	w := &annotator{s: s, batches: map[string]*analyze.Batch{}}
	limit := analyze.Limit{Nodes: c.Nodes, Depth: c.Depth, MoveTime: c.MoveTime}
	if limit == (analyze.Limit{}) {
		limit.Nodes = 20_000
	}
	if c.Depth < 0 || c.MoveTime < 0 {
		return nil, usagef("give a number above 0", "the limit is negative")
	}
	jobs := s.Jobs
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	for range jobs {
		a, err := c.analyzer(s.ctx)
		if err != nil {
			w.close()
			return nil, engineFailure(err)
		}
		w.analyzers = append(w.analyzers, a)
	}
	if store == nil {
		store = &analyze.MemoryStore{}
	}
	w.options = analyze.BatchOptions{Analyzers: w.analyzers, Store: store, Limit: limit, MultiPV: c.MultiPV}
	w.marking = marking{engine: w.analyzers[0].Name()}
	return w, nil
}

// analyzer starts one engine.
func (c *annotateCmd) analyzer(ctx context.Context) (analyze.Analyzer, error) {
	if c.Engine == "builtin" {
		if len(c.Option) > 0 {
			return nil, usagef("leave --option out", "the built-in engine has no options here")
		}
		return analyze.NewBuiltin(engine.Options{}), nil
	}
	config, err := programConfig(c.Engine, c.Option)
	if err != nil {
		return nil, err
	}
	return analyze.NewExternal(ctx, config, analyze.Protocol(c.Protocol))
}

// programConfig says how to run an engine: its command, and options of the form
// NAME=VALUE.
func programConfig(command string, options []string) (program.Config, error) {
	config := program.Config{Command: strings.Fields(command)}
	if exists(command) { // a path with blanks
		config.Command = []string{command}
	}
	if len(config.Command) == 0 {
		return config, usagef("name a command, or builtin", "--engine is empty")
	}
	for _, o := range options {
		name, value, _ := strings.Cut(o, "=")
		config.Options = append(config.Options, program.Setting{Name: name, Value: value})
	}
	return config, nil
}

// engineFailure adds a hint to what went wrong with an engine.
func engineFailure(err error) error {
	var fault *program.Error
	if !errors.As(err, &fault) {
		return err
	}
	hint := "run it by hand: it must answer uci with uciok and know UCI_Variant shatranj, or protover 2 with features and that variant"
	switch {
	case errors.Is(err, program.ErrStart):
		hint = "check that the engine is installed; --engine builtin needs none"
	case errors.Is(err, program.ErrOption):
		hint = "run it by hand and look at the options that it lists"
	}
	return &failure{statusFailed, err, hint}
}

func (w *annotator) close() {
	for _, a := range w.analyzers {
		// An engine that does not end by itself has been killed: nothing is lost.
		_ = a.Close()
	}
}

// batch is the batch for games of a rule set.
func (w *annotator) batch(p *pgn.Replay) (*analyze.Batch, error) {
	if b := w.batches[p.Rules.Name]; b != nil {
		return b, nil
	}
	o := w.options
	o.Rules = p.Rules
	b, err := analyze.NewBatch(o)
	if err != nil {
		return nil, err
	}
	w.batches[p.Rules.Name] = b
	return b, nil
}

// game annotates one game. A game that cannot be played is complained about and
// returned as it is.
func (w *annotator) game(ctx context.Context, p *pgn.Replay, name string) (*pgn.Replay, annotatedJSON, error) {
	report := annotatedJSON{Plies: len(p.Moves)}
	if !p.Played {
		w.failed = true
		w.s.complain(fmt.Errorf("%s cannot be played and is left as it is", name), "see diwan check")
		return p, report, nil
	}
	p, err := canonicalForm(p)
	if err != nil {
		return nil, report, err
	}
	b, err := w.batch(p)
	if err != nil {
		return nil, report, err
	}
	bar := w.s.progress("annotating", "positions")
	plies, err := b.Line(ctx, p.Start, p.Moves, func(done, all int) { bar.show(int64(done), int64(all)) })
	bar.end()
	if err != nil {
		return nil, report, err
	}
	var fault error
	for i := range plies {
		switch {
		case plies[i].Err != nil:
			report.Failed++
			fault = plies[i].Err
		case plies[i].Cached:
			report.Cached++
		case !plies[i].Outcome.Over():
			report.New++
		}
	}
	if fault != nil {
		w.failed = true
		w.s.complain(fmt.Errorf("%s: the engine failed on %s: %w", name, plural(report.Failed, "position"), fault), "the game is annotated without them")
	}
	g, marks := w.marking.annotate(p, plies)
	report.Marks = marks
	annotated, err := pgn.Play(g, pgn.Options{})
	return annotated, report, err
}

// canonicalForm reads a game again from its canonical form, in whose letters an
// engine's lines are written.
func canonicalForm(p *pgn.Replay) (*pgn.Replay, error) {
	var buf bytes.Buffer
	if err := pgn.NewWriter(&buf, pgn.WriterOptions{}).Write(p); err != nil {
		return nil, err
	}
	g := new(pgn.Game)
	if err := pgn.NewReader(&buf).Read(g); err != nil {
		return nil, err
	}
	return pgn.Play(g, pgn.Options{})
}

// games annotates the games that a query selects in the archive: in their place,
// or into a PGN file.
func (c *annotateCmd) games(s *session) error {
	a, err := s.openArchive(c.Into == "" || c.Into == "archive")
	if err != nil {
		return err
	}
	defer a.Close()
	var ids []int64
	for r, err := range s.selected(a, c.What) {
		if err != nil {
			return err
		}
		ids = append(ids, r.ID)
	}
	if len(ids) == 0 {
		fmt.Fprintln(s.Err, "nothing found")
		return errFindings
	}
	w, err := c.annotator(s, evalStore{a})
	if err != nil {
		return err
	}
	defer w.close()
	keep, finish, err := c.keeper(s, a)
	if err != nil {
		return err
	}
	defer finish(false)
	for _, id := range ids {
		name := fmt.Sprintf("game %d", id)
		r, err := a.Get(s.ctx, id)
		if err != nil {
			return err
		}
		p, err := r.Replay()
		if err != nil {
			return err
		}
		annotated, report, err := w.game(s.ctx, p, name)
		if err != nil {
			return err
		}
		report.ID = id
		if err := keep(id, annotated); err != nil {
			return err
		}
		if err := s.reportAnnotated(report, name); err != nil {
			return err
		}
	}
	if err := finish(true); err != nil {
		return err
	}
	if w.failed {
		return errFindings
	}
	return nil
}

// keeper is where annotated games of the archive go, and what ends it: finish with
// true puts a file in its place, with false gives it up if that has not happened.
func (c *annotateCmd) keeper(s *session, a *archive.Archive) (keep func(int64, *pgn.Replay) error, finish func(bool) error, err error) {
	if c.Into == "" || c.Into == "archive" {
		return func(id int64, p *pgn.Replay) error { return a.Replace(s.ctx, id, p) }, func(bool) error { return nil }, nil
	}
	into, err := renameio.NewPendingFile(c.Into, renameio.WithPermissions(0o644))
	if err != nil {
		return nil, nil, err
	}
	writer := pgn.NewWriter(into, pgn.WriterOptions{})
	return func(_ int64, p *pgn.Replay) error { return writer.Write(p) }, func(whole bool) error {
		if whole {
			return into.CloseAtomicallyReplace()
		}
		return into.Cleanup()
	}, nil
}
