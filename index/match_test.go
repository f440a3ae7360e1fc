package index

import (
	"errors"
	"strings"
	"testing"

	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// matched is what a Matcher finds in games, one by one.
func matched(t *rapid.T, games []naiveGame, replays []*pgn.Replay, m *Matcher) []Hit {
	var hits []Hit
	for i := range games {
		ok, plies, err := m.Match(replays[i])
		if err != nil {
			t.Fatal(err)
		}
		if ok {
			hits = append(hits, Hit{ID: games[i].ID, Plies: plies})
		}
	}
	return hits
}

func replaysOf(t testing.TB, games []naiveGame) []*pgn.Replay {
	t.Helper()
	var replays []*pgn.Replay
	for i := range games {
		p, err := games[i].Replay()
		if err != nil {
			t.Fatal(err)
		}
		replays = append(replays, p)
	}
	return replays
}

// A Matcher finds in a game what looking at every game finds.
func TestMatcherLaw(t *testing.T) {
	_, games := someGames(t)
	replays := replaysOf(t, games)
	terms := termsFor(games)
	arrays, names := builtinTabiyat(t), builtinNames(t)
	rapid.Check(t, func(t *rapid.T) {
		q := drawQuery(t, terms, 3)
		e, err := query.Parse(q)
		if err != nil {
			t.Skip("no query: " + err.Error())
		}
		if strings.Contains(q, "tag:Variant") {
			t.Skip("the text of a game of an archive has a Variant tag that the game may lack")
		}
		m, err := NewMatcher(e, arrays, names)
		var qe *query.Error
		if errors.As(err, &qe) {
			t.Skip("no question to a game: " + err.Error())
		}
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(naiveSearch(games, e), matched(t, games, replays, m)); diff != "" {
			t.Errorf("%s: (-naive +matcher)\n%s", q, diff)
		}
	})
}

func TestMatcherRefuses(t *testing.T) {
	arrays, names := builtinTabiyat(t), builtinNames(t)
	for _, q := range []string{"id:3", "source:x", "imported:2024", "player:x or id:1", "not id:1", "@saved"} {
		e, err := query.Parse(q)
		if err != nil {
			t.Fatal(err)
		}
		var qe *query.Error
		if _, err := NewMatcher(e, arrays, names); !errors.As(err, &qe) {
			t.Errorf("%s: got %v", q, err)
		}
	}
}
