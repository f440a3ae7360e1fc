package cecp

import (
	"context"
	"strings"
	"time"

	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/analyze/program"
	"github.com/diwan-shatranj/diwan/rules"
)

// session is one search of an engine, as it is heard from outside.
type session struct {
	process *program.Process
	rules   *rules.Ruleset
	root    *rules.Position
	started time.Time
	onInfo  func(engine.Info)
	last    engine.Info // the last report with a score; its line may be empty
	lines   map[rules.Move]engine.Info
}

// listen reads what the engine says until it plays a move or ctx is done. The
// error is a *claimError where it claims instead that the game is over.
func (s *session) listen(ctx context.Context) (engine.Result, error) {
	for {
		line, err := s.process.Receive(ctx)
		if err != nil {
			return engine.Result{}, err
		}
		switch word, rest, _ := strings.Cut(line, " "); word {
		case "move":
			return s.end(rest)
		case "resign":
			return engine.Result{}, s.process.Fault(program.ErrResigns, "")
		case "1-0", "0-1", "1/2-1/2":
			return engine.Result{}, &claimError{line}
		default:
			if refusal(line) {
				return engine.Result{}, s.process.Fault(program.ErrIllegal, "it says: "+line)
			}
			if info, ok := parseThought(s.root, s.rules, line); ok {
				s.note(info)
			}
		}
	}
}

// note keeps a report.
func (s *session) note(i engine.Info) {
	s.last = i
	if len(i.PV) == 0 {
		return
	}
	if s.lines == nil {
		s.lines = map[rules.Move]engine.Info{}
	}
	s.lines[i.PV[0]] = i
	if s.onInfo != nil {
		s.onInfo(i)
	}
}

// end reads the move that the engine plays. The line of the result is the last
// one that began with that move.
func (s *session) end(text string) (engine.Result, error) {
	result := engine.Result{Nodes: s.last.Nodes, Time: time.Since(s.started)}
	m, ok := parseMove(s.root, s.rules, strings.TrimSpace(text))
	if !ok {
		return result, s.process.Fault(program.ErrIllegal, "move "+text+" in "+s.root.FEN())
	}
	result.Best = m
	line, ok := s.lines[m]
	if !ok && s.last.Depth > 0 {
		line, ok = s.last, true
		line.PV = []rules.Move{m}
	}
	if ok {
		result.Lines = []engine.Info{line}
		if len(line.PV) > 1 {
			result.Ponder = line.PV[1]
		}
	}
	return result, nil
}
