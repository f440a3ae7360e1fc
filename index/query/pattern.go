package query

import (
	"slices"
	"strings"
)

// pattern reads fen:, board:, material: or line:, and what belongs to it.
func (p *parser) pattern(f field) (Expr, error) {
	v, err := p.value(f)
	if err != nil {
		return nil, err
	}
	column := p.columnOf(v.at)
	var bad *fault
	switch f.kind {
	case kindFEN:
		return p.position(v, column)
	case kindBoard:
		e := Board{Column: column}
		if e.Squares, bad = parseBoard(v.text); bad == nil {
			e.Scope, err = p.scope(v, true)
			return e, err
		}
	case kindMaterial:
		e := Material{Column: column}
		if bad = parseMaterial(v.text, &e); bad == nil {
			e.Scope, err = p.scope(v, true)
			return e, err
		}
	case kindLine:
		e := Line{Column: column}
		if e.Moves, bad = parseLine(v.text); bad == nil {
			e.Scope, err = p.scope(v, true)
			return e, err
		}
	}
	return nil, p.failIn(v, bad)
}

// position reads what follows fen:, and the images behind it.
func (p *parser) position(v literal, column int) (Expr, error) {
	// A bare value and the first image are one word.
	if i := strings.IndexByte(v.text, '~'); i >= 0 && !v.quoted {
		p.pos = v.at + i
		v.text = v.text[:i]
	}
	e := Position{Column: column}
	fen, bad := parseFEN(v.text)
	if bad != nil {
		return nil, p.failIn(v, bad)
	}
	e.FEN = fen
	if v.quoted && p.peek() != '~' {
		if err := p.ended(v); err != nil {
			return nil, err
		}
	}
	end := p.pos
	if !v.quoted && p.skipSpace() && p.keyword("w", "b") {
		return nil, p.fail(p.pos, "the side to move belongs to the position", "both in quotes", `fen:"`+v.text+" "+p.bare()+`"`)
	}
	p.pos = end
	for {
		at := p.pos
		if !p.skipSpace() || p.peek() != '~' {
			p.pos = at
			break
		}
		images, err := p.images()
		if err != nil {
			return nil, err
		}
		e.Images |= images
	}
	var err error
	e.Scope, err = p.scope(literal{}, false)
	return e, err
}

// images reads ~mirror, ~colors or ~any, of which several may be glued.
func (p *parser) images() (Images, error) {
	names := []string{"~mirror", "~colors", "~any"}
	at := p.pos
	word := p.bare()
	if i := strings.IndexByte(word[1:], '~'); i >= 0 {
		word = word[:i+1]
	}
	p.pos += len(word)
	switch strings.ToLower(word) {
	case "~mirror":
		return Mirror, nil
	case "~colors":
		return Colors, nil
	case "~any":
		return Any, nil
	}
	return 0, p.fail(at, "`"+shorten(word)+"` is no image", oneOf(names), closest(strings.ToLower(word), append(names, "~colours")))
}

// scope reads what may follow a pattern: for:, at: and, where the pattern can
// be narrowed by them, alfil:.
func (p *parser) scope(v literal, alfils bool) (s Scope, err error) {
	if err := p.ended(v); err != nil {
		return s, err
	}
	for {
		before := p.pos
		if !p.skipSpace() {
			return s, nil
		}
		at := p.pos
		switch {
		case p.isField("for"):
			if s.For > 0 {
				return s, p.fail(at, "`for:` a second time", "it once", "")
			}
			s.For, err = p.duration()
		case p.isField("at"):
			if s.At != nil {
				return s, p.fail(at, "`at:` a second time", "it once", "")
			}
			s.At, err = p.plies()
		case alfils && p.isField("alfil"):
			var families []Family
			families, err = p.families()
			s.Alfils = append(s.Alfils, families...)
		default:
			p.pos = before
			return s, nil
		}
		if err != nil {
			return s, err
		}
	}
}

// modifier reads the value of the modifier that comes next.
func (p *parser) modifier(name string) (field, literal, error) {
	f, _ := lookUp(name)
	p.pos += len(name) + 1
	v, err := p.value(f)
	if err == nil {
		err = p.ended(v)
	}
	return f, v, err
}

