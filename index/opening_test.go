package index

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/diwan-shatranj/diwan/index/authority"
	"github.com/diwan-shatranj/diwan/index/tabiya"
	"github.com/google/go-cmp/cmp"
)

func builtinNames(t testing.TB) *authority.List {
	t.Helper()
	l, err := authority.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func builtinTabiyat(t testing.TB) *tabiya.List {
	t.Helper()
	l, err := tabiya.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// openings are games that come to arrays: Mujannah against nothing and against
// Sayyal, that of as-Suli, and one that stops short.
const openings = `
[White "Al-Lajlaj"]
[Black "Nobody"]
[Date "0960.??.??"]
[Result "1-0"]

1. f3 a6 2. f4 h6 3. c3 Ra7 4. c4 Ra8 5. Nf3 Ra7 6. Nc3 Ra8 7. g3 Ra7 8. b3 Ra8 9. Rg1 Ra7 10. Rb1 Ra8 11. d3 Ra7 12. e3 Ra8 1-0

[White "Nobody"]
[Black "Al-Lajlaj"]
[Date "0962.??.??"]
[Result "0-1"]
[SetUp "1"]
[FEN "rnakfanr/pppppppp/8/8/8/8/PPPPPPPP/RNAKFANR w - - 0 1"]

1. b3 f6 2. b4 f5 3. c3 c6 4. d3 c5 5. e3 Nf6 6. f3 Nc6 7. g3 g6 8. h3 b6 9. Rh2 Rg8 10. Rc2 Rb8 11. Nd2 d6 12. Rb1 e6 0-1

[White "As-Suli"]
[Black "Al-Muqtadir"]
[Date "0920.??.??"]
[Result "1/2-1/2"]

1. g3 g6 2. g4 f6 3. e3 e6 4. Ne2 d6 5. Rg1 c6 6. f3 b6 7. f4 a6 8. f5 1/2-1/2

[White "Nobody"]
[Black "Nobody"]
[Date "0963.??.??"]
[Result "*"]
[SetUp "1"]
[FEN "rnakfanr/pppppppp/8/8/8/8/PPPPPPPP/RNAKFANR w - - 0 1"]

1. b3 f6 2. b4 f5 3. c3 c6 4. d3 c5 5. e3 Nf6 6. f3 Nc6 7. g3 g6 8. h3 b6 9. Rh2 Rg8 10. Rc2 Rb8 11. Nd2 d6 12. Rb1 *

`

func TestOpenings(t *testing.T) {
	ix, _ := someGames(t)
	for _, tt := range []struct {
		query string
		least int
		want  []Pairing
	}{
		{"player:lajlaj date:960..963", 0, []Pairing{
			{"Mujannah", "", Tally{Games: 1, White: 1}},
			{"Sayyal", "Mujannah", Tally{Games: 1, Black: 1}},
		}},
		{"opening:sayyal", 0, []Pairing{
			{"Sayyal", "Mujannah", Tally{Games: 2, Black: 1}},
			{"Sayyal of as-Suli", "", Tally{Games: 1, Draws: 1}},
		}},
		{"black.opening:mujannah", 95, []Pairing{
			{"Sayyal", "", Tally{Games: 1}},
			{"Sayyal", "Mujannah", Tally{Games: 1, Black: 1}},
		}},
		{"player:lajlaj -date:960..963 -suli", 0, nil},
	} {
		got, err := ix.Openings(context.Background(), parse(t, tt.query), tt.least)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", tt.query, diff)
		}
	}
}

// An array that the archive's owner has added is found from then on.
func TestOwnTabiyat(t *testing.T) {
	a := openArchive(t)
	ix := openIndex(t, a)
	addIndexed(t, a, ix, "arrays.pgn", openings)
	if hits := search(t, ix, "opening:nobodys", SearchOptions{}); len(hits) != 0 {
		t.Fatalf("found %v", hits)
	}
	file := filepath.Join(a.Dir(), TabiyatFile)
	if err := os.WriteFile(file, []byte("name\tplacement_ranks_1_to_4\nNobody's\t8/8/P6P/8\n"), 0o666); err == nil {
		t.Log("an array of men at home is refused")
	}
	if _, err := Open(a, Options{}); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("Open: %v", err)
	}
	if err := os.WriteFile(file, []byte("name\tplacement_ranks_1_to_4\nNobody's\tP6P/R7/8\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	again := openIndex(t, a)
	if s, err := again.State(context.Background()); err != nil || s.Health != Behind {
		t.Fatalf("%v, %v", s, err)
	}
	if err := again.Update(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	if s, err := again.State(context.Background()); err != nil || s.Health != Current {
		t.Fatalf("%v, %v", s, err)
	}
	hits := search(t, again, "black.opening:nobodys", SearchOptions{})
	if diff := cmp.Diff([]int64{1}, ids(hits)); diff != "" {
		t.Error(diff)
	}
}

func TestTally(t *testing.T) {
	for _, tt := range []struct {
		tally            Tally
		score, low, high float64
		decided          bool
	}{
		{Tally{Games: 10, White: 5, Black: 5}, 0.5, 0.2366, 0.7634, true},
		{Tally{Games: 100, White: 40, Draws: 20, Black: 40}, 0.5, 0.4038, 0.5962, true},
		{Tally{Games: 12, White: 10}, 1, 0.7225, 1, true},
		{Tally{Games: 12, Black: 10}, 0, 0, 0.2775, true},
		{Tally{Games: 12}, 0, 0, 1, false},
	} {
		score, low, high, decided := tt.tally.Score()
		near := func(a, b float64) bool { return a-b < 1e-4 && b-a < 1e-4 }
		if !near(score, tt.score) || !near(low, tt.low) || !near(high, tt.high) || decided != tt.decided {
			t.Errorf("%+v: %.4f, %.4f to %.4f, %v", tt.tally, score, low, high, decided)
		}
	}
}
