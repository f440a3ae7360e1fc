package server

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/diwan-shatranj/diwan/analyze/engine"
)

// pace is how long the engine may think, as XBoard tells it: by a clock, a time
// for each move, a depth, or by nodes that stand for time.
type pace struct {
	moves     int           // to a time control, 0 for sudden death
	base      time.Duration // for them
	increment time.Duration
	left      time.Duration // on the engine's clock
	played    int           // moves of the engine
	each      time.Duration // for a move, 0 where there is a clock
	depth     int           // 0 for any
	nps       int           // nodes that stand for a second, 0 for none
}

// unpaced is the time of a move of an engine that was told nothing.
const unpaced = 5 * time.Second

// begin puts the clock to its beginning.
func (p *pace) begin() { p.left, p.played = p.base, 0 }

// spent takes the time of a move from the clock.
func (p *pace) spent(t time.Duration) {
	p.left += p.increment - t
	p.played++
	if p.moves > 0 && p.played%p.moves == 0 {
		p.left += p.base
	}
}

// limits returns the limits of the next search.
func (p *pace) limits(overhead time.Duration) engine.Limits {
	l := engine.Limits{Depth: p.depth}
	each := p.each
	switch {
	case each > 0:
		l.MoveTime = max(each-overhead, time.Millisecond)
	case p.base > 0:
		l.Clock = engine.Clock{Remaining: max(p.left-overhead, time.Millisecond), Increment: p.increment}
		if p.moves > 0 {
			l.Clock.MovesToGo = p.moves - p.played%p.moves
		}
		each = max(p.left, time.Millisecond)/40 + p.increment
	case p.depth == 0:
		l.MoveTime, each = unpaced, unpaced
	}
	if p.nps > 0 && each > 0 {
		l.MoveTime, l.Clock = 0, engine.Clock{}
		l.Nodes = max(uint64(float64(p.nps)*each.Seconds()), 1)
	}
	return l
}

// set does what "level", "st", "sd", "nps" or "time" says.
func (p *pace) set(command string, args []string) error {
	if command == "level" {
		return p.level(args)
	}
	if len(args) != 1 {
		return fmt.Errorf("%d arguments", len(args))
	}
	n, err := decimal(args[0])
	if err != nil {
		return err
	}
	switch command {
	case "st":
		p.each = seconds(max(n, 0.001))
	case "sd":
		p.depth = int(max(n, 0))
	case "nps":
		p.nps = int(max(n, 0))
	case "time":
		p.left = seconds(n / 100)
	}
	return nil
}

// level sets the clock: moves, minutes or minutes:seconds, increment in seconds.
func (p *pace) level(args []string) error {
	if len(args) != 3 {
		return fmt.Errorf("%d arguments", len(args))
	}
	minutes, rest, _ := strings.Cut(args[1], ":")
	if rest == "" {
		rest = "0"
	}
	var n [4]float64
	for i, text := range []string{args[0], minutes, rest, args[2]} {
		v, err := decimal(text)
		if err != nil || v < 0 {
			return fmt.Errorf("%.20q is no number", text)
		}
		n[i] = v
	}
	p.moves, p.base, p.increment, p.each = int(n[0]), seconds(60*n[1]+n[2]), seconds(n[3]), 0
	if p.base == 0 {
		// A clock of nothing but increments has one to begin with.
		p.base = max(p.increment, time.Millisecond)
	}
	p.begin()
	return nil
}

// decimal reads a number of at most some millions.
func decimal(text string) (float64, error) {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(n) || math.Abs(n) > 1e8 {
		return 0, fmt.Errorf("%.20q is no number", text)
	}
	return n, nil
}

// seconds returns so many seconds.
func seconds(n float64) time.Duration { return time.Duration(n * float64(time.Second)) }
