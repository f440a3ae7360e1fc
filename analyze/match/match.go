package match

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/diwan-shatranj/diwan/rules"
)

// Limit says how far a player thinks about a move. It must have one field set
// besides Increment, which belongs to Base.
type Limit struct {
	MoveTime  time.Duration // for each move
	Nodes     uint64
	Depth     int           // in plies
	Base      time.Duration // for the game
	Increment time.Duration // added after each move
}

// Options say how a match is played.
type Options struct {
	Players [2]Player
	// Games is the number of games, at least 1. Where it is odd, the last
	// opening is played once.
	Games int
	// Limit is that of players without one of their own.
	Limit Limit
	// Margin is how far a player may overrun its time.
	Margin time.Duration
	// Opening gives the opening of pair n, counted from 0. It may be called
	// from several goroutines; nil stands for the array shah-d.
	Opening func(ctx context.Context, n int) (Opening, error)
	// Rules must have a draw by the count of moves, since games could go on for
	// ever without; nil stands for the rule set named "engine".
	Rules *rules.Ruleset
	// Concurrency is the number of pairs played at once, 0 for 1.
	Concurrency int
	// SPRT ends the match when it is decided; nil for none.
	SPRT *SPRT
	// Report is told each game when it has ended, with the table that counts
	// it; nil for nobody. It is not called twice at once. An error ends the
	// match.
	Report func(*Game, *Table) error
}

// errOptions means that a match cannot be played as it is asked for.
var errOptions = errors.New("no such match")

// check reports what is wrong with the options, and fills in what is not set.
func (o *Options) check() error {
	if o.Rules == nil {
		o.Rules, _ = rules.RulesetByName("engine")
	}
	if o.Rules.MoveCount == 0 {
		return fmt.Errorf("%w: under %s, which has no draw by the count of moves, a game may have no end", errOptions, o.Rules.Name)
	}
	// The draws that players may claim are taken for claimed.
	set := *o.Rules
	set.Automatic = true
	o.Rules = &set
	if o.Games < 1 {
		return fmt.Errorf("%w: %d games", errOptions, o.Games)
	}
	for i := range o.Players {
		p := &o.Players[i]
		if p.Start == nil {
			return fmt.Errorf("%w: a player is missing", errOptions)
		}
		if p.Limit == (Limit{}) {
			p.Limit = o.Limit
		}
		kinds := 0
		for _, set := range []bool{p.Limit.MoveTime > 0, p.Limit.Nodes > 0, p.Limit.Depth > 0, p.Limit.Base > 0} {
			if set {
				kinds++
			}
		}
		if kinds != 1 {
			return fmt.Errorf("%w: a player needs one limit, of time, nodes or depth", errOptions)
		}
	}
	if o.Opening == nil {
		a, _ := rules.ArrayByName("shah-d")
		o.Opening = Book([]Opening{{Name: a.Name, Start: a.Position()}})
	}
	return nil
}

// errDecided ends the games that are still played when the test has decided.
var errDecided = errors.New("the match is decided")

// Run plays a match. The table holds all games that have ended, whatever the
// error, which is that of ctx, of an opening or of an engine that cannot be
// started; nil at the end of the games or by decision of the test.
func Run(ctx context.Context, o Options) (Table, error) {
	var t Table
	if err := o.check(); err != nil {
		return t, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var (
		wait sync.WaitGroup
		mu   sync.Mutex
	)
	ended := func(g *Game) error {
		mu.Lock()
		defer mu.Unlock()
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		t.add(g)
		if o.Report != nil {
			if err := o.Report(g, &t); err != nil {
				return err
			}
		}
		if o.SPRT != nil && o.SPRT.Verdict(&t) != Undecided {
			return errDecided
		}
		return nil
	}
	pairs := make(chan int)
	for range min(max(o.Concurrency, 1), (o.Games+1)/2) {
		wait.Go(func() {
			b := board{options: &o}
			defer b.close()
			for n := range pairs {
				if err := b.pair(ctx, n, ended); err != nil {
					cancel(err)
					return
				}
			}
		})
	}
	for n := range (o.Games + 1) / 2 {
		select {
		case pairs <- n:
			continue
		case <-ctx.Done():
		}
		break
	}
	close(pairs)
	wait.Wait()
	if err := context.Cause(ctx); err != nil && !errors.Is(err, errDecided) {
		return t, err
	}
	return t, nil
}
