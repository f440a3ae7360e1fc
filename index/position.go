package index

import (
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/index/segment"
	"github.com/diwan-shatranj/diwan/rules"
)

// occurrences is the looker for an exact position: where the index says that it
// occurs, each place compared with the board before it is given out.
type occurrences struct {
	rows   []uint32 // rising
	ends   []int    // of the places of each row
	places []found
	images [4]rules.Position // the position that was asked for, by image
}

type found struct {
	ply   uint32
	image rules.Orientation
}

// position selects the games in which a position occurs.
func (c *compiler) position(e query.Position) (*node, error) {
	if err := unsupported(e); err != nil {
		return nil, err
	}
	if e.Variations {
		return c.positionAnywhere(e)
	}
	asked, err := rules.ParsePosition(e.FEN)
	if err != nil {
		// It occurs in no game: nothing was played from it.
		return exactly(roaring.New()), nil
	}
	o := &occurrences{}
	set := roaring.New()
	for i := range o.images {
		o.images[i] = asked.Image(rules.Orientation(i))
	}
	// A position with a side to move lasts one ply.
	if e.For > 1 {
		return exactly(set), nil
	}
	key, own := asked.Key()
	visit := o.visitor(&e, own)
	var last uint32
	var row uint32
	live := false
	var failed error
	err = c.part.positions.Find(key>>keyShift, func(h segment.Hit) bool {
		if h.Game != last {
			last = h.Game
			if row, live, failed = c.part.rowOf(int64(h.Game)); failed != nil {
				return false
			}
		}
		if image, ok := visit(h.Place); ok && live {
			if n := len(o.rows); n == 0 || o.rows[n-1] != row {
				if c.most > 0 && n == c.most {
					return false
				}
				o.rows = append(o.rows, row)
				o.ends = append(o.ends, 0)
			}
			o.places = append(o.places, found{h.Place.Ply(), image})
			o.ends[len(o.ends)-1] = len(o.places)
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	if failed != nil {
		return nil, failed
	}
	set.AddMany(o.rows)
	return &node{set: set, look: o}, nil
}

// positionAnywhere selects the games in which a position occurs in any line: by the
// index in main lines, and by looking in the games with variations.
func (c *compiler) positionAnywhere(e query.Position) (*node, error) {
	main := e
	main.Variations = false
	n, err := c.position(main)
	if err != nil {
		return nil, err
	}
	t, err := c.part.variationTable()
	if err != nil {
		return nil, err
	}
	set := roaring.BitmapOf(t.rows...)
	set.Or(n.set)
	return &node{set: set, look: withVariations(newExactPosition(&e), &e.Scope)}, nil
}

// visitor returns a function that says, of a place at which the key was found,
// which image of the position stands there, and whether that is wanted.
func (o *occurrences) visitor(e *query.Position, own rules.Orientation) func(p segment.Place) (rules.Orientation, bool) {
	// Of images that are the same position the lowest is told.
	var image [4]rules.Orientation
	var wanted [4]bool
	for i := range image {
		for k := range image {
			if !sameBoard(&o.images[i], &o.images[k]) {
				continue
			}
			if rules.Orientation(k)&^rules.Orientation(e.Images) == 0 && !wanted[i] {
				image[i], wanted[i] = rules.Orientation(k), true
			}
		}
	}
	return func(p segment.Place) (rules.Orientation, bool) {
		x := rules.Orientation(p.Orientation()) ^ own
		if e.At != nil && (int(p.Ply()) < e.At.From || e.At.To >= 0 && int(p.Ply()) > e.At.To) {
			return 0, false
		}
		return image[x], wanted[x]
	}
}

// sameBoard compares placement and side to move.
func sameBoard(p, q *rules.Position) bool {
	if p.Turn() != q.Turn() {
		return false
	}
	for c := rules.White; c <= rules.Black; c++ {
		for k := rules.Pawn; k <= rules.King; k++ {
			if p.Men(c, k) != q.Men(c, k) {
				return false
			}
		}
	}
	return true
}

// look implements looker.
func (o *occurrences) look(v *view) (bool, []PlyHit, error) {
	i, ok := slices.BinarySearch(o.rows, v.row)
	if !ok {
		return false, nil, nil
	}
	from := 0
	if i > 0 {
		from = o.ends[i-1]
	}
	start, moves, err := v.lines.line(v.row)
	if err != nil {
		return false, nil, err
	}
	a, b := *start, rules.Position{}
	at, next := &a, &b
	ply := 0
	var hits []PlyHit
	for _, f := range o.places[from:o.ends[i]] {
		if int(f.ply) > len(moves)/2 {
			return false, nil, v.part.moves.damage("its relation to the positions")
		}
		for ; ply < int(f.ply); ply++ {
			at.PlayInto(next, moveAt(moves, ply))
			at, next = next, at
		}
		if sameBoard(at, &o.images[f.image]) {
			hits = append(hits, PlyHit{Ply: ply, Image: f.image})
		}
	}
	return len(hits) > 0, hits, nil
}
