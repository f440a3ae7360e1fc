package uci

import (
	"strconv"
	"strings"
	"time"

	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/analyze/program"
	"github.com/diwan-shatranj/diwan/rules"
)

// report is an "info" line.
type report struct {
	engine.Info
	scored bool // it has a score, and that is no mere bound
}

// parseReport reads an "info" line of a search of p, without the word itself.
// What it does not know it passes over; a line of moves ends before the first
// that is not legal.
func parseReport(p *rules.Position, r *rules.Ruleset, line string) report {
	rep := report{Info: engine.Info{MultiPV: 1}}
	f := strings.Fields(line)
	number := func(i int) int {
		if i >= len(f) {
			return 0
		}
		n, err := strconv.Atoi(f[i])
		if err != nil {
			return 0
		}
		return n
	}
	for i := 0; i < len(f); i++ {
		switch f[i] {
		case "string":
			return rep
		case "depth":
			i++
			rep.Depth = number(i)
		case "seldepth":
			i++
			rep.SelDepth = number(i)
		case "multipv":
			i++
			rep.MultiPV = max(number(i), 1)
		case "nodes":
			i++
			rep.Nodes = uint64(max(number(i), 0))
		case "nps":
			i++
			rep.NPS = uint64(max(number(i), 0))
		case "hashfull":
			i++
			rep.HashFull = number(i)
		case "time":
			i++
			rep.Time = time.Duration(number(i)) * time.Millisecond
		case "score":
			if i+2 < len(f) {
				rep.Score, rep.scored = parseScore(f[i+1], f[i+2])
				i += 2
			}
		case "lowerbound", "upperbound":
			rep.scored = false
		case "pv":
			rep.PV = parseLine(p, r, f[i+1:])
			return rep
		}
	}
	return rep
}

// parseScore reads the two words of a score. UCI counts mates in moves of the
// side that wins; the winner's move is the last ply, or the loser's before it.
func parseScore(kind, value string) (engine.Score, bool) {
	n, err := strconv.Atoi(value)
	switch {
	case err != nil:
		return engine.Score{}, false
	case kind == "cp":
		return engine.Score{CP: n}, true
	case kind == "mate" && n > 0:
		return engine.Score{Mate: 2*n - 1}, true
	case kind == "mate" && n < 0:
		return engine.Score{Mate: 2 * n}, true
	}
	return engine.Score{}, false
}

// parseLine reads moves from p on, as far as they are legal.
func parseLine(p *rules.Position, r *rules.Ruleset, words []string) []rules.Move {
	moves := make([]rules.Move, 0, len(words))
	q := *p
	for _, word := range words {
		m, ok := program.ParseMove(&q, r, word)
		if !ok {
			break
		}
		moves = append(moves, m)
		q = q.Play(m)
	}
	return moves
}
