package match

import "math"

// SPRT is a sequential probability ratio test: is the first player stronger by
// Elo1, or only by Elo0? Alpha and Beta are the chances of a wrong answer in
// favour of either, 0 for 0.05.
type SPRT struct {
	Elo0, Elo1  float64
	Alpha, Beta float64
}

// Verdict is what a test has found.
type Verdict string

// The verdicts.
const (
	Undecided Verdict = "undecided"
	Elo0      Verdict = "elo0" // no more than that
	Elo1      Verdict = "elo1"
)

// Bounds returns the log-likelihood ratios at which the test is decided.
func (s SPRT) Bounds() (lower, upper float64) {
	a, b := s.Alpha, s.Beta
	if a <= 0 || a >= 0.5 {
		a = 0.05
	}
	if b <= 0 || b >= 0.5 {
		b = 0.05
	}
	return math.Log(b / (1 - a)), math.Log((1 - b) / a)
}

// LLR returns the log-likelihood ratio of the two differences, by the normal
// approximation to the scores of pairs; 0 where nothing has been played.
func (s SPRT) LLR(t *Table) float64 {
	if t.Games() == 0 {
		return 0
	}
	// A kind of score that has not occurred yet is not impossible: a few games
	// that are all drawn decide nothing.
	const rare = 0.1
	n, mean, variance := t.distribution(rare)
	s0, s1 := scoreOf(s.Elo0), scoreOf(s.Elo1)
	return n * (s1 - s0) * (2*mean - s0 - s1) / (2 * variance)
}

// Verdict returns what the test has found.
func (s SPRT) Verdict(t *Table) Verdict {
	lower, upper := s.Bounds()
	switch llr := s.LLR(t); {
	case llr >= upper:
		return Elo1
	case llr <= lower:
		return Elo0
	}
	return Undecided
}
