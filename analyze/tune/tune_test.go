package tune

import (
	"bytes"
	"context"
	"flag"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/rules"
)

// The flags make the real work of what is otherwise a small test; see make tune.
var (
	games  = flag.Int("games", 10, "games to tune by")
	nodes  = flag.Uint64("nodes", 60, "nodes a move")
	epochs = flag.Int("epochs", 40, "epochs of the fit")
	seed   = flag.Uint64("seed", 1, "seed of games and fit")
	data   = flag.String("data", "", "file of samples: read if it exists, else written")
	out    = flag.String("out", "", "file to write the weights to")
)

// TestTune is make tune, in small if no flags are given.
func TestTune(t *testing.T) {
	file := *out
	if file == "" {
		file = t.TempDir() + "/weights.go"
	}
	ctx := context.Background()
	samples := realSamples(ctx, t)
	t.Logf("%d samples", len(samples))
	f, err := Fit(ctx, samples, FitOptions{Seed: *seed, Epochs: *epochs, Jobs: runtime.NumCPU(), Progress: func(epoch int, loss float64) {
		if epoch%20 == 0 {
			t.Logf("epoch %d: %.6f", epoch, loss)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if f.After >= f.Before {
		t.Errorf("the new weights are no better")
	}
	t.Logf("scale %.0f; error on the samples held back %.6f, before %.6f", f.Scale, f.After, f.Before)
	var text bytes.Buffer
	if err := engine.WriteValues(&text, f.Values); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, text.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// realSamples reads the samples of the file that the flag names, or plays games
// and writes them there.
func realSamples(ctx context.Context, t *testing.T) []Sample {
	t.Helper()
	if text, err := os.ReadFile(*data); err == nil {
		samples, err := Read(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return samples
	}
	samples, err := Play(ctx, PlayOptions{Games: *games, Nodes: *nodes, Seed: *seed, Jobs: runtime.NumCPU(), Progress: func(n int) {
		if n%100 == 0 {
			t.Logf("%d games of %d", n, *games)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if *data != "" {
		var text bytes.Buffer
		if err := Write(&text, samples); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(*data, text.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return samples
}

// Games and fit are the same from the same seed, whatever the number of threads,
// and the fit is one.
func TestMiniature(t *testing.T) {
	ctx := context.Background()
	tune := func(seed uint64, jobs int) ([]Sample, Fitted) {
		samples, err := Play(ctx, PlayOptions{Games: 10, Nodes: 60, Seed: seed, Jobs: jobs})
		if err != nil {
			t.Fatal(err)
		}
		f, err := Fit(ctx, samples, FitOptions{Seed: seed, Epochs: 40, Jobs: jobs})
		if err != nil {
			t.Fatal(err)
		}
		return samples, f
	}
	samples, f := tune(3, 1)
	again, g := tune(3, 2)
	if diff := cmp.Diff(f, g); diff != "" || len(samples) != len(again) {
		t.Errorf("%d and %d samples; another fit (-first +second):\n%s", len(samples), len(again), diff)
	}
	if _, h := tune(4, 1); cmp.Equal(f.Values, h.Values) {
		t.Error("another seed makes no difference")
	}
	if f.After >= f.Before || f.Scale < 100 || f.Values[rules.Pawn].Empty != 100 {
		t.Errorf("error %v after %v, scale %v, pawn %v", f.After, f.Before, f.Scale, f.Values[rules.Pawn])
	}
	var text bytes.Buffer
	if err := engine.WriteValues(&text, f.Values); err != nil || !strings.Contains(text.String(), "rules.Pawn: pair(") {
		t.Errorf("%v, %s", err, text.String())
	}

	// What is written can be read.
	text.Reset()
	if err := Write(&text, samples); err != nil {
		t.Fatal(err)
	}
	read, err := Read(&text)
	if err != nil || len(read) != len(samples) {
		t.Fatalf("%d samples of %d, %v", len(read), len(samples), err)
	}
	for i := range read {
		if read[i] != samples[i] {
			t.Fatalf("sample %d is %v, was %v", i, read[i], samples[i])
		}
	}
}

// Samples are what they are said to be.
func TestPlay(t *testing.T) {
	games := 0
	samples, err := Play(context.Background(), PlayOptions{Games: 6, Nodes: 40, Seed: 1, Progress: func(n int) { games = n }})
	if err != nil || len(samples) == 0 || games != 6 {
		t.Fatalf("%d samples of %d games, %v", len(samples), games, err)
	}
	for _, s := range samples {
		p := s.Position
		if p.InCheck() || p.IsBare(rules.White) || p.IsBare(rules.Black) || s.Score >= decided || s.Score <= -decided ||
			s.Result != 0 && s.Result != 0.5 && s.Result != 1 {
			t.Errorf("%v", s)
		}
	}
}

func TestFails(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	if _, err := Fit(ctx, make([]Sample, 3), FitOptions{}); err == nil {
		t.Error("a fit to three samples")
	}
	samples, err := Play(ctx, PlayOptions{Games: 4, Nodes: 40})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := Play(ctx, PlayOptions{Games: 4}); err == nil {
		t.Error("games were played after the end")
	}
	if _, err := Fit(ctx, samples, FitOptions{}); err == nil {
		t.Error("weights were fitted after the end")
	}
	for _, text := range []string{"x", "8/8 w\t1\t0", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1\t2\t0", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1\t1\tx"} {
		if _, err := Read(strings.NewReader(text)); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}
