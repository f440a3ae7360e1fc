package pgn

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func one(t *testing.T, text string) *Game {
	t.Helper()
	var g Game
	if err := NewReader(strings.NewReader(text)).Read(&g); err != nil {
		t.Fatal(err)
	}
	return &g
}

func written(t *testing.T, g *Game) string {
	t.Helper()
	p, err := Play(g, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := NewWriter(&out, WriterOptions{}).Write(p); err != nil {
		t.Fatal(err)
	}
	_, moves, _ := strings.Cut(out.String(), "\n\n")
	return strings.TrimSpace(moves)
}

func TestEditor(t *testing.T) {
	const head = "[Variant \"Shatranj\"]\n[SetUp \"1\"]\n[FEN \"rnakfanr/pppppppp/8/8/8/8/PPPPPPPP/RNAKFANR w - - 0 1\"]\n\n"
	g := one(t, head+"1. e3 {old} e6 2. Nf3 (2. Nh3) 1-0 {end}")
	index := func(kind ItemKind, nth int) int {
		for i, it := range g.Items {
			if it.Kind == kind {
				if nth--; nth == 0 {
					return i
				}
			}
		}
		t.Fatal("no such item")
		return 0
	}
	e := NewEditor(g)
	old := index(CommentItem, 1)
	e.Drop(old, old+1)
	e.Insert(old+1, Piece{Kind: NAGItem, NAG: 2}, Piece{Kind: CommentItem, Text: "new"})
	e.Insert(old+1, Variation("line", "d3", "d6")...)
	e.Insert(len(g.Items), Piece{Kind: CommentItem, Text: "last"})
	got := written(t, e.Game())
	want := "1. e3 $2 {new} (1. d3 {line} 1... d6) 1... e6 2. Nf3 (2. Nh3) 1-0 {end} {last}"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if unchanged := written(t, g); unchanged != "1. e3 {old} 1... e6 2. Nf3 (2. Nh3) 1-0 {end}" {
		t.Errorf("the game itself became %s", unchanged)
	}
}

// The text behind a fault is kept as it was, without what an Editor put in.
func TestEditorBeforeAFault(t *testing.T) {
	g := one(t, "[Variant \"Shatranj\"]\n[FEN \"rnakfanr/pppppppp/8/8/8/8/PPPPPPPP/RNAKFANR w - - 0 1\"]\n\n1. e3 e6 2. Nf6 {oh} 1-0")
	e := NewEditor(g)
	e.Insert(2, Piece{Kind: CommentItem, Text: "good"})
	if got, want := written(t, e.Game()), "1. e3 {good} 1... e6\n2. Nf6 {oh} 1-0"; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// Tags are set, replaced and taken out; the others stay as they are, and so does a
// remark that stands between the tags of a faulty game.
func TestEditorTags(t *testing.T) {
	const text = "[Event \"a\"]\n[X \"1\"]\n[Y \"2\"]\n[Variant \"Shatranj\"]\n[FEN \"rnakfanr/pppppppp/8/8/8/8/PPPPPPPP/RNAKFANR w - - 0 1\"]\n{between}\n[X \"3\"]\n\n1. e3 e6 2. Nf6 {oh} 1-0"
	g := one(t, text)
	e := NewEditor(g)
	e.SetTag("X", `a "b" \c`)
	e.DropTag("Y")
	e.DropTag("nowhere")
	e.SetTag("Z", "صولي")
	e.SetTag("Event", "b")
	changed := e.Game()
	want := []Tag{
		{"Event", "b"}, {"X", `a "b" \c`}, {"Variant", "Shatranj"},
		{"FEN", "rnakfanr/pppppppp/8/8/8/8/PPPPPPPP/RNAKFANR w - - 0 1"}, {"Z", "صولي"},
	}
	if diff := cmp.Diff(want, changed.Tags()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if event, _ := changed.knownValue(tagEvent); event != "b" {
		t.Errorf("the event is %q", event)
	}
	if got := string(changed.Source()); got != text {
		t.Errorf("the source became %q", got)
	}
	p, err := Play(changed, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := NewWriter(&out, WriterOptions{}).Write(p); err != nil {
		t.Fatal(err)
	}
	again := one(t, out.String())
	if x, _ := again.Tag("X"); x != `a "b" \c` {
		t.Errorf("read again, X is %q", x)
	}
	if n := strings.Count(out.String(), "between"); n != 1 {
		t.Errorf("the remark stands %d times in\n%s", n, out.String())
	}
	if n := strings.Count(out.String(), "[X "); n != 1 {
		t.Errorf("X stands %d times in\n%s", n, out.String())
	}
}
