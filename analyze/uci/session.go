package uci

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
	client  *Client
	rules   *rules.Ruleset
	root    *rules.Position
	started time.Time
	onInfo  func(engine.Info)
	lines   []engine.Info // by MultiPV, the last of each
	nodes   uint64
}

// listen reads what the engine says until it plays a move or ctx is done.
func (s *session) listen(ctx context.Context) (engine.Result, error) {
	for {
		line, err := s.client.process.Receive(ctx)
		if err != nil {
			return engine.Result{}, err
		}
		switch word, rest, _ := strings.Cut(line, " "); word {
		case "info":
			s.note(parseReport(s.root, s.rules, rest))
		case "bestmove":
			return s.end(rest)
		}
	}
}

// note keeps a report.
func (s *session) note(r report) {
	s.nodes = max(s.nodes, r.Nodes)
	if !r.scored || len(r.PV) == 0 || r.MultiPV > len(s.lines)+1 {
		return
	}
	if r.MultiPV > len(s.lines) {
		s.lines = append(s.lines, r.Info)
	} else {
		s.lines[r.MultiPV-1] = r.Info
	}
	if s.onInfo != nil {
		s.onInfo(r.Info)
	}
}

// end reads the move that the engine plays.
func (s *session) end(text string) (engine.Result, error) {
	result := engine.Result{Nodes: s.nodes, Time: time.Since(s.started)}
	words := strings.Fields(text)
	if len(words) == 0 {
		return result, s.client.process.Fault(program.ErrIllegal, "bestmove without a move")
	}
	m, ok := program.ParseMove(s.root, s.rules, words[0])
	if !ok {
		return result, s.client.process.Fault(program.ErrIllegal, "bestmove "+words[0]+" in "+s.root.FEN())
	}
	result.Best = m
	result.Lines = s.lines
	if len(words) >= 3 && words[1] == "ponder" {
		q := s.root.Play(m)
		result.Ponder, _ = program.ParseMove(&q, s.rules, words[2])
	}
	return result, nil
}
