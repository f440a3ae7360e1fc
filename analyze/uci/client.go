package uci

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/rules"
)

// Config says how to run an engine. Zero durations stand for the defaults.
type Config struct {
	Command []string // the program and its arguments
	Dir     string   // to run it in, "" for the present one
	Env     []string // its environment, nil for the present one
	Options []Setting
	Letters Letters
	// StartTimeout is how long the engine may take to get ready; 10 s.
	StartTimeout time.Duration
	// AnswerTimeout is how long it may take to answer "stop" or "isready",
	// and how far it may overrun the time of a move; 3 s.
	AnswerTimeout time.Duration
	// SearchTimeout is how long a search may last that is limited otherwise
	// than by time; 10 minutes.
	SearchTimeout time.Duration
}

// Setting is an option of an engine and the value to give it. A button has no
// value.
type Setting struct {
	Name, Value string
}

// Option is an option that an engine offers.
type Option struct {
	Name    string
	Type    string // check, spin, combo, button or string
	Default string
	Min     string // of a spin
	Max     string
	Vars    []string // of a combo
}

// Client is an engine that runs as a program of its own. It may be used by
// several goroutines; their calls then wait for each other.
type Client struct {
	mu      sync.Mutex
	config  Config
	process *process
	name    string
	author  string
	options []Option
	multi   int
	dead    bool
	quit    sync.Once
}

// variant is what engines call the game.
const variant = "shatranj"

// Start runs the engine and makes it ready to play shatranj. The error is an
// *Error, or that of ctx.
func Start(ctx context.Context, c Config) (*Client, error) {
	if len(c.Command) == 0 || c.Command[0] == "" {
		return nil, &Error{Engine: "engine", Err: ErrStart, Detail: "no command"}
	}
	for _, d := range []struct {
		have  *time.Duration
		other time.Duration
	}{
		{&c.StartTimeout, 10 * time.Second},
		{&c.AnswerTimeout, 3 * time.Second},
		{&c.SearchTimeout, 10 * time.Minute},
	} {
		if *d.have <= 0 {
			*d.have = d.other
		}
	}
	c.Letters = c.Letters.or()
	k := &Client{config: c, name: filepath.Base(c.Command[0]), multi: 1}
	p, err := run(&c)
	if err != nil {
		return nil, k.fault(ErrStart, err.Error())
	}
	k.process = p
	if err := k.introduce(ctx); err != nil {
		k.die()
		return nil, err
	}
	return k, nil
}

// introduce exchanges the first words and sets the options.
func (k *Client) introduce(ctx context.Context) error {
	ctx, cancel := context.WithTimeoutCause(ctx, k.config.StartTimeout, ErrHangs)
	defer cancel()
	starting := func(err error) error {
		if errors.Is(err, ErrCrashed) {
			return k.fault(ErrStart, "it ended at once")
		}
		return err
	}
	if err := k.send("uci\n"); err != nil {
		return starting(err)
	}
	for {
		line, err := k.receive(ctx)
		if err != nil {
			return starting(err)
		}
		if word, rest, _ := strings.Cut(line, " "); word == "id" {
			switch what, text, _ := strings.Cut(rest, " "); what {
			case "name":
				k.name = strings.TrimSpace(text)
			case "author":
				k.author = strings.TrimSpace(text)
			}
		} else if word == "option" {
			k.options = append(k.options, parseOption(rest))
		} else if word == "uciok" {
			break
		}
	}
	i := slices.IndexFunc(k.options, func(o Option) bool { return o.Name == "UCI_Variant" })
	if i < 0 || !slices.Contains(k.options[i].Vars, variant) {
		return k.fault(ErrVariant, "")
	}
	// The variant comes first: engines set others anew by it.
	settings := append([]Setting{{"UCI_Variant", variant}}, k.config.Options...)
	for _, s := range settings {
		if err := k.set(s); err != nil {
			return err
		}
	}
	return starting(k.ready(ctx))
}

