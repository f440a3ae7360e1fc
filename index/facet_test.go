package index

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/diwan-shatranj/diwan/index/authority"
	"github.com/diwan-shatranj/diwan/internal/gamegen"
	gocmp "github.com/google/go-cmp/cmp"
)

// naiveFacet counts values game by game.
func naiveFacet(t *testing.T, games []naiveGame, names *authority.List, facet string) []FacetValue {
	t.Helper()
	type value struct {
		games     int64
		spellings map[string]int
	}
	values := map[string]*value{}
	for _, g := range games {
		tag := func(name string) string {
			v, _ := g.Tag(name)
			return v
		}
		var has []string
		key := func(s string) string { return s }
		switch facet {
		case "player":
			has, key = []string{tag("White"), tag("Black")}, names.Key
		case "white", "black":
			has, key = []string{tag(strings.ToUpper(facet[:1]) + facet[1:])}, names.Key
		case "event", "site":
			has = []string{tag(strings.ToUpper(facet[:1]) + facet[1:])}
		case "year":
			first, last := Dates(g.Tags)
			if has = []string{""}; first > 0 && first/10000 == last/10000 {
				has[0] = strconv.Itoa(int(first / 10000))
			}
		case "result":
			has = []string{g.Result.String()}
		case "ending":
			has = []string{string(g.Ending.Reason)}
		case "array":
			has = []string{g.Array}
		}
		has = slices.DeleteFunc(has, func(s string) bool { return s == "" })
		if len(has) == 0 {
			has = []string{""}
		}
		counted := map[string]bool{}
		for _, h := range has {
			k := key(h)
			if values[k] == nil {
				values[k] = &value{spellings: map[string]int{}}
			}
			values[k].spellings[h]++
			if !counted[k] {
				values[k].games++
			}
			counted[k] = true
		}
	}
	var all []FacetValue
	for _, v := range values {
		var best []string
		for s := range v.spellings {
			best = append(best, s)
		}
		slices.SortFunc(best, func(a, b string) int {
			return cmp.Or(cmp.Compare(v.spellings[b], v.spellings[a]), cmp.Compare(a, b))
		})
		title := best[0]
		if strings.Contains("player white black", facet) {
			title = names.Name(title)
		}
		all = append(all, FacetValue{title, v.games})
	}
	slices.SortFunc(all, func(a, b FacetValue) int { return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Value, b.Value)) })
	return all
}

// Facets are what counting game by game gives, over several parts and queries.
func TestFacets(t *testing.T) {
	a := openArchive(t)
	ix := openIndex(t, a)
	addIndexed(t, a, ix, "queries.pgn", exampleGames(t))
	for i := range 3 {
		addIndexed(t, a, ix, "generated.pgn", generated(t, gamegen.Options{Games: 60, Seed: uint64(i + 1), MinPlies: 4, MaxPlies: 80, FEN: true, Errors: 0}))
	}
	addIndexed(t, a, ix, "bare.pgn", "[White \"as-Suli, Abu Bakr\"]\n[Black \"Abū Bakr aṣ-Ṣūlī\"]\n\n1. e3 *\n\n[Black \"?\"]\n\n1. d3 *\n")
	all := naiveGames(t, a)
	for _, q := range []string{"", "result:1-0", "player:suli", "plies:<30 or date:900..950", `line:"e3"`, "player:nobody"} {
		found := map[int64]bool{}
		for _, h := range search(t, ix, q, SearchOptions{}) {
			found[h.ID] = true
		}
		var games []naiveGame
		for _, g := range all {
			if found[g.ID] {
				games = append(games, g)
			}
		}
		names := []string{"player", "white", "black", "event", "site", "year", "result", "ending", "array"}
		facets, err := ix.Facets(t.Context(), parse(t, q), names...)
		if err != nil {
			t.Fatal(err)
		}
		for i, name := range names {
			if diff := gocmp.Diff(Facet{name, naiveFacet(t, games, ix.authority, name)}, facets[i]); diff != "" {
				t.Errorf("%s of %q: (-naive +index)\n%s", name, q, diff)
			}
		}
	}
	facets, err := ix.Facets(t.Context(), parse(t, "id:1..5"), "opening", "rules", "source")
	if err != nil {
		t.Fatal(err)
	}
	want := []Facet{
		{"opening", []FacetValue{{"", 4}, {"Sayyal of as-Suli", 1}}},
		{"rules", []FacetValue{{"iggc", 5}}},
		{"source", []FacetValue{{"queries.pgn", 5}}},
	}
	if diff := gocmp.Diff(want, facets); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if _, err := ix.Facets(t.Context(), parse(t, ""), "colour"); err == nil {
		t.Error("an unknown facet is counted")
	}
}
