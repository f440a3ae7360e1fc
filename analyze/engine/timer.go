package engine

import "time"

// timer decides by the clock when a search ends.
type timer struct {
	start time.Time
	// soft is the time after which no new depth is begun, hard that at which
	// the search breaks off; 0 for none.
	soft, hard time.Duration
	ponder     <-chan struct{} // the time does not run until it is closed
}

// reserve is what is left on the clock, if it can be, for the delays that a busy
// machine and the program that runs the game cause.
const reserve = 100 * time.Millisecond

// newTimer shares out the time of the limits. started is when the search was
// asked for.
func newTimer(l *Limits, ponder <-chan struct{}, started time.Time) timer {
	t := timer{start: started, ponder: ponder}
	if left := l.Clock.Remaining; left > 0 {
		// A game lasts some forty moves more, whenever one asks. To a time
		// control one move more is reckoned than there is: a machine that is
		// busy with other things may be late with the last one.
		moves := 40
		if n := l.Clock.MovesToGo; n > 0 {
			moves = min(n+1, moves)
		}
		share := left/time.Duration(moves) + l.Clock.Increment*3/4
		most := min(left*3/5, max(left-reserve, left/5))
		t.soft = min(share*6/10, most)
		t.hard = min(share*5/2, most)
	}
	if l.MoveTime > 0 {
		if t.hard == 0 || l.MoveTime < t.hard {
			t.hard = l.MoveTime
		}
		if l.Clock.Remaining == 0 {
			t.soft = 0
		}
	}
	return t
}

// running reports whether the time runs, and starts it when pondering ends.
func (t *timer) running(now time.Time) bool {
	if t.ponder == nil {
		return true
	}
	select {
	case <-t.ponder:
		t.ponder = nil
		t.start = now
		return true
	default:
		return false
	}
}

// expired reports whether the search must break off.
func (t *timer) expired(now time.Time) bool {
	return t.running(now) && t.hard > 0 && now.Sub(t.start) >= t.hard
}

// enough reports whether another depth is not worth beginning. unrest, from 0
// upwards, says how much the search has changed its mind of late.
func (t *timer) enough(now time.Time, unrest float64) bool {
	return t.running(now) && t.soft > 0 && float64(now.Sub(t.start)) >= float64(t.soft)*(1+unrest)
}
