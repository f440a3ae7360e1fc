package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"

	"github.com/diwan-shatranj/diwan/analyze"
	"github.com/diwan-shatranj/diwan/analyze/program"
	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

// annotator annotates games, several at once: by engines, or by what is kept.
type annotator struct {
	s         *session
	workers   int // games at once
	analyzers []analyze.Analyzer
	options   analyze.BatchOptions
	kept      analyze.EvalStore        // what --reuse takes from, else nil
	wanted    func(engine string) bool // whose evaluations it takes
	marking   marking
	fromPly   int
	book      *book      // nil where no position is skipped for it
	store     *evalStore // to be closed, or nil

	mu       sync.Mutex
	batches  map[string]*analyze.Batch // by rule set
	bar      *progress
	done     int // positions
	expected int // positions, 0 if not known

	failed bool // a game or a position could not be done; of the goroutine that calls say
}

// annotatedGame is a game with what was found out about it.
type annotatedGame struct {
	name   string
	game   *pgn.Replay
	report annotatedJSON
	fault  error // of the engine, or of the game
}

// annotator starts the engines. Evaluations are taken from the archive, which may be
// nil, and with remember put into it.
func (c *annotateCmd) annotator(s *session, a *archive.Archive, remember bool) (w *annotator, err error) {
	w = &annotator{
		s: s, batches: map[string]*analyze.Batch{}, fromPly: c.FromPly, workers: s.Jobs,
		marking: marking{judge: c.judge(), least: leastMark(c.Only)}, bar: s.progress("annotating", "positions"),
	}
	if w.workers == 0 {
		w.workers = runtime.GOMAXPROCS(0)
	}
	defer func() {
		if err != nil {
			err = w.close(err)
		}
	}()
	if c.SkipBook > 0 {
		if w.book, err = s.openBook(a, c.SkipBook); err != nil {
			return w, err
		}
	}
	chosen, err := chooseEngine(c.Engine, c.Option, c.Protocol)
	if err != nil {
		return w, err
	}
	if chosen.builtin && len(c.Option) > 0 {
		return w, usagef("leave --option out", "the built-in engine has no options here")
	}
	if c.Reuse {
		w.kept = keptEvals{a}
		w.wanted = wantedEngine(c.Engine, &chosen)
		return w, nil
	}
	limit := analyze.Limit{Nodes: c.Nodes, Depth: c.Depth, MoveTime: c.MoveTime}
	if limit == (analyze.Limit{}) {
		limit.Nodes = 20_000
	}
	for range w.workers {
		x, err := chosen.start(s.ctx)
		if err != nil {
			return w, engineFailure(err)
		}
		w.analyzers = append(w.analyzers, x)
	}
	w.options = analyze.BatchOptions{Analyzers: w.analyzers, Limit: limit, MultiPV: c.MultiPV, Store: &analyze.MemoryStore{}}
	if remember {
		w.store = openEvalStore(a)
		w.options.Store = w.store
	}
	w.marking.engine = w.analyzers[0].Name()
	return w, nil
}

