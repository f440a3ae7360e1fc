package cli

import (
	"fmt"
	"strconv"

	"github.com/diwan-shatranj/diwan/index"
)

// facetJSON is a value of a facet, as a JSON line.
type facetJSON struct {
	Facet string `json:"facet"`
	Value string `json:"value"` // "" where nothing is known
	Games int64  `json:"games"`
}

// showFacets prints the values of facets, of each so many; 0 is all. That more are
// left out is said.
func (s *session) showFacets(facets []index.Facet, offset, limit int) error {
	var rows [][]string
	found := false
	for _, f := range facets {
		values := f.Values[min(offset, len(f.Values)):]
		found = found || len(values) > 0
		left := 0
		if limit > 0 && len(values) > limit {
			values, left = values[:limit], len(values)-limit
		}
		for _, v := range values {
			if s.json() {
				if err := s.encode(facetJSON{f.Name, v.Value, v.Games}); err != nil {
					return err
				}
				continue
			}
			rows = append(rows, []string{f.Name, dash(v.Value), strconv.FormatInt(v.Games, 10)})
		}
		if left > 0 {
			rows = append(rows, []string{f.Name, fmt.Sprintf("… and %d more", left), ""})
		}
	}
	if !found {
		if !s.json() && !s.Quiet {
			fmt.Fprintln(s.Err, "nothing found")
		}
		return errFindings
	}
	if s.json() {
		return nil
	}
	return table(s.out, []string{"FACET", "VALUE", "GAMES"}, []int{2}, rows)
}
