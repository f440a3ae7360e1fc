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

// endgames begin with few men, so that all that can happen to them does: exchanges
// of the shah, promotions, men that go away and come back.
const endgames = `
[SetUp "1"]
[FEN "3k4/P7/8/8/8/8/4R3/4K3 w - - 0 1"]
[Result "*"]

1. a8=F Kd7 2. Fb7 Kd6 3. Fa8 Kd7 4. Fb7 Kd6 5. Rd2+ Ke6 6. Re2+ Kd6 *

[SetUp "1"]
[FEN "k7/2R5/8/8/8/8/A7/K1A5 w - - 0 1"]
[Result "*"]

1. Rc2 Kb8 2. Rb2+ Ka8 3. Rb3 Ka7 4. Rb4 Ka8 5. Rb3 Ka7 *

[SetUp "1"]
[FEN "7k/8/8/3p4/4P3/8/8/R3K2r w - - 0 1"]
[Result "*"]

1. Kd2 Rxa1 2. exd5 Kg7 3. d6 Kf7 4. d7 Ke7 5. d8=F+ Kxd8 *
`

// nested has variations in variations, before the first move, behind the last, and one
// that cannot be read to its end.
const nested = `
[White "Nested"]
[Result "*"]

(1. d3 d6) 1. e3 (1. f3 f6 (1... g6 2. g3 (2. h3)) 2. d3) (1. Nf3) e6 2. Nf3 (2. Nc3 Nc6 3. Qxh9 Nf6) Nf6 (2... Nc6 3. d3) *
`

// someEndgames is an archive with endgames and longer games.
func someEndgames(t testing.TB) (*Index, []naiveGame) {
	t.Helper()
	a := openArchive(t)
	ix := openIndex(t, a)
	addIndexed(t, a, ix, "endgames.pgn", endgames)
	swap, ok := rules.RulesetByName("cvp-swap")
	if !ok {
		t.Fatal("no rule set cvp-swap")
	}
	addIndexed(t, a, ix, "generated.pgn", generated(t, gamegen.Options{Games: 30, Seed: 11, MinPlies: 5, MaxPlies: 150, FEN: true, Rules: swap, Variations: 0.1}))
	addIndexed(t, a, ix, "nested.pgn", nested)
	games := naiveGames(t, a)
	if len(games) != 34 {
		t.Fatalf("%d games", len(games))
	}
	return ix, games
}

func TestPatterns(t *testing.T) {
	ix, games := someEndgames(t)
	for _, q := range []string{
		`board:"8/8/8/8/8/8/8/4K3"`, `board:"rank4:3P4"`, `board:"rank1:R3K2r"`, `board:"rank8:________"`, `board:"?7/8/8/8/8/8/8/[RK]*6"`,
		`board:"rank2:PPPPPPPP rank7:pppppppp"`, `board:"rank2:PPPPPPPP" for:3`, `board:"rank2:PPPPPPPP" at:2..4`, `board:"rank2:PPPPPPPP" for:2 at:1..2`,
		`board:"rank8:F7"`, `board:"rank8:F7" for:2`, `board:"rank1:K1A5" alfil:w=c1`, `board:"rank1:K1A5" alfil:w=a2,c1`, `board:"rank1:K1A5" alfil:b=c8`,
		`material:"KRF/K"`, `material:"KRF>K"`, `material:"K>KRF"`, `material:"K/KRF"`, `material:"KR+/K+"`, `material:"K/K"`, `material:"K+/K+"`,
		`material:"KRA[c1]A[a2]/K"`, `material:"KRAA/K" for:9`, `material:"KRF[light]/K"`, `material:"KRF[dark]/K"`, `material:"KRFNA+/KR+" at:10..20`,
		`alfil:w=c1`, `alfil:w=c1,f1`, `alfil:b=c8 for:20`, `alfil:w=a1`,
		`line:"Fb7 Kd6"`, `line:"Fb7 * Fb7"`, `line:"a8=F"`, `line:"a7a8"`, `line:"a7a8f"`, `line:"exd5"`, `line:"ed5"`, `line:"e5"`, `line:"Kxd8"`, `line:"Rxa1 ? Kg7"`,
		`line:"? Kb8 * Ka7"`, `line:"Rb3 Ka7" at:5..`, `line:"Rb3 * Ka7" for:5`, `line:"Rb3 * Ka7" for:6`, `line:"? ? ? ?"`, `line:"Rb3 Ka7" alfil:w=c1`,
		`not material:"K+/KR+"`, `material:"KRF/K" or board:"rank1:R3K2r"`, `material:"KRF/K" result:*`, `result:1-0 line:"Nf3 * Nc6"`,
		`line:"d3" in:variations`, `line:"f3 g6 * h3" in:variations`, `line:"Nc6 d3" in:variations`, `line:"e6 Nc3" in:variations`, `board:"rank3:2N5" in:variations`,
		`board:"rank8:F7" fen:"F7/3k4/8/8/8/8/4R3/4K3 w" ~any`,
	} {
		t.Run(q, func(t *testing.T) {
			want := naiveSearch(games, parse(t, q))
			if diff := cmp.Diff(want, search(t, ix, q, SearchOptions{})); diff != "" {
				t.Errorf("%s: (-naive +index)\n%s", q, diff)
			}
		})
	}
}

