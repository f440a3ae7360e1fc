package query

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// maxDepth is how deep parentheses and negations may be nested.
const maxDepth = 500

// Parse reads a query. Every error is an [*Error].
func Parse(s string) (Expr, error) {
	p := &parser{text: s}
	if !utf8.ValidString(s) {
		valid := 0
		for r, n := utf8.DecodeRuneInString(s); r != utf8.RuneError || n > 1; r, n = utf8.DecodeRuneInString(s[valid:]) {
			valid += n
		}
		return nil, p.fail(valid, "this is not UTF-8", "text in UTF-8", "")
	}
	if !p.skipSpace() {
		return All{}, nil
	}
	e, err := p.or()
	if err != nil {
		return nil, err
	}
	if p.skipSpace() { // what ends an or but at the end
		return nil, p.fail(p.pos, "`)` without `(` before it", "a term, or the end", "")
	}
	return e, nil
}

// or reads terms with "or" between them.
func (p *parser) or() (Expr, error) {
	var terms []Expr
	for {
		e, err := p.and()
		if err != nil {
			return nil, err
		}
		terms = append(terms, e)
		if !p.keyword("or") {
			return newOr(terms), nil
		}
		p.pos += len("or")
	}
}

// and reads terms that stand beside one another, at least one.
func (p *parser) and() (Expr, error) {
	var (
		terms       []Expr
		scopeAt     = -1    // where in:variations stands
		wantAnother = false // after "and"
	)
	for p.skipSpace() && p.peek() != ')' && !p.keyword("or") {
		switch {
		case p.keyword("and"):
			if wantAnother || len(terms) == 0 && scopeAt < 0 {
				return nil, p.fail(p.pos, "nothing stands before `and`", "a term", "")
			}
			p.pos += len("and")
			wantAnother = true
			continue
		case p.isField("in"):
			at := p.pos
			if err := p.in(); err != nil {
				return nil, err
			}
			scopeAt = at
		default:
			e, err := p.unary()
			if err != nil {
				return nil, err
			}
			terms = append(terms, e)
		}
		wantAnother = false
	}
	if len(terms) == 0 && scopeAt < 0 || wantAnother {
		return nil, p.missing()
	}
	if scopeAt >= 0 {
		found := false
		for i, e := range terms {
			terms[i] = withVariations(e, &found)
		}
		if !found {
			return nil, p.fail(scopeAt, "`in:variations` has no pattern beside it", "fen:, board:, material: or line:", "")
		}
	}
	return newAnd(terms), nil
}

// missing is the error where a term should come.
func (p *parser) missing() error {
	switch {
	case p.pos == len(p.text):
		return p.fail(p.pos, "the query breaks off", "a term", "")
	case p.peek() == ')':
		return p.fail(p.pos, "nothing stands before `)`", "a term", "")
	default:
		return p.fail(p.pos, "nothing stands before `"+p.bare()+"`", "a term, or the word in quotes", "")
	}
}

// unary reads a term, negated or not.
func (p *parser) unary() (Expr, error) {
	at := p.pos
	switch {
	case p.keyword("not"):
		p.pos += len("not")
	case p.peek() == '-':
		p.pos++
		if p.atBreak() && p.peek() != '(' && p.peek() != '"' {
			return nil, p.fail(at, "`-` stands alone", "a term right behind it, or `\"-\"` in quotes", "")
		}
	default:
		return p.primary()
	}
	if err := p.deeper(at); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	if !p.skipSpace() {
		return nil, p.missing()
	}
	e, err := p.unary()
	if err != nil {
		return nil, err
	}
	return Not{Term: e}, nil
}

func (p *parser) deeper(at int) error {
	if p.depth == maxDepth {
		return p.fail(at, "the query is nested too deeply", "", "")
	}
	p.depth++
	return nil
}

// primary reads a group or a term.
func (p *parser) primary() (Expr, error) {
	at := p.pos
	switch p.peek() {
	case '(':
		if err := p.deeper(at); err != nil {
			return nil, err
		}
		defer func() { p.depth-- }()
		p.pos++
		e, err := p.or()
		if err != nil {
			return nil, err
		}
		if p.peek() != ')' {
			return nil, p.fail(p.pos, "the query breaks off", "a `)` for the `(` in column "+Number(p.columnOf(at)).String(), "")
		}
		p.pos++
		return e, nil
	case ')':
		return nil, p.missing()
	case '"':
		return p.phrase()
	case '@':
		return p.saved()
	case '~':
		return nil, p.fail(at, "`"+shorten(p.bare())+"` stands alone", "it right behind fen:\"…\"", "")
	}
	if p.keyword("or", "and") {
		return nil, p.missing()
	}
	if name, ok := fieldName(p.bare()); ok {
		return p.field(name)
	}
	return p.word()
}

// word reads a bare word.
func (p *parser) word() (Expr, error) {
	v := p.bareLiteral()
	if i := strings.IndexAny(v.text, "=<>"); i > 0 {
		if f, ok := lookUp(strings.ToLower(v.text[:i])); ok {
			op := strings.TrimPrefix(v.text[i:], "=")
			return nil, p.fail(v.at+i, "`"+f.name+"` without a colon", "", f.name+":"+op)
		}
	}
	m := p.match(&v)
	if !hasWord(v.text) {
		return nil, p.fail(v.at, "`"+shorten(v.text)+"` has no word to look for", "a word, or field:value", "")
	}
	return Word{Text: v.text, Match: m, Column: p.columnOf(v.at)}, nil
}

