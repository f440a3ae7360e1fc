package cecp

import (
	"fmt"
	"strconv"
	"time"

	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/analyze/program"
)

// limits are the limits of a search in the words of the protocol.
type limits struct {
	level   string        // told once a game: st or level, sd, nps
	clock   string        // told before each move: time and otim
	stop    time.Duration // after which "?" is sent, 0 for never
	allowed time.Duration // after which the engine is late
}

// share is the part of the time left that engines are taken to spend on a move.
const share = 40

// endless is the time of a move, in seconds, of a search that is not limited by
// time.
const endless = 100_000

// limits translates the limits of a request.
func (k *Client) limits(r *engine.Request) (limits, error) {
	cannot := func(what string) (limits, error) {
		return limits{}, k.process.Fault(program.ErrLimit, what)
	}
	l := limits{allowed: k.config.SearchTimeout}
	set := r.Limits
	switch {
	case len(r.SearchMoves) > 0:
		return cannot("the protocol has no choice of moves")
	case set.Mate > 0:
		return cannot("the protocol has no search for mates")
	case set.Nodes > 0 && (set.MoveTime > 0 || set.Clock.Remaining > 0):
		return cannot("the protocol limits nodes or time, not both")
	case set.Nodes > 0 && !k.has("nps"):
		return cannot("it does not limit nodes (no feature nps=1)")
	}
	switch c := set.Clock; {
	case set.Nodes > 0:
		// Time is then what nodes stand for: one second is so many.
		l.level = fmt.Sprintf("nps %d\nst 1\n", set.Nodes)
	case set.MoveTime > 0:
		l.allowed = set.MoveTime + k.config.AnswerTimeout
		if set.MoveTime%time.Second == 0 {
			l.level = fmt.Sprintf("st %d\n", set.MoveTime/time.Second)
			break
		}
		l.stop = set.MoveTime
		l.level = level(0, share*set.MoveTime, 0)
		l.clock = clock(share * set.MoveTime)
	case c.Remaining > 0:
		l.allowed = c.Remaining + k.config.AnswerTimeout
		l.level = level(c.MovesToGo, c.Remaining, c.Increment)
		if k.board.set && k.board.level != "" {
			l.level = k.board.level // the game goes on under the same
		}
		l.clock = clock(c.Remaining)
	default:
		l.level = fmt.Sprintf("st %d\n", endless)
		if set == (engine.Limits{}) {
			l.allowed = endless * time.Second
		}
	}
	if set.Depth > 0 {
		l.level += fmt.Sprintf("sd %d\n", set.Depth)
	}
	return l, nil
}

// level returns the command that tells the clock of a game. Its base is whole
// seconds, at least one.
func level(moves int, base, increment time.Duration) string {
	s := max(1, int(base.Round(time.Second)/time.Second))
	return fmt.Sprintf("level %d %d:%02d %s\n", moves, s/60, s%60, strconv.FormatFloat(increment.Seconds(), 'f', -1, 64))
}

// clock returns the commands that tell what is left, in hundredths of a second.
// What the opponent has left is not known; engines do not mind.
func clock(left time.Duration) string {
	cs := max(1, left.Milliseconds()/10)
	return fmt.Sprintf("time %d\notim %d\n", cs, cs)
}
