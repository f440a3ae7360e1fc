package pgn

import "testing"

func TestStrip(t *testing.T) {
	const head = "[Variant \"Shatranj\"]\n[SetUp \"1\"]\n[FEN \"rnakfanr/pppppppp/8/8/8/8/PPPPPPPP/RNAKFANR w - - 0 1\"]\n\n"
	const moves = "{intro} 1. e3 $2 {[%eval 0.20] [%depth 9] old} (1. d3 {idea} 1... d6 $1) 1... e6 {+0.14/14 0.081s} 2. Nf3 {+M1/3 0.004s, White mates} 1-0 {end}"
	for _, tt := range []struct {
		name  string
		strip Strip
		want  string
	}{
		{"nothing", Strip{}, moves},
		{"comments", Strip{Comments: true}, "1. e3 $2 (1. d3 d6 $1) 1... e6 2. Nf3 1-0"},
		{"nags", Strip{NAGs: true}, "{intro} 1. e3 {[%eval 0.20] [%depth 9] old} (1. d3 {idea} 1... d6) 1... e6\n{+0.14/14 0.081s} 2. Nf3 {+M1/3 0.004s, White mates} 1-0 {end}"},
		{"variations", Strip{Variations: true}, "{intro} 1. e3 $2 {[%eval 0.20] [%depth 9] old} 1... e6 {+0.14/14 0.081s} 2. Nf3\n{+M1/3 0.004s, White mates} 1-0 {end}"},
		{"evals", Strip{Evals: true}, "{intro} 1. e3 $2 {old} (1. d3 {idea} 1... d6 $1) 1... e6 2. Nf3 {White mates}\n1-0 {end}"},
		{"all", Strip{Comments: true, NAGs: true, Variations: true}, "1. e3 e6 2. Nf3 1-0"},
		{"to ply 1", Strip{ToPly: 1}, "{intro} 1. e3 $2 {[%eval 0.20] [%depth 9] old} (1. d3 {idea} 1... d6 $1) 1-0\n{end}"},
		{"to ply 2, bare", Strip{ToPly: 2, Comments: true, Variations: true}, "1. e3 $2 e6 1-0"},
		{"to ply 99", Strip{ToPly: 99, Comments: true, Variations: true, NAGs: true}, "1. e3 e6 2. Nf3 1-0"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := Play(one(t, head+moves), Options{})
			if err != nil {
				t.Fatal(err)
			}
			got := written(t, tt.strip.Game(p))
			if tt.name == "nothing" {
				got = unwrap(got)
			}
			if got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

// unwrap joins the lines of a movetext.
func unwrap(s string) string {
	b := []byte(s)
	for i := range b {
		if b[i] == '\n' {
			b[i] = ' '
		}
	}
	return string(b)
}

// A fault behind the last ply that is wanted is gone with the rest.
func TestStripBeforeAFault(t *testing.T) {
	g := one(t, "[Variant \"Shatranj\"]\n[FEN \"rnakfanr/pppppppp/8/8/8/8/PPPPPPPP/RNAKFANR w - - 0 1\"]\n\n1. e3 e6 2. Nf6 Nc6 0-1")
	p, err := Play(g, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := written(t, Strip{ToPly: 2}.Game(p)), "1. e3 e6 0-1"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestParseStrip(t *testing.T) {
	s, err := ParseStrip([]string{"comments", " evals"})
	if err != nil || s != (Strip{Comments: true, Evals: true}) {
		t.Errorf("got %+v, %v", s, err)
	}
	if _, err := ParseStrip([]string{"moves"}); err == nil {
		t.Error("moves cannot be stripped")
	}
}
