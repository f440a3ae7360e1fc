package query

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFieldDocs(t *testing.T) {
	seen := map[string]bool{}
	for _, d := range FieldDocs() {
		if seen[d.Name] {
			t.Errorf("%s: twice in the table", d.Name)
		}
		seen[d.Name] = true
		if d.Kind == "" || d.Meaning == "" || (d.Kind == "one of") != (len(d.Choices) > 0) {
			t.Errorf("%s: the documentation is not complete: %+v", d.Name, d)
		}
		e, err := Parse(d.Example)
		if err != nil {
			t.Errorf("%s: its example: %v", d.Name, err)
			continue
		}
		if !strings.Contains(e.String(), d.Name+":") {
			t.Errorf("%s: its example does not use it: %s", d.Name, e)
		}
		for _, choice := range d.Choices {
			query := d.Name + ":" + choice
			if d.Name == "in" {
				query += " line:e3"
			}
			if _, err := Parse(query); err != nil {
				t.Errorf("%s: %v", query, err)
			}
		}
		_, err = Parse(d.Name + ":=1")
		var e2 *Error
		if d.Ordered && err != nil || !d.Ordered && !errors.As(err, &e2) {
			t.Errorf("%s: ordered is %v, but %s:=1 gives %v", d.Name, d.Ordered, d.Name, err)
		}
	}
	// The fields of the language that scripts depend on.
	for _, name := range strings.Fields(`player white black event site round annotator tag date elo whiteelo blackelo result
		ending rules array plies text opening white.opening black.opening id source imported code termination timecontrol
		eval blunders has fen board material line alfil for at in`) {
		if !seen[name] {
			t.Errorf("%s: not in the table", name)
		}
	}
}

func TestInterval(t *testing.T) {
	tests := []struct {
		in          string
		first, last int
	}{
		{"920", 9200101, 9201231},
		{"0920.05", 9200501, 9200531},
		{"0920.05.14", 9200514, 9200514},
		{"92?", 9200101, 9291231},
		{"9??", 9000101, 9991231},
		{"1???", 10000101, 19991231},
		{"00??", 10101, 991231},
		{"c.920", 9100101, 9301231},
		{"308AH", 9200523, 9210511},
		{"0308.01AH", 9200523, 9200621},
		{"0308.01.01AH", 9200523, 9200523},
		{"30?AH", 9120818, 9220430},
		{"c.0920.05", 9100501, 9300531},
		{"c.5", 10101, 151231},
		{"c.9999", 99890101, 99991231},
	}
	for _, tt := range tests {
		d, bad := parseDate(tt.in)
		if bad != nil {
			t.Errorf("%s: %+v", tt.in, bad)
			continue
		}
		if first, last := d.Interval(); first != tt.first || last != tt.last {
			t.Errorf("%s: %d to %d, want %d to %d", tt.in, first, last, tt.first, tt.last)
		}
	}
}

func TestExpand(t *testing.T) {
	saved := map[string]string{
		"suli":   "player:suli",
		"early":  "date:<1000 or date:c.1000",
		"both":   "@suli @early",
		"found":  "line:e3",
		"all":    "",
		"wrong":  "playr:x",
		"loop":   "a @loop2",
		"loop2":  "not @loop",
		"double": "@d1 @d1",
	}
	saved["d21"] = "x"
	for i := range 20 {
		saved[fmt.Sprintf("d%d", i+1)] = fmt.Sprintf("@d%d @d%d", i+2, i+2)
	}
	errNone := errors.New("no such query")
	load := func(name string) (string, error) {
		text, ok := saved[name]
		if !ok {
			return "", errNone
		}
		return text, nil
	}
	for _, tt := range []struct{ in, want string }{
		{"x", "x"},
		{"@suli", "player:suli"},
		{"x @both", "x player:suli (date:<1000 or date:c.1000)"},
		{"x or @early", "x or date:<1000 or date:c.1000"},
		{"x -@both", "x not (player:suli (date:<1000 or date:c.1000))"},
		{"(@found in:variations) x @found", `(line:"e3" in:variations) x line:"e3"`},
		{"@all", ""},
		{"@all x", "x"},
		{"x or @all", ""},
		{"-@all", "not id:>=1"},
	} {
		e, err := Parse(tt.in)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Expand(e, load)
		if err != nil {
			t.Errorf("Expand(%s): %v", tt.in, err)
			continue
		}
		if got.String() != tt.want {
			t.Errorf("Expand(%s) = %s, want %s", tt.in, got, tt.want)
		}
	}
	for _, tt := range []struct {
		in     string
		column int
		want   string
	}{
		{"x @none", 4, "saved query `none`: no such query"},
		{"x or -@wrong", 8, "saved query `wrong`: column 1: unknown field `playr`"},
		{"@loop", 2, "@loop, @loop2, @loop"},
		{"@double", 2, "more than 1000"},
	} {
		e, err := Parse(tt.in)
		if err != nil {
			t.Fatal(err)
		}
		_, err = Expand(e, load)
		var q *Error
		if !errors.As(err, &q) || q.Column != tt.column || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("Expand(%s): %v, want column %d: …%s…", tt.in, err, tt.column, tt.want)
		}
	}
	_, err := Expand(Saved{Name: "none"}, load)
	if !errors.Is(err, errNone) {
		t.Errorf("Expand hides the cause: %v", err)
	}
}

func TestWalkSkips(t *testing.T) {
	e, err := Parse("a (b or -c) d")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	Walk(e, func(e Expr) bool {
		got = append(got, e.String())
		_, isNot := e.(Not)
		return !isNot
	})
	want := []string{"a (b or not c) d", "a", "b or not c", "b", "not c", "d"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("visited (-want +got):\n%s", diff)
	}
}

func TestClosest(t *testing.T) {
	names := []string{"player", "white", "black", "plies", "date", "fen"}
	for word, want := range map[string]string{
		"playr": "player", "palyer": "player", "players": "player", "whiet": "white", "blck": "black", "fan": "fen",
		"pleis": "plies", "xyz": "", "": "", "annotation": "", "dates": "date",
	} {
		if got := closest(word, names); got != want {
			t.Errorf("closest(%q) = %q, want %q", word, got, want)
		}
	}
}

// TestWordsThatCannotBeBare prints words that no query gives as bare ones:
// they are put in quotes rather than printed as something else.
func TestWordsThatCannotBeBare(t *testing.T) {
	for _, s := range []string{"or", "NOT", "player:x", "elo=3", "-x", "~x", "@x", "a b", "x*", `a"b`} {
		e, err := Parse(Word{Text: s}.String())
		if err != nil {
			t.Errorf("%s: %v", s, err)
			continue
		}
		if diff := cmp.Diff(Expr(Phrase{Text: s}), e, ignoreColumns()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", s, diff)
		}
	}
}
