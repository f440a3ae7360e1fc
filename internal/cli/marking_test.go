package cli

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/diwan-shatranj/diwan/analyze"
	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

// drawnGame draws a game with what people write into games: comments, marks and
// variations, some of which look nearly like an engine's.
func drawnGame(t *rapid.T) *pgn.Replay {
	p := rapid.SampledFrom(rules.Arrays()).Draw(t, "array").Position()
	var text strings.Builder
	fmt.Fprintf(&text, "[White \"A\"]\n[Variant \"Shatranj\"]\n[SetUp \"1\"]\n[FEN \"%s\"]\n\n", p.FEN())
	rs := rules.Rulesets()[0]
	for i := range rapid.IntRange(1, 14).Draw(t, "plies") {
		moves := p.AppendMoves(nil)
		if len(moves) == 0 || rs.Outcome(&p, 1).Over() {
			break
		}
		dots := "."
		if i%2 == 1 {
			dots = "..."
		}
		m := rapid.SampledFrom(moves).Draw(t, "move")
		fmt.Fprintf(&text, "%d%s %s ", i/2+1, dots, rs.SAN(&p, m))
		for _, extra := range rapid.SliceOfN(rapid.SampledFrom([]string{
			"$4", "$10", "{people said}", "{the engine, depth 12, said}", "; a line\n", "{صولي}", "(VAR {mine})", "(VAR {A, depth 3} {mine})", "(VAR $1)", "(VAR)",
		}), 0, 3).Draw(t, "extras") {
			other := rapid.SampledFrom(moves).Draw(t, "variation")
			text.WriteString(strings.ReplaceAll(extra, "VAR", fmt.Sprintf("%d%s %s", i/2+1, dots, rs.SAN(&p, other))) + " ")
		}
		p = p.Play(m)
	}
	text.WriteString("*")
	g := new(pgn.Game)
	if err := pgn.NewReader(strings.NewReader(text.String())).Read(g); err != nil {
		t.Fatal(err)
	}
	replay, err := pgn.Play(g, pgn.Options{})
	if err != nil {
		t.Fatal(err)
	}
	replay, err = canonicalForm(replay)
	if err != nil {
		t.Fatal(err)
	}
	return replay
}

// drawnPlies draws evaluations of a game's positions, with gaps.
func drawnPlies(t *rapid.T, p *pgn.Replay, label string) []analyze.Ply {
	plies := make([]analyze.Ply, 0, len(p.Moves)+1)
	pos := p.Start
	for i := range len(p.Moves) + 1 {
		var v analyze.Ply
		v.Outcome = p.Rules.Outcome(&pos, 1)
		moves := pos.AppendMoves(nil)
		switch kind := rapid.IntRange(0, 9).Draw(t, label); {
		case len(moves) == 0 || v.Outcome.Over():
		case kind == 0:
			v.Err = analyze.ErrNotKept
		default:
			for range rapid.IntRange(1, 3).Draw(t, label) {
				line := analyze.Line{Depth: rapid.IntRange(1, 40).Draw(t, label), Moves: []rules.Move{rapid.SampledFrom(moves).Draw(t, label)}}
				if rapid.IntRange(0, 5).Draw(t, label) == 0 {
					line.Score.Mate = rapid.SampledFrom([]int{-7, -1, 1, 2, 9}).Draw(t, label)
				} else {
					line.Score.CP = rapid.IntRange(-900, 900).Draw(t, label)
				}
				v.Lines = append(v.Lines, line)
			}
			v.Score, v.Depth = v.Lines[0].Score, v.Lines[0].Depth
		}
		plies = append(plies, v)
		if i < len(p.Moves) {
			pos = pos.Play(p.Moves[i])
		}
	}
	return plies
}

func annotatedText(t *rapid.T, mk marking, p *pgn.Replay, plies []analyze.Ply) (string, *pgn.Replay) {
	g, _ := mk.annotate(p, plies)
	changed, err := pgn.Play(g, pgn.Options{})
	if err != nil {
		t.Fatal(err)
	}
	again, err := canonicalForm(changed)
	if err != nil {
		t.Fatal(err)
	}
	return textOf(t, again), again
}

func textOf(t *rapid.T, p *pgn.Replay) string {
	var out bytes.Buffer
	if err := pgn.NewWriter(&out, pgn.WriterOptions{}).Write(p); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// What an engine writes takes the place of what an engine wrote before, whichever it
// was, and leaves what people wrote: annotating with the one and then with the other is
// annotating with the other, and where nothing is known in the end, the game is what it
// was.
func TestAnnotateReplacesItsOwn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawnGame(t)
		one, other := drawnPlies(t, p, "one"), drawnPlies(t, p, "other")
		first, second := marking{engine: "One 1.2 (Hash=4)", least: analyze.Inaccuracy}, marking{engine: "Other", least: analyze.Mistake}
		_, once := annotatedText(t, first, p, one)
		direct, _ := annotatedText(t, second, p, other)
		twice, replay := annotatedText(t, second, once, other)
		if diff := cmp.Diff(direct, twice); diff != "" {
			t.Fatalf("through another engine (-direct +through):\n%s", diff)
		}
		nothing := make([]analyze.Ply, len(p.Moves)+1)
		for i := range nothing {
			nothing[i].Err = analyze.ErrNotKept
		}
		left, _ := annotatedText(t, second, replay, nothing)
		bare, _ := annotatedText(t, second, p, nothing)
		if diff := cmp.Diff(bare, left); diff != "" {
			t.Fatalf("what is left (-before +after):\n%s", diff)
		}
		kept := pgn.NewEditor(p.Game)
		kept.SetTag("EvaluatedBy", "Other, rules "+p.Rules.Name)
		plain, err := pgn.Play(kept.Game(), pgn.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(textOf(t, plain), left); diff != "" {
			t.Fatalf("what people wrote (-before +after):\n%s", diff)
		}
	})
}

// Positions that are skipped keep what was written at them.
func TestAnnotateSkips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawnGame(t)
		mk := marking{engine: "E", least: analyze.Inaccuracy}
		before, once := annotatedText(t, mk, p, drawnPlies(t, p, "one"))
		skipped := make([]analyze.Ply, len(p.Moves)+1)
		for i := range skipped {
			skipped[i].Skipped = true
		}
		after, _ := annotatedText(t, mk, once, skipped)
		_, before, _ = strings.Cut(before, "\n\n")
		_, after, _ = strings.Cut(after, "\n\n")
		if diff := cmp.Diff(before, after); diff != "" {
			t.Fatalf("(-before +after):\n%s", diff)
		}
	})
}
