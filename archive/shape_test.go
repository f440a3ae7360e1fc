package archive

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/diwan-shatranj/diwan/pgn"
)

// TestShape is the law that tags that are taken apart can be put together again.
func TestShape(t *testing.T) {
	names := append(columnNames[:], "Variant", "SetUp", "RuleSet", "Array", "Annotator", "Élo", "x")
	rapid.Check(t, func(t *rapid.T) {
		var tags []pgn.Tag
		var b strings.Builder
		for range rapid.IntRange(0, 12).Draw(t, "tags") {
			tag := pgn.Tag{
				Name: rapid.SampledFrom(names).Draw(t, "name"),
				Value: rapid.OneOf(
					rapid.StringMatching(`[ -~éж\\"]{0,60}`),
					rapid.SampledFrom([]string{"1-0", "*", "Shatranj", "1", "rnafkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAFKANR w - - 0 1"}),
				).Draw(t, "value"),
			}
			tags = append(tags, tag)
			b.Write(appendTag(nil, tag.Name, tag.Value))
		}
		b.WriteString("\n*\n")
		p := played(t, b.String())
		if diff := cmp.Diff(tags, p.Game.Tags()); diff != "" && len(tags) > 0 {
			t.Fatalf("tags read (-want +got):\n%s", diff)
		}
		if !p.Played {
			t.Skip("it cannot be played")
		}
		var w tagWriter
		var values [columnTags][]byte
		w.write(p, []byte(p.Start.FEN()), &values)
		sh, err := parseShape(string(w.shape))
		if err != nil {
			t.Fatalf("%s: %v", w.shape, err)
		}
		var texts [columnTags]string
		for i, v := range values {
			texts[i] = string(v)
		}
		got, err := sh.tags(&texts, p.Result, p.Start.FEN(), string(w.extra))
		if err != nil {
			t.Fatalf("%s %s: %v", w.shape, w.extra, err)
		}
		if diff := cmp.Diff(tags, got); diff != "" && len(tags) > 0 {
			t.Errorf("%s %s (-want +got):\n%s", w.shape, w.extra, diff)
		}
	})
}

func TestShapeOfPlainGames(t *testing.T) {
	var w tagWriter
	var values [columnTags][]byte
	for in, want := range map[string]string{
		twinTags + "\n1. e3 1-0\n":                                       `["Event","Site","Date","Round","White","Black","Result",["Variant","Shatranj"]] `,
		"[Result \"0-1\"]\n\n1. e3 1-0\n":                                `[["Result","0-1"]] `,
		"[White \"a\"]\n[White \"b\"]\n\n1. e3 1-0\n":                    `["White",["White"]] ["b"]`,
		"[Annotator \"a\"]\n[X \"\"]\n\n1. e3 1-0\n":                     `[["Annotator"],["X"]] ["a",""]`,
		"[SetUp \"1\"]\n[FEN \"" + shahE + "\"]\n\n*\n":                  `[["SetUp","1"],"FEN"] `,
		"[FEN \"rnaqkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAQKANR w\"]\n\n*\n": `[["FEN","rnaqkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAQKANR w"]] `,
		"[FEN \"k7/8/8/8/8/8/8/K6R w - -\"]\n\n*\n":                      `[["FEN"]] ["k7/8/8/8/8/8/8/K6R w - -"]`,
	} {
		p := played(t, in)
		w.write(p, []byte(p.Start.FEN()), &values)
		if got := fmt.Sprintf("%s %s", w.shape, w.extra); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

const shahE = "rnafkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAFKANR w - - 0 1"

func TestParseShapeErrors(t *testing.T) {
	for _, s := range []string{"", "{}", `["Annotator"]`, `[["a","b","c"]]`, `[[]]`, `[1]`, `[["a",1]]`} {
		if sh, err := parseShape(s); err == nil {
			t.Errorf("%s: %v", s, sh)
		}
	}
	var texts [columnTags]string
	sh := shape{{name: "A", where: inExtra}}
	for _, extra := range []string{"", "[]", `["a","b"]`, "x"} {
		if tags, err := sh.tags(&texts, 0, "", extra); err == nil {
			t.Errorf("%s: %v", extra, tags)
		}
	}
}

// TestAppendJSON holds that the JSON says the text.
func TestAppendJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })).Draw(t, "text")
		var got string
		out := appendJSON(nil, text)
		if err := json.Unmarshal(out, &got); err != nil {
			t.Fatalf("%s: %v", out, err)
		}
		if want := strings.ToValidUTF8(text, "\ufffd"); utf8.ValidString(text) && got != want {
			t.Errorf("%q became %s, which is %q", text, out, got)
		}
	})
}
