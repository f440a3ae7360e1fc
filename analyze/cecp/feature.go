package cecp

import (
	"iter"
	"strings"

	"github.com/diwan-shatranj/diwan/analyze/program"
)

// features yields the names and values of a "feature" line without the word
// itself: NAME=VALUE, where VALUE may stand in quotes.
func features(line string) iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for {
			name, rest, found := strings.Cut(strings.TrimLeft(line, " \t"), "=")
			if !found {
				return
			}
			var value string
			if quoted, ok := strings.CutPrefix(rest, `"`); ok {
				value, line, _ = strings.Cut(quoted, `"`)
			} else {
				value, line, _ = strings.Cut(rest, " ")
			}
			if !yield(name, value) {
				return
			}
		}
	}
}

// parseOption reads the value of the feature "option": a name, a dash, a type
// and what belongs to the type.
func parseOption(text string) program.Option {
	var o program.Option
	name, rest, _ := strings.Cut(text, " -")
	o.Name = name
	kind, value, _ := strings.Cut(rest, " ")
	o.Type = kind
	switch kind {
	case "spin", "slider":
		f := append(strings.Fields(value), "", "", "")
		o.Default, o.Min, o.Max = f[0], f[1], f[2]
	case "combo":
		for _, v := range strings.Split(value, "///") {
			v = strings.TrimSpace(v)
			if chosen, ok := strings.CutPrefix(v, "*"); ok {
				v, o.Default = chosen, chosen
			}
			o.Vars = append(o.Vars, v)
		}
	default:
		o.Default = value
	}
	return o
}
