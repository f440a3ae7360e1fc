package duplicate

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"github.com/cespare/xxhash/v2"
	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/index/authority"
)

// Options say what is looked for. The zero value is everything, in the whole archive.
type Options struct {
	Kinds []Kind          // nil: all
	IDs   []int64         // the games to look at; nil: all
	Names *authority.List // whose names are whose; nil: nobody has two
	// Progress is called now and then with the number of games that were read.
	Progress func(games int)
}

// Group is games that are held to be one.
type Group struct {
	Kind    Kind // the least sure of those of its members
	Members []Member
}

// Member is a game of a group.
type Member struct {
	ID int64
	// Kind says how it is like the member Of, through which it came into the group;
	// both are empty for the first, which has the most to say: the longest, with a
	// result, with the most tags and comments.
	Kind Kind
	Of   int64
	// Mirrored: it is mirrored against the first.
	Mirrored bool
	// Differing is how many plies differ from Of, of a near one.
	Differing int
}

// Find finds games that an archive has several times, in groups by the ID of their
// first members. A game is in one group at most.
func Find(ctx context.Context, a *archive.Archive, o Options) ([]Group, error) {
	c, err := read(ctx, a, o.Names, o.Progress, o.IDs)
	if err != nil {
		return nil, err
	}
	f := &finder{collection: c, ctx: ctx}
	wanted := func(k ...Kind) bool {
		return len(o.Kinds) == 0 || slices.ContainsFunc(k, func(k Kind) bool { return slices.Contains(o.Kinds, k) })
	}
	if wanted(Exact, Mirror, Spelling) {
		f.sameMoves()
	}
	if wanted(Contained) {
		f.beginnings()
	}
	if wanted(Near) {
		f.nearly()
	}
	f.links = slices.DeleteFunc(f.links, func(l link) bool { return !wanted(l.kind) })
	return f.groups(), ctx.Err()
}

// finder gathers links between games.
type finder struct {
	*collection
	ctx   context.Context
	links []link
}

// link is two games, by their places in the collection, that are held to be one.
type link struct {
	a, b  int32
	kind  Kind
	plies int // that differ
}

// manySame is how many games of the same moves are compared each with each; of more
// than that, each with its neighbours in the order of players, event and date.
const manySame = 200

// byMoves orders the games by start and moves.
func (f *finder) byMoves(least int) []int32 {
	order := make([]int32, 0, len(f.games))
	for i := range f.games {
		if f.games[i].plies() >= least {
			order = append(order, int32(i))
		}
	}
	slices.SortFunc(order, func(i, j int32) int {
		a, b := &f.games[i], &f.games[j]
		return cmp.Or(cmp.Compare(a.start, b.start), bytes.Compare(a.moves, b.moves), f.byTags(a, b), cmp.Compare(a.id, b.id))
	})
	return order
}

func (f *finder) byTags(a, b *game) int {
	return cmp.Or(cmp.Compare(f.clusters[a.white], f.clusters[b.white]), cmp.Compare(f.clusters[a.black], f.clusters[b.black]),
		cmp.Compare(a.event, b.event), cmp.Compare(a.first, b.first), cmp.Compare(a.round, b.round))
}

// sameMoves links games of the same moves.
func (f *finder) sameMoves() {
	order := f.byMoves(0)
	for from := 0; from < len(order); {
		to := from + 1
		first := &f.games[order[from]]
		for to < len(order) && f.games[order[to]].start == first.start && bytes.Equal(f.games[order[to]].moves, first.moves) {
			to++
		}
		group := order[from:to]
		for i := range group {
			for j := max(0, i-manySame); j < i; j++ {
				if k := f.same(&f.games[group[j]], &f.games[group[i]]); k != "" {
					f.links = append(f.links, link{a: group[j], b: group[i], kind: k})
				}
			}
		}
		from = to
	}
}

// manyBeginnings is how many beginnings of one game are looked at.
const manyBeginnings = 64

// beginnings links games with longer ones that begin with them. Short ones are looked
// for among those of the same players.
func (f *finder) beginnings() {
	f.beginningsIn(f.byMoves(manyPlies))
	pairs := map[[2]uint32][]int32{}
	for _, i := range f.byMoves(leastContained) {
		g := &f.games[i]
		if g.white != 0 && g.black != 0 {
			key := [2]uint32{f.clusters[g.white], f.clusters[g.black]}
			pairs[key] = append(pairs[key], i)
		}
	}
	for _, order := range pairs {
		f.beginningsIn(order)
	}
}

// beginningsIn links games that stand in the order of their moves, in which a beginning
// comes before what begins so, with no other between that does not.
func (f *finder) beginningsIn(order []int32) {
	var open []int32 // each the beginning of the next
	for _, i := range order {
		g := &f.games[i]
		for len(open) > 0 {
			last := &f.games[open[len(open)-1]]
			if last.start == g.start && bytes.HasPrefix(g.moves, last.moves) {
				break
			}
			open = open[:len(open)-1]
		}
		for _, j := range open[max(0, len(open)-manyBeginnings):] {
			if f.contained(&f.games[j], g) {
				f.links = append(f.links, link{a: i, b: j, kind: Contained})
			}
		}
		open = append(open, i)
	}
}

