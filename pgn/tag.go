package pgn

import (
	"bytes"
	"unicode/utf8"
)

// tagNameAt reads "[ Name" at the front of b. It returns the offset behind the
// name and the blanks that follow it; ok tells that a name, a blank and a quote
// are there, as the standard has it. A NUL does not end a name: it is skipped when
// the game is taken, and must not divide it before.
func tagNameAt(b []byte) (after int, name []byte, ok bool) {
	i := skipSpaces(b, 1)
	start := i
	for i < len(b) && (b[i] > ' ' || b[i] == 0) && b[i] != '"' && b[i] != ']' && b[i] != '[' {
		n := 1
		if b[i] >= utf8.RuneSelf {
			if blankRune(b[i:]) > 0 {
				break
			}
			_, n = utf8.DecodeRune(b[i:])
		}
		i += n
	}
	name = b[start:i]
	after = skipSpaces(b, i)
	letter := len(name) > 0 && (name[0] >= 'A' && name[0] <= 'Z' || name[0] >= 'a' && name[0] <= 'z' || name[0] >= 0x80)
	return after, name, letter && after < len(b) && b[after] == '"'
}

// skipSpaces is the offset behind the blanks at i that do not end the line.
func skipSpaces(b []byte, i int) int {
	if i < len(b) && b[i] == ' ' {
		i++
	}
	if i < len(b) && b[i] > ' ' && b[i] < utf8.RuneSelf {
		return i // which is so nearly always
	}
	return skipAll(b, i)
}

// skipAll is skipSpaces for any number and kind of blanks.
func skipAll(b []byte, i int) int {
	for i < len(b) {
		n := 0
		switch c := b[i]; {
		case c == '\n', c == '\r':
		case c <= ' ':
			n = 1
		case c >= utf8.RuneSelf:
			n = blankRune(b[i:])
		}
		if n == 0 {
			break
		}
		i += n
	}
	return i
}

// strictTagAhead reports whether b begins with a tag pair as the standard writes
// it, which is what ends a game's movetext. unsure means that b is too short to tell.
func strictTagAhead(b []byte) (looks, unsure bool) {
	after, _, ok := tagNameAt(b)
	return ok, after >= len(b)
}

// tagAhead reports whether what stands at l.i, before any move, can pass for a tag:
// a bracket and a name, or a line of its own in brackets.
func (l *lexer) tagAhead() (looks, unsure bool) {
	b := l.b[l.i:]
	after, name, _ := tagNameAt(b)
	unsure = after >= len(b)
	if len(name) == 0 {
		return false, unsure
	}
	c := name[0]
	return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= 0x80 || c != '%' && !unsure && b[after] == '"', unsure
}

// tag reads the tag pair at l.i. A value ends at a quote that is followed by the
// bracket; other quotes belong to the value. It is false where more bytes are
// needed.
func (l *lexer) tag() bool {
	b := l.b
	eol := l.endOfLine(l.i)
	if eol == len(b) && l.more() {
		return false
	}
	after, name, quoted := tagNameAt(b[l.i:eol])
	t := tagSpan{start: uint32(l.i)}
	nameStart := skipSpaces(b, l.i+1)
	t.nameStart, t.nameEnd = uint32(nameStart), uint32(nameStart+len(name))
	j := l.i + after
	var end int
	if quoted || j < eol && b[j] == '"' {
		end = l.quotedValue(&t, j+1, eol)
	} else {
		end = l.bareValue(&t, j, eol)
	}
	if l.needMore {
		return false
	}
	t.end = uint32(end)
	l.keepTag(t, name)
	l.i = end
	return true
}

// emptyTag reads brackets with nothing in them among the tags. It is false where
// something is in them.
func (l *lexer) emptyTag() bool {
	end := skipSpaces(l.b, l.i+1)
	if end >= len(l.b) || l.b[end] != ']' {
		return false
	}
	l.faultAt(TagSyntax, l.i, end+1, "this tag is empty", false)
	l.add(OddItem, l.i, end+1, 0, 0)
	l.i = end + 1
	return true
}

