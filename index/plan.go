package index

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/diwan-shatranj/diwan/index/authority"
	"github.com/diwan-shatranj/diwan/index/query"
)

// plan is a query made ready for one part.
type plan struct {
	root *node
	rows *roaring.Bitmap // that may be selected, those of dead games left out
	cut  bool            // there may be more rows behind these
}

// node is a term of a plan. Its set holds every row that the term selects and,
// where the node is exact, no other.
type node struct {
	set   *roaring.Bitmap
	exact bool
	join  join
	terms []*node
	look  looker // of a term that is not exact and has no terms

	term    query.Expr
	took    time.Duration // to make it
	watched *watched      // nil: nobody wants to know
}

// join says how the terms of a node belong together.
type join uint8

const (
	alone join = iota
	both
	either
	neither // of the one term
)

// A looker is a term that has to look at a game. Several goroutines use it at
// once, each with a view of its own.
type looker interface {
	// look reports whether the term selects the game, and where.
	look(v *view) (bool, []PlyHit, error)
}

// compiler makes plans for a part.
type compiler struct {
	ctx   context.Context
	part  *part
	names *authority.List
	// most is how many games with a position are wanted, 0 for all: of one that
	// stands at the beginning of most games a search wants a page, not a list.
	most int
}

// compile makes the plan of a query for a part. With most other than 0 the plan of
// a position alone may end after so many rows.
func compile(ctx context.Context, p *part, names *authority.List, e query.Expr, most int) (*plan, error) {
	c := &compiler{ctx: ctx, part: p, names: names}
	if p, ok := e.(query.Position); ok && !p.Variations {
		c.most = most
	}
	root, err := c.node(e)
	if err != nil {
		return nil, err
	}
	live, err := p.liveRows()
	if err != nil {
		return nil, err
	}
	rows := roaring.And(root.set, live)
	return &plan{root: root, rows: rows, cut: c.most > 0 && rows.GetCardinality() >= uint64(c.most)}, nil
}

// exactly is a node that needs no looking.
func exactly(set *roaring.Bitmap) *node { return &node{set: set, exact: true} }

// all is the set of all rows.
func (c *compiler) all() *roaring.Bitmap {
	b := roaring.New()
	b.AddRange(0, uint64(c.part.Games))
	return b
}

// node makes the plan of a term.
func (c *compiler) node(e query.Expr) (*node, error) {
	began := time.Now()
	n, err := c.make(e)
	if err != nil {
		return nil, err
	}
	n.term, n.took = e, time.Since(began)
	return n, nil
}

func (c *compiler) make(e query.Expr) (*node, error) {
	if err := c.ctx.Err(); err != nil {
		return nil, err
	}
	switch e := e.(type) {
	case query.All:
		return exactly(c.all()), nil
	case query.And:
		return c.join(both, e.Terms)
	case query.Or:
		return c.join(either, e.Terms)
	case query.Not:
		return c.join(neither, []query.Expr{e.Term})
	case query.Word:
		return c.anywhere(e.Text, e.Match, false, e.Column)
	case query.Phrase:
		return c.anywhere(e.Text, e.Match, true, e.Column)
	case query.Field:
		return c.field(e)
	case query.Tag:
		return c.tag(e)
	case query.Position:
		return c.position(e)
	case query.Board, query.Material, query.Alfil:
		return c.pattern(e)
	case query.Line:
		return c.line(e)
	}
	return nil, unsupported(e)
}

func (c *compiler) join(how join, terms []query.Expr) (*node, error) {
	n := &node{join: how, exact: true}
	for _, t := range terms {
		k, err := c.node(t)
		if err != nil {
			return nil, err
		}
		n.terms = append(n.terms, k)
		n.exact = n.exact && k.exact
	}
	switch how {
	case both:
		n.set = n.terms[0].set
		for _, k := range n.terms[1:] {
			n.set = roaring.And(n.set, k.set)
		}
	case either:
		n.set = n.terms[0].set
		for _, k := range n.terms[1:] {
			n.set = roaring.Or(n.set, k.set)
		}
	default:
		n.set = c.all()
		if n.exact {
			n.set = roaring.AndNot(n.set, n.terms[0].set)
		}
	}
	return n, nil
}

// selects reports whether the node selects the game that v looks at, and where its
// patterns are found.
func (n *node) selects(v *view) (bool, []PlyHit, error) {
	if !n.set.Contains(v.row) {
		return false, nil, nil
	}
	if n.exact {
		return true, nil, nil
	}
	switch n.join {
	case both:
		var hits []PlyHit
		for _, k := range n.terms {
			ok, h, err := k.selects(v)
			if err != nil || !ok {
				return false, nil, err
			}
			hits = append(hits, h...)
		}
		return true, hits, nil
	case either:
		found := false
		var hits []PlyHit
		for _, k := range n.terms {
			ok, h, err := k.selects(v)
			if err != nil {
				return false, nil, err
			}
			found, hits = found || ok, append(hits, h...)
		}
		return found, hits, nil
	case neither:
		ok, _, err := n.terms[0].selects(v)
		return !ok, nil, err
	default:
		if n.watched != nil {
			return n.lookWatched(v)
		}
		return n.look.look(v)
	}
}

// inOrder sorts hits by ply and image, each once.
func inOrder(hits []PlyHit) []PlyHit {
	rising := true // as they are where one pattern has found them
	for i := 1; i < len(hits) && rising; i++ {
		rising = hits[i-1].Ply < hits[i].Ply
	}
	if rising {
		return hits
	}
	slices.SortFunc(hits, func(a, b PlyHit) int {
		if a.Ply != b.Ply {
			return a.Ply - b.Ply
		}
		return cmp.Or(int(a.Image)-int(b.Image), a.Variation-b.Variation)
	})
	return slices.Compact(hits)
}

// check says whether something in a query cannot be asked yet.
func check(e query.Expr) (err error) {
	query.Walk(e, func(t query.Expr) bool {
		if err == nil {
			err = unsupported(t)
		}
		return err == nil
	})
	return err
}

// unsupported is the error for a term that cannot be asked yet, nil for others.
func unsupported(t query.Expr) error {
	switch t := t.(type) {
	case query.Saved:
		return &query.Error{Column: t.Column, Msg: "the saved query `" + t.Name + "` has not been put in its place"}
	case query.All, query.And, query.Or, query.Not, query.Word, query.Phrase, query.Tag, query.Field,
		query.Position, query.Board, query.Material, query.Line, query.Alfil:
	default:
		return fmt.Errorf("unknown kind of query %T", t)
	}
	return nil
}
