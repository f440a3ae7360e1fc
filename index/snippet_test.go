package index

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSnippets(t *testing.T) {
	long := strings.Repeat("one two three ", 5) + "the Fine-Beginning, of as-Ṣūlī " + strings.Repeat("four five six ", 10)
	for _, tt := range []struct {
		query    string
		comments []string
		want     []string // marks in brackets
	}{
		{"text:fine", []string{"a fine beginning", "not so", "FINE"}, []string{"a [fine] beginning", "[FINE]"}},
		{`text:"fine beginning"`, []string{"a fine beginning, a beginning fine"}, []string{"a [fine beginning,] a beginning fine"}},
		{"suli", []string{long}, []string{"… two three the Fine-Beginning, of [as-Ṣūlī] four five six four five six four five six four five six four five …"}},
		{"text:begin*", []string{long}, []string{"… three one two three the [Fine-Beginning,] of as-Ṣūlī four five six four five six four five six four five six …"}},
		{"text:fine text:beginning", []string{"a fine new beginning"}, []string{"a [fine] new [beginning]"}},
		{"text:new -text:fine", []string{"a fine new beginning"}, []string{"a fine [new] beginning"}},
		{"text:begining~", []string{"+0.14/14 0.081s a beginning"}, []string{"a [beginning]"}},
		{"player:suli", []string{"suli"}, nil},
		{"not text:suli", []string{"suli"}, nil},
	} {
		var got []string
		if s := NewSnippeter(parse(t, tt.query)); s != nil {
			for _, found := range s.Snippets(tt.comments, 2) {
				text := found.Text
				for i := len(found.Marks) - 1; i >= 0; i-- {
					m := found.Marks[i]
					text = text[:m[0]] + "[" + text[m[0]:m[1]] + "]" + text[m[1]:]
				}
				got = append(got, text)
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", tt.query, diff)
		}
	}
}

func TestSnippetsOfForms(t *testing.T) {
	for _, tt := range []struct{ query, comment, want string }{
		{"text:attack", "The ferz is attacking nothing.", "attacking"},
		{"text:коней", "Оба игрока выводят коня.", "коня."},
		{"Turm", "Der Läufer greift die Türme an.", "Türme"},
		{`"attack"`, "The ferz is attacking nothing.", ""},
		{`text:"is attack"`, "The ferz is attacking nothing.", ""},
	} {
		got := ""
		for _, s := range NewSnippeter(parse(t, tt.query)).Snippets([]string{tt.comment}, 1) {
			for _, m := range s.Marks {
				got += s.Text[m[0]:m[1]]
			}
		}
		if got != tt.want {
			t.Errorf("%s marks %q in %q, not %q", tt.query, got, tt.comment, tt.want)
		}
	}
}
