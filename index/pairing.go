package index

import (
	"cmp"
	"context"
	"slices"

	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/rules"
)

// Pairing is what became of an opening array against another. The name of none is
// "".
type Pairing struct {
	White, Black string
	Tally
}

// Openings counts the games that a query selects by the opening arrays of both
// sides, the most frequent pairing first; the games in which no side has one are
// left out. An array whose score is below least percent counts as none; 0 takes all
// that the index has. Errors are those of [Index.Search].
func (ix *Index) Openings(ctx context.Context, e query.Expr, least int) ([]Pairing, error) {
	found := map[[2]string]*Tally{}
	var reader pairingReader
	err := ix.eachRow(ctx, e, func(p *part, row uint32) error {
		pair, result, err := reader.read(p, row, uint32(max(least, 0)))
		if err != nil || pair == [2]string{} {
			return err
		}
		t := found[pair]
		if t == nil {
			t = &Tally{}
			found[pair] = t
		}
		t.Add(result, 1)
		return nil
	})
	if err != nil {
		return nil, ix.suspect(err)
	}
	var list []Pairing
	for pair, t := range found {
		list = append(list, Pairing{pair[0], pair[1], *t})
	}
	slices.SortFunc(list, func(a, b Pairing) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.White, b.White), cmp.Compare(a.Black, b.Black))
	})
	return list, nil
}

// pairingReader reads the columns of openings of one part after the other.
type pairingReader struct {
	part            *part
	results         []uint32
	openings, score [2][]uint32
	names           []string
}

func (r *pairingReader) read(p *part, row, least uint32) (pair [2]string, result rules.Result, err error) {
	if p != r.part {
		if err := r.open(p); err != nil {
			return pair, 0, err
		}
	}
	for side := range pair {
		if r.score[side][row] >= least {
			pair[side] = r.names[r.openings[side][row]]
		}
	}
	return pair, rules.Result(r.results[row]), nil
}

func (r *pairingReader) open(p *part) error {
	for _, c := range []struct {
		name string
		to   *[]uint32
	}{
		{colResult, &r.results}, {colWhiteOpening, &r.openings[0]}, {colBlackOpening, &r.openings[1]},
		{colWhiteScore, &r.score[0]}, {colBlackScore, &r.score[1]},
	} {
		var err error
		if *c.to, err = p.column(c.name); err != nil {
			return err
		}
	}
	texts, err := p.textsOf(dictOpenings)
	if err != nil {
		return err
	}
	r.names = r.names[:0]
	for i := range texts.len() {
		r.names = append(r.names, openingName(texts.at(uint32(i))))
	}
	r.part = p
	return nil
}

// eachRow calls f with the rows that a query selects, part after part.
func (ix *Index) eachRow(ctx context.Context, e query.Expr, f func(p *part, row uint32) error) error {
	s, plans, err := ix.plans(ctx, e, 0)
	if err != nil {
		return err
	}
	defer func() { _ = s.release() }() // files that were read only
	if len(s.parts) == 0 {
		return check(e)
	}
	rows, err := s.selected(ctx, plans)
	if err != nil {
		return err
	}
	for i, set := range rows {
		for it := set.Iterator(); it.HasNext(); {
			if err := f(s.parts[i], it.Next()); err != nil {
				return err
			}
		}
	}
	return nil
}
