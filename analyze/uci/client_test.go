package uci

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/analyze/program"
	"github.com/diwan-shatranj/diwan/rules"
)

// fake returns the configuration of a fake engine. One that does not answer is
// given little time.
func fake(tb testing.TB, kind string) program.Config {
	tb.Helper()
	self, err := os.Executable()
	if err != nil {
		tb.Fatal(err)
	}
	c := program.Config{Command: []string{self}, Env: append(os.Environ(), fakeEngine+"="+kind)}
	if kind == "hang" || kind == "late" {
		c.AnswerTimeout, c.SearchTimeout = 500*time.Millisecond, 500*time.Millisecond
	}
	return c
}

func begin(tb testing.TB, c program.Config) *Client {
	tb.Helper()
	k, err := Start(context.Background(), c)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := k.Close(); err != nil {
			tb.Error(err)
		}
	})
	return k
}

func array(tb testing.TB, name string) rules.Position {
	tb.Helper()
	a, ok := rules.ArrayByName(name)
	if !ok {
		tb.Fatalf("no array %q", name)
	}
	return a.Position()
}

func moves(tb testing.TB, p rules.Position, text string) (line []rules.Move) {
	tb.Helper()
	for _, s := range strings.Fields(text) {
		m, err := rules.ParseCoordinate(&p, s)
		if err != nil {
			tb.Fatal(err)
		}
		line = append(line, m)
		p = p.Play(m)
	}
	return line
}

