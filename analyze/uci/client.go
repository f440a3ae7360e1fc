package uci

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
	mu      sync.Mutex
	config  program.Config
	process *program.Process
	author  string
	options []program.Option
	multi   int
	dead    bool
}

// variant is what engines call the game.
const variant = "shatranj"

// Start runs the engine and makes it ready to play shatranj. The error is a
// *program.Error, or that of ctx; it is program.ErrProtocol where the engine
// answers "uci" as a word that it does not know, or not at all.
func Start(ctx context.Context, c program.Config) (*Client, error) {
	c = c.WithDefaults()
	p, err := program.Run(&c)
	if err != nil {
		return nil, err
	}
	k := &Client{config: c, process: p, multi: 1}
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
	if err := k.process.Send("uci\n"); err != nil {
		return starting(err)
	}
	for {
		line, err := k.process.Receive(ctx)
		if err != nil {
			return starting(err)
		}
		word, rest, _ := strings.Cut(line, " ")
		if word == "uciok" {
			break
		}
		switch {
		case word == "id":
			switch what, text, _ := strings.Cut(rest, " "); what {
			case "name":
				k.process.Name = strings.TrimSpace(text)
			case "author":
				k.author = strings.TrimSpace(text)
			}
		case word == "option":
			k.options = append(k.options, parseOption(rest))
		case unknown(line):
			return k.process.Fault(program.ErrProtocol, line)
		}
	}
	i := slices.IndexFunc(k.options, func(o program.Option) bool { return o.Name == "UCI_Variant" })
	if i < 0 || !slices.Contains(k.options[i].Vars, variant) {
		return k.process.Fault(program.ErrVariant, "")
	}
	// The variant comes first: engines set others anew by it.
	settings := append([]program.Setting{{Name: "UCI_Variant", Value: variant}}, k.config.Options...)
	for _, s := range settings {
		if err := k.set(s); err != nil {
			return err
		}
	}
	return starting(k.ready(ctx))
}

// unknown reports whether an engine says by line that it does not know "uci".
// XBoard has two forms for that, "Error (unknown command): uci" and "Illegal
// move: uci".
func unknown(line string) bool {
	return strings.HasSuffix(line, ": uci") && (strings.HasPrefix(line, "Error") || strings.HasPrefix(line, "Illegal move"))
}

// parseOption reads an "option" line without the word itself.
func parseOption(line string) program.Option {
	var o program.Option
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
func (k *Client) set(s program.Setting) error {
	i := slices.IndexFunc(k.options, func(o program.Option) bool { return strings.EqualFold(o.Name, s.Name) })
	if i < 0 || strings.ContainsAny(s.Value, "\r\n") {
		return k.process.Fault(program.ErrOption, s.Name)
	}
	text := "setoption name " + k.options[i].Name
	if k.options[i].Type != "button" {
		text += " value " + s.Value
	}
	return k.process.Send(text + "\n")
}

// Name returns the name that the engine gives itself.
func (k *Client) Name() string { return k.process.Name }

// Author returns the author that the engine names, "" if none.
func (k *Client) Author() string { return k.author }

// Options returns the options that the engine offers.
func (k *Client) Options() []program.Option { return slices.Clone(k.options) }

// SetOption sets an option of the engine. The error is a *program.Error.
func (k *Client) SetOption(s program.Setting) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.dead {
		return k.process.Fault(program.ErrClosed, "")
	}
	return k.set(s)
}

// NewGame tells the engine that the next search has nothing to do with those
// before, and waits until it is ready. The error is a *program.Error, or that of ctx.
func (k *Client) NewGame(ctx context.Context) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.dead {
		return k.process.Fault(program.ErrClosed, "")
	}
	ctx, cancel := context.WithTimeoutCause(ctx, k.config.AnswerTimeout, program.ErrHangs)
	defer cancel()
	err := k.process.Send("ucinewgame\n")
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
	if err := k.process.Send("isready\n"); err != nil {
		return err
	}
	for {
		line, err := k.process.Receive(ctx)
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
	k.dead = true
	k.process.Close()
	return nil
}

// die ends the engine by force.
func (k *Client) die() {
	k.dead = true
	k.process.Kill()
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
	b := append([]byte("position fen "), l.FEN(&p)...)
	for i, m := range r.Moves[from:] {
		if i == 0 {
			b = append(b, " moves"...)
		}
		b = l.AppendMove(append(b, ' '), m)
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
		b = l.AppendMove(append(b, ' '), m)
	}
	return append(b, '\n')
}

// Search has the engine search the position that the request leads to, as
// [engine.Engine.Search] does; Ponder is not looked at. The rule set is used to
// judge what the engine says; the engine itself plays by the rules that it
// knows. When ctx is done, the engine is told to stop, and what it has found is
// returned. The error is a *program.Error, or one of engine.program.ErrRequest.
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
	result, err = k.think(ctx, &r, &p, onInfo)
	result.Outcome = outcome
	if err != nil && !errors.Is(err, program.ErrLate) && !errors.Is(err, program.ErrIllegal) {
		k.die()
	}
	return result, err
}

// think runs a search of p.
func (k *Client) think(ctx context.Context, r *engine.Request, p *rules.Position, onInfo func(engine.Info)) (engine.Result, error) {
	multi := max(r.MultiPV, 1)
	if multi != k.multi {
		if err := k.set(program.Setting{Name: "MultiPV", Value: strconv.Itoa(multi)}); err != nil {
			return engine.Result{}, err
		}
		k.multi = multi
	}
	started := time.Now()
	if err := k.process.Send(string(k.goCommand(r))); err != nil {
		return engine.Result{}, err
	}
	s := session{client: k, rules: r.Rules, root: p, started: started, onInfo: onInfo}
	searching, cancel := context.WithTimeoutCause(ctx, k.allowed(r), program.ErrLate)
	defer cancel()
	result, err := s.listen(searching)
	if err == nil || searching.Err() == nil {
		return result, err
	}
	late := errors.Is(context.Cause(searching), program.ErrLate)
	if err := k.process.Send("stop\n"); err != nil {
		return engine.Result{}, err
	}
	// The search is over, whatever the caller's context says.
	stopping, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), k.config.AnswerTimeout, program.ErrHangs)
	defer cancel()
	result, err = s.listen(stopping)
	if err == nil && late {
		err = k.process.Fault(program.ErrLate, "stopped after "+time.Since(started).Round(time.Millisecond).String())
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
