package index

import "strings"

// human is what a comment says to people: without commands ([%eval …]), and
// without what programs note of their moves: evaluation, depth and time as in
// +0.14/14 0.081s, and book.
func human(comment string) string {
	comment = dropCommands(comment)
	if !strings.ContainsAny(comment, "0123456789/Mb") {
		return strings.TrimSpace(comment)
	}
	words := strings.Fields(comment)
	kept := words[:0]
	noted := false // an evaluation came before
	for _, w := range words {
		bare := strings.TrimRight(w, ",;")
		switch {
		case isEvaluation(bare):
			noted = true
		case noted && (isClock(bare) || isNumber(bare)):
		default:
			kept = append(kept, w)
		}
	}
	if len(kept) == 1 && strings.EqualFold(kept[0], "book") {
		return ""
	}
	return strings.Join(kept, " ")
}

// isAnnotation reports whether somebody has looked at the game: there is text, or
// a command that is more than a clock.
func isAnnotation(comment string) bool {
	for rest := comment; ; {
		_, after, found := strings.Cut(rest, "[%")
		if !found {
			return human(comment) != ""
		}
		name, _, _ := strings.Cut(after, " ")
		switch name {
		case "clk", "emt", "egt", "mct":
		default:
			return true
		}
		rest = after
	}
}

// dropCommands takes out commands in brackets.
func dropCommands(s string) string {
	before, rest, found := strings.Cut(s, "[%")
	if !found {
		return s
	}
	var b strings.Builder
	for found {
		b.WriteString(before)
		b.WriteByte(' ')
		_, after, closed := strings.Cut(rest, "]")
		if !closed {
			return b.String()
		}
		before, rest, found = strings.Cut(after, "[%")
	}
	b.WriteString(before)
	return b.String()
}

// isEvaluation recognises +0.14/14, -M5/10, 0.00/1, +1.25, #-3.
func isEvaluation(s string) bool {
	score, depth, hasDepth := strings.Cut(s, "/")
	if hasDepth && !isNumber(depth) {
		return false
	}
	body := strings.TrimLeft(score, "+-#")
	signed := len(body) < len(score)
	if mate, ok := strings.CutPrefix(body, "M"); ok {
		return isNumber(mate) && (signed || hasDepth)
	}
	whole, part, pointed := strings.Cut(body, ".")
	if !isNumber(whole) || pointed && !isNumber(part) {
		return false
	}
	return signed && (pointed || hasDepth || score[0] == '#') || pointed && hasDepth
}

// isClock recognises 0.081s, 12s, 1:05.
func isClock(s string) bool {
	body, isSeconds := strings.CutSuffix(s, "s")
	whole, part, pointed := strings.Cut(body, ".")
	if isSeconds {
		return isNumber(whole) && (!pointed || isNumber(part))
	}
	minutes, seconds, found := strings.Cut(s, ":")
	return found && isNumber(minutes) && len(seconds) >= 2 && isNumber(strings.ReplaceAll(seconds, ":", ""))
}

func isNumber(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}
