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

// listOf are the items of the command in comment that begins with head.
func listOf(comment, head string) []string {
	_, rest, ok := strings.Cut(comment, head)
	if !ok {
		return nil
	}
	list, _, _ := strings.Cut(rest, "]")
	items := strings.Split(list, ",")
	for i := range items {
		items[i] = strings.TrimSpace(items[i])
	}
	return items
}
