package match

import (
	"context"

	"github.com/diwan-shatranj/diwan/analyze"
	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/analyze/program"
)

// Player is one of the two sides of a match.
type Player struct {
	Name string // "" for the name that the engine gives itself
	// Start starts the engine. It is called once for each pair of games played
	// at once, and again after the engine has failed.
	Start func(ctx context.Context) (analyze.Engine, error)
	Limit Limit // of its own; zero for that of the match
}

// External returns what starts an engine of another maker.
func External(c program.Config, p analyze.Protocol) func(context.Context) (analyze.Engine, error) {
	return func(ctx context.Context) (analyze.Engine, error) {
		e, _, err := analyze.Open(ctx, c, p)
		return e, err
	}
}

// Builtin returns what starts the built-in engine.
func Builtin(o engine.Options) func(context.Context) (analyze.Engine, error) {
	return func(context.Context) (analyze.Engine, error) {
		return builtin{engine.New(o)}, nil
	}
}

// builtin is the built-in engine as a player.
type builtin struct {
	*engine.Engine
}

func (b builtin) NewGame(context.Context) error {
	b.Clear()
	return nil
}

func (builtin) Name() string { return engine.Name + " " + engine.Version }

func (builtin) Close() error { return nil }
