package index

import (
	"slices"

	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/rules"
)

// pattern is the looker for what a position can look like: its squares, its men,
// its alfils.
type pattern struct {
	query.Scope
	squares  *[64]query.Men // nil: any
	bySquare *squareSweep   // for the squares
	byMen    *menSweep      // for what is counted; nil: anything
	// holds judges what is counted; nil: anything will do. It says in which image
	// it is fulfilled.
	holds func(c *census) (bool, rules.Orientation)
}

// pattern makes the node of a pattern. It can be found in any game.
func (c *compiler) pattern(e query.Expr) (*node, error) {
	if err := unsupported(e); err != nil {
		return nil, err
	}
	p := newPattern(e)
	return &node{set: c.all(), look: withVariations(p, &p.Scope)}, nil
}

// newPattern makes the looker of a query.Board, Material or Alfil.
func newPattern(e query.Expr) *pattern {
	look := &pattern{}
	switch e := e.(type) {
	case query.Board:
		look.Scope = e.Scope
		look.squares, look.bySquare = &e.Squares, newSquareSweep(&e.Squares)
		if look.holds = withAlfils(e.Alfils, nil); look.holds != nil {
			look.byMen = newMenSweep(nil, look.holds)
		}
	case query.Material:
		look.Scope = e.Scope
		look.holds = withAlfils(e.Alfils, materialOf(&e))
		tests := []menTest{newMenTest(&e.First, &e.Second, rules.Identity)}
		if !e.Ordered {
			tests = append(tests, newMenTest(&e.Second, &e.First, rules.Colors))
		}
		further := look.holds
		if len(e.Alfils)+len(e.First.Alfils)+len(e.First.Ferzes)+len(e.Second.Alfils)+len(e.Second.Ferzes) == 0 {
			further = nil
		}
		look.byMen = newMenSweep(tests, further)
	case query.Alfil:
		look.Scope = e.Scope
		look.holds = withAlfils(e.Alfils, nil)
		look.byMen = newMenSweep(nil, look.holds)
	}
	return look
}

// withAlfils is a judgement that also wants alfils of families.
func withAlfils(families []query.Family, holds func(c *census) (bool, rules.Orientation)) func(c *census) (bool, rules.Orientation) {
	if len(families) == 0 {
		return holds
	}
	return func(c *census) (bool, rules.Orientation) {
		for _, f := range families {
			if c.alfils[f.Side][familyOf(f.Square)] == 0 {
				return false, 0
			}
		}
		if holds == nil {
			return true, rules.Identity
		}
		return holds(c)
	}
}

// materialOf judges by the men of both sides.
func materialOf(e *query.Material) func(c *census) (bool, rules.Orientation) {
	return func(c *census) (bool, rules.Orientation) {
		if c.has(query.White, &e.First) && c.has(query.Black, &e.Second) {
			return true, rules.Identity
		}
		if !e.Ordered && c.has(query.Black, &e.First) && c.has(query.White, &e.Second) {
			return true, rules.Colors
		}
		return false, 0
	}
}

// has reports whether a side has the men of a force.
func (c *census) has(side query.Side, f *query.Force) bool {
	for kind, want := range f.Men {
		n := int(c.men[1+kind+int(blackMan)*int(side)])
		if n < want || n > want && !f.AtLeast {
			return false
		}
	}
	var alfils [8]uint8
	for _, s := range f.Alfils {
		family := familyOf(s)
		if alfils[family]++; alfils[family] > c.alfils[side][family] {
			return false
		}
	}
	var ferzes [2]uint8
	for _, s := range f.Ferzes {
		if ferzes[s]++; ferzes[s] > c.ferzes[side][s] {
			return false
		}
	}
	return true
}

// step appends the plies at which the pattern is fulfilled, move by move on a board:
// of any game, and more slowly than a sweep.
func (p *pattern) step(hits []PlyHit, v *view, o *outset, moves []byte) []PlyHit {
	v.board, v.census = o.board, o.census
	b, wrong := &v.board, o.wrong
	held, image := true, rules.Identity
	if p.holds != nil {
		held, image = p.holds(&v.census)
	}
	for ply := 0; ; ply++ {
		if held && wrong == 0 {
			hits = append(hits, PlyHit{Ply: ply, Image: image})
		}
		if 2*ply >= len(moves) {
			return hits
		}
		m := moveAt(moves, ply)
		taken, becoming := b.play(m)
		if p.squares != nil {
			from, to := m&63, m>>6&63
			wrong = wrong&^(1<<from|1<<to) |
				uint64(1&^(p.squares[from]>>b.at[from]))<<from | uint64(1&^(p.squares[to]>>b.at[to]))<<to
		}
		if (taken != 0 || becoming) && p.holds != nil {
			v.census.follow(b, m, taken, becoming)
			held, image = p.holds(&v.census)
		}
	}
}

// inScope keeps the plies that lie in the range and last long enough: so many of
// them one behind the other, in one image. It works in place.
func inScope(hits []PlyHit, s *query.Scope) []PlyHit {
	if s.At != nil {
		hits = slices.DeleteFunc(hits, func(h PlyHit) bool {
			return h.Ply < s.At.From || s.At.To >= 0 && h.Ply > s.At.To
		})
	}
	if s.For <= 1 {
		return hits
	}
	kept := hits[:0]
	for from := 0; from < len(hits); {
		to := from + 1
		for to < len(hits) && hits[to].Ply == hits[to-1].Ply+1 && hits[to].Image == hits[from].Image {
			to++
		}
		if to-from >= s.For {
			kept = append(kept, hits[from:to]...)
		}
		from = to
	}
	return kept
}
