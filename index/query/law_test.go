package query

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// expression draws trees of the form that Parse gives.
func expression(depth int) *rapid.Generator[Expr] {
	return rapid.Custom(func(t *rapid.T) Expr {
		if depth == 0 {
			return term().Draw(t, "term")
		}
		kind := rapid.IntRange(0, 3).Draw(t, "kind")
		switch kind {
		case 0:
			return Not{expression(depth-1).Draw(t, "negated")}
		case 1, 2:
			var terms []Expr
			for range rapid.IntRange(2, 4).Draw(t, "terms") {
				e := expression(depth-1).Draw(t, "e")
				_, isAnd := e.(And)
				_, isOr := e.(Or)
				if kind == 1 && isAnd || kind == 2 && isOr {
					e = Not{e}
				}
				terms = append(terms, e)
			}
			if kind == 1 {
				return And{terms}
			}
			return Or{terms}
		}
		return term().Draw(t, "term")
	})
}

// content draws texts that are hard to quote.
func content() *rapid.Generator[string] {
	piece := rapid.OneOf(
		rapid.SampledFrom([]string{`"`, `\`, "(", ")", " ", "*", "~", ":", "-", "or", "not", "player:", "elo=", "..", ">", "@", "=", "ā"}),
		rapid.StringMatching(`[a-z0-9]{1,5}`),
		rapid.StringN(0, 4, -1),
	)
	return rapid.Custom(func(t *rapid.T) string {
		return strings.ToValidUTF8(strings.Join(rapid.SliceOfN(piece, 1, 4).Draw(t, "pieces"), ""), "")
	})
}

func text(t *rapid.T) Text {
	return Text{
		Text:  content().Filter(func(s string) bool { return s != "" }).Draw(t, "text"),
		Match: Match(rapid.IntRange(0, 2).Draw(t, "match")),
	}
}

func term() *rapid.Generator[Expr] {
	return rapid.Custom(func(t *rapid.T) Expr {
		switch rapid.IntRange(0, 9).Draw(t, "kind of term") {
		case 0:
			return Word{
				Text:  rapid.StringMatching(`[a-zā0-9<][a-zA-Z0-9*~=ā'-]{1,6}x`).Draw(t, "word"),
				Match: Match(rapid.IntRange(0, 2).Draw(t, "match")),
			}
		case 1:
			return Phrase{
				Text:  content().Filter(hasWord).Draw(t, "phrase"),
				Match: Match(rapid.IntRange(0, 2).Draw(t, "match")),
			}
		case 2:
			e := Tag{Name: rapid.StringMatching(`[A-Za-z_.][A-Za-z0-9_-]{0,4}`).Draw(t, "name"), Any: rapid.Bool().Draw(t, "any")}
			if !e.Any {
				e.Value = text(t)
			}
			return e
		case 3:
			return Saved{Name: rapid.StringMatching(`[A-Za-z0-9._-]{1,6}`).Draw(t, "name"), Variations: rapid.Bool().Draw(t, "variations")}
		case 4:
			return position(t)
		case 5:
			e := Board{Scope: scope(t, true)}
			for i := range e.Squares {
				e.Squares[i] = Anything
				if rapid.IntRange(0, 5).Draw(t, "asked") == 0 {
					e.Squares[i] = Men(rapid.Uint16Range(1, uint16(Anything)).Draw(t, "men"))
				}
			}
			return e
		case 6:
			return Material{First: force(t), Second: force(t), Ordered: rapid.Bool().Draw(t, "ordered"), Scope: scope(t, true)}
		case 7:
			moves := rapid.SliceOfN(rapid.SampledFrom([]string{"e3", "Nf3", "exd4", "R1xe2", "Ab2d4", "e8=F", "a7xb8=F", "g1f3", "e7e8f", "K~b3", AnyMove}), 1, 4).Draw(t, "moves")
			if len(moves) > 1 && rapid.Bool().Draw(t, "gap") {
				moves = slices.Insert(moves, rapid.IntRange(1, len(moves)-1).Draw(t, "at"), Gap)
			}
			return Line{Moves: moves, Scope: scope(t, true)}
		case 8:
			e := Alfil{Scope: scope(t, true)}
			if len(e.Alfils) == 0 {
				e.Alfils = []Family{{Black, 58}}
			}
			return e
		}
		return fieldTerm(t)
	})
}

func position(t *rapid.T) Expr {
	var squares [64]Men
	for i := range squares {
		squares[i] = Empty
		if rapid.IntRange(0, 5).Draw(t, "man here") == 0 {
			squares[i] = ManOf(Side(rapid.IntRange(0, 1).Draw(t, "side")), rapid.IntRange(1, 5).Draw(t, "kind"))
		}
	}
	kings := rapid.IntRange(0, 31).Draw(t, "kings")
	squares[kings], squares[kings+32] = ManOf(White, 0), ManOf(Black, 0)
	var b strings.Builder
	writeRows(&b, squares, Empty)
	return Position{
		FEN:    b.String() + rapid.SampledFrom([]string{" w", " b"}).Draw(t, "to move"),
		Images: Images(rapid.IntRange(0, 3).Draw(t, "images")),
		Scope:  scope(t, false),
	}
}

