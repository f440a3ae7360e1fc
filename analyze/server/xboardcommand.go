package server

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/rules"
)

// command does what a line says, and reports whether it says to quit.
func (s *xboardServer) command(line string) (quit bool) {
	line = strings.TrimSpace(line)
	words := strings.Fields(line)
	if len(words) == 0 {
		return false
	}
	if s.editor != nil {
		s.edit(words[0])
		return false
	}
	switch words[0] {
	case "quit":
		return true
	case "protover":
		s.introduce()
	case "ping":
		s.ping(strings.Join(words[1:], " "))
	case "new":
		s.abort()
		s.newGame()
	case "variant":
		if len(words) != 2 || words[1] != "shatranj" {
			s.fault("unsupported variant", line)
			return false
		}
		s.abort()
		s.set(startPosition())
	case "setboard":
		s.setBoard(strings.Join(words[1:], " "))
	case "edit":
		s.abort()
		s.editor = newEditor(s)
	case "force", "result":
		s.abort()
		s.mode = forced
	case "go":
		s.turn(0)
	case "playother":
		s.turn(1)
	case "analyze":
		s.abort()
		s.mode = analyzing
		s.resume()
	case "exit":
		s.abort()
		s.mode = forced
	case "?":
		s.moveNow()
	case ".":
		s.status()
	case "usermove":
		s.take(strings.Join(words[1:], " "))
	case "undo":
		s.back(1, line)
	case "remove":
		s.back(2, line)
	case "level", "st", "sd", "nps", "time":
		if err := s.pace.set(words[0], words[1:]); err != nil {
			s.fault(err.Error(), line)
		}
	case "post", "nopost":
		s.post = words[0] == "post"
	case "hint":
		s.hint()
	case "memory", "cores", "option":
		s.option(line)
	case "xboard", "accepted", "rejected", "otim", "draw", "hard", "easy", "random", "computer", "name", "rating", "ics", "bk":
		// Nothing comes of them. Offers of a draw are declined by silence, and
		// there is no thinking in the user's time.
	default:
		s.other(line)
	}
	return false
}

// other takes a line that is no command for a move.
func (s *xboardServer) other(line string) {
	p, _ := s.position()
	_, legal := parseMove(&p, s.rules, line)
	if legal || looksLikeMove(line) {
		s.take(line)
		return
	}
	s.fault("unknown command", line)
}

// looksLikeMove reports whether a text begins with two squares, and has no more
// than one letter behind them.
func looksLikeMove(text string) bool {
	if len(text) != 4 && len(text) != 5 {
		return false
	}
	_, from := rules.ParseSquare(text[:2])
	_, to := rules.ParseSquare(text[2:4])
	return from && to
}

// introduce tells who the engine is, what it can do and what can be set.
func (s *xboardServer) introduce() {
	var sets strings.Builder
	for i, r := range rules.Rulesets() {
		if i > 0 {
			sets.WriteString(" /// ")
		}
		if r.Name == s.rules.Name {
			sets.WriteByte('*')
		}
		sets.WriteString(r.Name)
	}
	s.printf(`feature done=0 myname="%s %s" variants="shatranj"`, engine.Name, engine.Version)
	s.printf("feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1 analyze=1")
	s.printf("feature colors=0 ics=1 name=0 pause=0 nps=1 debug=1 memory=1 smp=1")
	s.printf(`feature option="Rules -combo %s"`, sets.String())
	s.printf(`feature option="Move Overhead -spin %d 0 %d"`, s.overhead.Milliseconds(), maxOverhead)
	s.printf("feature done=1")
}

// ping answers when all that came before is done.
func (s *xboardServer) ping(n string) {
	if s.thought != nil && s.mode == playing {
		s.pongs = append(s.pongs, n)
		return
	}
	s.printf("pong %s", n)
}

// turn gives the engine the side to move, or the other one.
func (s *xboardServer) turn(other rules.Color) {
	s.abort()
	p, _ := s.position()
	s.mode, s.side = playing, p.Turn()^other
	s.resume()
}

// setBoard puts up the position of a FEN.
func (s *xboardServer) setBoard(fen string) {
	p, err := rules.ParsePosition(fen)
	if err != nil {
		s.illegal(err)
		return
	}
	s.abort()
	s.set(p)
	if s.mode == analyzing {
		s.resume()
	}
}

// option sets what is set by "memory", "cores" or "option". It holds from the
// next search on.
func (s *xboardServer) option(line string) {
	command, rest, _ := strings.Cut(line, " ")
	name, value, _ := strings.Cut(rest, "=")
	if command != "option" {
		name, value = command, rest
	}
	var err error
	var n int
	switch strings.ToLower(strings.TrimSpace(name)) {
	case "memory":
		if n, err = number(value, 1, engine.MaxHashMB); err == nil && n != s.settings.HashMB {
			s.settings.HashMB, s.engine = n, nil
		}
	case "cores":
		if n, err = number(value, 1, maxThreads()); err == nil && n != s.settings.Threads {
			s.settings.Threads, s.engine = n, nil
		}
	case "move overhead":
		if n, err = number(value, 0, maxOverhead); err == nil {
			s.overhead = time.Duration(n) * time.Millisecond
		}
	case "rules":
		r, ok := rules.RulesetByName(value)
		if !ok {
			err = fmt.Errorf("no rule set %.20q", value)
			break
		}
		s.rules = r
	default:
		err = fmt.Errorf("no option %.40q", name)
	}
	if err != nil {
		s.fault(err.Error(), line)
	}
}

// editor is edit mode: a board on which men are put one by one.
type editor struct {
	setup rules.Setup
	color rules.Color
}

func newEditor(s *xboardServer) *editor {
	p, _ := s.position()
	e := &editor{setup: p.Setup()}
	e.setup.Halfmove = 0
	return e
}

// edit does what a line says in edit mode.
func (s *xboardServer) edit(word string) {
	e := s.editor
	switch {
	case word == "#":
		e.setup = rules.Setup{Turn: e.setup.Turn, Fullmove: e.setup.Fullmove}
	case word == "c":
		e.color = e.color.Other()
	case word == ".":
		s.editor = nil
		if p, err := e.setup.Position(); err != nil {
			s.illegal(err)
		} else {
			s.set(p)
		}
		if s.mode == analyzing {
			s.resume()
		}
	case len(word) == 3:
		kind := rules.KindOf(word[0])
		square, ok := rules.ParseSquare(word[1:])
		if !ok || kind == rules.NoKind && !slices.Contains([]byte("xX."), word[0]) {
			s.fault("no man and square", word)
			return
		}
		e.setup.Put(square, e.color, kind)
	default:
		s.fault("no man and square", word)
	}
}
