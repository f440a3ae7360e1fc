package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/rules"
)

// uciServer is a conversation in UCI with one user.
type uciServer struct {
	*writer

	engine   *engine.Engine
	settings engine.Options
	rules    rules.Ruleset
	multi    int
	overhead time.Duration // taken from the clock for what lies between

	start  rules.Position
	moves  []rules.Move
	search *search // the last one, nil before the first
}

// search is one that runs, or has run.
type search struct {
	cancel  context.CancelFunc
	stop    chan struct{} // closed when the move may be told
	ponder  chan struct{} // closed when pondering ends; nil without
	release sync.Once
	hit     sync.Once
	done    chan struct{} // closed when the move has been told
}

// ServeUCI reads commands from in and answers on out until it is told to quit, in
// ends or ctx is done. The error is nil after the first two, and otherwise that
// of ctx, of reading or of writing. When ctx is done, a goroutine that waits for
// in is left behind.
func ServeUCI(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	o = o.withDefaults()
	s := &uciServer{writer: newWriter(out), settings: o.Engine, multi: 1, overhead: 10 * time.Millisecond}
	s.setRules(o.Rules)
	s.start = startPosition()

	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	lines, failed := read(ctx, in)
	defer s.halt()
	for {
		select {
		case line, ok := <-lines:
			if !ok {
				s.halt()
				return errors.Join(<-failed, s.failure())
			}
			if quit := s.command(ctx, line); quit || s.failure() != nil {
				s.halt()
				return s.failure()
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// complain tells the user that something was passed over.
func (s *uciServer) complain(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	s.printf("info string %s", strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, text))
}

// command does what a line says, and reports whether it says to quit.
func (s *uciServer) command(ctx context.Context, line string) (quit bool) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return false
	}
	switch words[0] {
	case "uci":
		s.introduce()
	case "isready":
		s.ready()
		s.printf("readyok")
	case "setoption":
		s.halt()
		s.setOption(words[1:])
	case "ucinewgame":
		s.halt()
		s.ready()
		s.engine.Clear()
	case "position":
		s.halt()
		s.position(words[1:])
	case "go":
		s.halt()
		s.think(ctx, words[1:])
	case "stop":
		s.halt()
	case "ponderhit":
		if s.search != nil {
			s.search.ponderHit()
		}
	case "d":
		s.display()
	case "quit":
		return true
	case "debug", "register":
		// There is nothing that they could change.
	default:
		s.complain("unknown command %.40s", words[0])
	}
	return false
}

// ready makes the engine, if its settings have changed.
func (s *uciServer) ready() {
	if s.engine == nil {
		s.engine = engine.New(s.settings)
	}
}

// halt ends the search, if one runs, and waits until its move is told.
func (s *uciServer) halt() {
	if s.search == nil {
		return
	}
	s.search.end()
	<-s.search.done
	s.search = nil
}

// end makes the search stop.
func (x *search) end() {
	x.cancel()
	x.release.Do(func() { close(x.stop) })
}

// ponderHit makes a search that ponders an ordinary one.
func (x *search) ponderHit() {
	if x.ponder == nil {
		return
	}
	x.hit.Do(func() { close(x.ponder) })
	x.release.Do(func() { close(x.stop) })
}

// display shows the position.
func (s *uciServer) display() {
	r := engine.Request{Start: s.start, Moves: s.moves, Rules: &s.rules}
	p, outcome, err := r.Position()
	if err != nil {
		s.complain("%v", err)
		return
	}
	var b strings.Builder
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			c, k := p.At(rules.SquareAt(file, rank))
			letter := "."
			if k != rules.NoKind {
				letter = string(rune(k.Letter()))
				if c == rules.Black {
					letter = strings.ToLower(letter)
				}
			}
			b.WriteString(letter + " ")
		}
		fmt.Fprintf(&b, "%d\n", rank+1)
	}
	key, _ := p.Key()
	s.printf("%sa b c d e f g h\n\nFen: %s\nKey: %016X\nRules: %s\nOutcome: %v %v",
		b.String(), p.FEN(), key, s.rules.Name, outcome.Result, outcome.Reason)
}
