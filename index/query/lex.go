package query

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A parser reads a query from left to right.
type parser struct {
	text  string
	pos   int // bytes read
	depth int // of parentheses and negations

	// The column that was asked for last, and its byte, so that a long query
	// is not counted through for each.
	columnAt, column int
}

// columnOf returns the column of a byte.
func (p *parser) columnOf(at int) int {
	if at < p.columnAt {
		p.columnAt, p.column = 0, 0
	}
	p.column += utf8.RuneCountInString(p.text[p.columnAt:at])
	p.columnAt = at
	return p.column + 1
}

// fail makes an error at a byte.
func (p *parser) fail(at int, msg, expected, suggestion string) error {
	return &Error{Column: p.columnOf(at), Msg: msg, Expected: expected, Suggestion: suggestion}
}

// failIn makes an error of a fault in a value.
func (p *parser) failIn(v literal, f *fault) error {
	return p.fail(v.position(f.at), f.msg, f.expected, f.suggestion)
}

func (p *parser) rest() string { return p.text[p.pos:] }

// skipSpace reads blanks and reports whether anything follows.
func (p *parser) skipSpace() bool {
	rest := strings.TrimLeftFunc(p.rest(), unicode.IsSpace)
	p.pos = len(p.text) - len(rest)
	return rest != ""
}

// peek returns the next byte, or 0 at the end.
func (p *parser) peek() byte {
	if p.pos == len(p.text) {
		return 0
	}
	return p.text[p.pos]
}

// atBreak reports whether a term ends here.
func (p *parser) atBreak() bool {
	r, _ := utf8.DecodeRuneInString(p.rest())
	return p.pos == len(p.text) || isBreak(r)
}

// isBreak reports whether a character ends a bare word.
func isBreak(r rune) bool { return r == '(' || r == ')' || r == '"' || unicode.IsSpace(r) }

// bare returns the bare word that comes next, without reading it.
func (p *parser) bare() string {
	rest := p.rest()
	if i := strings.IndexFunc(rest, isBreak); i >= 0 {
		return rest[:i]
	}
	return rest
}

// keyword reports whether the word that comes next is a keyword, in capitals
// or not.
func (p *parser) keyword(words ...string) bool {
	next := p.bare()
	for _, w := range words {
		if strings.EqualFold(next, w) {
			return true
		}
	}
	return false
}

// A literal is a value as it was written.
type literal struct {
	text   string
	quoted bool
	at     int   // where it begins in the query, behind the quotation mark
	bytes  []int // where each of its bytes stands, if that is not in a row
}

// position returns where a byte of the literal stands in the query.
func (v literal) position(i int) int {
	switch {
	case v.bytes == nil || i == 0:
		return v.at + i
	case i < len(v.bytes):
		return v.bytes[i]
	default:
		return v.bytes[len(v.bytes)-1] + 1
	}
}

// literal reads a value, bare or in quotes. It may be empty.
func (p *parser) literal() (literal, error) {
	if p.peek() == '"' {
		return p.quoted()
	}
	return p.bareLiteral(), nil
}

// bareLiteral reads a bare word.
func (p *parser) bareLiteral() literal {
	v := literal{text: p.bare(), at: p.pos}
	p.pos += len(v.text)
	return v
}

// quoted reads a text in quotes.
func (p *parser) quoted() (literal, error) {
	start := p.pos
	p.pos++
	v := literal{quoted: true, at: p.pos}
	body := p.rest()
	end := strings.IndexAny(body, `"\`)
	if end >= 0 && body[end] == '"' {
		v.text = body[:end]
		p.pos += end + 1
		return v, nil
	}
	var b strings.Builder
	for i := 0; i < len(body); i++ {
		switch {
		case body[i] == '"':
			v.text = b.String()
			p.pos += i + 1
			return v, nil
		case body[i] == '\\' && i+1 < len(body) && (body[i+1] == '"' || body[i+1] == '\\'):
			i++
		}
		b.WriteByte(body[i])
		v.bytes = append(v.bytes, v.at+i)
	}
	return v, p.fail(start, "the quotation mark is not closed", "a `\"` at the end of the phrase", "")
}

// match takes the sign of how the last word is compared from a value: at the
// end of a bare one, behind a quoted one.
func (p *parser) match(v *literal) Match {
	signs := v.text
	if v.quoted {
		signs = p.rest()[:min(1, len(p.rest()))]
	}
	var m Match
	switch {
	case strings.HasSuffix(signs, "*"):
		m = Prefix
	case strings.HasSuffix(signs, "~"):
		m = Fuzzy
	default:
		return Whole
	}
	if v.quoted {
		p.pos++
	} else {
		v.text = signs[:len(signs)-1]
	}
	return m
}

// hasWord reports whether a text has anything to look for.
func hasWord(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) >= 0
}

// fieldName returns what stands before the colon of a term, if that is a
// name, and whether there is one. Names of other scripts are names, too: they
// are unknown ones.
func fieldName(bare string) (string, bool) {
	i := strings.IndexByte(bare, ':')
	if i <= 0 {
		return "", false
	}
	name := bare[:i]
	isName := strings.IndexFunc(name, func(r rune) bool { return r != '.' && !unicode.IsLetter(r) }) < 0
	return name, isName
}
