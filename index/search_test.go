package index

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/internal/gamegen"
	"github.com/diwan-shatranj/diwan/rules"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// someGames is an archive whose index was made in different ways: during an
// import, afterwards, in several parts.
func someGames(t testing.TB) (*Index, []naiveGame) {
	t.Helper()
	a := openArchive(t)
	ix := openIndex(t, a)
	addIndexed(t, a, ix, "historic.pgn", fewPlies)
	add(t, a, "folder/generated.pgn", generated(t, gamegen.Options{
		Games: 40, Seed: 1, MinPlies: 4, MaxPlies: 30, FEN: true, Comments: 0.05, Variations: 0.05, Errors: 0.2, Duplicates: 0.1,
	}), nil)
	if err := ix.Update(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	addIndexed(t, a, ix, "arrays.pgn", openings)
	addIndexed(t, a, ix, "more.pgn", generated(t, gamegen.Options{Games: 20, Seed: 2, MaxPlies: 200}))
	return ix, naiveGames(t, a)
}

func TestQueries(t *testing.T) {
	ix, games := someGames(t)
	for _, q := range []string{
		"", "suli", "player:suli", "white:suli", "black:suli", `player:"suli bakr"`, `"abu bakr suli"`, `"bakr abu"`, "player:sul*", "player:sulli~",
		"الصولي", "player:?", "event:muqtadir", "site:baghdad", "round:3.1", "round:3", "annotator:murray", "tag:Annotator", "tag:White=suli",
		"tag:FEN", "tag:blackelo=1750", "date:920", "date:921", "date:900..950", "date:>921", "date:<921", "date:>=0921.05.31", "date:<=c.930", "date:945",
		"elo:>=1750", "whiteelo:2000", "blackelo:<2000", "result:1-0", "result:*", "result:1/2-1/2", "ending:unfinished", "ending:time-forfeit", "ending:bare-king", "rules:iggc",
		"rules:ig*", "array:shah-e", "array:setup", "plies:4", "plies:>20", "plies:1..3", "text:fine", `text:"fine beginning"`, `text:"both sides"`,
		"text:beginn*", "text:begining~", `text:"the fine begin*"`, "book", "0.081s", "id:2..3", "eval:>2", "eval:2.1", "eval:<0", "eval:-0.4..-0.3", "eval:>=999", "eval:<=-999", "not eval:>-1000", "blunders:0", "blunders:>=1", "blunders:2", "blunders:<3 eval:>0", "source:historic", "source:folder", "imported:>=2020",
		"code:array-*", "code:array-inferred", "termination:time", "timecontrol:5400", "has:annotations", "has:variations", "has:errors",
		"opening:mujannah", "white.opening:mujannah", "black.opening:mujannah", "opening:السيال", "opening:sayal~", "opening:al-Mujannah", `opening:"mujannah lajlaj"`, "opening:?",
		"suli or lajlaj", "-suli", "suli -white:suli", "(suli or lajlaj) date:920", "not (result:1-0 or result:0-1)",
		`fen:"4k3/p7/8/8/8/8/P2R4/4K3 w"`, `fen:"4k3/p7/8/8/8/8/P2R4/4K3 w" ~any`, `fen:"4k3/p7/8/8/8/8/P2R4/4K3 w" ~colors`, `fen:"4k3/p7/8/8/8/8/P2R4/4K3 w" ~mirror`,
		`fen:"3k4/7p/8/8/8/8/4R2P/3K4 w" ~colors`, `fen:"3k4/7p/8/8/8/8/4R2P/3K4 w" ~mirror`, `fen:"3k4/7p/8/8/8/8/4R2P/3K4 w" ~any`, `fen:"4k3/p2r4/8/8/8/8/P7/4K3 b"`, `-fen:"4k3/p7/8/8/8/8/P2R4/4K3 w" ~any`, `fen:"4k3/p7/8/8/8/8/P2R4/4K3 w" ~any or text:fine`,
		`fen:"4k3/p7/8/8/8/8/P2R4/4K3 w" at:1..`, `fen:"4k3/p7/8/8/8/8/P2R4/4K3 w" at:0`, `fen:"4k3/p7/8/8/8/8/P2R4/4K3 w" for:2`,
		`fen:"rnafkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAFKANR w"`, `fen:"rnafkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAFKANR w" ~mirror`,
		`line:"Nc6" in:variations`, `line:"e6 ? Nc6" in:variations`, `board:"8/8/2n5/8/8/5N2/8/8" in:variations`, `material:"K+/K+" for:4 in:variations`, `not (line:"Nc6" in:variations)`,
		`fen:"4k3/8/8/8/8/8/8/4K3 w"`, `fen:"4k3/4R3/8/8/8/8/8/4K3 w"`,
	} {
		t.Run(q, func(t *testing.T) {
			want := naiveSearch(games, parse(t, q))
			got := search(t, ix, q, SearchOptions{})
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: (-naive +index)\n%s", q, diff)
			}
			games, plies, err := ix.Count(context.Background(), parse(t, q))
			var wantPlies int64
			for _, h := range want {
				wantPlies += int64(len(h.Plies))
			}
			if err != nil || games != int64(len(want)) || plies != wantPlies {
				t.Errorf("Count gives %d games and %d plies (%v), want %d and %d", games, plies, err, len(want), wantPlies)
			}
		})
	}
}

