package index

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/pgn"
)

// exampleGames are the games that the examples of the language are asked of.
func exampleGames(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "examples", "queries.pgn"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// foundText writes what was found as query.ExampleDoc has it.
func foundText(hits []Hit) string {
	var games []string
	for _, h := range hits {
		text := fmt.Sprint(h.ID)
		for i, p := range h.Plies {
			text += []string{" at ", ", "}[min(i, 1)] + fmt.Sprint(p.Ply)
			if p.Image != 0 {
				text += " " + p.Image.String()
			}
			if p.Variation > 0 {
				text += fmt.Sprintf(" in variation %d", p.Variation)
			}
		}
		games = append(games, text)
	}
	return strings.Join(games, "; ")
}

func exampleQuery(t *testing.T, text string) query.Expr {
	t.Helper()
	e, err := query.Expand(parse(t, text), func(string) (string, error) { return "result:1/2-1/2", nil })
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return e
}

// What the documentation says that an example finds is what is found, in an archive
// and, but for what games by themselves do not know, game by game.
func TestQueryExamples(t *testing.T) {
	games := exampleGames(t)
	a := openArchive(t)
	ix := openIndex(t, a)
	addIndexed(t, a, ix, "queries.pgn", games)
	for _, x := range query.ExampleDocs() {
		t.Run(x.Query, func(t *testing.T) {
			e := exampleQuery(t, x.Query)
			var hits []Hit
			for h, err := range ix.Search(t.Context(), e, SearchOptions{}) {
				if err != nil {
					t.Fatal(err)
				}
				hits = append(hits, h)
			}
			if got := foundText(hits); got != x.Found {
				t.Errorf("found %q, documented is %q", got, x.Found)
			}
			m, err := NewMatcher(e, builtinTabiyat(t), nil)
			var refused *query.Error
			if errors.As(err, &refused) && strings.Contains(refused.Msg, "in an archive only") {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			hits = nil
			id := int64(0)
			for g, err := range pgn.NewReader(strings.NewReader(games)).Games() {
				if err != nil {
					t.Fatal(err)
				}
				id++
				p, err := pgn.Play(g, pgn.Options{})
				if err != nil {
					t.Fatal(err)
				}
				ok, plies, err := m.Match(p)
				if err != nil {
					t.Fatal(err)
				}
				if ok {
					hits = append(hits, Hit{ID: id, Plies: plies})
				}
			}
			if got := foundText(hits); got != x.Found {
				t.Errorf("game by game found %q, documented is %q", got, x.Found)
			}
		})
	}
}

// Every field has an example, but those that games without annotation lack.
func TestQueryExamplesAreOfAllFields(t *testing.T) {
	var all strings.Builder
	for _, x := range query.ExampleDocs() {
		all.WriteString(" " + strings.NewReplacer("(", " ", "-", " ").Replace(x.Query))
	}
	for _, d := range query.FieldDocs() {
		if d.Name == "eval" || d.Name == "blunders" {
			continue
		}
		if !strings.Contains(all.String(), " "+d.Name+":") {
			t.Errorf("no example of %s:", d.Name)
		}
	}
}
