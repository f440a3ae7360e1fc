package cecp

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/analyze/program"
	"github.com/diwan-shatranj/diwan/rules"
)

// Client is an engine that runs as a program of its own. It may be used by
// several goroutines; their calls then wait for each other.
type Client struct {
	mu       sync.Mutex
	config   program.Config
	process  *program.Process
	features map[string]string
	options  []program.Option
	pings    int
	dead     bool
	board    board
}

// variant is what engines call the game.
const variant = "shatranj"

// Start runs the engine and makes it ready to play shatranj. The error is a
// *program.Error, or that of ctx. An engine that tells no features at all knows
// no variants, or is none of this protocol: program.ErrProtocol or
// program.ErrHangs.
func Start(ctx context.Context, c program.Config) (*Client, error) {
	c = c.WithDefaults()
	p, err := program.Run(&c)
	if err != nil {
		return nil, err
	}
	k := &Client{config: c, process: p, features: map[string]string{}}
	if err := k.introduce(ctx); err != nil {
		k.die()
		return nil, err
	}
	return k, nil
}

// introduce exchanges the first words and sets the options.
func (k *Client) introduce(ctx context.Context) error {
	ctx, cancel := context.WithTimeoutCause(ctx, k.config.StartTimeout, program.ErrHangs)
	defer cancel()
	starting := func(err error) error {
		if errors.Is(err, program.ErrCrashed) {
			return k.process.Fault(program.ErrStart, "it ended at once")
		}
		return err
	}
	if err := k.process.Send("xboard\nprotover 2\n"); err != nil {
		return starting(err)
	}
	for k.features["done"] != "1" {
		line, err := k.process.Receive(ctx)
		if err != nil {
			return starting(err)
		}
		// "Error (unknown command): protover 2", and what engines of UCI say.
		if strings.Contains(strings.ToLower(line), "unknown command") && strings.Contains(line, "protover") {
			return k.process.Fault(program.ErrProtocol, line)
		}
		rest, ok := strings.CutPrefix(line, "feature ")
		if !ok {
			continue
		}
		if err := k.hear(rest); err != nil {
			return starting(err)
		}
	}
	if name := k.features["myname"]; name != "" {
		k.process.Name = name
	}
	if !slices.Contains(strings.Split(k.features["variants"], ","), variant) {
		return k.process.Fault(program.ErrVariant, "")
	}
	for _, s := range k.config.Options {
		if err := k.set(s); err != nil {
			return err
		}
	}
	return starting(k.begin(ctx))
}

// hear takes in the features of a line and answers them.
func (k *Client) hear(line string) error {
	for name, value := range features(line) {
		answer := "accepted "
		switch name {
		case "option":
			k.options = append(k.options, parseOption(value))
			continue
		case "san":
			// Moves are sent in coordinates to everybody.
			answer = "rejected "
		default:
			k.features[name] = value
		}
		if err := k.process.Send(answer + name + "\n"); err != nil {
			return err
		}
	}
	return nil
}

// has reports whether the engine has a feature that is 1 or 0, and 0 where it is
// not told.
func (k *Client) has(feature string) bool { return k.features[feature] == "1" }

// set sets an option, or memory or cores, which are no options of the protocol.
func (k *Client) set(s program.Setting) error {
	if strings.ContainsAny(s.Value, "\r\n") {
		return k.process.Fault(program.ErrOption, s.Name)
	}
	switch {
	case strings.EqualFold(s.Name, "memory") && k.has("memory"):
		return k.process.Send("memory " + s.Value + "\n")
	case strings.EqualFold(s.Name, "cores") && k.has("smp"):
		return k.process.Send("cores " + s.Value + "\n")
	}
	i := slices.IndexFunc(k.options, func(o program.Option) bool { return strings.EqualFold(o.Name, s.Name) })
	if i < 0 {
		return k.process.Fault(program.ErrOption, s.Name)
	}
	text := "option " + k.options[i].Name
	if kind := k.options[i].Type; kind != "button" && kind != "save" && kind != "reset" {
		text += "=" + s.Value
	}
	return k.process.Send(text + "\n")
}

// Name returns the name that the engine gives itself.
func (k *Client) Name() string { return k.process.Name }

// Options returns the options that the engine offers.
func (k *Client) Options() []program.Option { return slices.Clone(k.options) }

// SetOption sets an option of the engine; memory and cores count as options if
// the engine has those features. The error is a *program.Error.
func (k *Client) SetOption(s program.Setting) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.dead {
		return k.process.Fault(program.ErrClosed, "")
	}
	return k.set(s)
}

// NewGame tells the engine that the next search has nothing to do with those
// before, and waits until it is ready. The error is a *program.Error, or that of
// ctx.
func (k *Client) NewGame(ctx context.Context) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.dead {
		return k.process.Fault(program.ErrClosed, "")
	}
	ctx, cancel := context.WithTimeoutCause(ctx, k.config.AnswerTimeout, program.ErrHangs)
	defer cancel()
	err := k.begin(ctx)
	if err != nil {
		k.die()
	}
	return err
}

// begin begins a new game and waits until the engine is ready.
func (k *Client) begin(ctx context.Context) error {
	if err := k.process.Send(k.board.begin()); err != nil {
		return err
	}
	return k.ready(ctx)
}

