package rules

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// outcomeLine is a line of testdata/outcomes.jsonl, which a slow independent
// reference has written.
type outcomeLine struct {
	FEN       string               `json:"fen"`
	Check     bool                 `json:"check"`
	Moves     []string             `json:"moves"`
	Exchanges []string             `json:"exchanges"`
	Outcome   map[string][2]string `json:"outcome"`
}

var outcomeLines = sync.OnceValue(func() (lines []outcomeLine) {
	for _, text := range readLines("testdata/outcomes.jsonl") {
		var line outcomeLine
		if err := json.Unmarshal([]byte(text), &line); err != nil {
			panic(err)
		}
		lines = append(lines, line)
	}
	return lines
})

func readLines(name string) (lines []string) {
	f, err := os.Open(name)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	for in.Scan() {
		lines = append(lines, in.Text())
	}
	if in.Err() != nil {
		panic(in.Err())
	}
	return lines
}

// samplePositions are the positions of the data files and the arrays: endings
// and mates in great number, and a few full boards.
var samplePositions = sync.OnceValue(func() (sample []Position) {
	for _, a := range Arrays() {
		sample = append(sample, a.Position())
	}
	for _, line := range readLines("testdata/perft.tsv") {
		p, err := ParsePosition(strings.SplitN(line, "\t", 2)[0])
		if err != nil {
			panic(err)
		}
		sample = append(sample, p)
	}
	for _, line := range outcomeLines() {
		p, err := ParsePosition(line.FEN)
		if err != nil {
			panic(err)
		}
		sample = append(sample, p)
	}
	return sample
})

func mustPosition(t testing.TB, fen string) Position {
	t.Helper()
	p, err := ParsePosition(fen)
	if err != nil {
		t.Fatalf("ParsePosition(%q): %v", fen, err)
	}
	return p
}

func mustRuleset(t testing.TB, name string) *Ruleset {
	t.Helper()
	r, ok := RulesetByName(name)
	if !ok {
		t.Fatalf("no rule set %q", name)
	}
	return r
}

// drawSetup draws a board of a few men, playable or not.
func drawSetup(t *rapid.T) Setup {
	s := Setup{
		Turn:     Color(rapid.IntRange(0, 1).Draw(t, "turn")),
		Halfmove: rapid.IntRange(0, 150).Draw(t, "halfmove"),
		Fullmove: rapid.IntRange(1, 300).Draw(t, "fullmove"),
	}
	square := rapid.IntRange(0, 63)
	for range rapid.IntRange(0, 30).Draw(t, "men") {
		s.Put(Square(square.Draw(t, "square")), Color(rapid.IntRange(0, 1).Draw(t, "color")),
			Kind(rapid.IntRange(int(Pawn), int(Rook)).Draw(t, "kind")))
	}
	s.Put(Square(square.Draw(t, "white king")), White, King)
	s.Put(Square(square.Draw(t, "black king")), Black, King)
	return s
}

// drawPosition draws a playable position: a random placement, or a random
// walk, exchanges included, from one of the sample.
func drawPosition(t *rapid.T) Position {
	if rapid.Bool().Draw(t, "placed") {
		s := drawSetup(t)
		if p, err := s.Position(); err == nil {
			return p
		}
	}
	p := rapid.SampledFrom(samplePositions()).Draw(t, "start")
	r, _ := RulesetByName("viquipedia")
	for range rapid.IntRange(0, 40).Draw(t, "plies") {
		moves := r.AppendMoves(&p, nil)
		if len(moves) == 0 {
			break
		}
		p = p.Play(rapid.SampledFrom(moves).Draw(t, "move"))
	}
	return p
}

func drawOrientation(t *rapid.T) Orientation {
	return Orientation(rapid.IntRange(0, 3).Draw(t, "orientation"))
}