// Patterns made of positions and moves that occur, and changed a little, are found
// where looking at every position finds them.
func TestPatternLaw(t *testing.T) {
	ix, games := someEndgames(t)
	letters := []string{"?", "_", "*", "+", "[RN]", "[_P]", "k", "K", "[*_]"}
	scope := rapid.Custom(func(t *rapid.T) string {
		s := ""
		if rapid.IntRange(0, 3).Draw(t, "lasting") == 0 {
			s += fmt.Sprintf(" for:%d", rapid.IntRange(1, 6).Draw(t, "for"))
		}
		if rapid.IntRange(0, 3).Draw(t, "somewhere") == 0 {
			from := rapid.IntRange(0, 40).Draw(t, "from")
			s += fmt.Sprintf(" at:%d..%d", from, from+rapid.IntRange(0, 40).Draw(t, "to"))
		}
		if rapid.IntRange(0, 3).Draw(t, "variations") == 0 {
			s += " in:variations"
		}
		if rapid.IntRange(0, 3).Draw(t, "alfil") == 0 {
			s += " alfil:" + rapid.SampledFrom([]string{"w=c1", "w=f1", "b=c8", "b=f8,c8", "w=c1,f1"}).Draw(t, "family")
		}
		return s
	})
	rapid.Check(t, func(t *rapid.T) {
		g := games[rapid.IntRange(0, len(games)-1).Draw(t, "game")]
		p := g.positions[rapid.IntRange(0, len(g.positions)-1).Draw(t, "ply")]
		var q string
		switch rapid.IntRange(0, 2).Draw(t, "kind") {
		case 0:
			// A row of what stands there, with some squares otherwise.
			rank := rapid.IntRange(0, 7).Draw(t, "rank")
			var row strings.Builder
			for file := range 8 {
				m := bitOf(&p, rules.Square(8*rank+file))
				if rapid.IntRange(0, 2).Draw(t, "square") == 0 {
					row.WriteString(rapid.SampledFrom(letters).Draw(t, "sign"))
				} else {
					row.WriteString(m.String())
				}
			}
			q = fmt.Sprintf("board:\"rank%d:%s\"", rank+1, row.String())
		case 1:
			side := func(c rules.Color) string {
				s := "K"
				for _, letter := range "FRNAP" {
					n := p.Men(c, rules.KindOf(byte(letter))).Count()
					if rapid.IntRange(0, 4).Draw(t, "less") == 0 {
						n = max(n-1, 0)
					}
					s += strings.Repeat(string(letter), n)
				}
				return s + rapid.SampledFrom([]string{"", "+", "+"}).Draw(t, "more")
			}
			a, b := side(rules.White), side(rules.Black)
			if rapid.Bool().Draw(t, "turned") {
				a, b = b, a
			}
			q = "material:\"" + a + rapid.SampledFrom([]string{"/", ">"}).Draw(t, "order") + b + "\""
		default:
			var moves []string
			ply := rapid.IntRange(0, len(g.Moves)).Draw(t, "first")
			for range rapid.IntRange(1, 4).Draw(t, "moves") {
				if ply >= len(g.Moves) {
					break
				}
				all := spellings(&g.positions[ply], g.Moves[ply])
				moves = append(moves, rapid.SampledFrom(append(all, "?")).Draw(t, "move"))
				ply++
				if rapid.IntRange(0, 2).Draw(t, "gap") == 0 {
					moves = append(moves, "*")
					ply += rapid.IntRange(0, 5).Draw(t, "skipped")
				}
			}
			q = "line:\"" + strings.Join(append(moves, "?"), " ") + "\""
		}
		q += scope.Draw(t, "scope")
		e, err := query.Parse(q)
		if err != nil {
			t.Fatalf("%s: %v", q, err)
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

// The board of patterns goes through a game as the board of the rules does.
func TestBoardLaw(t *testing.T) {
	_, games := someEndgames(t)
	for _, g := range games {
		var b board
		b.set(&g.Start)
		for ply, m := range g.Moves {
			b.play(m)
			var want board
			want.set(&g.positions[ply+1])
			if b != want {
				t.Fatalf("game %d, ply %d (%v): the boards differ", g.ID, ply+1, m)
			}
		}
	}
}
