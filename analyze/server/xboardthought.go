package server

import (
	"context"
	"strings"
	"sync"
	"time"

	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/rules"
)

// thought is a search that runs for a user of XBoard.
type thought struct {
	cancel  context.CancelFunc
	done    chan engine.Result // of its end; room for one
	started time.Time

	mu   sync.Mutex
	last engine.Info
}

// think begins a search of p, in which the game is not over under the rule set.
func (s *xboardServer) think(p *rules.Position, set *rules.Ruleset) {
	s.ready()
	ctx, cancel := context.WithCancel(s.ctx)
	t := &thought{cancel: cancel, done: make(chan engine.Result, 1), started: time.Now()}
	s.thought = t
	r := engine.Request{Start: s.start, Moves: s.moves, Rules: set}
	if s.mode == playing {
		r.Limits = s.pace.limits(s.overhead)
	}
	if _, _, err := r.Position(); err != nil {
		r.Start, r.Moves = *p, nil // see position
	}
	e, post := s.engine, s.post
	go func() {
		// The request is one that position has found good.
		result, _ := e.Search(ctx, r, func(i engine.Info) {
			t.mu.Lock()
			t.last = i
			t.mu.Unlock()
			if post {
				s.show(i)
			}
		})
		t.done <- result
	}()
}

// show tells the user what the search has found.
func (s *xboardServer) show(i engine.Info) {
	var b strings.Builder
	for _, m := range i.PV {
		b.WriteString(" " + coordinates(m))
	}
	s.printf("%d %d %d %d%s", i.Depth, xboardScore(i.Score), i.Time.Milliseconds()/10, i.Nodes, b.String())
}

// xboardScore returns a score as the protocol has it: a mate is 100000 and the
// moves to it.
func xboardScore(s engine.Score) int {
	const mate = 100_000
	switch {
	case s.Mate > 0:
		return mate + (s.Mate+1)/2
	case s.Mate < 0:
		return -mate + (s.Mate-1)/2
	}
	return s.CP
}

// status answers "." about a search.
func (s *xboardServer) status() {
	if s.thought == nil {
		return
	}
	s.thought.mu.Lock()
	i := s.thought.last
	s.thought.mu.Unlock()
	s.printf("stat01: %d %d %d 0 0", time.Since(s.thought.started).Milliseconds()/10, i.Nodes, i.Depth)
}

// abort ends a search without a move.
func (s *xboardServer) abort() {
	if s.thought == nil {
		return
	}
	s.thought.cancel()
	<-s.thought.done
	s.ended()
}

// moveNow ends a search with the move that it has found.
func (s *xboardServer) moveNow() {
	if s.thought == nil || s.mode != playing {
		return
	}
	s.thought.cancel()
	s.moved(<-s.thought.done)
}

// moved plays what a search has found.
func (s *xboardServer) moved(r engine.Result) {
	s.pace.spent(time.Since(s.thought.started))
	if s.mode == playing && r.Best != rules.NoMove {
		s.expected = r.Ponder
		s.play(r.Best)
	}
	s.ended()
}

// ended forgets the search and answers the pings that have waited for it.
func (s *xboardServer) ended() {
	s.thought.cancel()
	s.thought = nil
	for _, n := range s.pongs {
		s.printf("pong %s", n)
	}
	s.pongs = nil
}

// hint tells a good move of the side to move.
func (s *xboardServer) hint() {
	p, outcome := s.position()
	if outcome.Over() || s.thought != nil {
		return
	}
	m := s.expected
	if !s.rules.IsLegal(&p, m) {
		const nodes = 20_000
		s.ready()
		r, _ := s.engine.Search(s.ctx, engine.Request{Start: p, Rules: s.rules, Limits: engine.Limits{Nodes: nodes}}, nil)
		m = r.Best
	}
	s.printf("Hint: %s", coordinates(m))
}
