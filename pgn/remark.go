package pgn

import "bytes"

// remark takes a comment or an escape line into the items. It is false where
// the game ends with it or more bytes are needed.
func (l *lexer) remark() bool {
	start := l.i
	switch l.b[l.i] {
	case '{':
		end, closed, more := commentEnd(l.b, l.i+1, l.final)
		if more {
			l.needMore = true
			return false
		}
		if !closed {
			l.add(CommentItem, start+1, end, unclosed, 0)
			l.faultAt(UnterminatedComment, start, start+1, "this comment is never closed", len(l.open) > 0)
			l.i = end
			l.sawMoves = true
			return false
		}
		l.add(CommentItem, start+1, end, 0, 0)
		l.i = end + 1
	default: // ; and %
		end := l.endOfLine(l.i)
		if end == len(l.b) && l.more() {
			return false
		}
		kind := LineCommentItem
		if l.b[start] == '%' {
			kind = EscapeItem
		}
		l.add(kind, start+1, end, 0, 0)
		l.i = end
	}
	return true
}

// commentEnd finds the end of the comment whose text begins at i: the offset of
// its }, or of the place where a comment without one is taken to end.
func commentEnd(b []byte, i int, final bool) (end int, closed, more bool) {
	n := bytes.IndexByte(b[i:], '}')
	span := b[i:]
	if n >= 0 {
		span = b[i : i+n]
	}
	if bytes.IndexByte(span, '\n') >= 0 || bytes.IndexByte(span, '\r') >= 0 {
		at, unsure := gameInComment(b, i, i+len(span))
		if unsure && !final {
			return 0, false, true
		}
		if at >= 0 {
			return at, false, false
		}
	}
	if n >= 0 {
		return i + n, true, false
	}
	return len(b), false, !final
}

// gameInComment looks for a blank line between from and to that is followed at
// once by two lines of tag pairs: there a comment must have lost its brace. It
// returns the offset of the blank line. unsure means that b ends too early.
func gameInComment(b []byte, from, to int) (at int, unsure bool) {
	for e := endOfLine(b, from); e < to; {
		line := afterLine(b, e)
		next := endOfLine(b, line)
		if len(bytes.TrimSpace(b[line:next])) == 0 {
			first := afterLine(b, next)
			second := afterLine(b, endOfLine(b, first))
			if first < len(b) && b[first] == '[' || first >= len(b) {
				if endOfLine(b, second) >= len(b) {
					unsure = true
				}
				if tagLine(b, first) && tagLine(b, second) {
					return line, unsure
				}
			}
		}
		e = next
	}
	return -1, unsure
}

// tagLine reports whether the line at i is made of tag pairs from column 1 on.
func tagLine(b []byte, i int) bool {
	line := trimEnd(b[i:endOfLine(b, i)])
	if len(line) == 0 || line[0] != '[' || line[len(line)-1] != ']' {
		return false
	}
	_, _, ok := tagNameAt(line)
	return ok
}
