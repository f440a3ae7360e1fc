package pgn

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/diwan-shatranj/diwan/rules"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func replayed(t interface{ Fatal(...any) }, text string) *Replay {
	g, err := readOne([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	p, err := Play(g, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// rendered is a merged game as text.
func rendered(t interface{ Fatal(...any) }, m *Merged) string {
	p, err := m.Replay()
	if err != nil {
		t.Fatal(err)
	}
	return string(NewWriter(nil, WriterOptions{}).Render(p).Text)
}

func TestMerge(t *testing.T) {
	const head = "[White \"as-Suli\"]\n[Black \"?\"]\n[Variant \"Shatranj\"]\n[Array \"shah-e\"]\n[Result \"1-0\"]\n\n"
	for _, c := range []struct {
		name         string
		into         string
		copies       []string
		tags, text   string // of what comes of it
		conflicts    []Tag
		added        [4]int
		nothingIsNew bool
	}{
		{
			name: "the same game says nothing new",
			into: head + "1. e3 {good} e6 $1 1-0", copies: []string{head + "1. e3 { good } e6 ! 1-0", head + "1. e3 e6 1-0"},
			text: "1. e3 {good} 1... e6 $1 1-0", nothingIsNew: true,
		},
		{
			name: "notes and variations are put together",
			into: head + "{first} 1. e3 {good} e6 (1... d6 2. d3 {quiet}) 2. f3 1-0",
			copies: []string{
				head + "{second} 1. e3 $1 {well begun} e6 (1... d6 2. d3 (2. f3 $2)) (1... f6) 2. f3 {end} 1-0",
				head + "1. e3 {well begun} (1. d3 {slow} d6 2. c3) 1... e6 2. f3 1-0",
			},
			text:  "{first} {second} 1. e3 {good} $1 {well begun} (1. d3 {slow} 1... d6 2. c3) 1... e6 (1... d6 2. d3 {quiet} (2. f3 $2)) (1... f6) 2. f3 {end} 1-0",
			added: [4]int{0, 4, 2, 3},
		},
		{
			name: "tags are put together, and contradictions stay visible",
			into: "[White \"as-Suli\"]\n[Black \"?\"]\n[Date \"0920.??.??\"]\n[Round \"-\"]\n" + head[strings.Index(head, "[Variant"):] + "1. e3 1-0",
			copies: []string{
				"[White \"as-Suly\"]\n[Black \"al-Lajlaj\"]\n[Date \"0920.05.??\"]\n[Round \"3\"]\n[Annotator \"Murray\"]\n[Result \"0-1\"]\n[Array \"shah-e\"]\n\n1. e3 0-1",
				"[White \"Suli\"]\n[Black \"al-Mawardi\"]\n[Date \"0921.??.??\"]\n[WhiteAlso \"as-Suly\"]\n[Array \"shah-e\"]\n\n1. e3 *",
			},
			text: "1. e3 1-0",
			conflicts: []Tag{
				{"WhiteAlso", "as-Suly"}, {"WhiteAlso2", "Suli"}, {"BlackAlso", "al-Mawardi"}, {"DateAlso", "0921.??.??"}, {"ResultAlso", "0-1"},
			},
			tags:  "Black=al-Lajlaj Date=0920.05.?? Round=3 Annotator=Murray Result=1-0",
			added: [4]int{9, 0, 0, 0},
		},
		{
			name: "the longer main line wins, whichever game it is of",
			into: head + "1. e3 {good} *", copies: []string{head + "1. e3 e6 2. f3 1-0"},
			text: "1. e3 {good} 1... e6 2. f3 1-0", added: [4]int{0, 1, 0, 1},
		},
		{
			name: "what departs becomes a variation that names its source",
			into: head + "1. e3 e6 2. f3 f6 1-0", copies: []string{head + "1. e3 e6 2. g3 {sic} f6 3. h3 1-0"},
			text: "1. e3 e6 2. f3 (2. g3 {sic} {otherwise in copy 1} 2... f6 3. h3) 2... f6 1-0", added: [4]int{0, 1, 0, 1},
		},
		{
			name: "a mirrored copy is turned round",
			into: head + "1. e3 e6 1-0", copies: []string{"[White \"as-Suli\"]\n[Array \"shah-d\"]\n\n1. d3 {d3 is right} d6 (1... c6) 1-0"},
			text: "1. e3 {d3 is right} 1... e6 (1... f6) 1-0", conflicts: []Tag{{"ArrayAlso", "shah-d"}}, added: [4]int{1, 1, 0, 1},
		},
		{
			name: "a variation does not make the main line longer",
			into: head + "1. e3 e6 1-0", copies: []string{head + "1. e3 f6 (1... e6 2. f3 f6 {so}) 1-0"},
			text: "1. e3 e6 {then: f2f3 f7f6 [so]} (1... f6 {otherwise in copy 1}) 1-0", added: [4]int{0, 1, 0, 2},
		},
		{
			name: "a result that is known wins",
			into: head[:strings.Index(head, "[Result")] + "\n1. e3 e6 *", copies: []string{head + "1. e3 e6 1-0"},
			text: "1. e3 e6 1-0", added: [4]int{0, 0, 0, 1},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			var copies []Copy
			for i, text := range c.copies {
				copies = append(copies, Copy{replayed(t, text), fmt.Sprintf("copy %d", i+1)})
			}
			m, err := Merge(replayed(t, c.into), copies...)
			if err != nil {
				t.Fatal(err)
			}
			text := rendered(t, m)
			_, moves, _ := strings.Cut(text, "\n\n")
			if got := strings.Join(strings.Fields(moves), " "); got != c.text {
				t.Errorf("got  %s\nwant %s", got, c.text)
			}
			for _, tag := range strings.Fields(c.tags) {
				name, value, _ := strings.Cut(tag, "=")
				if got, _ := m.Game.Tag(name); got != value {
					t.Errorf("%s is %q, want %q", name, got, value)
				}
			}
			if diff := cmp.Diff(c.conflicts, m.Conflicts); diff != "" {
				t.Errorf("conflicts: %s", diff)
			}
			if got := [4]int{m.Tags, m.Comments, m.NAGs, m.Variations}; got != c.added {
				t.Errorf("added %v, want %v", got, c.added)
			}
			if m.IsNew() == c.nothingIsNew {
				t.Errorf("IsNew is %v", m.IsNew())
			}
		})
	}
}

func TestMergeRefuses(t *testing.T) {
	game := replayed(t, "1. e3 e6 1-0")
	for name, text := range map[string]string{
		"another start": "[FEN \"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1\"]\n\n1. Rd2 *",
		"a fault":       "1. e3 (1. e9) e6 1-0",
	} {
		if _, err := Merge(game, Copy{Replay: replayed(t, text)}); !errors.Is(err, ErrUnmergeable) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Everything that a copy says is in what comes of a merge; and merging it again says
// nothing new.
func TestMergeLaw(t *testing.T) {
	base := []string{"e3", "e6", "f3", "f6", "Nc3", "Nc6"}
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) *Replay {
			var b strings.Builder
			fmt.Fprintf(&b, "[White %q]\n[Array \"shah-e\"]\n", rapid.SampledFrom([]string{"A", "B", "?", "C"}).Draw(t, name+" white"))
			if rapid.Bool().Draw(t, name+" tag") {
				b.WriteString("[Annotator \"" + name + "\"]\n")
			}
			b.WriteByte('\n')
			n := rapid.IntRange(0, len(base)).Draw(t, name+" plies")
			for i, m := range base[:n] {
				if i == 4 && rapid.Bool().Draw(t, name+" departs") {
					b.WriteString("Na3 ")
					break
				}
				b.WriteString(m + " ")
				if rapid.Bool().Draw(t, name+" comment") {
					fmt.Fprintf(&b, "{%s} ", rapid.SampledFrom([]string{"x", "y y", name}).Draw(t, name+" text"))
				}
				if i < 2 && rapid.Bool().Draw(t, name+" variation") {
					b.WriteString([]string{"(d3 {of " + name + "} d6) ", "($1 d6 {why} d3 (c3)) "}[i])
				}
			}
			b.WriteString("*\n")
			return replayed(t, b.String())
		}
		into, c := draw("one"), draw("two")
		m, err := Merge(into, Copy{c, "two"})
		if err != nil {
			t.Fatal(err)
		}
		text := rendered(t, m)
		merged := replayed(t, text)
		for _, p := range []*Replay{into, c} {
			for _, it := range p.Game.Items {
				if it.Kind == CommentItem && !strings.Contains(text, p.Game.Comment(it)) {
					t.Fatalf("the comment %q is lost:\n%s", p.Game.Comment(it), text)
				}
			}
			for _, tag := range p.Game.Tags() {
				if !isUnknown(tag.Value) && !strings.Contains(text, `"`+tag.Value+`"`) {
					t.Fatalf("the tag %v is lost:\n%s", tag, text)
				}
			}
			if !hasMain(treeOf(merged, rules.Identity), p.Moves) {
				t.Fatalf("the main line %v is lost:\n%s", p.Moves, text)
			}
		}
		again, err := Merge(merged, Copy{c, "two"}, Copy{into, ""})
		if err != nil {
			t.Fatal(err)
		}
		if again.IsNew() || rendered(t, again) != text {
			t.Fatalf("merged again, it says more (%d %d %d %d):\n%s\n%s", again.Tags, again.Comments, again.NAGs, again.Variations, text, rendered(t, again))
		}
	})
}

// hasMain reports whether a tree has a line of moves from its start.
func hasMain(n *mergeNode, moves []rules.Move) bool {
	for _, m := range moves {
		if n = n.child(m); n == nil {
			return false
		}
	}
	return true
}