// phrase reads words in quotes.
func (p *parser) phrase() (Expr, error) {
	v, err := p.quoted()
	if err != nil {
		return nil, err
	}
	m := p.match(&v)
	if !hasWord(v.text) {
		return nil, p.fail(v.at, "the quotation marks hold no word to look for", "words", "")
	}
	if err := p.ended(v); err != nil {
		return nil, err
	}
	return Phrase{Text: v.text, Match: m, Column: p.columnOf(v.at)}, nil
}

// ended checks that a quoted value is followed by the end of the term.
func (p *parser) ended(v literal) error {
	if v.quoted && (!p.atBreak() || p.peek() == '"') {
		return p.fail(p.pos, "`"+shorten(p.bare())+"` right behind a quotation mark", "a blank between them, or `\\\"` for a quotation mark inside", "")
	}
	return nil
}

// saved reads the name of a saved query.
func (p *parser) saved() (Expr, error) {
	p.pos++
	v := p.bareLiteral()
	if i := strings.IndexFunc(v.text, func(r rune) bool { return !isNameRune(r) }); i >= 0 || v.text == "" {
		return nil, p.fail(v.at+max(i, 0), "this is no name of a saved query", "letters, digits, `-`, `_` and `.`", "")
	}
	return Saved{Name: v.text, Column: p.columnOf(v.at)}, nil
}

// isField reports whether a field of that name comes next.
func (p *parser) isField(name string) bool {
	next, ok := fieldName(p.bare())
	return ok && strings.EqualFold(next, name)
}

// field reads a term that begins with a name and a colon.
func (p *parser) field(name string) (Expr, error) {
	at := p.pos
	f, ok := lookUp(strings.ToLower(name))
	if !ok {
		var names []string
		for _, f := range fields() {
			names = append(names, f.name)
		}
		return nil, p.fail(at, "unknown field `"+shorten(name)+"`", "a field as player: or date:, or the term in quotes",
			closest(strings.ToLower(name), names))
	}
	p.pos += len(name) + 1
	switch f.kind {
	case kindFor, kindAt:
		return nil, p.fail(at, "`"+f.name+":` stands alone", "it right behind fen:, board:, material:, line: or alfil:", "")
	case kindIn:
		return nil, p.fail(at, "`in:variations` cannot be negated", "it beside fen:, board:, material: or line:", "")
	case kindTag:
		return p.tag(f)
	case kindAlfil:
		return p.alfil()
	case kindFEN, kindBoard, kindMaterial, kindLine:
		return p.pattern(f)
	default:
		return p.compare(f)
	}
}

// value reads the literal of a field, which may not be empty.
func (p *parser) value(f field) (literal, error) {
	v, err := p.literal()
	if err != nil {
		return v, err
	}
	if v.text == "" {
		msg := "`" + f.name + ":` without a value"
		if !v.quoted && p.pos < len(p.text) && p.skipSpace() && p.peek() != ')' {
			msg = "a blank behind `" + f.name + ":`"
		}
		return v, p.fail(v.at, msg, f.kind.article()+" right behind the colon, as in "+f.example, "")
	}
	return v, nil
}

// tag reads NAME=VALUE or NAME. The value alone may be in quotes, or all.
func (p *parser) tag(f field) (Expr, error) {
	v, err := p.value(f)
	if err != nil {
		return nil, err
	}
	name, value, hasValue := strings.Cut(v.text, "=")
	if name == "" || strings.IndexFunc(name, func(r rune) bool { return !isNameRune(r) }) >= 0 {
		return nil, p.fail(v.at, "`"+shorten(name)+"` is no name of a tag", "NAME=VALUE, as in "+f.example, "")
	}
	t := Tag{Name: name, Any: !hasValue, Column: p.columnOf(v.at)}
	if !hasValue {
		return t, p.ended(v)
	}
	w := literal{text: value, quoted: v.quoted}
	if !v.quoted && value == "" && p.peek() == '"' {
		if w, err = p.quoted(); err != nil {
			return nil, err
		}
	}
	if w.text == "" && !w.quoted {
		return nil, p.fail(p.pos, "no value behind `=`", "a value, or `\"\"` for an empty one", "")
	}
	t.Value.Match = p.match(&w)
	t.Value.Text = w.text
	return t, p.ended(w)
}

func isNameRune(r rune) bool {
	return r == '-' || r == '_' || r == '.' || hasWord(string(r))
}

// in reads in:variations.
func (p *parser) in() error {
	f, _ := lookUp("in")
	p.pos += len("in:")
	v, err := p.value(f)
	if err != nil {
		return err
	}
	_, err = p.choice(f, v)
	return err
}

// choice reads one of the fixed values of a field.
func (p *parser) choice(f field, v literal) (Choice, error) {
	text := strings.ToLower(v.text)
	switch text {
	case "1/2", "½-½", "½":
		text = "1/2-1/2"
	}
	if slices.Contains(f.choices, text) {
		return Choice(text), p.ended(v)
	}
	suggestion := closest(text, f.choices)
	if f.name == "result" {
		switch text {
		case "draw", "drawn", "1/2-":
			suggestion = "1/2-1/2"
		case "white", "1":
			suggestion = "1-0"
		case "black", "0":
			suggestion = "0-1"
		case "unknown", "?":
			suggestion = "*"
		}
	}
	return "", p.fail(v.at, "`"+shorten(v.text)+"` is no value of "+f.name+":", oneOf(f.choices), suggestion)
}

// oneOf lists values for an error.
func oneOf(values []string) string {
	if len(values) == 1 {
		return values[0]
	}
	return strings.Join(values[:len(values)-1], ", ") + " or " + values[len(values)-1]
}
