package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/diwan-shatranj/diwan/index/authority"
	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/rules"
)

// Hit is a game that a query selects.
type Hit struct {
	ID int64
	// Plies are where the patterns of the query are found, in order; none where
	// it has no pattern.
	Plies []PlyHit
}

// PlyHit is one place at which a pattern is found.
type PlyHit struct {
	Ply int // positions after so many plies; 0 is the start
	// Image maps the position that was asked for to that of the game.
	Image rules.Orientation
	// Variation is the line that it is in: 0 the main line, else the number of the
	// variation, as [VariationLine] has them. Plies count from the start of the game.
	Variation int
}

// SearchOptions say which of the games are wanted, and in which order. The zero
// value is all of them by their IDs.
type SearchOptions struct {
	// Sort is one of Orders, with "-" before it for the other way round. Games
	// that it does not tell apart are in the order of their IDs. "" is "id".
	Sort   string
	Offset int // hits to leave out first
	Limit  int // hits at most; 0 is no limit
	Jobs   int // goroutines for what has to be looked at game by game; 0 is one a core
}

// Orders are the values that SearchOptions.Sort may have.
func Orders() []string { return []string{"id", "date", "white", "black", "event", "plies", "result"} }

// Search finds the games that a query selects. What it finds is right for the
// archive as the index has it, whatever is written meanwhile. Errors: a
// [*query.Error] for what cannot be asked; [ErrNoIndex]; a [*DamageError] or one
// of package segment for files that are not as they were written, after which
// [Index.Update] makes the index again; that of ctx. An error ends the iteration.
func (ix *Index) Search(ctx context.Context, e query.Expr, o SearchOptions) iter.Seq2[Hit, error] {
	return func(yield func(Hit, error) bool) {
		err := ix.search(ctx, e, o, func(h Hit) bool { return yield(h, nil) })
		if err != nil {
			yield(Hit{}, ix.suspect(err))
		}
	}
}

// Count is the number of games that a query selects, and of plies at which its
// patterns are found.
func (ix *Index) Count(ctx context.Context, e query.Expr) (games, plies int64, err error) {
	err = ix.search(ctx, e, SearchOptions{}, func(h Hit) bool {
		games++
		plies += int64(len(h.Plies))
		return true
	})
	return games, plies, ix.suspect(err)
}

// ref is a row of a part.
type ref struct {
	part, row uint32
}

func (ix *Index) search(ctx context.Context, e query.Expr, o SearchOptions, yield func(Hit) bool) error {
	name, reverse := strings.CutPrefix(o.Sort, "-")
	if name == "" {
		name = "id"
	}
	if !slices.Contains(Orders(), name) {
		return fmt.Errorf("unknown order %q: one of %s", o.Sort, strings.Join(Orders(), ", "))
	}
	most := 0
	if name == "id" && !reverse && o.Limit > 0 {
		most = max(o.Offset, 0) + o.Limit
	}
	s, plans, err := ix.plans(ctx, e, most)
	if err != nil {
		return err
	}
	defer func() { _ = s.release() }() // files that were read only
	if len(s.parts) == 0 {
		// Nothing is found, but what cannot be asked is said all the same.
		return check(e)
	}
	refs, err := s.sort(refsOf(plans), name, reverse)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(plans, func(p *plan) bool { return p.cut }) {
		return s.filter(ctx, plans, refs, o, yield)
	}
	given, enough := 0, false
	err = s.filter(ctx, plans, refs, o, func(h Hit) bool {
		given++
		enough = !yield(h) || given == o.Limit
		return !enough
	})
	if err != nil || enough {
		return err
	}
	// Occurrences that the board did not confirm have left the page short.
	o.Offset, o.Limit = max(o.Offset, 0)+given, o.Limit-given
	if plans, err = s.plans(ctx, ix.authority, e, 0); err != nil {
		return err
	}
	if refs, err = s.sort(refsOf(plans), name, reverse); err != nil {
		return err
	}
	return s.filter(ctx, plans, refs, o, yield)
}

// refsOf lists the rows that plans may select, part after part.
func refsOf(plans []*plan) []ref {
	var refs []ref
	for i, p := range plans {
		refs = slices.Grow(refs, int(p.rows.GetCardinality()))
		for it := p.rows.Iterator(); it.HasNext(); {
			refs = append(refs, ref{uint32(i), it.Next()})
		}
	}
	return refs
}

// plans makes the plan of a query for each part.
func (s *snapshot) plans(ctx context.Context, names *authority.List, e query.Expr, most int) (plans []*plan, err error) {
	plans = make([]*plan, len(s.parts))
	for i, p := range s.parts {
		if plans[i], err = compile(ctx, p, names, e, most); err != nil {
			return nil, err
		}
	}
	return plans, nil
}

// plans takes a snapshot and makes the plan of a query for each part of it. The
// caller releases the snapshot.
func (ix *Index) plans(ctx context.Context, e query.Expr, most int) (*snapshot, []*plan, error) {
	const tries = 10
	for i := 0; ; i++ {
		s, err := ix.acquire()
		if err != nil {
			return nil, nil, err
		}
		plans, err := s.plans(ctx, ix.authority, e, most)
		if err == nil {
			return s, plans, nil
		}
		// A full-text index is opened late, and another process may have replaced
		// it by then.
		stale := i < tries && isDamage(err) && ix.isStale(s)
		err = errors.Join(err, s.release())
		if !stale {
			return nil, nil, err
		}
		if err := ix.Reopen(); err != nil {
			return nil, nil, err
		}
	}
}

