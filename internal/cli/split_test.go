package cli

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestSafeName(t *testing.T) {
	for name, want := range map[string]string{
		"as-Suli, Abu Bakr":       "as-Suli, Abu Bakr",
		"الصولي، أبو بكر":         "الصولي- أبو بكر",
		"Ас-Сули":                 "Ас-Сули",
		"al-Ṣūlī":                 "al-Ṣūlī",
		"../../etc/passwd":        "etc-passwd",
		"a:b*c?\"<>|":             "a-b-c",
		".hidden.":                "hidden",
		"NUL":                     "_NUL",
		"com1.x":                  "_com1.x",
		"?":                       "unknown",
		"":                        "unknown",
		"\u202eevil\x00\n  name ": "evil- name",
	} {
		if got := safeName(name); got != want {
			t.Errorf("%q became %q, want %q", name, got, want)
		}
	}
}

// TestFileNames: whatever the names are, every group has a file of its own, with a name
// that stays in the folder.
func TestFileNames(t *testing.T) {
	sp := &splitter{suffix: ".pgn", taken: map[string]bool{}}
	var got []string
	for _, name := range []string{"A/b", "a-B", "a b", "a|b"} {
		got = append(got, sp.fileName(name))
	}
	if diff := cmp.Diff([]string{"A-b.pgn", "a-B-2.pgn", "a b.pgn", "a-b-3.pgn"}, got); diff != "" {
		t.Error(diff)
	}
	rapid.Check(t, func(t *rapid.T) {
		sp := &splitter{suffix: ".pgn", taken: map[string]bool{}}
		seen := map[string]bool{}
		for _, name := range rapid.SliceOfN(rapid.String(), 1, 20).Draw(t, "names") {
			file := sp.fileName(name)
			folded := strings.ToLower(file)
			if seen[folded] || len(file) > 140 || !utf8.ValidString(file) || strings.ContainsAny(file, "/\\:*?\"<>|\x00") || strings.HasPrefix(file, ".") {
				t.Fatalf("%q became %q", name, file)
			}
			seen[folded] = true
		}
	})
}