// parseOption reads an "option" line without the word itself.
func parseOption(line string) Option {
	var o Option
	key := ""
	var value []string
	end := func() {
		text := strings.Join(value, " ")
		switch key {
		case "name":
			o.Name = text
		case "type":
			o.Type = text
		case "default":
			o.Default = text
		case "min":
			o.Min = text
		case "max":
			o.Max = text
		case "var":
			o.Vars = append(o.Vars, text)
		}
		value = value[:0]
	}
	for _, word := range strings.Fields(line) {
		switch word {
		case "name", "type", "default", "min", "max", "var":
			end()
			key = word
		default:
			value = append(value, word)
		}
	}
	end()
	return o
}

// set sets an option.
func (k *Client) set(s Setting) error {
	i := slices.IndexFunc(k.options, func(o Option) bool { return strings.EqualFold(o.Name, s.Name) })
	if i < 0 || strings.ContainsAny(s.Value, "\r\n") {
		return k.fault(ErrOption, s.Name)
	}
	text := "setoption name " + k.options[i].Name
	if k.options[i].Type != "button" {
		text += " value " + s.Value
	}
	return k.send(text + "\n")
}

// Name returns the name that the engine gives itself.
func (k *Client) Name() string { return k.name }

// Author returns the author that the engine names, "" if none.
func (k *Client) Author() string { return k.author }

// Options returns the options that the engine offers.
func (k *Client) Options() []Option { return slices.Clone(k.options) }

// SetOption sets an option of the engine. The error is an *Error.
func (k *Client) SetOption(s Setting) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.dead {
		return k.fault(ErrClosed, "")
	}
	return k.set(s)
}

// NewGame tells the engine that the next search has nothing to do with those
// before, and waits until it is ready. The error is an *Error, or that of ctx.
func (k *Client) NewGame(ctx context.Context) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.dead {
		return k.fault(ErrClosed, "")
	}
	ctx, cancel := context.WithTimeoutCause(ctx, k.config.AnswerTimeout, ErrHangs)
	defer cancel()
	err := k.send("ucinewgame\n")
	if err == nil {
		err = k.ready(ctx)
	}
	if err != nil {
		k.die()
	}
	return err
}

// ready waits until the engine has done what it was told.
func (k *Client) ready(ctx context.Context) error {
	if err := k.send("isready\n"); err != nil {
		return err
	}
	for {
		line, err := k.receive(ctx)
		if err != nil || line == "readyok" {
			return err
		}
	}
}

// Close ends the engine, by asking it and then by force. It may be called more
// than once.
func (k *Client) Close() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.dead {
		return nil
	}
	if k.send("quit\n") == nil {
		wait := time.NewTimer(time.Second)
		defer wait.Stop()
		select {
		case <-k.process.ended:
		case <-wait.C:
		}
	}
	k.die()
	return nil
}

// die ends the engine by force.
func (k *Client) die() {
	k.dead = true
	k.quit.Do(func() {
		close(k.process.done)
		k.process.kill()
	})
}

// send writes to the engine.
func (k *Client) send(text string) error {
	if err := k.process.send([]byte(text), k.config.AnswerTimeout); err != nil {
		select {
		case <-k.process.ended:
			return k.fault(ErrCrashed, "")
		case <-time.After(100 * time.Millisecond):
			return k.fault(ErrHangs, "it does not read")
		}
	}
	return nil
}

// receive reads a line of the engine. When ctx is done, the error is its cause.
func (k *Client) receive(ctx context.Context) (string, error) {
	select {
	case line, ok := <-k.process.lines:
		if !ok {
			return "", k.fault(ErrCrashed, "")
		}
		return line, nil
	case <-ctx.Done():
		if cause := context.Cause(ctx); errors.Is(cause, ErrHangs) {
			return "", k.fault(ErrHangs, "")
		}
		return "", ctx.Err()
	}
}

// fault returns an error of the engine.
func (k *Client) fault(err error, detail string) *Error {
	e := &Error{Engine: k.name, Err: err, Detail: detail}
	if k.process != nil {
		if errors.Is(err, ErrCrashed) || errors.Is(err, ErrStart) {
			// Its last words may still be on the way.
			select {
			case <-k.process.ended:
			case <-time.After(time.Second):
			}
		}
		e.Stderr = k.process.stderr.String()
	}
	return e
}

