package analyze

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/diwan-shatranj/diwan/rules"
)

// Batch evaluates the positions of many games with one or more analyzers, each
// distinct position once: images of one position share its evaluation, and so
// do positions reached in different ways. A position is therefore evaluated
// without its past, as if nothing had been repeated.
//
// A Batch may be used by several goroutines at once, whose positions share the
// analyzers.
type Batch struct {
	rules   *rules.Ruleset
	limit   Limit
	multi   int
	store   EvalStore
	name    string
	free    chan Analyzer
	mu      sync.Mutex
	flights map[EvalKey]*flight
}

// flight is an evaluation that is being made.
type flight struct {
	done chan struct{}
	v    Evaluation
	err  error
}

// BatchOptions says how a batch evaluates.
type BatchOptions struct {
	// Analyzers work side by side. There must be at least one, and all must
	// have the same name. They are not closed by the batch.
	Analyzers []Analyzer
	Store     EvalStore      // nil for a new MemoryStore
	Rules     *rules.Ruleset // nil for the default one
	Limit     Limit          // must not be zero
	MultiPV   int            // lines for each position, 0 for 1
}

// NewBatch returns a batch. The error says what is wrong with the options.
func NewBatch(o BatchOptions) (*Batch, error) {
	if len(o.Analyzers) == 0 {
		return nil, errors.New("analysis without an engine")
	}
	if o.Limit == (Limit{}) {
		return nil, errNoLimit
	}
	b := &Batch{
		rules: o.Rules, limit: o.Limit, multi: max(o.MultiPV, 1), store: o.Store,
		name: o.Analyzers[0].Name(), free: make(chan Analyzer, len(o.Analyzers)),
		flights: map[EvalKey]*flight{},
	}
	if b.rules == nil {
		b.rules = rules.Rulesets()[0]
	}
	if b.store == nil {
		b.store = new(MemoryStore)
	}
	for _, a := range o.Analyzers {
		if a.Name() != b.name {
			return nil, fmt.Errorf("analysis by different engines, %s and %s", b.name, a.Name())
		}
		b.free <- a
	}
	return b, nil
}

// Ply is the evaluation of a position of a line.
type Ply struct {
	Evaluation
	// Cached reports that the store had the evaluation already.
	Cached bool
	// Skipped reports that the position was not to be evaluated. Then only
	// Outcome is set.
	Skipped bool
	// Err says why there is no evaluation: the engine has failed on this
	// position. Then only Outcome is set.
	Err error
}

// judged reports whether there is something to judge by: an evaluation, or the end of
// the game.
func (p *Ply) judged() bool { return p.Err == nil && !p.Skipped }

// Line evaluates the positions of a line: start and that after each of moves,
// which must be legal, so that plies[i] is before moves[i]. Where the game is
// over, as the rule set and the past of the line have it, nothing is evaluated.
// An engine that fails on a position leaves that one out, with Err set. The
// error is that of ctx, of the store or of an illegal move; plies is then nil,
// but what was evaluated is in the store.
//
// progress, if not nil, is called after each position with the number of those
// done and of all, never twice at the same time.
func (b *Batch) Line(ctx context.Context, start rules.Position, moves []rules.Move, progress func(done, all int)) ([]Ply, error) {
	return b.LineFrom(ctx, start, moves, 0, progress)
}

