package stats

import (
	"math"
	"slices"
)

// Length says how long games are, in plies.
type Length struct {
	Games                int64
	Least, Most          int
	Lower, Median, Upper float64 // the quartiles, between two games in the middle of both
	Mean                 float64
	// Error is half the width of the mean's interval at 95 %: 1.96 standard
	// errors. It is NaN for less than two games.
	Error float64
}

// LengthOf counts games by their numbers of plies, of which there must be one at
// least. It sorts them.
func LengthOf(plies []int) Length {
	slices.Sort(plies)
	n := len(plies)
	l := Length{
		Games: int64(n), Least: plies[0], Most: plies[n-1],
		Lower: quantile(plies, 0.25), Median: quantile(plies, 0.5), Upper: quantile(plies, 0.75),
		Error: math.NaN(),
	}
	for _, p := range plies {
		l.Mean += float64(p) / float64(n)
	}
	if n > 1 {
		var squares float64
		for _, p := range plies {
			squares += (float64(p) - l.Mean) * (float64(p) - l.Mean)
		}
		l.Error = 1.959964 * math.Sqrt(squares/float64(n-1)/float64(n))
	}
	return l
}

// quantile is interpolated between the two games that lie next to it.
func quantile(sorted []int, share float64) float64 {
	at := share * float64(len(sorted)-1)
	low := int(at)
	high := min(low+1, len(sorted)-1)
	return float64(sorted[low]) + (at-float64(low))*float64(sorted[high]-sorted[low])
}
