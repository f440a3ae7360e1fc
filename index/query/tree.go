package query

import (
	"fmt"
	"slices"
	"strings"
)

// newAnd joins terms: those that are And themselves become part of it.
func newAnd(terms []Expr) Expr {
	var flat []Expr
	for _, t := range terms {
		switch t := t.(type) {
		case And:
			flat = append(flat, t.Terms...)
		case All:
		default:
			flat = append(flat, t)
		}
	}
	switch len(flat) {
	case 0:
		return All{}
	case 1:
		return flat[0]
	}
	return And{Terms: flat}
}

// newOr joins terms: those that are Or themselves become part of it.
func newOr(terms []Expr) Expr {
	if len(terms) == 1 {
		return terms[0]
	}
	var flat []Expr
	for _, t := range terms {
		switch t := t.(type) {
		case Or:
			flat = append(flat, t.Terms...)
		case All:
			return All{}
		default:
			flat = append(flat, t)
		}
	}
	return Or{Terms: flat}
}

// Walk calls visit for an expression and, where it returns true, for the terms
// of it.
func Walk(e Expr, visit func(Expr) bool) {
	if !visit(e) {
		return
	}
	switch e := e.(type) {
	case And:
		for _, t := range e.Terms {
			Walk(t, visit)
		}
	case Or:
		for _, t := range e.Terms {
			Walk(t, visit)
		}
	case Not:
		Walk(e.Term, visit)
	}
}

// maxSaved is how many saved queries one query may come to.
const maxSaved = 1000

// Expand puts saved queries in the places of their names. The function load
// returns the text of one. Every error is an [*Error] that points at the name
// in e, also where the fault lies in what was saved.
func Expand(e Expr, load func(name string) (string, error)) (Expr, error) {
	x := expander{load: load}
	return x.expand(e)
}

// An expander puts saved queries in their places.
type expander struct {
	load func(name string) (string, error)
	path []string // names being expanded
	done int      // names so far
}

func (x *expander) expand(e Expr) (Expr, error) {
	switch e := e.(type) {
	case And:
		terms, err := x.all(e.Terms)
		if err != nil {
			return nil, err
		}
		return newAnd(terms), nil
	case Or:
		terms, err := x.all(e.Terms)
		if err != nil {
			return nil, err
		}
		return newOr(terms), nil
	case Not:
		term, err := x.expand(e.Term)
		if err != nil {
			return nil, err
		}
		return Not{Term: term}, nil
	case Saved:
		inner, err := x.saved(e)
		if err != nil && len(x.path) == 0 {
			return nil, &Error{Column: e.Column, Msg: err.Error(), Err: err}
		}
		return inner, err
	}
	return e, nil
}

func (x *expander) all(terms []Expr) ([]Expr, error) {
	terms = slices.Clone(terms)
	for i := range terms {
		var err error
		if terms[i], err = x.expand(terms[i]); err != nil {
			return nil, err
		}
	}
	return terms, nil
}

func (x *expander) saved(e Saved) (Expr, error) {
	if i := slices.Index(x.path, e.Name); i >= 0 {
		return nil, fmt.Errorf("saved queries need one another: @%s", strings.Join(append(x.path[i:], e.Name), ", @"))
	}
	if x.done++; x.done > maxSaved {
		return nil, fmt.Errorf("saved query `%s`: more than %d saved queries in one", e.Name, maxSaved)
	}
	text, err := x.load(e.Name)
	if err != nil {
		return nil, fmt.Errorf("saved query `%s`: %w", e.Name, err)
	}
	inner, err := Parse(text)
	if err != nil {
		return nil, fmt.Errorf("saved query `%s`: %w", e.Name, err)
	}
	x.path = append(x.path, e.Name)
	inner, err = x.expand(inner)
	x.path = x.path[:len(x.path)-1]
	if err != nil {
		return nil, err
	}
	if e.Variations {
		inner = withVariations(inner, new(bool))
	}
	return inner, nil
}