// duration reads for:N.
func (p *parser) duration() (int, error) {
	f, v, err := p.modifier("for")
	if err != nil {
		return 0, err
	}
	n, bad := parsePly(v.text)
	if bad == nil && n == 0 {
		bad = &fault{msg: "nothing lasts for 0 plies", expected: "at least 1, as in " + f.example}
	}
	if bad != nil {
		return 0, p.failIn(v, bad)
	}
	return n, nil
}

// plies reads at:N or at:a..b.
func (p *parser) plies() (*Plies, error) {
	_, v, err := p.modifier("at")
	if err != nil {
		return nil, err
	}
	low, high, isRange := strings.Cut(v.text, "..")
	r := &Plies{To: -1}
	if low == "" && high == "" {
		return nil, p.fail(v.at, "a range without ends", "plies before or behind `..`", "")
	}
	var bad *fault
	if low != "" {
		if r.From, bad = parsePly(low); bad != nil {
			return nil, p.failIn(v, bad)
		}
	}
	if !isRange {
		r.To = r.From
		return r, nil
	}
	if high == "" {
		return r, nil
	}
	after := len(low) + len("..")
	if r.To, bad = parsePly(high); bad != nil {
		bad.at += after
		return nil, p.failIn(v, bad)
	}
	if r.To < r.From {
		return nil, p.fail(v.position(after), "the range ends before it begins", "a ply not below "+low, "at:"+high+".."+low)
	}
	return r, nil
}

// parsePly reads a number of plies.
func parsePly(s string) (int, *fault) {
	n, bad := parseNumber(s)
	if bad == nil && n >= 1<<30 {
		bad = &fault{msg: "no game has " + shorten(s) + " plies"}
	}
	if bad != nil {
		bad.expected = "a number of plies, as 10, or behind at: a range as 10..40"
		return 0, bad
	}
	return int(n), nil
}

// alfil reads alfil: as a term by itself.
func (p *parser) alfil() (Expr, error) {
	p.pos -= len("alfil:")
	e := Alfil{Column: p.columnOf(p.pos + len("alfil:"))}
	var err error
	e.Scope, err = p.scope(literal{}, true)
	return e, err
}

// families reads alfil:w=c1,f1.
func (p *parser) families() ([]Family, error) {
	f, v, err := p.modifier("alfil")
	if err != nil {
		return nil, err
	}
	side, squares, found := strings.Cut(v.text, "=")
	var who Side
	switch {
	case !found:
		return nil, p.fail(v.at, "`"+shorten(v.text)+"` names no side and square", "w= or b= and squares, as in "+f.example, "")
	case strings.EqualFold(side, "w") || strings.EqualFold(side, "white"):
		who = White
	case strings.EqualFold(side, "b") || strings.EqualFold(side, "black"):
		who = Black
	default:
		return nil, p.fail(v.at, "`"+shorten(side)+"` is no side", "w or b", "")
	}
	var families []Family
	at := len(side) + 1
	for name := range strings.SplitSeq(squares, ",") {
		square, ok := parseSquare(name)
		if !ok {
			return nil, p.fail(v.position(at), "`"+shorten(name)+"` is no square", "squares as c1, with commas between", "")
		}
		families = append(families, Family{Side: who, Square: square})
		at += len(name) + 1
	}
	return families, nil
}

// parseSquare reads a square as e4.
func parseSquare(s string) (Square, bool) {
	if len(s) != 2 || s[0] < 'a' || s[0] > 'h' || s[1] < '1' || s[1] > '8' {
		return 0, false
	}
	return Square(s[0]-'a') + 8*Square(s[1]-'1'), true
}

// withVariations returns e with its patterns looking into variations, and sets
// found if there is one.
func withVariations(e Expr, found *bool) Expr {
	each := func(terms []Expr) []Expr {
		terms = slices.Clone(terms)
		for i := range terms {
			terms[i] = withVariations(terms[i], found)
		}
		return terms
	}
	switch e := e.(type) {
	case And:
		return And{each(e.Terms)}
	case Or:
		return Or{each(e.Terms)}
	case Not:
		return Not{withVariations(e.Term, found)}
	case Saved:
		e.Variations, *found = true, true
		return e
	case Position:
		e.Variations, *found = true, true
		return e
	case Board:
		e.Variations, *found = true, true
		return e
	case Material:
		e.Variations, *found = true, true
		return e
	case Line:
		e.Variations, *found = true, true
		return e
	case Alfil:
		e.Variations, *found = true, true
		return e
	}
	return e
}
