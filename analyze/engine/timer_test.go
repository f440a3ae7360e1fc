package engine

import (
	"testing"
	"time"
)

// A clock is never used up: something is left for the delays of a busy machine,
// in the last move before a time control too.
func TestTimerLeavesReserve(t *testing.T) {
	for _, test := range []struct {
		name  string
		clock Clock
		most  time.Duration
	}{
		{"the last move before a time control", Clock{Remaining: 100 * time.Millisecond, MovesToGo: 1}, 20 * time.Millisecond},
		{"the last but one", Clock{Remaining: 300 * time.Millisecond, MovesToGo: 2}, 180 * time.Millisecond},
		{"an increment greater than the rest", Clock{Remaining: 50 * time.Millisecond, Increment: 10 * time.Second}, 10 * time.Millisecond},
		{"sudden death", Clock{Remaining: 40 * time.Second}, 3 * time.Second},
	} {
		timer := newTimer(&Limits{Clock: test.clock}, nil, time.Now())
		if timer.hard <= 0 || timer.hard > test.most || timer.soft <= 0 || timer.soft > timer.hard {
			t.Errorf("%s: soft %v, hard %v, want no more than %v", test.name, timer.soft, timer.hard, test.most)
		}
	}
}
