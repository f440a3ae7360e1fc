package match

import (
	"context"
	"errors"
	"time"

	"github.com/diwan-shatranj/diwan/analyze"
	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/analyze/program"
	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

// Game is a game of a match.
type Game struct {
	Number  int // from 1; the games of a pair follow each other
	Opening Opening
	White   int       // which of the players, 0 or 1
	Names   [2]string // of the players
	Started time.Time
	Moves   []Move // after those of the opening
	Result  rules.Result
	// Reason is why the game ended: what the board shows, or that a player has
	// lost otherwise.
	Reason pgn.EndReason
	Fault  error // what the loser did, nil where the board decided
	Final  rules.Position
	Rules  *rules.Ruleset
	Limits [2]Limit // of the players
}

// Plies returns the number of plies of the game, those of the opening included.
func (g *Game) Plies() int { return len(g.Opening.Moves) + len(g.Moves) }

// Points returns the score of the first player in half points.
func (g *Game) Points() int {
	switch {
	case g.Result == rules.Draw:
		return 1
	case (g.Result == rules.WhiteWins) == (g.White == 0):
		return 2
	}
	return 0
}

// player returns which player has the colour.
func (g *Game) player(c rules.Color) int { return g.White ^ int(c) }

// Move is a move of a player, and what it thought.
type Move struct {
	Move  rules.Move
	Score engine.Score // of the player; valid if Depth is not 0
	Depth int          // in plies, 0 where the player told nothing
	Nodes uint64
	Time  time.Duration // by the clock of the match
}

// board is where pairs are played, one after the other, with engines of its own.
type board struct {
	options *Options
	engines [2]analyze.Engine // nil before the first game and after a failure
}

// close ends the engines.
func (b *board) close() {
	for i := range b.engines {
		b.drop(i)
	}
}

// drop ends an engine.
func (b *board) drop(i int) {
	if b.engines[i] != nil {
		// An engine that does not end by itself has been killed: nothing is lost.
		_ = b.engines[i].Close()
		b.engines[i] = nil
	}
}

// pair plays pair n and hands each game to ended.
func (b *board) pair(ctx context.Context, n int, ended func(*Game) error) error {
	opening, err := b.options.Opening(ctx, n)
	if err != nil {
		return err
	}
	for white := range 2 {
		number := 2*n + white + 1
		if number > b.options.Games {
			break
		}
		g, err := b.game(ctx, number, opening, white)
		if err != nil {
			return err
		}
		if err := ended(g); err != nil {
			return err
		}
	}
	return nil
}

// prepare makes the engines ready for a game.
func (b *board) prepare(ctx context.Context, g *Game) error {
	for i := range b.engines {
		if b.engines[i] != nil && b.engines[i].NewGame(ctx) != nil {
			b.drop(i)
		}
		if b.engines[i] == nil {
			e, err := b.options.Players[i].Start(ctx)
			if err != nil {
				return err
			}
			b.engines[i] = e
		}
		if g.Names[i] = b.options.Players[i].Name; g.Names[i] == "" {
			g.Names[i] = b.engines[i].Name()
		}
		g.Limits[i] = b.options.Players[i].Limit
	}
	if g.Names[0] == g.Names[1] {
		g.Names[0], g.Names[1] = g.Names[0]+" (1)", g.Names[1]+" (2)"
	}
	return ctx.Err()
}

// game plays a game.
func (b *board) game(ctx context.Context, number int, opening Opening, white int) (*Game, error) {
	g := &Game{Number: number, Opening: opening, White: white, Rules: b.options.Rules, Started: time.Now()}
	if err := b.prepare(ctx, g); err != nil {
		return nil, err
	}
	clocks := [2]time.Duration{g.Limits[0].Base, g.Limits[1].Base}
	r := engine.Request{Start: opening.Start, Rules: g.Rules, Moves: append([]rules.Move(nil), opening.Moves...)}
	var h rules.History
	g.Final = opening.Start
	repeats := h.Reset(&g.Final)
	for _, m := range opening.Moves {
		g.Final = g.Final.Play(m)
		repeats = h.Push(&g.Final)
	}
	for {
		o := g.Rules.Outcome(&g.Final, repeats)
		if o.Over() {
			g.Result, g.Reason = o.Result, pgn.EndReason(o.Reason.String())
			return g, nil
		}
		who := g.player(g.Final.Turn())
		l := g.Limits[who]
		r.Limits = engine.Limits{MoveTime: l.MoveTime, Nodes: l.Nodes, Depth: l.Depth}
		if l.Base > 0 {
			r.Limits.Clock = engine.Clock{Remaining: max(clocks[who], time.Millisecond), Increment: l.Increment}
		}
		started := time.Now()
		result, err := b.engines[who].Search(ctx, r, nil)
		took := time.Since(started)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		clocks[who] -= took
		late := l.MoveTime > 0 && took > l.MoveTime+b.options.Margin || l.Base > 0 && clocks[who] < -b.options.Margin
		clocks[who] += l.Increment
		if err == nil && !g.Rules.IsLegal(&g.Final, result.Best) {
			err = &program.Error{Engine: g.Names[who], Err: program.ErrIllegal, Detail: result.Best.String()}
		}
		if err == nil && late {
			err = &program.Error{Engine: g.Names[who], Err: program.ErrLate, Detail: "after " + took.Round(time.Millisecond).String()}
		}
		if errors.Is(err, program.ErrLimit) || errors.Is(err, engine.ErrRequest) {
			return nil, err
		}
		if err != nil {
			g.Result, g.Reason, g.Fault = rules.Win(g.Final.Turn().Other()), reasonOf(err), err
			if g.Reason == pgn.Abandoned {
				b.drop(who)
			}
			return g, nil
		}
		g.Moves = append(g.Moves, moveOf(&result, took))
		r.Moves = append(r.Moves, result.Best)
		g.Final = g.Final.Play(result.Best)
		repeats = h.Push(&g.Final)
	}
}

// moveOf returns what is kept of a search.
func moveOf(r *engine.Result, took time.Duration) Move {
	m := Move{Move: r.Best, Nodes: r.Nodes, Time: took}
	if len(r.Lines) > 0 {
		m.Score, m.Depth = r.Lines[0].Score, r.Lines[0].Depth
	}
	return m
}

// reasonOf returns the reason of a game that was lost by a fault.
func reasonOf(err error) pgn.EndReason {
	switch {
	case errors.Is(err, program.ErrLate):
		return pgn.TimeForfeit
	case errors.Is(err, program.ErrIllegal):
		return pgn.IllegalClaim
	case errors.Is(err, program.ErrResigns):
		return pgn.Resignation
	}
	return pgn.Abandoned
}
