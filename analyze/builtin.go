package analyze

import (
	"context"

	"github.com/diwan-shatranj/diwan/analyze/engine"
)

// builtin is the built-in engine.
type builtin struct {
	engine *engine.Engine
}

// NewBuiltin returns the built-in engine as an Analyzer. With one thread its
// evaluations depend on the request alone, not on what was analyzed before, if
// the limit is not a time.
func NewBuiltin(o engine.Options) Analyzer {
	return &builtin{engine: engine.New(o)}
}

func (b *builtin) Analyze(ctx context.Context, r Request) (Evaluation, error) {
	b.engine.Clear()
	return evaluate(ctx, b.engine, b.Name(), &r)
}

func (b *builtin) Name() string { return engine.Name + " " + engine.Version }

func (b *builtin) Close() error { return nil }
