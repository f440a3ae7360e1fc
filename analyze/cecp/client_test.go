package cecp

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

// fake returns the configuration of a fake engine, and the file of what it is
// told. One that does not answer is given little time.
func fake(t *testing.T, kind string) (program.Config, string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	log := t.TempDir() + "/log"
	c := program.Config{
		Command: []string{self},
		Env:     append(os.Environ(), fakeEngine+"="+kind, fakeLog+"="+log),
	}
	switch kind {
	case "hang":
		c.AnswerTimeout, c.SearchTimeout = 500*time.Millisecond, 500*time.Millisecond
	case "late":
		c.SearchTimeout = 200 * time.Millisecond
	}
	return c, log
}

func begin(t *testing.T, c program.Config) *Client {
	t.Helper()
	k, err := Start(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := k.Close(); err != nil {
			t.Error(err)
		}
	})
	return k
}

func position(t *testing.T, fen string) rules.Position {
	t.Helper()
	p, err := rules.ParsePosition(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func moves(t *testing.T, p rules.Position, text string) (line []rules.Move) {
	t.Helper()
	for _, s := range strings.Fields(text) {
		m, err := rules.ParseCoordinate(&p, s)
		if err != nil {
			t.Fatal(err)
		}
		line = append(line, m)
		p = p.Play(m)
	}
	return line
}

func TestSearch(t *testing.T) {
	c, _ := fake(t, "good")
	k := begin(t, c)
	if k.Name() != "Fake 1" {
		t.Errorf("the engine is %q", k.Name())
	}
	wantOptions := []program.Option{
		{Name: "Style", Type: "combo", Default: "wild", Vars: []string{"calm", "wild"}},
		{Name: "Depth bonus", Type: "spin", Default: "3", Min: "0", Max: "9"},
		{Name: "Clear", Type: "button"},
	}
	if diff := cmp.Diff(wantOptions, k.Options()); diff != "" {
		t.Errorf("options (-want +got):\n%s", diff)
	}
	p := array()
	got, err := k.Search(context.Background(), engine.Request{Start: p, Limits: engine.Limits{Depth: 3}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	line := moves(t, p, "a2a3 a7a6")
	want := engine.Result{
		Best: line[0], Ponder: line[1], Nodes: 345, Time: got.Time,
		Lines: []engine.Info{{
			Depth: 3, MultiPV: 1, Score: engine.Score{CP: 12},
			Nodes: 345, NPS: 8625, Time: 40 * time.Millisecond, PV: line,
		}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestGarbageIsPassedOver(t *testing.T) {
	c, _ := fake(t, "garbage")
	k := begin(t, c)
	got, err := k.Search(context.Background(), engine.Request{Start: array(), Limits: engine.Limits{Depth: 3}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []engine.Info{{Depth: 4, MultiPV: 1, Score: engine.Score{Mate: 5}, Nodes: 17, PV: moves(t, array(), "g1f3")}}
	if diff := cmp.Diff(want, got.Lines); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// What the engine is told.
func TestCommands(t *testing.T) {
	second, odd := engine.Limits{MoveTime: time.Second}, engine.Limits{MoveTime: 20 * time.Millisecond}
	const start = "xboard\nprotover 2\n"
	const fresh = "new\nvariant shatranj\nforce\neasy\npost\n"
	const both = "8/P2f3k/8/8/8/8/8/RA2K3 w - - 3 7"
	const both99 = "8/P2f3k/8/8/8/8/8/RA2K3 w - - 99 77"
	const black = "7k/8/8/8/8/8/6f1/RA2K3 b - - 0 1"
	d3 := moves(t, array(), "d2d3 d7d6 g1f3 g8f6")
	tests := []struct {
		name, kind string
		requests   []engine.Request
		want       string
	}{
		{"the array", "good", []engine.Request{{Start: array(), Limits: second}}, "st 1\nping 2\ngo\nforce\n"},
		{"a shorter time", "good", []engine.Request{{Start: array(), Limits: odd}}, "level 0 0:01 0\nping 2\ntime 80\notim 80\ngo\nforce\n"},
		{"depth", "good", []engine.Request{{Start: array(), Limits: engine.Limits{Depth: 4}}}, "st 100000\nsd 4\nping 2\ngo\nforce\n"},
		{"nodes", "good", []engine.Request{{Start: array(), Limits: engine.Limits{Nodes: 500}}}, "nps 500\nst 1\nping 2\ngo\nforce\n"},
		{"setboard", "good", []engine.Request{{Start: position(t, both), Moves: moves(t, position(t, both), "a7a8"), Limits: second}},
			fresh + "setboard 8/P2q3k/8/8/8/8/8/RB2K3 w 3 7\nusermove a7a8q\nst 1\nping 2\ngo\nforce\n"},
		{"edit", "plain", []engine.Request{{Start: position(t, black), Limits: second}},
			fresh + "a2a3\nedit\n#\nRa1\nBb1\nKe1\nc\nQg2\nKh8\n.\nst 1\nping 2\ngo\nforce\n"},
		{"a game goes on", "good", []engine.Request{
			{Start: array(), Limits: engine.Limits{Clock: engine.Clock{Remaining: time.Minute, Increment: 100 * time.Millisecond}}},
			{Start: array(), Moves: moves(t, array(), "a2a3 b7b6"), Limits: engine.Limits{Clock: engine.Clock{Remaining: 59 * time.Second}}},
		}, "level 0 1:00 0.1\nping 2\ntime 6000\notim 6000\ngo\nforce\nusermove b7b6\nping 3\ntime 5900\notim 5900\ngo\nforce\n"},
		{"a claim", "claims once", []engine.Request{{Start: position(t, both99), Limits: second}},
			fresh + "setboard 8/P2q3k/8/8/8/8/8/RB2K3 w 99 77\nst 1\nping 2\ngo\n" +
				fresh + "setboard 8/P2q3k/8/8/8/8/8/RB2K3 w 0 77\nst 1\nping 3\ngo\nforce\n"},
		{"another game", "good", []engine.Request{
			{Start: array(), Limits: second},
			{Start: array(), Moves: d3[:2], Limits: second},
		}, "st 1\nping 2\ngo\nforce\n" + fresh + "usermove d2d3\nusermove d7d6\nst 1\nping 3\ngo\nforce\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, log := fake(t, test.kind)
			k := begin(t, c)
			for _, r := range test.requests {
				// The fake's one move is not always legal; what it is told counts.
				if _, err := k.Search(context.Background(), r, nil); err != nil && !errors.Is(err, program.ErrIllegal) {
					t.Fatal(err)
				}
			}
			k.Close()
			told, err := os.ReadFile(log)
			if err != nil {
				t.Fatal(err)
			}
			text := ""
			for line := range strings.Lines(string(told)) {
				if !strings.HasPrefix(line, "accepted ") && !strings.HasPrefix(line, "rejected ") {
					text += line
				}
			}
			got, ok := strings.CutPrefix(text, start+fresh+"ping 1\n")
			// After an illegal move there is no "force": the client knows no more.
			got = strings.TrimSuffix(strings.TrimSuffix(got, "quit\n"), "force\n")
			if diff := cmp.Diff(strings.TrimSuffix(test.want, "force\n"), got); diff != "" || !ok {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestStartFails(t *testing.T) {
	option := []program.Setting{{Name: "memory", Value: "8"}, {Name: "Clear"}, {Name: "style", Value: "calm"}, {Name: "Contempt", Value: "5"}}
	tests := []struct {
		kind    string
		options []program.Setting
		timeout time.Duration
		want    error
		text    string
	}{
		{"crash at start", nil, 0, program.ErrStart, "cannot find my book"},
		{"silent", nil, 200 * time.Millisecond, program.ErrHangs, ""},
		{"uci only", nil, 0, program.ErrProtocol, "unknown command"},
		{"chess only", nil, 0, program.ErrVariant, ""},
		{"good", option, 0, program.ErrOption, "Contempt"},
	}
	for _, test := range tests {
		t.Run(test.kind, func(t *testing.T) {
			c, _ := fake(t, test.kind)
			c.StartTimeout, c.Options = test.timeout, test.options
			k, err := Start(context.Background(), c)
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
	second := engine.Limits{MoveTime: time.Second}
	short := engine.Limits{MoveTime: 50 * time.Millisecond}
	tests := []struct {
		kind   string
		limits engine.Limits
		want   error
		text   string
		alive  bool
	}{
		{"crash in search", second, program.ErrCrashed, "(it wrote: segmentation fault)", false},
		{"illegal", second, program.ErrIllegal, "a2a4", true},
		{"empty", second, program.ErrIllegal, "move  in", true},
		{"refuses", second, program.ErrIllegal, "Illegal move: b2b3", true},
		{"resigns", second, program.ErrResigns, "", true},
		{"claims", second, program.ErrResigns, "I am tired", true},
		{"claims once", second, nil, "", true},
		{"hang", short, program.ErrHangs, "", false},
		{"late", engine.Limits{Depth: 5}, program.ErrLate, "stopped after", true},
		{"late", short, nil, "", true}, // it moves when told to
		{"good", engine.Limits{Mate: 3}, program.ErrLimit, "mates", true},
		{"plain", engine.Limits{Nodes: 3}, program.ErrLimit, "nps", true},
	}
	for _, test := range tests {
		t.Run(test.kind, func(t *testing.T) {
			c, _ := fake(t, test.kind)
			k := begin(t, c)
			r := engine.Request{Start: array(), Moves: moves(t, array(), "b2b3 b7b6"), Limits: test.limits}
			_, err := k.Search(context.Background(), r, nil)
			if !errors.Is(err, test.want) || err != nil && !strings.Contains(err.Error(), test.text) {
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
	for kind, want := range map[string]error{"late": nil, "hang": program.ErrHangs} {
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		defer cancel()
		c, _ := fake(t, kind)
		got, err := begin(t, c).Search(ctx, engine.Request{Start: array()}, nil)
		if !errors.Is(err, want) || err == nil && got.Best.String() != "a2a3" {
			t.Errorf("%s: got %v, %v", kind, got.Best, err)
		}
	}
}

// The real engines solve and play what the variant has of its own.
func TestRealEngines(t *testing.T) {
	for _, name := range []string{"sjaakii", "shamax"} {
		t.Run(name, func(t *testing.T) {
			path, err := exec.LookPath(name)
			if err != nil {
				// Debian keeps games out of root's path.
				path, err = exec.LookPath("/usr/games/" + name)
			}
			if err != nil {
				t.Skipf("%s is not installed: not tried with it", name)
			}
			k := begin(t, program.Config{Command: []string{path}})
			for _, test := range []struct{ fen, moves, best string }{
				{"rnafkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAFKANR w - - 0 1", "e2e3 d7d6", ""},
				{"rnakfanr/pppppppp/8/8/8/8/PPPPPPPP/RNAKFANR w - - 0 1", "e2e3", ""},
				{"1n5k/P7/8/8/8/8/8/R3K3 w - - 0 1", "", "a7b8f"},
				{"r3k3/8/8/8/8/8/p7/1N5K b - - 0 1", "", "a2b1f"},
			} {
				p := position(t, test.fen)
				got, err := k.Search(context.Background(), engine.Request{
					Start: p, Moves: moves(t, p, test.moves), Limits: engine.Limits{Depth: 5},
				}, nil)
				if err != nil {
					t.Fatalf("%s: %v", test.fen, err)
				}
				if test.best != "" && got.Best.String() != test.best || len(got.Lines) != 1 || got.Lines[0].PV[0] != got.Best {
					t.Errorf("%s: %v, %v; want %s", test.fen, got.Best, got.Lines, test.best)
				}
			}
		})
	}
}
