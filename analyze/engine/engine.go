package engine

import (
	"context"
	"sync"
	"time"

	"github.com/diwan-shatranj/diwan/rules"
)

// Options are the settings of an engine; the zero value is the default.
type Options struct {
	// HashMB is the size of the transposition table in MiB, rounded down to a
	// power of two; 0 stands for 16.
	HashMB int
	// Threads is the number of threads that search; 0 stands for 1. With more
	// than one, results depend on chance.
	Threads int
}

// DefaultHashMB is the size of the table of an engine that is not told one, and
// MaxHashMB the largest that a user should be let ask for, both in MiB.
const (
	DefaultHashMB = 16
	MaxHashMB     = 4096
)

// Engine is a shatranj engine with its memory of earlier searches. It may be
// used by several goroutines; their searches then wait for each other.
type Engine struct {
	mu      sync.Mutex
	table   *table
	workers []*worker
	weights *evaluator
}

// New returns an engine. Most of its memory is the table.
func New(o Options) *Engine {
	if o.HashMB <= 0 {
		o.HashMB = DefaultHashMB
	}
	e := &Engine{table: newTable(o.HashMB), weights: newEvaluator(&defaultWeights)}
	for range max(o.Threads, 1) {
		w := new(worker)
		for i := range w.frames {
			k := &w.frames[i].picker
			k.moves, k.values = make([]rules.Move, 0, 128), make([]int32, 128)
		}
		e.workers = append(e.workers, w)
	}
	for i, w := range e.workers {
		w.first = i == 0
		if w.first {
			w.others = e.workers[1:]
		}
	}
	return e
}

// Clear makes the engine forget what it has found out in earlier searches. It
// takes next to no time.
func (e *Engine) Clear() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.table.forget()
	for _, w := range e.workers {
		w.history.forget()
	}
}

// Search searches the position that the request leads to. It ends when a limit
// is met or ctx is done, within a millisecond or so, and then returns what it
// has found; that is no error. Where the game is over there is nothing to
// search, and the result has no move. The error is one of ErrRequest.
//
// onInfo, which may be nil, is called from the goroutine of the caller, for
// each line after each depth.
func (e *Engine) Search(ctx context.Context, r Request, onInfo func(Info)) (Result, error) {
	started := time.Now()
	e.mu.Lock()
	defer e.mu.Unlock()

	r.Rules = r.ruleset()
	root, hashes, repeats, err := r.game()
	if err != nil {
		return Result{}, err
	}
	result := Result{Outcome: r.Rules.Outcome(&root, repeats)}
	if result.Outcome.Over() {
		return result, nil
	}
	t := &task{
		rules: r.Rules, salt: saltOf(r.Rules),
		weights: e.weights, table: e.table,
		root: root, hashes: hashes, moves: r.rootMoves(&root),
		limits: r.Limits, timer: newTimer(&r.Limits, r.Ponder, started), onInfo: onInfo,
	}
	t.multi = min(max(r.MultiPV, 1), len(t.moves))

	e.table.begin()
	for _, w := range e.workers {
		w.prepare(t)
		w.history.fade()
	}
	defer context.AfterFunc(ctx, func() { t.stop.Store(true) })()
	var rest sync.WaitGroup
	for _, w := range e.workers[1:] {
		rest.Go(w.deepen)
	}
	main := e.workers[0]
	main.deepen()
	t.stop.Store(true)
	rest.Wait()

	for _, w := range e.workers {
		result.Nodes += w.nodes
	}
	result.Time = time.Since(started)
	result.Lines = main.reports
	result.Best = main.best[0].move
	if line := main.best[0].line; len(line) > 1 {
		result.Ponder = line[1]
	}
	return result, nil
}

// rootMoves returns the moves that the request allows in the root position, of
// which there is at least one.
func (r *Request) rootMoves(root *rules.Position) []rules.Move {
	all := r.Rules.AppendMoves(root, nil)
	var some []rules.Move
	for _, m := range all {
		for _, s := range r.SearchMoves {
			if m == s {
				some = append(some, m)
				break
			}
		}
	}
	if len(some) > 0 {
		return some
	}
	return all
}
