package match

import (
	"math"
	"time"
)

// Table is the state of a match, as the first player sees it.
type Table struct {
	Wins, Draws, Losses int
	// Ends counts the games by reason, those won, drawn and lost apart.
	Ends  map[End]int
	Tally [2]Tally // of the players

	half  map[int]int // points of the first game of pairs not complete, by pair
	pairs [5]int      // complete pairs by the half points of both games
}

// End is how a game ended for the first player, with +1 for a win, 0 for a draw
// and -1 for a loss, and why.
type End struct {
	Score  int
	Reason string
}

// Tally is what a player has used.
type Tally struct {
	Moves   int
	Nodes   uint64
	Time    time.Duration // of all moves together
	Longest time.Duration // of a move
}

// Mean returns the mean time of a move.
func (t Tally) Mean() time.Duration {
	if t.Moves == 0 {
		return 0
	}
	return t.Time / time.Duration(t.Moves)
}

// add counts a game.
func (t *Table) add(g *Game) {
	points := g.Points()
	switch points {
	case 2:
		t.Wins++
	case 1:
		t.Draws++
	default:
		t.Losses++
	}
	if t.Ends == nil {
		t.Ends, t.half = map[End]int{}, map[int]int{}
	}
	t.Ends[End{points - 1, string(g.Reason)}]++
	pair := (g.Number - 1) / 2
	if first, ok := t.half[pair]; ok {
		t.pairs[first+points]++
		delete(t.half, pair)
	} else {
		t.half[pair] = points
	}
	turn := g.Opening.Turn()
	for _, m := range g.Moves {
		y := &t.Tally[g.player(turn)]
		y.Moves++
		y.Nodes += m.Nodes
		y.Time += m.Time
		y.Longest = max(y.Longest, m.Time)
		turn = turn.Other()
	}
}

// Games returns the number of games.
func (t *Table) Games() int { return t.Wins + t.Draws + t.Losses }

// Score returns the part of the points that the first player has, from 0 to 1;
// one half before the first game.
func (t *Table) Score() float64 {
	if t.Games() == 0 {
		return 0.5
	}
	return (float64(t.Wins) + float64(t.Draws)/2) / float64(t.Games())
}

// distribution returns the number, mean and variance of the scores, from 0 to 1,
// of complete pairs; or of games, as long as there are not two pairs. Each kind
// of score is taken to have occurred floor times at least.
func (t *Table) distribution(floor float64) (n, mean, variance float64) {
	counts := []float64{float64(t.Losses), float64(t.Draws), float64(t.Wins)}
	pairs := 0
	for _, c := range t.pairs {
		pairs += c
	}
	if pairs >= 2 {
		counts = counts[:0]
		for _, c := range t.pairs {
			counts = append(counts, float64(c))
		}
	}
	value := func(i int) float64 { return float64(i) / float64(len(counts)-1) }
	for i, c := range counts {
		counts[i] = max(c, floor)
		n += counts[i]
		mean += counts[i] * value(i)
	}
	if n == 0 {
		return 0, 0.5, 0
	}
	mean /= n
	for i, c := range counts {
		variance += c * (value(i) - mean) * (value(i) - mean)
	}
	return n, mean, variance / n
}

// Elo returns the difference in strength that the score speaks for, and the
// bounds of its 95 % interval. They are infinite where a score is that of a side
// that wins all.
func (t *Table) Elo() (elo, low, high float64) {
	n, _, variance := t.distribution(0)
	if n == 0 {
		return 0, math.Inf(-1), math.Inf(1)
	}
	score := t.Score()
	const normal95 = 1.959964
	bar := normal95 * math.Sqrt(variance/n)
	if variance == 0 {
		bar = min(3/n, 1) // what never happened in n tries is less likely than that
	}
	return eloOf(score), eloOf(score - bar), eloOf(score + bar)
}

// eloOf returns the difference at which a score is expected.
func eloOf(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(1)
	}
	return -400 * math.Log10(1/score-1)
}

// scoreOf returns the score that is expected at a difference.
func scoreOf(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }
