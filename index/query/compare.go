package query

import (
	"strconv"
	"strings"
)

// compare reads the value of a field that compares games.
func (p *parser) compare(f field) (Expr, error) {
	v, err := p.value(f)
	if err != nil {
		return nil, err
	}
	e := Field{Name: f.name, Column: p.columnOf(v.at)}
	if f.kind.ordered() {
		if err := p.ordered(f, v, &e); err != nil {
			return nil, err
		}
		return e, p.ended(v)
	}
	if !v.quoted && strings.ContainsRune("<>=", rune(v.text[0])) {
		return nil, p.fail(v.at, "`"+f.name+":` has no order to compare by", "a value alone, or one in quotes", "")
	}
	if f.kind == kindChoice {
		e.Value, err = p.choice(f, v)
		return e, err
	}
	m := p.match(&v)
	if v.text == "" {
		return nil, p.fail(v.at, "`"+f.name+":` without a value", f.kind.article()+", as in "+f.example, "")
	}
	e.Value = Text{Text: v.text, Match: m}
	return e, p.ended(v)
}

// ordered reads a value, a comparison with one, or a range.
func (p *parser) ordered(f field, v literal, e *Field) error {
	text := v.text
	for _, op := range []struct {
		sign string
		op   Op
	}{{">=", AtLeast}, {"<=", AtMost}, {">", More}, {"<", Less}, {"=", Is}} {
		if rest, found := strings.CutPrefix(text, op.sign); found {
			value, err := p.scalar(f, v, len(text)-len(rest), len(text))
			e.Op, e.Value = op.op, value
			return err
		}
	}
	sep := strings.Index(text, "..")
	if sep < 0 {
		value, err := p.scalar(f, v, 0, len(text))
		e.Op, e.Value = Is, value
		return err
	}
	var low, high Value
	var err error
	if sep > 0 {
		if low, err = p.scalar(f, v, 0, sep); err != nil {
			return err
		}
	}
	after := sep + len("..")
	if after < len(text) {
		if high, err = p.scalar(f, v, after, len(text)); err != nil {
			return err
		}
	}
	switch {
	case low == nil && high == nil:
		return p.fail(v.at, "a range without ends", f.kind.article()+" before or behind `..`", "")
	case high == nil:
		e.Op, e.Value = AtLeast, low
	case low == nil:
		e.Op, e.Value = AtMost, high
	default:
		if above(low, high) {
			return p.fail(v.position(after), "the range ends before it begins", f.kind.article()+" not below "+low.String(), high.String()+".."+low.String())
		}
		e.Op, e.Value, e.High = Between, low, high
	}
	return nil
}

// above reports whether a lies wholly above b.
func above(a, b Value) bool {
	switch a := a.(type) {
	case Number:
		return a > b.(Number)
	case Score:
		return a > b.(Score)
	case Date:
		first, _ := a.Interval()
		_, last := b.(Date).Interval()
		return first > last
	}
	return false
}

// scalar reads one value of an ordered field, from part of a literal.
func (p *parser) scalar(f field, v literal, from, to int) (Value, error) {
	var (
		value Value
		bad   *fault
		text  = v.text[from:to]
	)
	switch f.kind {
	case kindDate:
		value, bad = parseDate(text)
	case kindScore:
		value, bad = parseScore(text)
	default:
		value, bad = parseNumber(text)
	}
	if bad != nil {
		bad.at += from
		return nil, p.failIn(v, bad)
	}
	return value, nil
}

func parseNumber(s string) (Number, *fault) {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || !isDigits(s) {
		return 0, &fault{msg: "`" + shorten(s) + "` is no whole number", expected: "digits, a comparison as >=20, or a range as 20..40"}
	}
	return Number(n), nil
}

// parseScore reads pawns with at most two decimals.
func parseScore(s string) (Score, *fault) {
	digits, sign := s, 1
	switch {
	case strings.HasPrefix(s, "-"):
		digits, sign = s[1:], -1
	case strings.HasPrefix(s, "+"):
		digits = s[1:]
	}
	whole, part, hasPart := strings.Cut(digits, ".")
	if !isDigits(whole) || len(whole) > 6 || hasPart && (!isDigits(part) || len(part) > 2) {
		return 0, &fault{msg: "`" + shorten(s) + "` is no evaluation", expected: "pawns as 1.5 or -0.25"}
	}
	n, _ := strconv.Atoi(whole + (part + "00")[:2])
	return Score(sign * n), nil
}

// String returns the number in digits.
func (n Number) String() string { return strconv.FormatInt(int64(n), 10) }

// String returns pawns, with as many decimals as are needed.
func (s Score) String() string {
	return strconv.FormatFloat(float64(s)/100, 'f', -1, 64)
}

// String returns the value as FieldDocs spells it.
func (c Choice) String() string { return string(c) }