// Pieces of games, by which nearly the same ones are found.
const (
	// piecePlies is how long a piece is: long enough to be rare behind an opening.
	piecePlies = 8
	// sampledPieces: one of so many pieces is looked up, chosen by its content, so
	// that two games choose the same.
	sampledPieces = 4
	// commonPiece: a piece that more games have is of an opening, and tells nothing.
	commonPiece = 24
)

// nearly links games of which a few plies differ.
func (f *finder) nearly() {
	type piece struct {
		hash uint64
		game int32
	}
	var pieces []piece
	for i := range f.games {
		g := &f.games[i]
		if g.plies() < leastNear || g.problem {
			continue
		}
		for at := 0; at+2*piecePlies <= len(g.moves); at += 2 {
			if h := xxhash.Sum64(g.moves[at : at+2*piecePlies]); h%sampledPieces == 0 {
				pieces = append(pieces, piece{h, int32(i)})
			}
		}
	}
	slices.SortFunc(pieces, func(a, b piece) int { return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.game, b.game)) })
	pieces = slices.Compact(pieces)
	var pairs []uint64
	for from := 0; from < len(pieces); {
		to := from + 1
		for to < len(pieces) && pieces[to].hash == pieces[from].hash {
			to++
		}
		if group := pieces[from:to]; len(group) <= commonPiece {
			for i := range group {
				for j := range i {
					if f.mayBeNear(&f.games[group[j].game], &f.games[group[i].game]) {
						pairs = append(pairs, uint64(group[j].game)<<32|uint64(group[i].game))
					}
				}
			}
		}
		from = to
	}
	slices.Sort(pairs)
	for _, pair := range slices.Compact(pairs) {
		if f.ctx.Err() != nil {
			return
		}
		i, j := int32(pair>>32), int32(pair)
		if n, ok := f.near(&f.games[i], &f.games[j]); ok {
			f.links = append(f.links, link{a: i, b: j, kind: Near, plies: n})
		}
	}
}

// mayBeNear is what near asks that costs little.
func (f *finder) mayBeNear(a, b *game) bool {
	more := a.plies() - b.plies()
	return a.start == b.start && -mostPlies <= more && more <= mostPlies &&
		f.ofPlayers(a.white, b.white) != differ && f.ofPlayers(a.black, b.black) != differ
}

// better orders the games of a group, the one with the most to say first.
func better(a, b *game) int {
	known := func(g *game) int { return int(min(g.result, 1)) }
	return cmp.Or(-cmp.Compare(len(a.moves), len(b.moves)), -cmp.Compare(known(a), known(b)), -cmp.Compare(a.rank, b.rank), cmp.Compare(a.id, b.id))
}

// groups puts linked games into groups: from each group's best game along the surest
// links.
func (f *finder) groups() []Group {
	slices.SortFunc(f.links, func(x, y link) int {
		return cmp.Or(cmp.Compare(rank(x.kind), rank(y.kind)), cmp.Compare(x.plies, y.plies), cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b))
	})
	neighbours := map[int32][]link{}
	for _, l := range f.links {
		neighbours[l.a] = append(neighbours[l.a], l)
		neighbours[l.b] = append(neighbours[l.b], link{a: l.b, b: l.a, kind: l.kind, plies: l.plies})
	}
	var linked []int32
	for i := range neighbours {
		linked = append(linked, i)
	}
	slices.SortFunc(linked, func(i, j int32) int { return better(&f.games[i], &f.games[j]) })
	taken := map[int32]bool{}
	var groups []Group
	for _, first := range linked {
		if taken[first] {
			continue
		}
		taken[first] = true
		g := Group{Kind: Exact, Members: []Member{{ID: f.games[first].id}}}
		queue := []int32{first}
		for len(queue) > 0 {
			at := queue[0]
			queue = queue[1:]
			for _, l := range neighbours[at] {
				if taken[l.b] {
					continue
				}
				taken[l.b] = true
				queue = append(queue, l.b)
				g.Members = append(g.Members, Member{
					ID: f.games[l.b].id, Kind: l.kind, Of: f.games[at].id, Differing: l.plies,
					Mirrored: f.games[l.b].mirrored != f.games[first].mirrored,
				})
				if rank(l.kind) > rank(g.Kind) {
					g.Kind = l.kind
				}
			}
		}
		groups = append(groups, g)
	}
	slices.SortFunc(groups, func(a, b Group) int { return cmp.Compare(a.Members[0].ID, b.Members[0].ID) })
	return groups
}

func rank(k Kind) int { return slices.Index(Kinds(), k) }