// wantedEngine is the test of the names of engines whose evaluations are to be used
// again: nil, for all, where none was named.
func wantedEngine(text string, c *engineChoice) func(string) bool {
	switch {
	case c.says != "":
		return func(name string) bool { return name == c.says }
	default:
		return func(name string) bool { return len(name) >= len(text) && strings.EqualFold(name[:len(text)], text) }
	}
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

// close ends the engines and puts on disk what they have found. It returns err, or
// what went wrong with that.
func (w *annotator) close(err error) error {
	w.bar.end()
	for _, a := range w.analyzers {
		// An engine that does not end by itself has been killed: nothing is lost.
		_ = a.Close()
	}
	if w.store != nil {
		if failed := w.store.close(); err == nil || errors.Is(err, errFindings) && failed != nil {
			err = failed
		}
	}
	if w.book != nil {
		if failed := w.book.close(); err == nil {
			err = failed
		}
	}
	return err
}

// expect says how many positions there are in all.
func (w *annotator) expect(positions int) { w.expected = positions }

// advance says that so many positions more are done.
func (w *annotator) advance(positions int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.done += positions
	w.bar.show(int64(w.done), int64(w.expected))
}

// batch is the batch for games of a rule set.
func (w *annotator) batch(rs *rules.Ruleset) (*analyze.Batch, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if b := w.batches[rs.Name]; b != nil {
		return b, nil
	}
	o := w.options
	o.Rules = rs
	b, err := analyze.NewBatch(o)
	if err == nil {
		w.batches[rs.Name] = b
	}
	return b, err
}

// game annotates one game. A game that cannot be played is returned as it is. It may be
// called by several goroutines at once.
func (w *annotator) game(ctx context.Context, p *pgn.Replay, name string) (annotatedGame, error) {
	g := annotatedGame{name: name, game: p, report: annotatedJSON{Plies: len(p.Moves)}}
	if !p.Played {
		return g, nil
	}
	p, err := canonicalForm(p)
	if err != nil {
		return g, err
	}
	from := w.fromPly
	if w.book != nil {
		known, err := w.book.plies(ctx, p)
		if err != nil {
			return g, err
		}
		from = max(from, known)
	}
	mk := w.marking
	var plies []analyze.Ply
	if w.kept != nil {
		plies, mk.engine, err = analyze.Recall(ctx, w.kept, p.Rules, p.Start, p.Moves, from, w.wanted)
		w.advance(len(plies))
	} else {
		var b *analyze.Batch
		if b, err = w.batch(p.Rules); err == nil {
			plies, err = b.LineFrom(ctx, p.Start, p.Moves, from, func(int, int) { w.advance(1) })
		}
	}
	if err != nil {
		return g, err
	}
	for i := range plies {
		switch v := &plies[i]; {
		case v.Skipped:
			g.report.Skipped++
		case errors.Is(v.Err, analyze.ErrNotKept):
			g.report.Missing++
		case v.Err != nil:
			g.report.Failed++
			g.fault = v.Err
		case v.Cached:
			g.report.Cached++
		case !v.Outcome.Over():
			g.report.New++
		}
	}
	if w.kept != nil {
		g.report.Engine = mk.engine
		if mk.engine == "" {
			return g, nil
		}
	}
	changed, marks := mk.annotate(p, plies)
	g.report.Marks = marks
	g.game, err = pgn.Play(changed, pgn.Options{})
	return g, err
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

// say tells what was done with a game.
func (w *annotator) say(g *annotatedGame) error {
	s, r := w.s, &g.report
	w.mu.Lock()
	defer w.mu.Unlock()
	w.bar.clear()
	switch {
	case !g.game.Played:
		w.failed = true
		s.complain(fmt.Errorf("%s cannot be played and is left as it is", g.name), "see diwan check")
	case r.Failed > 0:
		w.failed = true
		s.complain(fmt.Errorf("%s: the engine failed on %s: %w", g.name, plural(r.Failed, "position"), g.fault), "the game is annotated without them")
	case w.kept != nil && r.Engine == "" && r.Missing > 0:
		w.failed = true
		s.complain(fmt.Errorf("%s: no evaluation is kept, and it is left as it is", g.name), "annotate without --reuse, or see diwan evals list for the engines")
	case r.Missing > 0:
		w.failed = true
		s.complain(fmt.Errorf("%s: of %s no evaluation of %s is kept", g.name, plural(r.Missing, "position"), r.Engine), "the game is annotated without them; annotate without --reuse to have them evaluated")
	}
	if s.json() {
		return s.encode(r)
	}
	if !s.Quiet {
		skipped := ""
		if r.Skipped > 0 {
			skipped = fmt.Sprintf(", %d skipped", r.Skipped)
		}
		fmt.Fprintf(s.Err, "%s: %d plies, %d positions evaluated, %d known%s, %s\n", g.name, r.Plies, r.New, r.Cached, skipped, plural(r.Marks, "mark"))
	}
	return nil
}