// isStale reports whether the index on disk is another one than the snapshot.
func (ix *Index) isStale(s *snapshot) bool {
	m, err := readManifest(ix.dir)
	return err == nil && !slices.EqualFunc(m.Parts, s.Parts, func(a, b partRow) bool { return a.Name == b.Name })
}

// filter looks at the rows that have to be looked at, in order, and yields those
// that are selected.
func (s *snapshot) filter(ctx context.Context, plans []*plan, refs []ref, o SearchOptions, yield func(Hit) bool) error {
	exact := !slices.ContainsFunc(plans, func(p *plan) bool { return !p.root.exact })
	left := o.Limit
	if left <= 0 {
		left = len(refs)
	}
	skip := o.Offset
	give := func(h Hit) bool {
		if skip > 0 {
			skip--
			return true
		}
		left--
		return yield(h) && left > 0
	}
	if !exact {
		return s.scan(ctx, plans, refs, o.Jobs, func(h Hit, _ ref) bool { return give(h) })
	}
	refs = refs[min(max(skip, 0), len(refs)):]
	skip = 0
	for i, r := range refs {
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		id, err := s.parts[r.part].id(r.row)
		if err != nil {
			return err
		}
		if !give(Hit{ID: id}) {
			return nil
		}
	}
	return nil
}

// selected are the rows of each part that plans select, those looked at that have to
// be.
func (s *snapshot) selected(ctx context.Context, plans []*plan) ([]*roaring.Bitmap, error) {
	sets := make([]*roaring.Bitmap, len(plans))
	var looking []ref
	for i, p := range plans {
		if sets[i] = p.rows; p.root.exact {
			continue
		}
		sets[i] = roaring.New()
		for it := p.rows.Iterator(); it.HasNext(); {
			looking = append(looking, ref{uint32(i), it.Next()})
		}
	}
	err := s.scan(ctx, plans, looking, 0, func(_ Hit, at ref) bool {
		sets[at.part].Add(at.row)
		return true
	})
	return sets, err
}

// sort orders rows. Within what the order does not tell apart they are in the
// order of their IDs.
func (s *snapshot) sort(refs []ref, name string, reverse bool) ([]ref, error) {
	overlap := false
	for i := 1; i < len(s.parts); i++ {
		overlap = overlap || s.parts[i].First <= s.parts[i-1].Last
	}
	if name == "id" && !overlap {
		if reverse {
			slices.Reverse(refs)
		}
		return refs, nil
	}
	type keyed struct {
		key uint64
		id  int64
		ref
	}
	keys, err := s.sortKeys(name)
	if err != nil {
		return nil, err
	}
	all := make([]keyed, len(refs))
	for i, r := range refs {
		id, err := s.parts[r.part].id(r.row)
		if err != nil {
			return nil, err
		}
		all[i] = keyed{keys[r.part](r.row), id, r}
	}
	slices.SortFunc(all, func(a, b keyed) int {
		c := cmp.Compare(a.key, b.key)
		if name == "id" {
			c = cmp.Compare(a.id, b.id)
		}
		if reverse {
			c = -c
		}
		return cmp.Or(c, cmp.Compare(a.id, b.id))
	})
	for i := range all {
		refs[i] = all[i].ref
	}
	return refs, nil
}

// sortKeys returns for each part what its rows are ordered by.
func (s *snapshot) sortKeys(name string) ([]func(row uint32) uint64, error) {
	keys := make([]func(row uint32) uint64, len(s.parts))
	switch name {
	case "white", "black", "event":
		return s.rankKeys(name)
	case "date":
		for i, p := range s.parts {
			first, err := p.column(colFirst)
			if err != nil {
				return nil, err
			}
			last, err := p.column(colLast)
			if err != nil {
				return nil, err
			}
			keys[i] = func(row uint32) uint64 { return uint64(first[row])<<32 | uint64(last[row]) }
		}
	case "plies", "result":
		for i, p := range s.parts {
			column, err := p.column(name)
			if err != nil {
				return nil, err
			}
			keys[i] = func(row uint32) uint64 { return uint64(column[row]) }
		}
	default:
		for i := range keys {
			keys[i] = func(uint32) uint64 { return 0 }
		}
	}
	return keys, nil
}

// rankKeys orders by names: rows by the rank of their name among all names.
func (s *snapshot) rankKeys(column string) ([]func(row uint32) uint64, error) {
	dict := dictNames
	if column == colEvent {
		dict = dictEvents
	}
	var all []string
	folds := make([]*textList, len(s.parts))
	for i, p := range s.parts {
		t, err := p.textsOf(dict + foldedSuffix)
		if err != nil {
			return nil, err
		}
		folds[i] = t
		for k := range t.len() {
			all = append(all, sortName(t.at(uint32(k))))
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	keys := make([]func(row uint32) uint64, len(s.parts))
	for i, p := range s.parts {
		numbers, err := p.column(column)
		if err != nil {
			return nil, err
		}
		ranks := make([]uint64, folds[i].len())
		for k := range ranks {
			at, _ := slices.BinarySearch(all, sortName(folds[i].at(uint32(k))))
			ranks[k] = uint64(at)
		}
		keys[i] = func(row uint32) uint64 { return ranks[numbers[row]] }
	}
	return keys, nil
}

// sortName is what a name is ordered by: its words as they are written, which in
// most collections puts the family name or the origin first.
func sortName(folded string) string {
	written, _, _ := strings.Cut(folded, nameBar)
	return written
}
