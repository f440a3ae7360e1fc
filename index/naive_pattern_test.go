package index

import (
	"slices"

	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/rules"
)

// bitOf is the bit of query.Men for what stands on a square.
func bitOf(p *rules.Position, sq rules.Square) query.Men {
	c, k := p.At(sq)
	if k == rules.NoKind {
		return query.Empty
	}
	return query.ManOf(query.Side(c), slices.Index([]rune(query.Kinds), rune(k.Letter())))
}

// family is all squares that an alfil reaches from one.
func family(s rules.Square) rules.Bitboard {
	reached := rules.Bitboard(1) << s
	for {
		more := reached
		for rest := reached; rest != 0; {
			more |= rules.AlfilAttacks(rest.PopFirst())
		}
		if more == reached {
			return reached
		}
		reached = more
	}
}

func hasAlfils(p *rules.Position, families []query.Family) bool {
	for _, f := range families {
		if p.Men(rules.Color(f.Side), rules.Alfil)&family(rules.Square(f.Square)) == 0 {
			return false
		}
	}
	return true
}

// hasForce counts the men of a side.
func hasForce(p *rules.Position, c rules.Color, f query.Force) bool {
	for i, letter := range []byte(query.Kinds) {
		n := p.Men(c, rules.KindOf(letter)).Count()
		if n < f.Men[i] || n > f.Men[i] && !f.AtLeast {
			return false
		}
	}
	for _, s := range f.Alfils {
		wanted := 0
		for _, other := range f.Alfils {
			if family(rules.Square(s)).Has(rules.Square(other)) {
				wanted++
			}
		}
		if (p.Men(c, rules.Alfil) & family(rules.Square(s))).Count() < wanted {
			return false
		}
	}
	for _, shade := range []query.Shade{query.Dark, query.Light} {
		wanted, have := 0, 0
		for _, s := range f.Ferzes {
			if s == shade {
				wanted++
			}
		}
		for rest := p.Men(c, rules.Ferz); rest != 0; {
			if sq := rest.PopFirst(); query.Square(sq).Shade() == shade {
				have++
			}
		}
		if have < wanted {
			return false
		}
	}
	return true
}

// lasting keeps, of plies by image, those in the range of a scope that last.
func lasting(plies map[int]rules.Orientation, s query.Scope) []PlyHit {
	in := func(ply int, o rules.Orientation) bool {
		image, found := plies[ply]
		return found && image == o && (s.At == nil || ply >= s.At.From && (s.At.To < 0 || ply <= s.At.To))
	}
	var hits []PlyHit
	for ply, o := range plies {
		first, last := ply, ply
		for in(first-1, o) {
			first--
		}
		for in(last+1, o) {
			last++
		}
		if in(ply, o) && last-first+1 >= s.For {
			hits = append(hits, PlyHit{Ply: ply, Image: o})
		}
	}
	return hits
}

// pattern looks at every position by itself.
func (g *naiveGame) pattern(e query.Expr) (bool, []PlyHit) {
	plies := map[int]rules.Orientation{}
	var scope query.Scope
	for ply := range g.positions {
		p := &g.positions[ply]
		switch e := e.(type) {
		case query.Board:
			scope = e.Scope
			fits := true
			for sq := range e.Squares {
				fits = fits && e.Squares[sq]&bitOf(p, rules.Square(sq)) != 0
			}
			if fits && hasAlfils(p, e.Alfils) {
				plies[ply] = rules.Identity
			}
		case query.Material:
			scope = e.Scope
			if !hasAlfils(p, e.Alfils) {
				continue
			}
			if hasForce(p, rules.White, e.First) && hasForce(p, rules.Black, e.Second) {
				plies[ply] = rules.Identity
			} else if !e.Ordered && hasForce(p, rules.Black, e.First) && hasForce(p, rules.White, e.Second) {
				plies[ply] = rules.Colors
			}
		case query.Alfil:
			scope = e.Scope
			if hasAlfils(p, e.Alfils) {
				plies[ply] = rules.Identity
			}
		}
	}
	hits := lasting(plies, scope)
	return len(hits) > 0, hits
}

// spellings are all texts that a line may have for a move.
func spellings(p *rules.Position, m rules.Move) []string {
	from, to := m.From().String(), m.To().String()
	if m.IsExchange() {
		return []string{"K~" + to, from + to}
	}
	list := []string{from + to}
	takes := p.Captures(m) != rules.NoKind
	marks := []string{""}
	if takes {
		marks = append(marks, "x")
	}
	if m.Kind() != rules.Pawn {
		for _, mark := range marks {
			for _, origin := range []string{"", from[:1], from[1:], from} {
				list = append(list, string(m.Kind().Letter())+origin+mark+to)
			}
		}
		return list
	}
	pawn := []string{from[:1] + to, from[1:] + to}
	if takes {
		pawn = append(pawn, from[:1]+"x"+to, from[1:]+"x"+to, from+"x"+to)
	} else {
		pawn = append(pawn, to)
	}
	list = append(list, pawn...)
	if m.IsPromotion() {
		list = append(list, from+to+"f")
		for _, s := range pawn {
			list = append(list, s+"=F")
		}
	}
	return list
}

// ends are all plies at which a line can end that begins at ply at.
func (g *naiveGame) ends(moves []string, at int) []int {
	if len(moves) == 0 {
		return []int{at}
	}
	var all []int
	if moves[0] == query.Gap {
		for i := at; i <= len(g.Moves); i++ {
			all = append(all, g.ends(moves[1:], i)...)
		}
		return all
	}
	if at < len(g.Moves) && (moves[0] == query.AnyMove || slices.Contains(spellings(&g.positions[at], g.Moves[at]), moves[0])) {
		return g.ends(moves[1:], at+1)
	}
	return nil
}

func (g *naiveGame) line(e query.Line) (bool, []PlyHit) {
	var hits []PlyHit
	for at := range g.Moves {
		ends := g.ends(e.Moves, at)
		ply := at + 1
		if len(ends) == 0 || slices.Max(ends)-at < e.For || !hasAlfils(&g.positions[ply], e.Alfils) {
			continue
		}
		if e.At != nil && (ply < e.At.From || e.At.To >= 0 && ply > e.At.To) {
			continue
		}
		hits = append(hits, PlyHit{Ply: ply})
	}
	return len(hits) > 0, hits
}
