package fold

import "unicode/utf8"

// Slips is how many letters of a folded word may be wrong for it to be spelt nearly
// so: none of one or two, one of up to five, two of more.
func Slips(word string) int {
	switch n := utf8.RuneCountInString(word); {
	case n <= 2:
		return 0
	case n <= 5:
		return 1
	default:
		return 2
	}
}

// Near reports whether at most so many letters have to be put in, left out or
// changed to make one folded word of the other.
func Near(a, b string, most int) bool {
	x, y := []rune(a), []rune(b)
	if len(x)-len(y) > most || len(y)-len(x) > most {
		return false
	}
	costs := make([]int, len(y)+1)
	for j := range costs {
		costs[j] = j
	}
	for i := range x {
		diagonal, least := costs[0], i+1
		costs[0] = i + 1
		for j := range y {
			cost := diagonal
			if x[i] != y[j] {
				cost = 1 + min(diagonal, costs[j], costs[j+1])
			}
			diagonal = costs[j+1]
			costs[j+1] = cost
			least = min(least, cost)
		}
		if least > most {
			return false
		}
	}
	return costs[len(y)] <= most
}
