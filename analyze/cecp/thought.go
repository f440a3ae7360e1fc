package cecp

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/analyze/program"
	"github.com/diwan-shatranj/diwan/rules"
)

// mateBase is what the protocol adds to the moves of a mate to make a score.
const mateBase = 100_000

// thought is a line of thinking: depth, perhaps with a mark, score, time in
// hundredths of a second, nodes, and more numbers and a tab before the moves
// where the engine has them.
var thought = regexp.MustCompile(`^(\d+)[.&+-]?\s+(-?\d+)\s+(\d+)\s+(\d+)(?:[ \d]*\t)?(.*)$`)

// parseThought reads a line of thinking of a search of p. The moves end before
// the first that is not legal.
func parseThought(p *rules.Position, r *rules.Ruleset, line string) (engine.Info, bool) {
	f := thought.FindStringSubmatch(line)
	if f == nil {
		return engine.Info{}, false
	}
	var n [5]int
	for i := 1; i < len(n); i++ {
		v, err := strconv.Atoi(f[i])
		if err != nil {
			return engine.Info{}, false // more than any engine means
		}
		n[i] = v
	}
	info := engine.Info{
		Depth: n[1], MultiPV: 1, Score: parseScore(n[2]),
		Time: time.Duration(n[3]) * 10 * time.Millisecond, Nodes: uint64(n[4]),
	}
	if info.Time > 0 {
		info.NPS = uint64(float64(info.Nodes) / info.Time.Seconds())
	}
	q := *p
	for _, word := range strings.Fields(f[5]) {
		if word[0] == '(' {
			break
		}
		word = word[strings.LastIndexByte(word, '.')+1:] // "1." and "1.Nf3"
		if word == "" {
			continue
		}
		m, ok := parseMove(&q, r, word)
		if !ok {
			break
		}
		info.PV = append(info.PV, m)
		q = q.Play(m)
	}
	return info, info.Depth > 0
}

// parseScore reads a score. Mates are counted in moves of the side that wins;
// the winner's move is the last ply, or the loser's before it. Engines that have
// other numbers for mates seem very sure of themselves.
func parseScore(n int) engine.Score {
	switch {
	case n > mateBase:
		return engine.Score{Mate: 2*(n-mateBase) - 1}
	case n < -mateBase:
		return engine.Score{Mate: 2 * (n + mateBase)}
	}
	return engine.Score{CP: n}
}

// parseMove reads a move of the engine in p, in coordinates or in algebraic
// notation.
func parseMove(p *rules.Position, r *rules.Ruleset, text string) (rules.Move, bool) {
	if m, ok := program.ParseMove(p, r, text); ok {
		return m, true
	}
	m, err := rules.ParseSAN(p, text)
	if err != nil || !r.IsLegal(p, m) {
		return rules.NoMove, false
	}
	return m, true
}
