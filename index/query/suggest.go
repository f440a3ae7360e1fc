package query

import "unicode/utf8"

// closest returns the candidate that word is most probably a slip for, or "".
// A third of its letters may be wrong.
func closest(word string, candidates []string) string {
	best, bestDistance := "", max(utf8.RuneCountInString(word)/3, 1)+1
	for _, c := range candidates {
		if d := distance(word, c, bestDistance); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

// distance counts the letters to insert, delete, replace or exchange with
// their neighbours to make b of a. Where it is at least limit, it may return
// anything that is.
func distance(a, b string, limit int) int {
	x, y := []rune(a), []rune(b)
	if len(x)-len(y) >= limit || len(y)-len(x) >= limit {
		return limit
	}
	// Three rows of the table: of two letters ago, of the last, of this one.
	older, old, now := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range old {
		old[j] = j
	}
	for i := range x {
		now[0] = i + 1
		for j := range y {
			cost := 1
			if x[i] == y[j] {
				cost = 0
			}
			now[j+1] = min(old[j]+cost, old[j+1]+1, now[j]+1)
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				now[j+1] = min(now[j+1], older[j-1]+1)
			}
		}
		older, old, now = old, now, older
	}
	return old[len(y)]
}
