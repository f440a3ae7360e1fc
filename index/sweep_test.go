package index

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/rules"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// wanderings begin so that men can be counted in every way: few and many of them,
// more rukhs than a headcount has room for, pawns before their last rank, a shah that
// may change places, Black to move.
func wanderings() []string {
	return []string{
		rules.Arrays()[0].Position().String(), rules.Arrays()[1].Position().String(),
		"3k4/P6p/8/8/8/8/p3R2P/4K3 w - - 0 1", "k7/2R5/8/8/8/8/A7/K1A5 b - - 0 1",
		"RRRRRRRR/RRRRRRRR/8/3k4/8/8/8/K7 b - - 0 1", "k7/pppppppp/pppppppp/8/8/8/PPPPPPPP/K6F w - - 0 1",
		"7k/8/8/3p4/4P3/8/8/R3K2r w - - 0 1", "4k3/pppp4/8/8/8/8/4PPPP/2A1KA1N b - - 3 9",
	}
}

// wandering is a game in which men go away and come back, take one another, and at
// times the shah changes places with a man of its own.
func wandering(t *rapid.T) naiveGame {
	start, err := rules.ParsePosition(rapid.SampledFrom(wanderings()).Draw(t, "start"))
	if err != nil {
		t.Fatal(err)
	}
	g := naiveGame{Record: &archive.Record{Start: start}, positions: []rules.Position{start}}
	for range rapid.IntRange(0, 40).Draw(t, "plies") {
		p := &g.positions[len(g.positions)-1]
		moves := p.AppendMoves(nil)
		if len(moves) == 0 {
			break
		}
		m := rapid.SampledFrom(moves).Draw(t, "move")
		if n := len(g.Moves); n >= 2 && rapid.Bool().Draw(t, "back") {
			last := g.Moves[n-2]
			if back := rules.NewMove(last.Kind(), last.To(), last.From()); slices.Contains(moves, back) {
				m = back
			}
		}
		if exchanges := p.AppendExchanges(nil); len(exchanges) > 0 && rapid.IntRange(0, 19).Draw(t, "exchange") == 0 {
			m = rapid.SampledFrom(exchanges).Draw(t, "with")
		}
		g.Moves = append(g.Moves, m)
		g.positions = append(g.positions, p.Play(m))
	}
	return g
}

// somePattern asks for what stands in a position of a game, or nearly so.
func somePattern(t *rapid.T, g *naiveGame) string {
	p := &g.positions[rapid.IntRange(0, len(g.positions)-1).Draw(t, "ply")]
	if rapid.Bool().Draw(t, "board") {
		var rows []string
		for _, rank := range rapid.SliceOfNDistinct(rapid.IntRange(0, 7), 1, 3, rapid.ID).Draw(t, "ranks") {
			var row strings.Builder
			for file := range 8 {
				sign := bitOf(p, rules.Square(8*rank+file)).String()
				if rapid.IntRange(0, 3).Draw(t, "otherwise") == 0 {
					sign = rapid.SampledFrom([]string{"?", "_", "*", "+", "[RN]", "[_P]", "[*_]", "f"}).Draw(t, "sign")
				}
				row.WriteString(sign)
			}
			rows = append(rows, fmt.Sprintf("rank%d:%s", rank+1, row.String()))
		}
		return "board:\"" + strings.Join(rows, " ") + "\""
	}
	side := func(c rules.Color) string {
		s, room := "K", 15 // a query has 16 men of a side at most
		for _, letter := range "FRNAP" {
			men := p.Men(c, rules.KindOf(byte(letter)))
			n := max(men.Count()-rapid.SampledFrom([]int{0, 0, 0, 1}).Draw(t, "less"), 0)
			n = min(n, room)
			room -= n
			for i := range n {
				s += string(letter)
				if sq := query.Square(men.PopFirst()); i == 0 && rapid.IntRange(0, 3).Draw(t, "where") == 0 {
					switch letter {
					case 'A':
						s += "[" + sq.String() + "]"
					case 'F':
						s += "[" + sq.Shade().String() + "]"
					}
				}
			}
		}
		return s + rapid.SampledFrom([]string{"", "+"}).Draw(t, "more")
	}
	first, second := side(rules.White), side(rules.Black)
	if rapid.Bool().Draw(t, "turned") {
		first, second = second, first
	}
	return "material:\"" + first + rapid.SampledFrom([]string{"/", ">"}).Draw(t, "order") + second + "\""
}

// A pattern is found in a game where looking at each of its positions finds it, and
// the quick way finds what the slow one does.
func TestSweepLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := wandering(t)
		q := somePattern(t, &g)
		if rapid.IntRange(0, 3).Draw(t, "alfils") == 0 {
			q += " alfil:" + rapid.SampledFrom([]string{"w=c1", "w=c1,f1", "b=c8"}).Draw(t, "families")
		}
		if rapid.IntRange(0, 3).Draw(t, "lasting") == 0 {
			q += fmt.Sprintf(" for:%d", rapid.IntRange(1, 4).Draw(t, "for"))
		}
		e, err := query.Parse(q)
		if err != nil {
			t.Fatalf("%s: %v", q, err)
		}
		var moves []byte
		for _, m := range g.Moves {
			moves = binary.LittleEndian.AppendUint16(moves, uint16(m))
		}
		p := newPattern(e)
		v := &view{lines: &oneLine{start: g.Start, moves: moves}}
		_, want := g.pattern(e)
		want = inOrder(want)
		for range 2 { // what is kept from game to game must be as it was
			_, got, err := p.look(v)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, inOrder(got)); diff != "" {
				t.Fatalf("%s: (-naive +sweep)\n%s", q, diff)
			}
		}
		if diff := cmp.Diff(want, inOrder(inScope(p.step(nil, v, p.outset(v, &g.Start), moves), &p.Scope))); len(want) > 0 && diff != "" {
			t.Fatalf("%s: (-naive +step)\n%s", q, diff)
		}
	})
}