func scope(t *rapid.T, alfils bool) (s Scope) {
	s.For = rapid.IntRange(0, 3).Draw(t, "for")
	if rapid.Bool().Draw(t, "at") {
		s.At = &Plies{From: rapid.IntRange(0, 50).Draw(t, "from"), To: -1}
		if rapid.Bool().Draw(t, "ends") {
			s.At.To = s.At.From + rapid.IntRange(0, 9).Draw(t, "span")
		}
	}
	s.Variations = rapid.IntRange(0, 3).Draw(t, "in variations") == 0
	if alfils {
		for range rapid.IntRange(0, 3).Draw(t, "alfils") {
			s.Alfils = append(s.Alfils, Family{
				Side:   Side(rapid.IntRange(0, 1).Draw(t, "side")),
				Square: Square(rapid.IntRange(0, 63).Draw(t, "square")),
			})
		}
	}
	return s
}

func force(t *rapid.T) (f Force) {
	f.Men[0] = 1
	for i := range f.Men[1:] {
		f.Men[1+i] = rapid.IntRange(0, 3).Draw(t, "men")
	}
	f.AtLeast = rapid.Bool().Draw(t, "at least")
	for range rapid.IntRange(0, f.Men[4]).Draw(t, "alfils") {
		f.Alfils = append(f.Alfils, Square(rapid.IntRange(0, 63).Draw(t, "square")))
	}
	for range rapid.IntRange(0, f.Men[1]).Draw(t, "ferzes") {
		f.Ferzes = append(f.Ferzes, Shade(rapid.IntRange(0, 1).Draw(t, "shade")))
	}
	slices.Sort(f.Alfils)
	slices.Sort(f.Ferzes)
	return f
}

func fieldTerm(t *rapid.T) Expr {
	comparing := slices.DeleteFunc(fields(), func(f field) bool { return f.kind >= kindTag })
	f := rapid.SampledFrom(comparing).Draw(t, "field")
	e := Field{Name: f.name}
	var draw func() Value
	switch f.kind {
	case kindChoice:
		e.Value = Choice(rapid.SampledFrom(f.choices).Draw(t, "choice"))
		return e
	case kindNumber:
		draw = func() Value { return Number(rapid.Int64Range(0, 1<<62).Draw(t, "number")) }
	case kindScore:
		draw = func() Value { return Score(rapid.IntRange(-99999, 99999).Draw(t, "score")) }
	case kindDate:
		draw = func() Value { return date(t) }
	default:
		e.Value = text(t)
		return e
	}
	e.Op, e.Value = Op(rapid.IntRange(int(Is), int(Between)).Draw(t, "op")), draw()
	if e.Op == Between {
		e.High = draw()
		if above(e.Value, e.High) {
			e.Value, e.High = e.High, e.Value
		}
	}
	return e
}

func date(t *rapid.T) Date {
	d := Date{Year: rapid.IntRange(1, 9999).Draw(t, "year"), Circa: rapid.Bool().Draw(t, "circa")}
	switch rapid.IntRange(0, 3).Draw(t, "precision") {
	case 0:
		d.Unknown = rapid.IntRange(1, 3).Draw(t, "unknown")
		for span, i := 1, 0; i < d.Unknown; i++ {
			span *= 10
			d.Year -= d.Year % span
		}
	case 1:
		d.Month = rapid.IntRange(1, 12).Draw(t, "month")
	case 2:
		d.Month, d.Day = rapid.IntRange(1, 12).Draw(t, "month"), rapid.IntRange(1, 28).Draw(t, "day")
	}
	return d
}

func TestPrintedIsParsedAsTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkPrinted(t, expression(rapid.IntRange(0, 3).Draw(t, "depth")).Draw(t, "expression"))
	})
}

// TestBlanksDoNotCount parses what was printed with more blanks in it.
func TestBlanksDoNotCount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		terms := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "-b", "(c or d)", "not e", "player:f", `"g"`}), 1, 5).Draw(t, "terms")
		blank := rapid.SampledFrom([]string{"  ", "\t", "\n ", "\u00a0", " and "}).Draw(t, "blank")
		one, err := Parse(strings.Join(terms, " "))
		if err != nil {
			t.Fatal(err)
		}
		other, err := Parse(strings.Join(terms, blank))
		if err != nil {
			t.Fatal(err)
		}
		if one.String() != other.String() {
			t.Fatalf("%s with other blanks: %s", one, other)
		}
	})
}

func TestBetweenDatesIsOrdered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := date(t)
		first, last := d.Interval()
		if first > last || first < 10101 || last > 99991231 {
			t.Fatalf("%v: %d to %d", d, first, last)
		}
		exact := d
		exact.Circa = false
		if f, l := exact.Interval(); d.Circa && (f < first || l > last) {
			t.Fatalf("%v lies outside of %v", exact, d)
		}
	})
}
