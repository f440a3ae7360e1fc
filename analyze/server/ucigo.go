package server

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/rules"
)

// order is what "go" says.
type order struct {
	request  engine.Request
	infinite bool
	ponder   bool
}

// parseOrder reads the words of "go" for a search of p.
func (s *uciServer) parseOrder(p *rules.Position, words []string) order {
	o := order{request: engine.Request{Start: s.start, Moves: s.moves, Rules: &s.rules, MultiPV: s.multi}}
	l := &o.request.Limits
	for i := 0; i < len(words); i++ {
		next := func() int64 {
			i++
			if i >= len(words) {
				return 0
			}
			n, err := strconv.ParseInt(words[i], 10, 64)
			if err != nil {
				s.complain("go: %.20q is no number", words[i])
				return 0
			}
			return n
		}
		// A clock that has run out is still one.
		clock := func() time.Duration {
			ms := min(max(next(), 1), int64(100*24*time.Hour/time.Millisecond))
			return max(time.Duration(ms)*time.Millisecond-s.overhead, time.Millisecond)
		}
		count := func() int { return int(min(max(next(), 0), 1<<30)) }
		white := p.Turn() == rules.White
		switch words[i] {
		case "nodes":
			l.Nodes = uint64(max(next(), 1))
		case "depth":
			l.Depth = max(count(), 1)
		case "mate":
			l.Mate = max(count(), 1)
		case "movetime":
			l.MoveTime = clock()
		case "wtime", "btime":
			if t := clock(); white == (words[i-1] == "wtime") {
				l.Clock.Remaining = t
			}
		case "winc", "binc":
			if t := time.Duration(count()) * time.Millisecond; white == (words[i-1] == "winc") {
				l.Clock.Increment = t
			}
		case "movestogo":
			l.Clock.MovesToGo = count()
		case "infinite":
			o.infinite = true
		case "ponder":
			o.ponder = true
		case "searchmoves":
			for i+1 < len(words) {
				m, err := rules.ParseCoordinate(p, words[i+1])
				if err != nil {
					break
				}
				o.request.SearchMoves = append(o.request.SearchMoves, m)
				i++
			}
		default:
			s.complain("go: %.20q is unknown", words[i])
		}
	}
	return o
}

// think begins the search that "go" asks for.
func (s *uciServer) think(ctx context.Context, words []string) {
	s.ready()
	r := engine.Request{Start: s.start, Moves: s.moves, Rules: &s.rules}
	p, outcome, err := r.Position()
	if err != nil {
		// The moves were played under another rule set.
		s.complain("%v", err)
		s.printf("bestmove (none)")
		return
	}
	o := s.parseOrder(&p, words)
	ctx, cancel := context.WithCancel(ctx)
	x := &search{cancel: cancel, stop: make(chan struct{}), done: make(chan struct{})}
	if o.ponder {
		x.ponder = make(chan struct{})
		o.request.Ponder = x.ponder
	}
	s.search = x
	// The goroutine must not see what later commands change.
	e, set := s.engine, s.rules
	o.request.Rules = &set
	go func() {
		defer close(x.done)
		defer cancel()
		var best, expected rules.Move
		if outcome.Over() {
			best = s.lost(&p, &set)
		} else if result, err := e.Search(ctx, o.request, s.inform); err != nil {
			s.complain("%v", err)
		} else {
			best, expected = result.Best, result.Ponder
		}
		if o.infinite || o.ponder {
			<-x.stop // the move must not be told before
		}
		text := "bestmove " + coordinates(best)
		if expected != rules.NoMove {
			text += " ponder " + coordinates(expected)
		}
		s.printf("%s", text)
	}()
}

// lost answers where the game is over. Some programs have a bared side make one
// move more, so that one is given if there is any.
func (s *uciServer) lost(p *rules.Position, r *rules.Ruleset) rules.Move {
	moves := r.AppendMoves(p, nil)
	if len(moves) == 0 {
		s.printf("info depth 0 score mate 0")
		return rules.NoMove
	}
	score := engine.Score{}
	switch r.Outcome(p, 1).Result {
	case rules.Win(p.Turn()):
		score.Mate = 1
	case rules.Win(p.Turn().Other()):
		score.Mate = -1
	}
	s.printf("info depth 1 score %v nodes 0 time 0 pv %s", score, coordinates(moves[0]))
	return moves[0]
}

// inform tells the user what the search has found.
func (s *uciServer) inform(i engine.Info) {
	var b strings.Builder
	fmt.Fprintf(&b, "info depth %d seldepth %d multipv %d score %v nodes %d nps %d hashfull %d time %d pv",
		i.Depth, i.SelDepth, i.MultiPV, i.Score, i.Nodes, i.NPS, i.HashFull, i.Time.Milliseconds())
	for _, m := range i.PV {
		b.WriteString(" " + coordinates(m))
	}
	s.printf("%s", b.String())
}
