package pgn

import (
	"strings"
	"testing"
)

func TestRepairs(t *testing.T) {
	head := func(fen string) string {
		return "[Variant \"Shatranj\"]\n[SetUp \"1\"]\n[FEN \"" + fen + "\"]\n\n"
	}
	const (
		shahE = "rnafkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAFKANR w - - 0 1"
		shahD = "rnakfanr/pppppppp/8/8/8/8/PPPPPPPP/RNAKFANR w - - 0 1"
	)
	for _, tt := range []struct {
		name, text string
		want       Repair // of the best proposal
	}{
		{"a neighbouring square", head(shahE) + "1. e3 e6 2. Nf4 Nc6 3. Ng5 d6 *", Repair{Kind: RepairMove, Text: "Nf3", Old: "Nf4", Ply: 3, Plies: 3, Complete: true}},
		{"another man", head(shahE) + "1. e3 e6 2. Af3 Nc6 3. Ng5 d6 *", Repair{Kind: RepairMove, Text: "Nf3", Old: "Af3", Ply: 3, Plies: 3, Complete: true}},
		{"rank and file swapped", head(shahE) + "1. e3 e6 2. Nc6 Nc6 3. Nd4 Nxd4 *", Repair{Kind: RepairMove, Text: "Nf3", Old: "Nc6", Ply: 3, Plies: 3, Complete: true}},
		{"the other array", head(shahE) + "1. d3 d6 2. Fd2 Fd7 3. Fc3 *", Repair{Kind: RepairStart, Text: "shah-d", Old: "Fd2", Ply: 3, Plies: 2, Complete: true}},
		{"a ply is missing", head(shahD) + "1. e3 Nf3 e6 2. d3 d6 3. Nc3 Nc6 *", Repair{Kind: RepairMissing, Text: "a6", Old: "Nf3", Ply: 2, Plies: 6, Complete: true}},
		{"a ply too many", head(shahD) + "1. e3 e3 2. e6 Nf3 3. Nf6 Nc3 *", Repair{Kind: RepairExtra, Old: "e3", Ply: 2, Plies: 4, Complete: true}},
		{"the last ply", head(shahD) + "1. e3 e6 2. Nf4 *", Repair{Kind: RepairMove, Text: "Nf3", Old: "Nf4", Ply: 3, Complete: true}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, _ := NewReplayer(Options{})
			repairs := Repairs(r.Replay(one(t, tt.text)))
			if len(repairs) == 0 {
				t.Fatal("no proposal")
			}
			got := repairs[0]
			got.cost = 0
			if got != tt.want {
				t.Errorf("got  %+v\nwant %+v\nall: %v", got, tt.want, repairs)
			}
			if !strings.Contains(got.String(), got.Text) {
				t.Errorf("%q does not name %q", got.String(), got.Text)
			}
		})
	}
}

func TestNoRepairs(t *testing.T) {
	r, _ := NewReplayer(Options{})
	for _, text := range []string{
		"[Variant \"Shatranj\"]\n\n1. e3 e6 *",
		"[Variant \"Chess\"]\n\n1. e4 e5 *",
		"[FEN \"garbage\"]\n\n1. e4 e5 *",
		"[White \"A\"]\n\n*",
	} {
		if got := Repairs(r.Replay(one(t, text))); got != nil {
			t.Errorf("%q: %v", text, got)
		}
	}
}
