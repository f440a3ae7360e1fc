package query

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// String returns "".
func (All) String() string { return "" }

// String returns the terms with blanks between them.
func (e And) String() string {
	var b strings.Builder
	for i, t := range e.Terms {
		if i > 0 {
			b.WriteByte(' ')
		}
		_, isAlfil := t.(Alfil)
		// An alfil: behind a pattern would belong to it.
		group := isAlfil && i > 0 && isOpen(e.Terms[i-1])
		writeTerm(&b, t, group)
	}
	return b.String()
}

// String returns the terms with "or" between them.
func (e Or) String() string {
	var b strings.Builder
	for i, t := range e.Terms {
		if i > 0 {
			b.WriteString(" or ")
		}
		if _, isOr := t.(Or); isOr {
			writeTerm(&b, t, true)
		} else {
			b.WriteString(nested(t))
		}
	}
	return b.String()
}

// String returns the term with "not" before it.
func (e Not) String() string {
	var b strings.Builder
	b.WriteString("not ")
	_, isAnd := e.Term.(And)
	writeTerm(&b, e.Term, isAnd)
	return b.String()
}

// writeTerm writes a term of an And or Not.
func writeTerm(b *strings.Builder, e Expr, group bool) {
	_, isOr := e.(Or)
	group = group || isOr || inVariations(e)
	if group {
		b.WriteByte('(')
	}
	b.WriteString(nested(e))
	if group {
		b.WriteByte(')')
	}
}

// nested returns an expression as part of another. Every game has a number
// from 1, which says of the empty query what cannot be said by nothing here.
func nested(e Expr) string {
	if _, isAll := e.(All); isAll {
		return "id:>=1"
	}
	return e.String()
}

// isOpen reports whether an alfil: behind the expression would belong to it.
func isOpen(e Expr) bool {
	switch e := e.(type) {
	case Not:
		return !inVariations(e.Term) && isOpen(e.Term)
	case Board, Material, Line, Alfil:
		return !inVariations(e)
	}
	return false
}

// inVariations reports whether the expression is a term that is written with
// in:variations.
func inVariations(e Expr) bool {
	switch e := e.(type) {
	case Saved:
		return e.Variations
	case Position:
		return e.Variations
	case Board:
		return e.Variations
	case Material:
		return e.Variations
	case Line:
		return e.Variations
	case Alfil:
		return e.Variations
	}
	return false
}

// String returns the word.
func (e Word) String() string {
	_, isTerm := fieldName(e.Text)
	if i := strings.IndexAny(e.Text, "=<>"); i > 0 {
		_, isField := lookUp(strings.ToLower(e.Text[:i]))
		isTerm = isTerm || isField
	}
	for _, w := range []string{"or", "and", "not"} {
		isTerm = isTerm || strings.EqualFold(e.Text, w) && e.Match == Whole
	}
	if isTerm || !hasWord(e.Text) || strings.ContainsRune("-~@", rune(e.Text[0])) || !isBare(e.Text, e.Match) {
		return quote(e.Text) + e.Match.String()
	}
	return e.Text + e.Match.String()
}

// String returns the phrase in quotes.
func (e Phrase) String() string { return quote(e.Text) + e.Match.String() }

// String returns the text, in quotes if it needs them.
func (t Text) String() string {
	if !isBare(t.Text, t.Match) || strings.ContainsRune("<>=", rune(t.Text[0])) {
		return quote(t.Text) + t.Match.String()
	}
	return t.Text + t.Match.String()
}

// isBare reports whether a text is one word, whose end is not taken for a sign.
func isBare(s string, m Match) bool {
	return s != "" && strings.IndexFunc(s, isBreak) < 0 &&
		(m != Whole || !strings.HasSuffix(s, "*") && !strings.HasSuffix(s, "~"))
}

// String returns the sign behind a word: none, * or ~.
func (m Match) String() string { return [...]string{"", "*", "~"}[m] }

func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// String returns field:value.
func (e Field) String() string {
	switch e.Op {
	case Between:
		return e.Name + ":" + e.Value.String() + ".." + e.High.String()
	default:
		return e.Name + ":" + e.Op.String() + e.Value.String()
	}
}

// String returns the sign of the comparison: nothing for Is.
func (op Op) String() string { return [...]string{"", "<", "<=", ">", ">=", ".."}[op] }

// String returns tag:NAME=VALUE.
func (e Tag) String() string {
	switch {
	case e.Any:
		return "tag:" + e.Name
	case e.Value.Text == "" || strings.IndexFunc(e.Value.Text, unicode.IsSpace) >= 0:
		return "tag:" + e.Name + "=" + quote(e.Value.Text) + e.Value.Match.String()
	default:
		return "tag:" + e.Name + "=" + e.Value.String()
	}
}

// String returns @name.
func (e Saved) String() string { return "@" + e.Name + Scope{Variations: e.Variations}.String() }

// String returns fen:"…" with its images.
func (e Position) String() string {
	return "fen:" + quote(e.FEN) + e.Images.String() + e.Scope.String()
}

// String returns what is written behind a position: ~mirror, ~colors, ~any, or
// nothing.
func (i Images) String() string { return [...]string{"", "~mirror", "~colors", "~any"}[i&Any] }

// String returns board:"…" with eight rows.
func (e Board) String() string {
	var b strings.Builder
	writeRows(&b, e.Squares, Anything)
	return "board:" + quote(b.String()) + e.Scope.String()
}

// String returns material:"…".
func (e Material) String() string {
	sep := "/"
	if e.Ordered {
		sep = ">"
	}
	return "material:" + quote(e.First.String()+sep+e.Second.String()) + e.Scope.String()
}

// String returns line:"…".
func (e Line) String() string { return "line:" + quote(strings.Join(e.Moves, " ")) + e.Scope.String() }

// String returns its alfils.
func (e Alfil) String() string { return strings.TrimPrefix(e.Scope.String(), " ") }

// String returns what is written behind a pattern, with a blank before it.
func (s Scope) String() string {
	var b strings.Builder
	for i, f := range s.Alfils {
		if i > 0 && s.Alfils[i-1].Side == f.Side {
			b.WriteString("," + f.Square.String())
		} else {
			fmt.Fprintf(&b, " alfil:%s=%s", f.Side, f.Square)
		}
	}
	if s.For > 0 {
		fmt.Fprintf(&b, " for:%d", s.For)
	}
	if s.At != nil {
		fmt.Fprintf(&b, " at:%s", s.At)
	}
	if s.Variations {
		b.WriteString(" in:variations")
	}
	return b.String()
}

// String returns "w" or "b".
func (s Side) String() string { return [...]string{"w", "b"}[s&1] }

// String returns the range as at: takes it.
func (p Plies) String() string {
	switch {
	case p.To < 0:
		return fmt.Sprintf("%d..", p.From)
	case p.To == p.From:
		return strconv.Itoa(p.From)
	default:
		return fmt.Sprintf("%d..%d", p.From, p.To)
	}
}