// LineFrom does what Line does, but skips the positions of the first from plies; of
// from 1, for instance, the start is skipped.
func (b *Batch) LineFrom(ctx context.Context, start rules.Position, moves []rules.Move, from int, progress func(done, all int)) ([]Ply, error) {
	positions, plies, err := walk(b.rules, start, moves)
	if err != nil {
		return nil, err
	}
	for i := range min(max(from, 0), len(plies)) {
		plies[i].Skipped = true
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var (
		wait sync.WaitGroup
		mu   sync.Mutex
		done int
	)
	next := make(chan int)
	for range min(cap(b.free), len(plies)) {
		wait.Go(func() {
			for i := range next {
				if err := b.ply(ctx, &positions[i], &plies[i]); err != nil {
					cancel(err)
					continue
				}
				mu.Lock()
				done++
				if progress != nil {
					progress(done, len(plies))
				}
				mu.Unlock()
			}
		})
	}
	for i := range plies {
		next <- i
	}
	close(next)
	wait.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return plies, nil
}

// walk plays a line: its positions, and plies that know how the game stands in each.
func walk(rs *rules.Ruleset, start rules.Position, moves []rules.Move) ([]rules.Position, []Ply, error) {
	positions := make([]rules.Position, 0, len(moves)+1)
	plies := make([]Ply, len(moves)+1)
	var h rules.History
	p, repeats := start, h.Reset(&start)
	for i := range plies {
		positions = append(positions, p)
		plies[i].Outcome = rs.Outcome(&p, repeats)
		if i == len(moves) {
			break
		}
		if !rs.IsLegal(&p, moves[i]) {
			return nil, nil, fmt.Errorf("move %d of the line, %v, is illegal", i+1, moves[i])
		}
		p = p.Play(moves[i])
		repeats = h.Push(&p)
	}
	return positions, plies, nil
}

// ply evaluates one position of a line. The error is one that ends the line.
func (b *Batch) ply(ctx context.Context, p *rules.Position, ply *Ply) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	outcome := ply.Outcome
	if outcome.Over() || ply.Skipped {
		return nil
	}
	q, key, halfmove, o, err := canonical(p, b.rules)
	if err != nil {
		return err
	}
	k := EvalKey{
		Position: key, Halfmove: halfmove, Rules: b.rules.Name,
		Engine: b.name, Limit: b.limit, MultiPV: b.multi,
	}
	v, cached, err := b.evaluate(ctx, k, &q)
	switch {
	case err == nil:
		ply.Evaluation, ply.Cached = v.image(o), cached
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.Is(err, errStore):
		return err
	default:
		ply.Err = err
	}
	// The past of the line has a say in the outcome, which the position alone
	// has not.
	ply.Outcome = outcome
	return nil
}

// errStore marks an error of the store.
var errStore = errors.New("evaluation store")

// evaluate returns the evaluation of the canonical position p under its key,
// from the store, from somebody who is at it, or from an analyzer.
func (b *Batch) evaluate(ctx context.Context, key EvalKey, p *rules.Position) (v Evaluation, cached bool, err error) {
	for {
		b.mu.Lock()
		f, busy := b.flights[key]
		if !busy {
			f = &flight{done: make(chan struct{})}
			b.flights[key] = f
		}
		b.mu.Unlock()
		if !busy {
			v, cached, err = b.make(ctx, key, p)
			f.v, f.err = v, err
			b.mu.Lock()
			delete(b.flights, key)
			b.mu.Unlock()
			close(f.done)
			return v, cached, err
		}
		select {
		case <-f.done:
		case <-ctx.Done():
			return Evaluation{}, false, ctx.Err()
		}
		// Where the other was called off, this one still wants the result.
		if !errors.Is(f.err, context.Canceled) && !errors.Is(f.err, context.DeadlineExceeded) {
			return f.v, f.err == nil, f.err
		}
	}
}

// make gets an evaluation from the store or makes and stores it.
func (b *Batch) make(ctx context.Context, key EvalKey, p *rules.Position) (v Evaluation, cached bool, err error) {
	known, err := b.store.List(ctx, key.Position, key.Halfmove, key.Rules)
	if err != nil {
		return v, false, fmt.Errorf("%w: %w", errStore, err)
	}
	// Keys of different positions may be equal, however unlikely.
	if v, ok := key.find(known); ok && fits(b.rules, p, &v) {
		return v, true, nil
	}
	var a Analyzer
	select {
	case a = <-b.free:
	case <-ctx.Done():
		return Evaluation{}, false, ctx.Err()
	}
	v, err = a.Analyze(ctx, Request{Start: *p, Rules: b.rules, Limit: b.limit, MultiPV: b.multi})
	b.free <- a
	if err != nil {
		return Evaluation{}, false, err
	}
	kept := StoredEvaluation{key, v}
	if err := b.store.Put(ctx, kept, kept.replaced(known)); err != nil {
		return v, false, fmt.Errorf("%w: %w", errStore, err)
	}
	return v, false, nil
}

// fits reports whether the lines of v can be played from p.
func fits(rs *rules.Ruleset, p *rules.Position, v *Evaluation) bool {
	for _, line := range v.Lines {
		q := *p
		for _, m := range line.Moves {
			if !rs.IsLegal(&q, m) {
				return false
			}
			q = q.Play(m)
		}
	}
	return len(v.Lines) > 0
}
