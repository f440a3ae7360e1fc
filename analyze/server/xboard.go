package server

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/rules"
)

// mode is what the engine of an XBoard server does when it is its turn.
type mode uint8

const (
	forced    mode = iota // nothing: moves are only noted
	playing               // plays the moves of its side
	analyzing             // thinks about every position and plays none
)

// xboardServer is a conversation with one user in the protocol of XBoard.
type xboardServer struct {
	*writer
	ctx context.Context

	engine   *engine.Engine
	settings engine.Options
	rules    *rules.Ruleset
	overhead time.Duration // taken from the clock for what lies between

	start    rules.Position
	moves    []rules.Move
	mode     mode
	side     rules.Color // that the engine plays
	told     bool        // the result of the position has been claimed
	expected rules.Move  // the answer that the last search expects
	editor   *editor     // not nil in edit mode
	pace     pace
	post     bool // thinking is shown

	thought *thought // a search that runs, nil for none
	pongs   []string // to be answered when it has ended
}

// ServeXBoard reads commands from in and answers on out until it is told to
// quit, in ends or ctx is done. At the end of in, a move that is being thought
// about is still told. Results are claimed only where the rule set says so, and
// a king that has just been bared gets the one move more that XBoard gives it;
// draws are not agreed to. The error is nil after the first two ends, and
// otherwise that of ctx, of reading or of writing. When ctx is done, a goroutine
// that waits for in is left behind.
func ServeXBoard(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	o = o.withDefaults()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &xboardServer{
		writer: newWriter(out), ctx: ctx, settings: o.Engine, rules: o.Rules,
		overhead: 10 * time.Millisecond, post: false,
	}
	s.newGame()
	defer s.abort()

	lines, failed := read(ctx, in)
	for s.failure() == nil {
		var moved <-chan engine.Result
		if s.thought != nil {
			moved = s.thought.done
		}
		select {
		case line, ok := <-lines:
			switch {
			case ok:
				if s.command(line) {
					return s.failure()
				}
			case s.thought != nil && s.mode == playing:
				lines = nil
			default:
				return errors.Join(<-failed, s.failure())
			}
		case result := <-moved:
			s.moved(result)
			if lines == nil {
				return errors.Join(<-failed, s.failure())
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return s.failure()
}

// fault says that a command cannot be done, as the protocol has it.
func (s *xboardServer) fault(why, command string) {
	s.printf("Error (%s): %.80s", why, command)
}

// illegal says that a position is none.
func (s *xboardServer) illegal(err error) {
	s.printf("tellusererror Illegal position: %s", strings.ReplaceAll(err.Error(), "\n", " "))
}

// newGame puts up the array, with Black for the engine.
func (s *xboardServer) newGame() {
	s.set(startPosition())
	s.mode, s.side = playing, rules.Black
	s.pace.depth = 0
	s.pace.begin()
	if s.engine != nil {
		s.engine.Clear()
	}
}

// set makes p the position from which moves are noted.
func (s *xboardServer) set(p rules.Position) {
	s.start, s.moves, s.told, s.expected = p, nil, false, rules.NoMove
}

// position returns the present position and how the game stands in it.
func (s *xboardServer) position() (rules.Position, rules.Outcome) {
	r := engine.Request{Start: s.start, Moves: s.moves, Rules: s.rules}
	p, outcome, err := r.Position()
	if err == nil {
		return p, outcome
	}
	// The moves were played under another rule set; they were legal then.
	p = s.start
	for _, m := range s.moves {
		p = p.Play(m)
	}
	return p, s.rules.Outcome(&p, 1)
}

// ready makes the engine, if its settings have changed.
func (s *xboardServer) ready() {
	if s.engine == nil {
		s.engine = engine.New(s.settings)
	}
}

// take plays a move that the user has made.
func (s *xboardServer) take(text string) {
	p, _ := s.position()
	if s.thought != nil && s.mode == playing {
		s.printf("Illegal move (it is not your turn): %.20s", text)
		return
	}
	m, ok := parseMove(&p, s.rules, text)
	if !ok {
		s.printf("Illegal move: %.20s", text)
		return
	}
	s.abort()
	s.moves = append(s.moves, m)
	s.told = false
	s.resume()
}

// parseMove reads a move of p in coordinates or in algebraic notation.
func parseMove(p *rules.Position, r *rules.Ruleset, text string) (rules.Move, bool) {
	m, err := rules.ParseCoordinate(p, text)
	if err != nil {
		m, err = rules.ParseSAN(p, text)
	}
	return m, err == nil && r.IsLegal(p, m)
}

// back takes back so many plies.
func (s *xboardServer) back(plies int, command string) {
	if len(s.moves) < plies {
		s.fault("no move to take back", command)
		return
	}
	s.abort()
	s.moves = s.moves[:len(s.moves)-plies]
	s.told = false
	if s.mode == analyzing {
		s.resume()
	}
}

// resume does what the mode asks for in the present position.
func (s *xboardServer) resume() {
	p, outcome := s.position()
	if s.mode == forced {
		return
	}
	insisted := s.told
	if s.mode == playing {
		s.claim(&p, outcome)
		if p.Turn() != s.side {
			return
		}
	}
	switch {
	case !outcome.Over():
		s.think(&p, s.rules)
	case outcome.Reason == rules.MoveCount || outcome.Reason == rules.Repetition:
		// The user may not care for the draw.
		if s.mode == analyzing || insisted {
			on := *s.rules
			on.Automatic = false
			s.think(&p, &on)
		}
	case s.mode == playing && !s.told:
		// A king that was bared makes one move more; so has XBoard it.
		if moves := s.rules.AppendMoves(&p, nil); len(moves) > 0 {
			s.play(moves[0])
		}
	}
}

// play plays a move of the engine.
func (s *xboardServer) play(m rules.Move) {
	s.moves = append(s.moves, m)
	s.printf("move %s", coordinates(m))
	s.told = false
	p, outcome := s.position()
	s.claim(&p, outcome)
}

// claim tells the result of a game that is over in p. A king that is bare and to
// move is waited for.
func (s *xboardServer) claim(p *rules.Position, o rules.Outcome) {
	if s.told || !o.Over() || o.Reason == rules.BareKing && p.IsBare(p.Turn()) {
		return
	}
	s.told = true
	s.printf("%v {%s}", o.Result, reasonText(o))
}

// reasonText is what a user is told of the end of a game.
func reasonText(o rules.Outcome) string {
	winner := "White"
	if o.Result == rules.BlackWins {
		winner = "Black"
	}
	switch o.Reason {
	case rules.Checkmate:
		return winner + " mates"
	case rules.Stalemate:
		return winner + " wins by stalemate"
	case rules.BareKing:
		return winner + " wins by baring the king"
	case rules.BothBare:
		return "Draw by bare kings"
	case rules.Repetition:
		return "Draw by repetition"
	case rules.MoveCount:
		return "Draw by the count of moves"
	}
	return o.Reason.String()
}
