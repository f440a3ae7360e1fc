package pgn

import (
	"bytes"
	"context"
	"io"
	"slices"
	"testing"
	"testing/iotest"
	"time"

	"github.com/diwan-shatranj/diwan/internal/gamegen"
)

// Games come out in the order of the stream, whatever the number of workers and
// the pieces that the stream comes in.
func TestReplayAllKeepsOrder(t *testing.T) {
	text := generated(t, gamegen.Options{Games: 700, Seed: 5, MinPlies: 1, MaxPlies: 40, Comments: 0.1})
	type seen struct {
		number, size, plies int
		offset              int64
	}
	all := func(src io.Reader, jobs int) (out []seen) {
		err := ReplayAll(context.Background(), NewReader(src), Options{}, jobs, func(p *Replay) seen {
			return seen{p.Game.Number, p.Game.Size, len(p.Moves), p.Game.Offset}
		}, func(s seen) error {
			out = append(out, s)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	want := all(bytes.NewReader(text), 1)
	for i, s := range want {
		if s.number != i+1 {
			t.Fatalf("game %d comes as number %d", s.number, i+1)
		}
	}
	if len(want) != 700 {
		t.Fatalf("%d games", len(want))
	}
	for _, jobs := range []int{1, 2, 5} {
		if got := all(iotest.HalfReader(bytes.NewReader(text)), jobs); !slices.Equal(got, want) {
			t.Errorf("%d workers see other games", jobs)
		}
	}
	if got := all(iotest.OneByteReader(bytes.NewReader(text)), 2); !slices.Equal(got, want) {
		t.Error("byte by byte there are other games")
	}
}

// A game that is complete is handed on while the stream still waits for the next.
func TestReplayAllOfLiveStream(t *testing.T) {
	src, producer := io.Pipe()
	defer producer.Close()
	got := make(chan int)
	done := make(chan error)
	go func() {
		done <- ReplayAll(context.Background(), NewReader(src), Options{}, 2,
			func(p *Replay) int { return len(p.Moves) },
			func(plies int) error { got <- plies; return nil })
	}()
	for _, game := range []struct {
		text  string
		plies int
	}{
		{"[Event \"a\"]\n[Variant \"shatranj\"]\n\n1. e3 e6 *\n\n", 2},
		{"[Event \"b\"]\n[Variant \"shatranj\"]\n\n1. e3 e6 2. d3 1-0\n\n", 3},
	} {
		for piece := range slices.Chunk([]byte(game.text), 7) {
			if _, err := producer.Write(piece); err != nil {
				t.Fatal(err)
			}
		}
		select {
		case plies := <-got:
			if plies != game.plies {
				t.Errorf("a game of %d plies, want %d", plies, game.plies)
			}
		case <-time.After(time.Minute):
			t.Fatal("a complete game is held back")
		}
	}
	producer.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// Reading and replaying games without anything to say about them needs no memory
// of its own once the first games have come.
func TestSteadyAllocations(t *testing.T) {
	const games = 200
	for _, test := range []struct {
		name string
		opts gamegen.Options
		most float64 // for each game
	}{
		{"plain", gamegen.Options{Games: games, Seed: 7, FEN: true}, 0.1},
		{"without FEN", gamegen.Options{Games: games, Seed: 7}, 4},
		{"annotated", gamegen.Options{Games: games, Seed: 7, FEN: true, Comments: 0.3, Variations: 0.1}, 4},
	} {
		text := generated(t, test.opts)
		r, err := NewReplayer(Options{})
		if err != nil {
			t.Fatal(err)
		}
		var g Game
		src := bytes.NewReader(text)
		rd := NewReader(src)
		got := testing.AllocsPerRun(3, func() {
			src.Reset(text)
			rd.Reset(src)
			n := 0
			for ; rd.Read(&g) == nil; n++ {
				r.Replay(&g)
			}
			if n != games {
				t.Fatalf("%d games", n)
			}
		}) / games
		if got > test.most {
			t.Errorf("%s: %.2f allocations a game, want at most %.2f", test.name, got, test.most)
		}
	}
}