// Every query that can be put together selects what looking at every game selects.
func TestQueryLaw(t *testing.T) {
	ix, games := someGames(t)
	terms := termsFor(games)
	rapid.Check(t, func(t *rapid.T) {
		q := drawQuery(t, terms, 3)
		e, err := query.Parse(q)
		if err != nil {
			t.Skip("no query: " + err.Error())
		}
		want := naiveSearch(games, e)
		var got []Hit
		for h, err := range ix.Search(context.Background(), e, SearchOptions{}) {
			if err != nil {
				t.Fatalf("%s: %v", q, err)
			}
			got = append(got, h)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: (-naive +index)\n%s", q, diff)
		}
	})
}

// termsFor makes terms that some of the games fulfil.
func termsFor(games []naiveGame) *rapid.Generator[string] {
	word := rapid.Custom(func(t *rapid.T) string {
		g := games[rapid.IntRange(0, len(games)-1).Draw(t, "game")]
		var words []string
		for _, text := range append(g.comments, tagText(g, "White"), tagText(g, "Black"), tagText(g, "Event")) {
			words = append(words, strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,.;[]%\"{}()*~@:", r) })...)
		}
		if len(words) == 0 {
			return "nobody"
		}
		w := []rune(strings.TrimLeft(rapid.SampledFrom(words).Draw(t, "word"), "-+"))
		switch rapid.IntRange(0, 4).Draw(t, "form") {
		case 0:
			return string(w[:min(len(w), 3)]) + "*"
		case 1:
			if len(w) > 3 {
				w[rapid.IntRange(0, len(w)-1).Draw(t, "letter")] = 'x'
			}
			return string(w) + "~"
		}
		return string(w)
	})
	position := rapid.Custom(func(t *rapid.T) string {
		g := games[rapid.IntRange(0, len(games)-1).Draw(t, "game")]
		p := g.positions[rapid.IntRange(0, len(g.positions)-1).Draw(t, "ply")]
		if len(g.lines) > 0 && rapid.Bool().Draw(t, "variation") {
			p = g.Start
			for _, m := range rapid.SampledFrom(g.lines).Draw(t, "line").moves {
				p = p.Play(m)
			}
		}
		p = p.Image(rules.Orientation(rapid.IntRange(0, 3).Draw(t, "image")))
		q := fmt.Sprintf("fen:%q", p.EPD()) + rapid.SampledFrom([]string{"", " ~mirror", " ~colors", " ~any"}).Draw(t, "images")
		return q + rapid.SampledFrom([]string{"", "", " at:1..8", " for:1", " in:variations"}).Draw(t, "scope")
	})
	number := func(field string, most int) *rapid.Generator[string] {
		return rapid.Custom(func(t *rapid.T) string {
			n := rapid.IntRange(0, most).Draw(t, field)
			switch rapid.IntRange(0, 3).Draw(t, "form") {
			case 0:
				return fmt.Sprintf("%s:%s%d", field, rapid.SampledFrom([]string{"", "<", ">", "<=", ">="}).Draw(t, "op"), n)
			case 1:
				return fmt.Sprintf("%s:..%d", field, n)
			default:
				return fmt.Sprintf("%s:%d..%d", field, n, n+rapid.IntRange(0, most).Draw(t, "more"))
			}
		})
	}
	named := rapid.Custom(func(t *rapid.T) string {
		field := rapid.SampledFrom([]string{"player", "white", "black", "event", "site", "text", "annotator"}).Draw(t, "field")
		return field + ":" + word.Draw(t, "word")
	})
	fixed := rapid.SampledFrom([]string{
		"result:1-0", "result:0-1", "result:*", "ending:unfinished", "ending:unexplained", "array:shah-d", "array:setup", "has:annotations", "has:variations",
		"has:errors", "source:historic", "source:generated", "rules:iggc", "tag:Annotator", "tag:Variant=shatranj", "code:array-inferred", "round:?", "round:3",
		"opening:mujannah", "white.opening:sayyal", "black.opening:mujan*", "opening:suli",
	})
	return rapid.OneOf(word, position, named, fixed, number("plies", 60), number("id", 80), number("elo", 2500), rapid.Custom(func(t *rapid.T) string {
		year := rapid.IntRange(850, 990).Draw(t, "year")
		return rapid.SampledFrom([]string{
			fmt.Sprintf("date:%d", year), fmt.Sprintf("date:%d..%d", year, year+20), fmt.Sprintf("date:>=%d", year), fmt.Sprintf("date:<0%d.06.15", year),
			fmt.Sprintf("date:>%d", year), fmt.Sprintf("date:%d?", year/10), fmt.Sprintf("date:c.%d", year),
			fmt.Sprintf("certain.date:%d..%d", year, year+70), fmt.Sprintf("certain.date:<%d", year), fmt.Sprintf("date:%dAH", year-620),
		}).Draw(t, "form")
	}))
}

func tagText(g naiveGame, name string) string {
	v, _ := g.Tag(name)
	return v
}

// drawQuery puts terms together.
func drawQuery(t *rapid.T, terms *rapid.Generator[string], depth int) string {
	if depth == 0 || rapid.IntRange(0, 2).Draw(t, "leaf") == 0 {
		return terms.Draw(t, "term")
	}
	a := drawQuery(t, terms, depth-1)
	switch rapid.IntRange(0, 2).Draw(t, "join") {
	case 0:
		return "not (" + a + ")"
	case 1:
		return "(" + a + ") or (" + drawQuery(t, terms, depth-1) + ")"
	default:
		return "(" + a + ") (" + drawQuery(t, terms, depth-1) + ")"
	}
}