func TestSearch(t *testing.T) {
	k := begin(t, fake(t, "good"))
	if k.Name() != "Fake" || k.Author() != "Nobody" {
		t.Errorf("the engine is %q by %q", k.Name(), k.Author())
	}
	p := array(t, "shah-e")
	if err := k.NewGame(context.Background()); err != nil {
		t.Fatal(err)
	}
	got, err := k.Search(context.Background(), engine.Request{Start: p, Limits: engine.Limits{Depth: 3}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	line := moves(t, p, "a2a3 a7a6")
	want := engine.Result{
		Best: line[0], Ponder: line[1], Nodes: 345, Time: got.Time,
		Lines: []engine.Info{{
			Depth: 3, SelDepth: 5, MultiPV: 1, Score: engine.Score{CP: 12},
			Nodes: 345, NPS: 1000, Time: 2 * time.Millisecond, PV: line,
		}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestGarbageIsPassedOver(t *testing.T) {
	k := begin(t, fake(t, "garbage"))
	p := array(t, "shah-e")
	got, err := k.Search(context.Background(), engine.Request{Start: p, Limits: engine.Limits{Depth: 3}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []engine.Info{{Depth: 4, MultiPV: 1, Score: engine.Score{Mate: 5}, PV: moves(t, p, "a2a3")}}
	if diff := cmp.Diff(want, got.Lines); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestStartFails(t *testing.T) {
	tests := []struct {
		name   string
		config program.Config
		want   error
		text   string
	}{
		{"no command", program.Config{}, program.ErrStart, "no command"},
		{"no program", program.Config{Command: []string{"./no-such-engine"}}, program.ErrStart, "no such file"},
		{"crash", fake(t, "crash at start"), program.ErrStart, "cannot find my book"},
		{"silent", fake(t, "silent"), program.ErrHangs, ""},
		{"chess only", fake(t, "chess only"), program.ErrVariant, "Fake"},
		{"xboard only", fake(t, "xboard only"), program.ErrProtocol, "unknown command"},
		{"option", fake(t, "good"), program.ErrOption, "Contempt"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.config.StartTimeout = 5 * time.Second
			switch test.name {
			case "silent":
				test.config.StartTimeout = 200 * time.Millisecond
			case "option":
				test.config.Options = []program.Setting{{Name: "Clear Hash", Value: ""}, {Name: "Contempt", Value: "5"}}
			}
			k, err := Start(context.Background(), test.config)
			if k != nil {
				k.Close()
			}
			var e *program.Error
			if !errors.Is(err, test.want) || !errors.As(err, &e) || !strings.Contains(err.Error(), test.text) {
				t.Errorf("got %v, want %v with %q", err, test.want, test.text)
			}
		})
	}
}

func TestSearchFails(t *testing.T) {
	tests := []struct {
		kind   string
		limits engine.Limits
		want   error
		text   string
		alive  bool
	}{
		{"crash in search", engine.Limits{Depth: 3}, program.ErrCrashed, "(it wrote: segmentation fault)", false},
		{"illegal", engine.Limits{Depth: 3}, program.ErrIllegal, "a2a4", true},
		{"no move", engine.Limits{Depth: 3}, program.ErrIllegal, "(none)", true},
		{"empty", engine.Limits{Depth: 3}, program.ErrIllegal, "without a move", true},
		{"hang", engine.Limits{MoveTime: 50 * time.Millisecond}, program.ErrHangs, "", false},
		{"hang", engine.Limits{Nodes: 1000}, program.ErrHangs, "", false},
		{"late", engine.Limits{MoveTime: 50 * time.Millisecond}, program.ErrLate, "stopped after", true},
	}
	for _, test := range tests {
		t.Run(test.kind, func(t *testing.T) {
			k := begin(t, fake(t, test.kind))
			r := engine.Request{Start: array(t, "shah-e"), Limits: test.limits}
			_, err := k.Search(context.Background(), r, nil)
			var e *program.Error
			if !errors.Is(err, test.want) || !errors.As(err, &e) || !strings.Contains(err.Error(), test.text) {
				t.Errorf("got %v, want %v with %q", err, test.want, test.text)
			}
			err = k.NewGame(context.Background())
			if test.alive && err != nil || !test.alive && !errors.Is(err, program.ErrClosed) {
				t.Errorf("afterwards: %v; alive should be %v", err, test.alive)
			}
		})
	}
}

func TestSearchStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	k := begin(t, fake(t, "late")) // it plays when told to stop
	got, err := k.Search(ctx, engine.Request{Start: array(t, "shah-e")}, nil)
	if err != nil || got.Best.String() != "a2a3" {
		t.Errorf("got %v, %v", got.Best, err)
	}
	ctx, cancel = context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	k = begin(t, fake(t, "hang"))
	if _, err := k.Search(ctx, engine.Request{Start: array(t, "shah-e")}, nil); !errors.Is(err, program.ErrHangs) {
		t.Errorf("got %v, want %v", err, program.ErrHangs)
	}
}

func TestSearchOfWhatIsOver(t *testing.T) {
	p, err := rules.ParsePosition("8/8/8/3k4/8/8/8/R3K3 b - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	k := begin(t, fake(t, "illegal"))
	got, err := k.Search(context.Background(), engine.Request{Start: p}, nil)
	if err != nil || got.Outcome.Result != rules.WhiteWins || got.Best != rules.NoMove {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestGoCommand(t *testing.T) {
	k := &Client{config: program.Config{}.WithDefaults()}
	p, err := rules.ParsePosition("4k3/P6n/8/8/8/8/8/R3K3 w - - 3 7")
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name    string
		request engine.Request
		want    string
	}{
		{"nothing", engine.Request{Start: p}, "position fen 4k3/P6n/8/8/8/8/8/R3K3 w - - 3 7\ngo infinite\n"},
		{"a promotion", engine.Request{
			Start: p, Moves: moves(t, p, "a7a8 h7f6"), SearchMoves: moves(t, p, "a7a8"),
			Limits: engine.Limits{Nodes: 5, Depth: 6, Mate: 2, MoveTime: 1500 * time.Millisecond},
		}, "position fen 4k3/P6n/8/8/8/8/8/R3K3 w - - 3 7 moves a7a8q h7f6\ngo nodes 5 depth 6 mate 2 movetime 1500 searchmoves a7a8q\n"},
		{"a clock", engine.Request{Start: p, Limits: engine.Limits{Clock: engine.Clock{
			Remaining: time.Minute, Increment: time.Second, MovesToGo: 9,
		}}}, "position fen 4k3/P6n/8/8/8/8/8/R3K3 w - - 3 7\ngo wtime 60000 btime 60000 winc 1000 binc 1000 movestogo 9\n"},
		{"an exchange", engine.Request{
			Start: p, Moves: []rules.Move{rules.NewExchange(4, 0), rules.NewMove(rules.Knight, 55, 45)},
		}, "position fen 4k3/P6n/8/8/8/8/8/K3R3 b - - 4 7 moves h7f6\ngo infinite\n"},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.want, string(k.goCommand(&test.request))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// fairyStockfish starts the real engine, or leaves the test out.
func fairyStockfish(tb testing.TB) *Client {
	tb.Helper()
	path, err := exec.LookPath("fairy-stockfish")
	if err != nil {
		// Debian keeps games out of root's path.
		path, err = exec.LookPath("/usr/games/fairy-stockfish")
	}
	if err != nil {
		tb.Skip("fairy-stockfish is not installed: not compared with it")
	}
	return begin(tb, program.Config{Command: []string{path}, Options: []program.Setting{{Name: "Threads", Value: "1"}, {Name: "Hash", Value: "8"}}})
}

func TestFairyStockfish(t *testing.T) {
	k := fairyStockfish(t)
	if !strings.HasPrefix(k.Name(), "Fairy-Stockfish") {
		t.Errorf("the engine is %q", k.Name())
	}
	tests := []struct {
		name, fen, moves string
		best             string
		mate             int
	}{
		{name: "the array", fen: "rnafkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAFKANR w - - 0 1", moves: "e2e3 d7d6"},
		{name: "mate", fen: "6K1/3r3r/5kn1/5p2/5P2/6N1/8/4R1R1 w - - 0 1", best: "g3h5", mate: 5},
		{name: "after a promotion", fen: "4k3/P3n3/8/8/8/8/8/R3K3 w - - 0 1", moves: "a7a8"},
		{name: "promoting", fen: "1n5k/P7/8/8/8/8/8/R3K3 w - - 0 1", best: "a7b8f", mate: 1},
		{name: "baring", fen: "4k3/8/8/8/8/8/3p4/R2K4 w - - 0 1", best: "d1d2", mate: 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p, err := rules.ParsePosition(test.fen)
			if err != nil {
				t.Fatal(err)
			}
			if err := k.NewGame(context.Background()); err != nil {
				t.Fatal(err)
			}
			got, err := k.Search(context.Background(), engine.Request{
				Start: p, Moves: moves(t, p, test.moves), Limits: engine.Limits{Nodes: 20_000}, MultiPV: 2,
			}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if len(got.Lines) != 2 || got.Lines[0].PV[0] != got.Best {
				t.Fatalf("best %v, lines %v", got.Best, got.Lines)
			}
			if test.best != "" && (got.Best.String() != test.best || got.Lines[0].Score.Mate != test.mate) {
				t.Errorf("%v with %v, want %s with mate in %d plies", got.Best, got.Lines[0].Score, test.best, test.mate)
			}
		})
	}
}

// BenchmarkOverhead measures a search that costs the engine next to nothing.
func BenchmarkOverhead(b *testing.B) {
	k := begin(b, fake(b, "good"))
	r := engine.Request{Start: array(b, "shah-e"), Limits: engine.Limits{Depth: 1}}
	for b.Loop() {
		if _, err := k.Search(context.Background(), r, nil); err != nil {
			b.Fatal(err)
		}
	}
}
