package pgn

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEvaluations(t *testing.T) {
	for comment, want := range map[string][]Evaluation{
		"":                                nil,
		"fine":                            nil,
		"[%eval 0.25]":                    {{CP: 25}},
		"[%eval -1.01,12] [%depth 3]":     {{CP: -101}},
		"so [%eval #3] or [%eval #-12,7]": {{Mate: 3}, {Mate: -12}},
		"[%eval +2] [%eval x] [%eval 1e9] [%eval NaN] [%eval #] [%eval #0] [%eval ": {{CP: 200}},
		"[%eval 1.5": {{CP: 150}},
	} {
		got := Evaluations(comment)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", comment, diff)
		}
	}
}
