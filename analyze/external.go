package analyze

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/diwan-shatranj/diwan/analyze/cecp"
	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/analyze/program"
	"github.com/diwan-shatranj/diwan/analyze/uci"
)

// Protocol is the language that an engine speaks.
type Protocol string

// The protocols. Auto means that it is to be found out.
const (
	Auto   Protocol = "auto"
	UCI    Protocol = "uci"
	XBoard Protocol = "xboard"
)

// Engine is an engine of another maker that runs as a program of its own: a
// *uci.Client or a *cecp.Client.
type Engine interface {
	// Search searches as engine.Engine.Search does.
	Search(ctx context.Context, r engine.Request, onInfo func(engine.Info)) (engine.Result, error)
	// NewGame tells that the next search belongs to another game.
	NewGame(ctx context.Context) error
	// Name returns the name that the engine gives itself.
	Name() string
	// Close ends the engine.
	Close() error
}

// patience is how long an engine whose protocol is not known may take to answer
// in UCI before it is tried in the other.
const patience = 5 * time.Second

// Open starts an engine and returns it with the protocol that it speaks. Where
// that is to be found out, UCI is tried first; whoever knows both is then spoken
// to in UCI. The error is a *program.Error, or that of ctx.
func Open(ctx context.Context, c program.Config, p Protocol) (Engine, Protocol, error) {
	switch p {
	case UCI:
		k, err := uci.Start(ctx, c)
		return opened(k, err), UCI, err
	case XBoard:
		k, err := cecp.Start(ctx, c)
		return opened(k, err), XBoard, err
	case Auto:
	default:
		return nil, p, &program.Error{Engine: "engine", Err: program.ErrProtocol, Detail: string(p)}
	}
	first := c.WithDefaults()
	first.StartTimeout = min(first.StartTimeout, patience)
	k, err := uci.Start(ctx, first)
	// An engine that ends at a word which it does not know has not failed yet.
	if err == nil || !errors.Is(err, program.ErrProtocol) && !errors.Is(err, program.ErrHangs) && !errors.Is(err, program.ErrStart) {
		return opened(k, err), UCI, err
	}
	x, other := cecp.Start(ctx, c)
	if errors.Is(err, program.ErrStart) && errors.Is(other, program.ErrStart) {
		other = err
	}
	return opened(x, other), XBoard, other
}

// opened returns k as an Engine, which is nil after an error.
func opened[E Engine](k E, err error) Engine {
	if err != nil {
		return nil
	}
	return k
}

// external is an engine of another maker.
type external struct {
	config   program.Config
	protocol Protocol
	name     string

	mu     sync.Mutex
	client Engine // nil after a failure, until it is needed again
	closed bool
}

// NewExternal starts an engine, as [Open] does, and returns it as an Analyzer.
// When the engine fails, by ending, hanging, overrunning its time or playing an
// illegal move, it is started again and the position tried once more; only then
// the failure, a *program.Error, is returned, and the analyzer may still be used.
// Its name is the engine's own, with the options of c behind it in brackets. The error
// of NewExternal is a *program.Error, too, or that of ctx.
func NewExternal(ctx context.Context, c program.Config, p Protocol) (Analyzer, error) {
	client, p, err := Open(ctx, c, p)
	if err != nil {
		return nil, err
	}
	return &external{config: c, protocol: p, name: nameWith(client.Name(), c.Options), client: client}, nil
}

// nameWith is the name of an engine with the options that it was given, in the order
// of their names: evaluations with other options are not the same engine's.
func nameWith(name string, options []program.Setting) string {
	if len(options) == 0 {
		return name
	}
	all := make([]string, 0, len(options))
	for _, o := range options {
		text := o.Name
		if o.Value != "" {
			text += "=" + o.Value
		}
		all = append(all, text)
	}
	slices.Sort(all)
	return name + " (" + strings.Join(all, ", ") + ")"
}

func (x *external) Analyze(ctx context.Context, r Request) (Evaluation, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	v, err := x.try(ctx, &r)
	var fault *program.Error
	if errors.As(err, &fault) && !errors.Is(err, program.ErrLimit) && ctx.Err() == nil {
		v, err = x.try(ctx, &r)
	}
	return v, err
}

// try analyzes a request. After a failure of the engine it is gone.
func (x *external) try(ctx context.Context, r *Request) (Evaluation, error) {
	if x.closed {
		return Evaluation{}, &program.Error{Engine: x.name, Err: program.ErrClosed}
	}
	if x.client == nil {
		client, _, err := Open(ctx, x.config, x.protocol)
		if err != nil {
			return Evaluation{}, err
		}
		x.client = client
	}
	v, err := evaluate(ctx, x.client, x.name, r)
	var fault *program.Error
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
