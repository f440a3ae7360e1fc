package query

import (
	"fmt"
	"slices"
	"strings"
)

// parseMaterial reads the men of two sides, with / or > between them.
func parseMaterial(s string, e *Material) *fault {
	sep := strings.IndexAny(s, "/>")
	if sep < 0 {
		return &fault{at: len(s), msg: "the other side is missing", expected: "`/` and its men, as in KRF/KR, or `>` to name White first"}
	}
	e.Ordered = s[sep] == '>'
	var bad *fault
	if e.First, bad = parseForce(s[:sep], 0); bad != nil {
		return bad
	}
	e.Second, bad = parseForce(s[sep+1:], sep+1)
	return bad
}

// parseForce reads the men of a side. A king that is not named is there.
func parseForce(s string, at int) (force Force, bad *fault) {
	s, lead := trimLeft(s)
	at += lead
	s = strings.TrimRight(s, " ")
	if s == "" {
		return force, &fault{at: at, msg: "a side without men", expected: "at least K"}
	}
	for i := 0; i < len(s); {
		c := s[i]
		if c == '+' {
			if i+1 < len(s) {
				return force, &fault{at: at + i + 1, msg: "`" + first(s[i+1:]) + "` behind `+`", expected: "`/`, `>` or the end"}
			}
			force.AtLeast = true
			break
		}
		m, ok := man(c &^ 0x20) // in capitals
		if !ok {
			return force, &fault{at: at + i, msg: "`" + first(s[i:]) + "` is no man", expected: "K F R N A P, or + for more of them"}
		}
		kind := 0
		for ManOf(White, kind) != m {
			kind++
		}
		force.Men[kind]++
		i++
		if i < len(s) && s[i] == '[' {
			end := strings.IndexByte(s[i:], ']')
			if end < 0 {
				return force, &fault{at: at + i, msg: "`[` is not closed", expected: "a `]`, as in A[c1]"}
			}
			if bad := force.mark(Kinds[kind], s[i+1:i+end], at+i+1); bad != nil {
				return force, bad
			}
			i += end + 1
		}
	}
	switch total := force.total(); {
	case force.Men[0] > 1:
		return force, &fault{at: at, msg: "a side with several kings", expected: "one K"}
	case force.Men[0] == 0 && total == 16 || total > 16:
		return force, &fault{at: at, msg: "a side with more than 16 men", expected: "16 men at most"}
	}
	force.Men[0] = 1
	slices.Sort(force.Alfils)
	slices.Sort(force.Ferzes)
	return force, nil
}

// mark reads what stands in brackets behind an alfil or a ferz.
func (f *Force) mark(letter byte, text string, at int) *fault {
	square, isSquare := parseSquare(strings.ToLower(text))
	switch {
	case letter == 'A' && isSquare:
		f.Alfils = append(f.Alfils, square)
	case letter == 'F' && isSquare:
		f.Ferzes = append(f.Ferzes, square.Shade())
	case letter == 'F' && strings.EqualFold(text, "light"):
		f.Ferzes = append(f.Ferzes, Light)
	case letter == 'F' && strings.EqualFold(text, "dark"):
		f.Ferzes = append(f.Ferzes, Dark)
	case letter == 'A':
		return &fault{at: at, msg: "`" + shorten(text) + "` is no square", expected: "a square of the alfil's family, as A[c1]"}
	case letter == 'F':
		return &fault{at: at, msg: "`" + shorten(text) + "` is no colour of squares", expected: "light, dark or a square, as F[e1]"}
	default:
		return &fault{at: at, msg: fmt.Sprintf("`[%s]` behind %c", shorten(text), letter), expected: "it behind A or F only"}
	}
	return nil
}

// Shade returns the colour of the square.
func (s Square) Shade() Shade { return Shade((s&7 + s>>3) & 1) }

func (f *Force) total() int {
	n := 0
	for _, count := range f.Men {
		n += count
	}
	return n
}

// String returns the men as queries write them: KRA[c1]+.
func (f Force) String() string {
	var b strings.Builder
	for kind, count := range f.Men {
		for i := range count {
			b.WriteByte(Kinds[kind])
			switch {
			case Kinds[kind] == 'A' && i < len(f.Alfils):
				b.WriteString("[" + f.Alfils[i].String() + "]")
			case Kinds[kind] == 'F' && i < len(f.Ferzes):
				b.WriteString("[" + f.Ferzes[i].String() + "]")
			}
		}
	}
	if f.AtLeast {
		b.WriteByte('+')
	}
	return b.String()
}

// String returns "light" or "dark".
func (s Shade) String() string {
	if s == Light {
		return "light"
	}
	return "dark"
}
