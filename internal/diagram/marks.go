package diagram

import (
	"strings"

	"github.com/diwan-shatranj/diwan/rules"
)

// FromComment reads the squares of [%csl Ga1,Rb2] and the arrows of [%cal Ga1b2] in
// a comment. What cannot be read is left out.
func FromComment(comment string) (marks []Mark, arrows []Arrow) {
	for _, item := range listOf(comment, "[%csl ") {
		if len(item) == 3 {
			if s, ok := rules.ParseSquare(item[1:]); ok {
				marks = append(marks, Mark{item[0], s})
			}
		}
	}
	for _, item := range listOf(comment, "[%cal ") {
		if len(item) == 5 {
			from, ok1 := rules.ParseSquare(item[1:3])
			to, ok2 := rules.ParseSquare(item[3:])
			if ok1 && ok2 {
				arrows = append(arrows, Arrow{item[0], from, to})
			}
		}
	}
	return marks, arrows
}

// WithoutDrawings is a comment without the commands that FromComment reads.
func WithoutDrawings(comment string) string {
	for _, head := range []string{"[%csl ", "[%cal "} {
		for {
			before, rest, found := strings.Cut(comment, head)
			_, after, closed := strings.Cut(rest, "]")
			if !found || !closed {
				break
			}
			comment = strings.TrimRight(before, " ") + after
		}
	}
	return comment
}

// listOf are the items of the commands in comment that begin with head.
func listOf(comment, head string) (items []string) {
	for {
		_, rest, found := strings.Cut(comment, head)
		list, after, closed := strings.Cut(rest, "]")
		if !found || !closed {
			return items
		}
		for item := range strings.SplitSeq(list, ",") {
			items = append(items, strings.TrimSpace(item))
		}
		comment = after
	}
}
