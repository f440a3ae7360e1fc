package engine

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/diwan-shatranj/diwan/rules"
)

func mustPosition(tb testing.TB, fen string) rules.Position {
	tb.Helper()
	p, err := rules.ParsePosition(fen)
	if err != nil {
		tb.Fatalf("ParsePosition(%q): %v", fen, err)
	}
	return p
}

func mustRuleset(tb testing.TB, name string) *rules.Ruleset {
	tb.Helper()
	r, ok := rules.RulesetByName(name)
	if !ok {
		tb.Fatalf("no rule set %q", name)
	}
	return r
}

// readTable returns the fields of the lines of a file, comments left out.
func readTable(tb testing.TB, name string) (table [][]string) {
	tb.Helper()
	f, err := os.Open(name)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	for in.Scan() {
		if line := in.Text(); !strings.HasPrefix(line, "#") {
			table = append(table, strings.Split(line, "\t"))
		}
	}
	if in.Err() != nil {
		tb.Fatal(in.Err())
	}
	return table
}

// drawPosition draws a playable position: a few men anywhere, or a random walk
// from an array.
func drawPosition(t *rapid.T) rules.Position {
	if rapid.Bool().Draw(t, "placed") {
		if p, ok := drawPlaced(t, 12); ok {
			return p
		}
	}
	p := rapid.SampledFrom(rules.Arrays()).Draw(t, "array").Position()
	for range rapid.IntRange(0, 80).Draw(t, "plies") {
		moves := p.AppendMoves(nil)
		if len(moves) == 0 || p.IsBare(rules.White) || p.IsBare(rules.Black) {
			break
		}
		p = p.Play(rapid.SampledFrom(moves).Draw(t, "move"))
	}
	return p
}

// drawPlaced draws a board of the kings and at most so many men more.
func drawPlaced(t *rapid.T, men int) (rules.Position, bool) {
	s := rules.Setup{
		Turn:     rules.Color(rapid.IntRange(0, 1).Draw(t, "turn")),
		Halfmove: rapid.IntRange(0, 150).Draw(t, "halfmove"),
		Fullmove: 1,
	}
	square := rapid.IntRange(0, 63)
	for range rapid.IntRange(0, men).Draw(t, "men") {
		s.Put(rules.Square(square.Draw(t, "square")), rules.Color(rapid.IntRange(0, 1).Draw(t, "color")),
			rules.Kind(rapid.IntRange(int(rules.Pawn), int(rules.Rook)).Draw(t, "kind")))
	}
	s.Put(rules.Square(square.Draw(t, "white king")), rules.White, rules.King)
	s.Put(rules.Square(square.Draw(t, "black king")), rules.Black, rules.King)
	p, err := s.Position()
	return p, err == nil
}

func drawRuleset(t *rapid.T) *rules.Ruleset {
	return rapid.SampledFrom(rules.Rulesets()).Draw(t, "rules")
}

// newWorker returns a worker at the root of p, as a search would have it.
func newWorker(p rules.Position, r *rules.Ruleset) *worker {
	e := New(Options{HashMB: 1})
	w := e.workers[0]
	w.prepare(&task{
		rules: r, salt: saltOf(r), weights: e.weights, table: e.table,
		root: p, hashes: []uint64{p.Hash()}, moves: r.AppendMoves(&p, nil), multi: 1,
	})
	return w
}
