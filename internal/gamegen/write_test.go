package gamegen

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/diwan-shatranj/diwan/rules"
)

func write(tb testing.TB, o Options) string {
	tb.Helper()
	var b bytes.Buffer
	if err := Write(&b, o); err != nil {
		tb.Fatal(err)
	}
	return b.String()
}

// TestSameSeed holds that the text is a function of the options, whatever the
// number of cores, and that other seeds give other games.
func TestSameSeed(t *testing.T) {
	o := Options{Games: 2*share + 7, Seed: 1, FEN: true, Comments: 0.1, Variations: 0.1, Errors: 0.1, Duplicates: 0.1}
	a := write(t, o)
	before := runtime.GOMAXPROCS(3)
	b := write(t, o)
	runtime.GOMAXPROCS(before)
	if a != b {
		t.Error("the same options gave different games")
	}
	o.Seed = 2
	if a == write(t, o) {
		t.Error("another seed gave the same games")
	}
	if n := strings.Count(a, "[Event "); n != o.Games {
		t.Errorf("%d games, want %d", n, o.Games)
	}
}

// TestLegal plays the main line of plain games with the rules.
func TestLegal(t *testing.T) {
	text := write(t, Options{Games: 100, Seed: 3, MinPlies: 20, MaxPlies: 30})
	iggc := rules.Rulesets()[0]
	games := 0
	for _, part := range strings.Split(text, "[Event ")[1:] {
		_, movetext, ok := strings.Cut(part, "\n\n")
		if !ok {
			t.Fatalf("no blank line behind the tags:\n%s", part)
		}
		pos, plies := rules.Arrays()[0].Position(), 0
		for _, word := range strings.Fields(movetext) {
			if _, over := rules.ParseResult(word); over || strings.HasSuffix(word, ".") {
				continue
			}
			m, err := rules.ParseSAN(&pos, word)
			if err != nil || iggc.SAN(&pos, m) != word {
				t.Fatalf("ply %d: %s: %v\n%s", plies+1, word, err, part)
			}
			pos, plies = pos.Play(m), plies+1
		}
		if over := iggc.Outcome(&pos, 1).Over(); plies > 30 || plies < 20 && !over {
			t.Errorf("%d plies", plies)
		}
		games++
	}
	if games != 100 {
		t.Errorf("%d games", games)
	}
}

// TestStart holds that games begin from the position that is asked for, and say so.
func TestStart(t *testing.T) {
	const fen = "rnn1knnr/pppppppp/8/8/8/8/PPPPPPPP/RNN1KNNR w - - 0 1"
	setup, _, err := rules.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	start, err := setup.Position()
	if err != nil {
		t.Fatal(err)
	}
	text := write(t, Options{Games: 20, Seed: 3, Start: &start})
	if n := strings.Count(text, "[SetUp \"1\"]\n[FEN \""+fen+"\"]\n"); n != 20 {
		t.Errorf("%d of 20 games say where they begin:\n%.600s", n, text)
	}
	_, first, _ := strings.Cut(text, "\n\n1. ")
	word, _, _ := strings.Cut(first, " ")
	if _, err := rules.ParseSAN(&start, word); err != nil {
		t.Errorf("the first move, %s, is not one from there: %v", word, err)
	}
}

func TestShares(t *testing.T) {
	plain := write(t, Options{Games: 300, Seed: 4})
	if strings.ContainsAny(plain, "{(") || strings.Contains(plain, "FEN") {
		t.Error("plain games are not plain")
	}
	rich := write(t, Options{Games: 300, Seed: 4, FEN: true, Comments: 0.2, Variations: 0.2})
	for _, s := range []string{"[FEN ", "{", "("} {
		if !strings.Contains(rich, s) {
			t.Errorf("no %s", s)
		}
	}
	wrong := write(t, Options{Games: 300, Seed: 4, Errors: 1})
	for _, s := range []string{"Makruk", "fikr", "{the copyist", " -- ", "[FEN \"8/8/8/3k4"} {
		if !strings.Contains(wrong, s) {
			t.Errorf("no %s", s)
		}
	}
	twice := write(t, Options{Games: 300, Seed: 4, Duplicates: 0.5})
	seen := map[string]int{}
	for _, part := range strings.Split(twice, "[Event ")[1:] {
		seen[part]++
	}
	if len(seen) > 200 || len(seen) < 100 {
		t.Errorf("%d different games of 300, half of them meant to be repeated", len(seen))
	}
}

type full struct{ n int }

var errFull = errors.New("full")

func (f *full) Write(p []byte) (int, error) {
	if f.n--; f.n < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestWriteError(t *testing.T) {
	if err := Write(&full{n: 1}, Options{Games: 4 * share}); !errors.Is(err, errFull) {
		t.Errorf("error %v", err)
	}
}

func BenchmarkWrite(b *testing.B) {
	n := 0
	for b.Loop() {
		if err := Write(io.Discard, Options{Games: 1000, Seed: uint64(n)}); err != nil {
			b.Fatal(err)
		}
		n += 1000
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "games/s")
}
