package pgn

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// expectation is a line of testdata/cases/expect.jsonl.
type expectation struct {
	Name    string    `json:"name"`
	Games   int       `json:"games"`
	Plies   []int     `json:"plies"`
	Worst   string    `json:"worst"`
	Results []string  `json:"results"`
	Endings []*string `json:"endings"`
}

func readAll(t testing.TB, path string) []*Game {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var games []*Game
	for g, err := range NewReader(f).Games() {
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	return games
}

// TestCases reads the small inputs of testdata/cases, one fault or habit each.
func TestCases(t *testing.T) {
	f, err := os.Open("testdata/cases/expect.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	scan := bufio.NewScanner(f)
	n := 0
	for scan.Scan() {
		var want expectation
		if err := json.Unmarshal(scan.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		n++
		t.Run(want.Name, func(t *testing.T) {
			games := readAll(t, filepath.Join("testdata/cases", want.Name+".pgn"))
			r, _ := NewReplayer(Options{})
			plies := []int{}
			var worst Severity
			var results []string
			for i, g := range games {
				p := r.Replay(g)
				plies = append(plies, len(p.Moves))
				worst = max(worst, Worst(p.Diagnostics))
				results = append(results, p.Result.String())
				if i < len(want.Endings) && want.Endings[i] != nil && string(p.Ending.Reason) != *want.Endings[i] {
					t.Errorf("game %d ends by %q, want %q", i+1, p.Ending.Reason, *want.Endings[i])
				}
				for _, d := range p.Diagnostics {
					t.Logf("game %d %+v", i+1, d)
				}
			}
			if diff := cmp.Diff(want.Plies, plies); diff != "" {
				t.Errorf("plies (-want +got):\n%s", diff)
			}
			if want.Results != nil && !slices.Equal(want.Results, results) {
				t.Errorf("results %v, want %v", results, want.Results)
			}
			got := worst.String()
			if worst <= Note {
				got = "clean"
			}
			if got != want.Worst {
				t.Errorf("worst %s, want %s", got, want.Worst)
			}
		})
	}
	if n == 0 {
		t.Fatal("no cases")
	}
}
