package analyze

import (
	"context"
	"errors"
	"sync"

	"github.com/diwan-shatranj/diwan/analyze/uci"
)

// external is an engine of another maker.
type external struct {
	config uci.Config
	name   string

	mu     sync.Mutex
	client *uci.Client // nil after a failure, until it is needed again
	closed bool
}

// NewExternal starts an engine that speaks UCI and returns it as an Analyzer.
// When the engine fails, by ending, hanging, overrunning its time or playing an
// illegal move, it is started again and the position tried once more; only then
// the failure, a *uci.Error, is returned, and the analyzer may still be used.
// The error of NewExternal is a *uci.Error, too, or that of ctx.
func NewExternal(ctx context.Context, c uci.Config) (Analyzer, error) {
	client, err := uci.Start(ctx, c)
	if err != nil {
		return nil, err
	}
	return &external{config: c, name: client.Name(), client: client}, nil
}

func (x *external) Analyze(ctx context.Context, r Request) (Evaluation, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	v, err := x.try(ctx, &r)
	var fault *uci.Error
	if errors.As(err, &fault) && ctx.Err() == nil {
		v, err = x.try(ctx, &r)
	}
	return v, err
}

// try analyzes a request. After a failure of the engine it is gone.
func (x *external) try(ctx context.Context, r *Request) (Evaluation, error) {
	if x.closed {
		return Evaluation{}, &uci.Error{Engine: x.name, Err: uci.ErrClosed}
	}
	if x.client == nil {
		client, err := uci.Start(ctx, x.config)
		if err != nil {
			return Evaluation{}, err
		}
		x.client = client
	}
	v, err := evaluate(ctx, x.client, x.name, r)
	var fault *uci.Error
	if errors.As(err, &fault) {
		err = errors.Join(err, x.client.Close())
		x.client = nil
	}
	return v, err
}

func (x *external) Name() string { return x.name }

func (x *external) Close() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.closed = true
	if x.client == nil {
		return nil
	}
	err := x.client.Close()
	x.client = nil
	return err
}