// goCommand returns the commands that begin the search of a request.
func (k *Client) goCommand(r *engine.Request) []byte {
	l := k.config.Letters
	// Engines know no exchange: what was played up to the last one is left out.
	from := 0
	for i, m := range r.Moves {
		if m.IsExchange() {
			from = i + 1
		}
	}
	p := r.Start
	for _, m := range r.Moves[:from] {
		p = p.Play(m)
	}
	b := append([]byte("position fen "), l.fen(&p)...)
	for i, m := range r.Moves[from:] {
		if i == 0 {
			b = append(b, " moves"...)
		}
		b = l.append(append(b, ' '), m)
	}
	b = append(b, "\ngo"...)
	number := func(name string, n int64) {
		if n > 0 {
			b = strconv.AppendInt(append(b, name...), n, 10)
		}
	}
	number(" nodes ", int64(r.Limits.Nodes))
	number(" depth ", int64(r.Limits.Depth))
	number(" mate ", int64(r.Limits.Mate))
	number(" movetime ", r.Limits.MoveTime.Milliseconds())
	if c := r.Limits.Clock; c.Remaining > 0 {
		// What the opponent has left is not known; engines do not mind.
		number(" wtime ", c.Remaining.Milliseconds())
		number(" btime ", c.Remaining.Milliseconds())
		number(" winc ", c.Increment.Milliseconds())
		number(" binc ", c.Increment.Milliseconds())
		number(" movestogo ", int64(c.MovesToGo))
	}
	if r.Limits == (engine.Limits{}) {
		b = append(b, " infinite"...)
	}
	for i, m := range r.SearchMoves {
		if i == 0 {
			b = append(b, " searchmoves"...)
		}
		b = l.append(append(b, ' '), m)
	}
	return append(b, '\n')
}

// Search has the engine search the position that the request leads to, as
// [engine.Engine.Search] does; Ponder is not looked at. The rule set is used to
// judge what the engine says; the engine itself plays by the rules that it
// knows. When ctx is done, the engine is told to stop, and what it has found is
// returned. The error is an *Error, or one of engine.ErrRequest.
func (k *Client) Search(ctx context.Context, r engine.Request, onInfo func(engine.Info)) (engine.Result, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.dead {
		return engine.Result{}, k.fault(ErrClosed, "")
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
	result, err = k.think(ctx, &r, &p, onInfo)
	result.Outcome = outcome
	if err != nil && !errors.Is(err, ErrLate) && !errors.Is(err, ErrIllegal) {
		k.die()
	}
	return result, err
}

// think runs a search of p.
func (k *Client) think(ctx context.Context, r *engine.Request, p *rules.Position, onInfo func(engine.Info)) (engine.Result, error) {
	multi := max(r.MultiPV, 1)
	if multi != k.multi {
		if err := k.set(Setting{"MultiPV", strconv.Itoa(multi)}); err != nil {
			return engine.Result{}, err
		}
		k.multi = multi
	}
	started := time.Now()
	if err := k.send(string(k.goCommand(r))); err != nil {
		return engine.Result{}, err
	}
	s := session{client: k, rules: r.Rules, root: p, started: started, onInfo: onInfo}
	searching, cancel := context.WithTimeoutCause(ctx, k.allowed(r), ErrLate)
	defer cancel()
	result, err := s.listen(searching)
	if err == nil || searching.Err() == nil {
		return result, err
	}
	late := errors.Is(context.Cause(searching), ErrLate)
	if err := k.send("stop\n"); err != nil {
		return engine.Result{}, err
	}
	// The search is over, whatever the caller's context says.
	stopping, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), k.config.AnswerTimeout, ErrHangs)
	defer cancel()
	result, err = s.listen(stopping)
	if err == nil && late {
		err = k.fault(ErrLate, "stopped after "+time.Since(started).Round(time.Millisecond).String())
	}
	return result, err
}

// allowed returns how long the search of a request may last.
func (k *Client) allowed(r *engine.Request) time.Duration {
	l := r.Limits
	switch {
	case l.MoveTime > 0:
		return l.MoveTime + k.config.AnswerTimeout
	case l.Clock.Remaining > 0:
		return l.Clock.Remaining + k.config.AnswerTimeout
	case l == (engine.Limits{}):
		return 1<<63 - 1 // until ctx is done
	}
	return k.config.SearchTimeout
}