// quotedValue finds the end of a value whose text begins at i.
func (l *lexer) quotedValue(t *tagSpan, i, eol int) (end int) {
	b := l.b
	t.valStart = uint32(i)
	// Nearly all values hold neither quote nor backslash.
	if k := bytes.IndexByte(b[i:eol], '"'); k >= 0 && i+k+1 < eol && b[i+k+1] == ']' && bytes.IndexByte(b[i:i+k], '\\') < 0 {
		t.valEnd = uint32(i + k)
		return i + k + 2
	}
	oddQuote, backslash := false, -1
	for k := i; k < eol; k++ {
		switch b[k] {
		case '\\':
			if k+1 < eol && (b[k+1] == '"' || b[k+1] == '\\') {
				t.escaped = true
				k++
				if n := skipSpaces(b, k+1); b[k] == '"' && n < eol && b[n] == ']' && skipSpaces(b, n+1) >= eol {
					backslash = k
				}
			}
		case '"':
			n := skipSpaces(b, k+1)
			if n < eol && b[n] == ']' {
				t.valEnd = uint32(k)
				if oddQuote {
					l.faultAt(TagSyntax, int(t.start), n+1, `a quote inside a value is written \"`, false)
				}
				return n + 1
			}
			if n >= eol && !oddQuote {
				t.valEnd = uint32(k)
				l.faultAt(TagSyntax, int(t.start), eol, "the closing bracket is missing", false)
				return eol
			}
			oddQuote = true
		}
	}
	if backslash >= 0 { // a value that ends in a backslash: "C:\"]
		t.valEnd = uint32(backslash)
		l.faultAt(TagSyntax, int(t.start), eol, `a backslash inside a value is written \\`, false)
		return eol
	}
	if end := l.brokenValue(eol); end > eol {
		eol = end
		t.valEnd, t.escaped = uint32(eol-len(`"]`)), true
	} else {
		value := trimEnd(b[i:eol])
		for len(value) > 0 && value[len(value)-1] == ']' {
			value = trimEnd(value[:len(value)-1])
		}
		t.valEnd = uint32(i + len(value))
	}
	l.faultAt(UnterminatedTag, int(t.start), eol, "the value of this tag has no closing quote and bracket", false)
	return eol
}

// brokenValue is where a value ends that has no end on its line: with the next line,
// if that is the rest of it.
func (l *lexer) brokenValue(eol int) int {
	next := afterLine(l.b, eol)
	end := l.endOfLine(next)
	if end == len(l.b) && l.more() {
		return eol
	}
	rest := l.b[next:end]
	if n := bytes.Index(rest, []byte(`"]`)); n >= 0 && rest[0] != '[' {
		n += len(`"]`)
		if k := skipSpaces(rest, n); k == len(rest) || rest[k] == '[' {
			return next + n
		}
	}
	return eol
}

// bareValue reads a value without quotes, up to the bracket or the line's end.
func (l *lexer) bareValue(t *tagSpan, i, eol int) (end int) {
	n := bytes.IndexByte(l.b[i:eol], ']')
	if n < 0 {
		t.valStart, t.valEnd = uint32(i), uint32(i+len(trimEnd(l.b[i:eol])))
		l.faultAt(UnterminatedTag, int(t.start), eol, "this tag has no closing bracket", false)
		return eol
	}
	value := trimEnd(l.b[i : i+n])
	for len(value) > 0 && value[len(value)-1] == '"' {
		value = trimEnd(value[:len(value)-1])
	}
	t.valStart, t.valEnd = uint32(i), uint32(i+len(value))
	l.faultAt(TagSyntax, int(t.start), i+n+1, "the value of a tag stands between quotes", false)
	return i + n + 1
}

// knownBytes is knownValue without a copy: where the value holds no backslash it
// shares memory with the game.
func (g *Game) knownBytes(k int) ([]byte, bool) {
	if g.known[k] == 0 {
		return nil, false
	}
	i := int(g.known[k]) - 1
	if g.tags[i].escaped {
		return []byte(g.tagValue(i)), true
	}
	return g.tagRaw(i), true
}

// stated is knownBytes, where a value that says nothing, empty or a question mark,
// counts as none.
func (g *Game) stated(k int) (value []byte, ok bool) {
	value, ok = g.knownBytes(k)
	value = bytes.TrimSpace(value)
	return value, ok && len(value) > 0 && string(value) != "?"
}

// fewTags is how many tags are compared one by one before a set of their names is
// made.
const fewTags = 48

// keepTag adds t to the game's tags and says so if its name is there already.
func (l *lexer) keepTag(t tagSpan, name []byte) {
	g := l.g
	if l.hasTag(name) {
		l.faultAt(DuplicateTag, int(t.start), int(t.end), "the tag "+string(name)+" occurs twice; the first one counts", false)
	} else if k := knownTag(name); k >= 0 {
		g.known[k] = int32(len(g.tags)) + 1
	}
	g.tags = append(g.tags, t)
	if l.tagSet != nil {
		l.tagSet[string(name)] = true
	}
}

// hasTag reports whether the game has a tag of that name so far.
func (l *lexer) hasTag(name []byte) bool {
	g := l.g
	if k := knownTag(name); k >= 0 {
		return g.known[k] != 0
	}
	if len(g.tags) < fewTags {
		for i := range g.tags {
			if bytes.Equal(g.tagNameIn(l.b, i), name) {
				return true
			}
		}
		return false
	}
	if l.tagSet == nil {
		l.tagSet = make(map[string]bool, 2*fewTags)
		for i := range g.tags {
			l.tagSet[string(g.tagNameIn(l.b, i))] = true
		}
	}
	return l.tagSet[string(name)]
}
