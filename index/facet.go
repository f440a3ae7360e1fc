package index

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/rules"
)

// Facet is what the games that a query selects have in one respect.
type Facet struct {
	Name   string       // one of Facets
	Values []FacetValue // the most frequent first, then in the order of the texts
}

// FacetValue is a value and how many of the games have it. "" is that of games of
// which nothing is known there.
type FacetValue struct {
	Value string
	Games int64
}

// Facets are the names of all facets: of players the games on either side, of
// openings either side's array, of years those of dates that leave no other.
func Facets() []string {
	return []string{"player", "white", "black", "event", "site", "year", "result", "rules", "ending", "array", "opening", "source"}
}

// facetSource is where the values of a facet stand: columns, and what their numbers
// mean.
func facetSource(name string) (dict string, columns []string) {
	switch name {
	case "player":
		return dictNames, []string{colWhite, colBlack}
	case "white", "black":
		return dictNames, []string{name}
	case "event":
		return dictEvents, []string{name}
	case "site":
		return dictSites, []string{name}
	case "rules", "ending", "array":
		return dictKinds, []string{name}
	case "opening":
		return dictOpenings, []string{colWhiteOpening, colBlackOpening}
	case "source":
		return dictSources, []string{name}
	}
	return "", nil
}

// Facets counts the values that the games that a query selects have in some
// respects, each of them one of [Facets]. The spellings of one name are one value,
// under the authority file's name for the person, or the spelling that is the most
// frequent. Errors are those of [Index.Search].
func (ix *Index) Facets(ctx context.Context, e query.Expr, names ...string) ([]Facet, error) {
	for _, name := range names {
		if !slices.Contains(Facets(), name) {
			return nil, fmt.Errorf("unknown facet %q: one of %s", name, strings.Join(Facets(), ", "))
		}
	}
	s, plans, err := ix.plans(ctx, e, 0)
	if err != nil {
		return nil, ix.suspect(err)
	}
	defer func() { _ = s.release() }() // files that were read only
	if len(s.parts) == 0 {
		if err := check(e); err != nil {
			return nil, err
		}
	}
	rows, err := s.selected(ctx, plans)
	if err != nil {
		return nil, ix.suspect(err)
	}
	facets := make([]Facet, len(names))
	for i, name := range names {
		t := newFacetTable(ix, name)
		for k, p := range s.parts {
			if err := t.add(p, rows[k]); err != nil {
				return nil, ix.suspect(err)
			}
		}
		facets[i] = Facet{name, t.values()}
	}
	return facets, nil
}

// facetTable counts one facet, part after part.
type facetTable struct {
	name    string
	key     func(text string) string // what values have in common that are one
	title   func(text string) string // what the value is called; "" is the text itself
	numbers map[string]int           // of values by their keys
	found   []facetEntry
}

type facetEntry struct {
	games     int64
	spellings map[string]int64
}

func newFacetTable(ix *Index, name string) *facetTable {
	t := &facetTable{name: name, numbers: map[string]int{}}
	t.key = func(text string) string { return text }
	t.title = t.key
	switch dict, _ := facetSource(name); dict {
	case dictNames:
		t.key, t.title = ix.authority.Key, ix.authority.Name
	case dictOpenings:
		t.key, t.title = openingName, openingName
	}
	return t
}

// number is that of the value of a text.
func (t *facetTable) number(text string) int {
	key := t.key(text)
	n, ok := t.numbers[key]
	if !ok {
		n = len(t.found)
		t.numbers[key] = n
		t.found = append(t.found, facetEntry{spellings: map[string]int64{}})
	}
	return n
}

// add counts the games in some rows of a part.
func (t *facetTable) add(p *part, rows *roaring.Bitmap) error {
	texts, columns, err := t.source(p)
	if err != nil {
		return err
	}
	// What the numbers of the part mean, found out when they are first met.
	values := make([]int, len(texts))
	spelt := make([]int64, len(texts))
	games := map[int]int64{}
	count := func(n uint32, before int) (value int) {
		if values[n] == 0 {
			values[n] = 1 + t.number(texts[n])
		}
		if value = values[n]; value != before {
			games[value-1]++
		}
		return value
	}
	for it := rows.Iterator(); it.HasNext(); {
		row, value := it.Next(), 0
		for _, column := range columns {
			n := column[row]
			if int(n) >= len(texts) {
				return p.games.damage("a column of " + t.name)
			}
			spelt[n]++
			// Both sides can have the same, and count once. That one of them lacks
			// what the other has is not counted.
			if texts[n] != "" {
				value = count(n, value)
			}
		}
		if value == 0 {
			count(columns[0][row], 0)
		}
	}
	for value, n := range games {
		t.found[value].games += n
	}
	for n, times := range spelt {
		if values[n] > 0 {
			t.found[values[n]-1].spellings[texts[n]] += times
		}
	}
	return nil
}

// source is what the columns of a facet hold, and the columns.
func (t *facetTable) source(p *part) (texts []string, columns [][]uint32, err error) {
	switch t.name {
	case "result":
		for r := rules.Unknown; r <= rules.Draw; r++ {
			texts = append(texts, r.String())
		}
		column, err := p.column(colResult)
		return texts, [][]uint32{column}, err
	case "year":
		return t.years(p)
	}
	dict, names := facetSource(t.name)
	list, err := p.textsOf(dict)
	if err != nil {
		return nil, nil, err
	}
	for i := range list.len() {
		texts = append(texts, strings.TrimPrefix(list.at(uint32(i)), " "))
	}
	for _, name := range names {
		column, err := p.column(name)
		if err != nil {
			return nil, nil, err
		}
		columns = append(columns, column)
	}
	return texts, columns, nil
}

// years numbers the years of a part as if they stood in a dictionary.
func (t *facetTable) years(p *part) (texts []string, columns [][]uint32, err error) {
	first, err := p.column(colFirst)
	if err != nil {
		return nil, nil, err
	}
	last, err := p.column(colLast)
	if err != nil {
		return nil, nil, err
	}
	const ofYear = 10000 // days are year*10000 + month*100 + day
	texts = []string{""}
	numbers := map[uint32]uint32{}
	column := make([]uint32, len(first))
	for row := range first {
		year := first[row] / ofYear
		if year == 0 || year != last[row]/ofYear {
			continue
		}
		n, ok := numbers[year]
		if !ok {
			n = uint32(len(texts))
			numbers[year], texts = n, append(texts, strconv.FormatUint(uint64(year), 10))
		}
		column[row] = n
	}
	return texts, [][]uint32{column}, nil
}

// values are what was counted, in order.
func (t *facetTable) values() []FacetValue {
	var all []FacetValue
	for _, f := range t.found {
		if f.games == 0 {
			continue
		}
		usual := ""
		for text, n := range f.spellings {
			if most := f.spellings[usual]; n > most || n == most && text < usual {
				usual = text
			}
		}
		all = append(all, FacetValue{t.title(usual), f.games})
	}
	slices.SortFunc(all, func(a, b FacetValue) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Value, b.Value))
	})
	return all
}