// ready waits until the engine has done what it was told, and drops what it has
// written until then. Engines without ping are trusted.
func (k *Client) ready(ctx context.Context) error {
	if !k.has("ping") {
		return nil
	}
	k.pings++
	n := strconv.Itoa(k.pings)
	if err := k.process.Send("ping " + n + "\n"); err != nil {
		return err
	}
	refused := ""
	for {
		line, err := k.process.Receive(ctx)
		switch {
		case err != nil:
			return err
		case line == "pong "+n && refused != "":
			return k.process.Fault(program.ErrIllegal, "it says: "+refused)
		case line == "pong "+n:
			return nil
		case refused == "" && refusal(line):
			refused = line
		}
	}
}

// refusal reports whether an engine says by line that it does not take a move or
// a position that is legal.
func refusal(line string) bool {
	return strings.HasPrefix(line, "Illegal move") || strings.HasPrefix(line, "tellusererror Illegal position")
}

// Close ends the engine, by asking it and then by force. It may be called more
// than once.
func (k *Client) Close() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.dead {
		k.dead = true
		k.process.Close()
	}
	return nil
}

// die ends the engine by force.
func (k *Client) die() {
	k.dead = true
	k.process.Kill()
}

// Search has the engine search the position that the request leads to, as
// [engine.Engine.Search] does, within the bounds that the package comment
// speaks of; Ponder is not looked at. The rule set is used to judge what the
// engine says; the engine itself plays by the rules that it knows. Where it
// claims that the game is over, it is given the position once more, without its
// past and the count of moves. When ctx is done, the engine is told to move, and what it has found is
// returned. The error is a *program.Error, or one of engine.ErrRequest.
func (k *Client) Search(ctx context.Context, r engine.Request, onInfo func(engine.Info)) (engine.Result, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.dead {
		return engine.Result{}, k.process.Fault(program.ErrClosed, "")
	}
	if r.Rules == nil {
		r.Rules = rules.Rulesets()[0]
	}
	p, outcome, err := r.Position()
	if err != nil {
		return engine.Result{}, err
	}
	result := engine.Result{Outcome: outcome}
	if outcome.Over() {
		return result, nil
	}
	limits, err := k.limits(&r)
	if err != nil {
		return result, err
	}
	started := time.Now()
	result, err = k.think(ctx, &r, &p, limits, onInfo)
	if claim := (*claimError)(nil); errors.As(err, &claim) {
		again := r
		again.Start, again.Moves = withoutPast(&p), nil
		k.board.set = false
		result, err = k.think(ctx, &again, &p, limits, onInfo)
		if errors.As(err, &claim) {
			err = k.process.Fault(program.ErrResigns, claim.text)
		}
	}
	result.Outcome, result.Time = outcome, time.Since(started)
	if err != nil {
		k.board.set = false
		if !slices.ContainsFunc([]error{program.ErrLate, program.ErrIllegal, program.ErrResigns}, func(e error) bool { return errors.Is(err, e) }) {
			k.die()
		}
	}
	return result, err
}

// withoutPast returns p with the count of moves begun anew: engines claim draws by
// counts that are not those of the rule set.
func withoutPast(p *rules.Position) rules.Position {
	s := p.Setup()
	s.Halfmove = 0
	q, err := s.Position()
	if err != nil {
		return *p // a pawn on its first rank, which an exchange has put there
	}
	return q
}

// claimError says that the engine holds the game for over.
type claimError struct {
	text string
}

// Error returns what the engine has said.
func (e *claimError) Error() string { return e.text }

// think runs a search of p.
func (k *Client) think(ctx context.Context, r *engine.Request, p *rules.Position, l limits, onInfo func(engine.Info)) (engine.Result, error) {
	setup, cancel := context.WithTimeoutCause(ctx, k.config.AnswerTimeout, program.ErrHangs)
	defer cancel()
	if err := k.process.Send(k.board.bring(r, k, l)); err != nil {
		return engine.Result{}, err
	}
	if err := k.ready(setup); err != nil {
		return engine.Result{}, err
	}
	started := time.Now()
	if err := k.process.Send(l.clock + "go\n"); err != nil {
		return engine.Result{}, err
	}
	s := session{process: k.process, rules: r.Rules, root: p, started: started, onInfo: onInfo}
	if l.stop > 0 {
		// Told when the time is up; an engine that has moved already, and one
		// that does not know the word, pass it over.
		first, cancel := context.WithTimeout(ctx, l.stop)
		defer cancel()
		result, err := s.listen(first)
		if err == nil || first.Err() == nil {
			return k.moved(result, err)
		}
		if err := k.process.Send("?\n"); err != nil {
			return engine.Result{}, err
		}
	}
	searching, cancel := context.WithTimeoutCause(ctx, l.allowed-time.Since(started), program.ErrLate)
	defer cancel()
	result, err := s.listen(searching)
	if err == nil || searching.Err() == nil {
		return k.moved(result, err)
	}
	late := errors.Is(context.Cause(searching), program.ErrLate)
	if err := k.process.Send("?\n"); err != nil {
		return engine.Result{}, err
	}
	// The search is over, whatever the caller's context says.
	stopping, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), k.config.AnswerTimeout, program.ErrHangs)
	defer cancel()
	result, err = k.moved(s.listen(stopping))
	if err == nil && late {
		err = k.process.Fault(program.ErrLate, "stopped after "+time.Since(started).Round(time.Millisecond).String())
	}
	return result, err
}

// moved notes a move that the engine has played on its own board, and keeps it
// from thinking on.
func (k *Client) moved(result engine.Result, err error) (engine.Result, error) {
	if err != nil {
		return result, err
	}
	k.board.moves = append(k.board.moves, result.Best)
	return result, k.process.Send("force\n")
}
