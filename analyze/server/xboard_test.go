package server

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/diwan-shatranj/diwan/analyze/cecp"
	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/analyze/program"
	"github.com/diwan-shatranj/diwan/rules"
)

// next wants the very next line to match.
func (k *talk) next(pattern string) {
	k.t.Helper()
	select {
	case line, ok := <-k.lines:
		if !ok || !regexp.MustCompile(pattern).MatchString(line) {
			k.t.Fatalf("%q where %q should be", line, pattern)
		}
	case <-time.After(20 * time.Second):
		k.t.Fatalf("nothing where %q should be", pattern)
	}
}

// Conversations: > is said, = is a pattern of the next line, < of a line before
// which others may come.
func TestXBoardSessions(t *testing.T) {
	const quick = "> nps 300\n> st 1\n"
	tests := []struct{ name, script string }{
		{"introduction", `
> xboard
> protover 2
= ^feature done=0 myname="Diwan [0-9]+" variants="shatranj"$
= ping=1 setboard=1 .* usermove=1 .* sigint=0 .* reuse=1 analyze=1
= colors=0 .* nps=1 .* memory=1 smp=1
= option="Rules -combo iggc /// cvp /// .*\*engine"
= option="Move Overhead -spin 10 0 5000"
= ^feature done=1$
> accepted done
> rejected san
> ping 7
= ^pong 7$`},
		{"a game as Black", quick + `
> new
> variant shatranj
> usermove e2e3
= ^move [a-h][78][a-h][65]$
> g1f3
= ^move `},
		{"a game as White", quick + `
> new
> go
= ^move [a-h][12]
> usermove e7e6
= ^move `},
		{"moves in algebraic notation", quick + `
> force
> usermove Nf3
> Nf6
> d3
> undo
> setboard
= ^tellusererror Illegal position`},
		{"thinking is shown", quick + `
> post
> go
= ^1 -?\d+ \d+ \d+( [a-h][1-8][a-h][1-8])+$
< ^move
> nopost
> usermove a7a6
= ^move `},
		{"mate, with its score", `
> force
> setboard 6K1/3r3r/5kn1/5p2/5P2/6N1/8/4R1R1 w - - 0 1
> sd 8
> post
> go
< ^\d+ 100003 \d+ \d+ g3h5 h7h5 g1g6 f6g6 e1e6$
< ^move g3h5$`},
		{"four fields, letters of others, a promotion", `
> force
> setboard 1n5k/P7/8/8/8/8/8/R2QKB2 w 0 1
> sd 3
> go
< ^move a7b8q$`},
		{"edit", `
> force
> usermove a2a3
> edit
> #
> Ra1
> Ke1
> Pa2
> xa2
> c
> Kh8
> Pb2
> z9
= ^Error \(no man and square\): z9$
> .
> sd 4
> go
< ^move b2a1q$`},
		{"edit of nonsense", quick + `
> force
> edit
> #
> Ke1
> .
= ^tellusererror Illegal position: .*king
> go
= ^move `},
		{"play the other side", quick + `
> force
> playother
> usermove e2e3
= ^move [a-h][78]`},
		{"remove", quick + `
> go
= ^move
> usermove a7a6
= ^move
> remove
> usermove b7b6
= ^move
> force
> remove
> remove
= ^Error \(no move to take back\): remove$`},
		{"a clock", `
> level 40 0:02 0
> time 100
> otim 100
> go
= ^move
> level 0 0 0.1
> usermove a7a6
= ^move
> level x
= ^Error \(1 arguments\): level x$
> st soon
= ^Error \("soon" is no number\): st soon$`},
		{"move now", `
> st 3600
> go
> ping 5
> ?
= ^move
= ^pong 5$
> ?
> ping 6
= ^pong 6$`},
		{"a move out of turn", `
> st 3600
> go
> usermove a7a6
= ^Illegal move \(it is not your turn\): a7a6$
> force
> ping 1
= ^pong 1$`},
		{"analysis", `
> post
> analyze
< ^4 
> .
< ^stat01: \d+ \d+ \d+ 0 0$
> usermove a2a3
< ^3 -?\d+ \d+ \d+ [a-h][78]
> undo
< ^3 -?\d+ \d+ \d+ [a-h][12]
> setboard 6k1/8/6K1/1p6/8/8/8/R6R w - - 0 1
< ^1 100001 \d+ \d+ a1a8
> exit
> ping 2
< ^pong 2$
> go
< ^move a1a8
= ^1-0 \{White mates\}$`},
		{"a hint", quick + `
> hint
= ^Hint: [a-h][12]
> go
= ^move
> hint
= ^Hint: [a-h][78]`},
		{"mated", quick + `
> force
> setboard 6k1/8/6K1/1p6/8/8/8/R6R w - - 0 1
> usermove a1a8
> go
= ^1-0 \{White mates\}$`},
		{"stalemated", quick + `
> setboard k7/p7/P7/K7/8/8/8/7R w - - 0 1
> force
> usermove h1b1
> go
= ^1-0 \{White wins by stalemate\}$`},
		{"bared, with one move more", quick + `
> force
> setboard 4k3/8/8/8/8/8/3p4/R2K4 w - - 0 1
> usermove d1d2
> go
= ^move e8[def]`},
		{"it bares", quick + `
> force
> setboard 4k3/8/8/8/8/8/3p4/R2K4 w - - 0 1
> go
= ^move d1d2$
> usermove e8e7
= ^1-0 \{White wins by baring the king\}$`},
		{"both bare", quick + `
> force
> setboard 8/8/8/2k5/3p4/4F3/8/K7 w - - 0 1
> usermove e3d4
> go
= ^move c5d4$
= ^1/2-1/2 \{Draw by bare kings\}$`},
		{"a draw by repetition, which it plays on from if told", quick + `
> force
> setboard 7k/p7/8/8/8/8/P7/K7 w - - 0 1
> a1b1
> h8g8
> b1a1
> g8h8
> a1b1
> h8g8
> b1a1
> g8h8
> go
= ^1/2-1/2 \{Draw by repetition\}$
> go
= ^move`},
		{"a draw by the count of moves", quick + `
> force
> setboard 7k/p7/8/8/8/8/P7/K7 w - - 139 90
> a1b1
> go
= ^1/2-1/2 \{Draw by the count of moves\}$`},
		{"an offer of a draw", quick + `
> draw
> result 1/2-1/2 {no}
> usermove e2e3
> ping 1
= ^pong 1$`},
		{"options", quick + `
> memory 2
> cores 1
> option Rules=medina
> option Move Overhead=0
> option Contempt=3
= ^Error \(no option "Contempt"\)
> option Rules=none
= ^Error \(no rule set
> memory much
= ^Error
> force
> setboard 8/8/8/2k5/3p4/4F3/8/K7 w - - 0 1
> go
= ^move e3d4$
> ping 1
= ^pong 1$`},
		{"nonsense", quick + `
> xyzzy 3
= ^Error \(unknown command\): xyzzy 3$
> variant chess
= ^Error \(unsupported variant\): variant chess$
> usermove e2e5
= ^Illegal move: e2e5$
> e7e5
= ^Illegal move: e7e5$
> usermove
= ^Illegal move: $
> undo
= ^Error \(no move to take back\): undo$
> setboard 8/8 w
= ^tellusererror Illegal position
> st
= ^Error \(0 arguments\): st$
> go
= ^move`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			k := beginWith(context.Background(), t, ServeXBoard)
			for line := range strings.Lines(test.script) {
				mark, text, _ := strings.Cut(strings.TrimSpace(line), " ")
				switch mark {
				case ">":
					k.say(text)
				case "=":
					k.next(text)
				case "<":
					k.until(text)
				}
			}
			k.say("quit")
			k.end()
		})
	}
}

func TestXBoardEnds(t *testing.T) {
	t.Run("end of input", func(t *testing.T) {
		var out bytes.Buffer
		err := ServeXBoard(context.Background(), strings.NewReader("nps 100\nst 1\ngo\n"), &out, Options{})
		if err != nil || !strings.HasPrefix(out.String(), "move ") {
			t.Errorf("got %q, %v", out.String(), err)
		}
	})
	t.Run("end of input in analysis", func(t *testing.T) {
		if err := ServeXBoard(context.Background(), strings.NewReader("analyze\n"), io.Discard, Options{}); err != nil {
			t.Error(err)
		}
	})
	t.Run("context", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		k := beginWith(ctx, t, ServeXBoard)
		k.say("post", "analyze")
		k.until("^1 ")
		cancel()
		if err := <-k.ended; !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		k.in.Close()
	})
	t.Run("nobody listens", func(t *testing.T) {
		err := ServeXBoard(context.Background(), strings.NewReader("ping 1\nping 2\n"), deaf{}, Options{})
		if !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("input breaks off", func(t *testing.T) {
		err := ServeXBoard(context.Background(), io.MultiReader(strings.NewReader("ping 1\n"), broken{}), io.Discard, Options{})
		if !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("got %v", err)
		}
	})
}

// self returns a client of this engine, as a program of its own.
func self(t *testing.T) *cecp.Client {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return startClient(t, program.Config{
		Command: []string{path}, Env: append(os.Environ(), serveEngine+"=xboard"),
		Options: []program.Setting{{Name: "memory", Value: "2"}, {Name: "Move Overhead", Value: "0"}},
	})
}

func startClient(t *testing.T, c program.Config) *cecp.Client {
	t.Helper()
	k, err := cecp.Start(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { k.Close() })
	return k
}

// referee plays a game of two engines, and returns it; the rules are the judge.
func referee(t *testing.T, start rules.Position, limits engine.Limits, players ...*cecp.Client) ([]rules.Move, rules.Outcome) {
	t.Helper()
	set, _ := rules.RulesetByName("engine")
	r := engine.Request{Start: start, Rules: set, Limits: limits}
	for ply := range 600 {
		got, err := players[ply%len(players)].Search(context.Background(), r, nil)
		if err != nil {
			t.Fatalf("ply %d after %v: %v", ply, r.Moves, err)
		}
		if got.Outcome.Over() {
			return r.Moves, got.Outcome
		}
		r.Moves = append(r.Moves, got.Best)
	}
	t.Fatal("the game does not end")
	return nil, rules.Outcome{}
}

func TestXBoardClient(t *testing.T) {
	a, _ := rules.ArrayByName("crossed")
	moves, _ := referee(t, a.Position(), engine.Limits{Nodes: 300}, self(t))
	if len(moves) < 20 {
		t.Errorf("the game is over after %d plies", len(moves))
	}
}

// Whole games against other engines, which have other rules for draws and know
// no mercy with illegal moves.
func TestXBoardAgainstOthers(t *testing.T) {
	for _, name := range []string{"sjaakii", "shamax"} {
		t.Run(name, func(t *testing.T) {
			path, err := exec.LookPath(name)
			if err != nil {
				// Debian keeps games out of root's path.
				path, err = exec.LookPath("/usr/games/" + name)
			}
			if err != nil {
				t.Skipf("%s is not installed: no game against it", name)
			}
			other := startClient(t, program.Config{Command: []string{path}})
			a, _ := rules.ArrayByName("shah-d")
			moves, outcome := referee(t, a.Position(), engine.Limits{Depth: 3}, self(t), other)
			t.Logf("%v by %v after %d plies", outcome.Result, outcome.Reason, len(moves))
		})
	}
}

// Whatever is said, the server ends with its input, and what it plays is legal.
func FuzzServeXBoard(f *testing.F) {
	for _, s := range []string{
		"xboard\nprotover 2\nnew\nvariant shatranj\nusermove e2e3\nping 1\nquit\n",
		"force\nedit\n#\nKa1\nc\nKa8\nPb7\n.\ngo\nhint\nundo\nremove\nplayother",
		"setboard 8/8/8/8/8/2k5/R2p4/7K w - - 139 90\ngo\nanalyze\n.\nexit\n?\n\x00\xff\nsd 2\ngo\ngo\nresult *\ne2e3",
	} {
		f.Add(s)
	}
	costly := regexp.MustCompile(`(?i)memory|cores|option|level|st|nps|time`)
	f.Fuzz(func(t *testing.T, in string) {
		if costly.MatchString(in) {
			t.Skip("a big engine, or a long search")
		}
		var out bytes.Buffer
		in = "nps 100\nst 1\n" + in
		if err := ServeXBoard(context.Background(), strings.NewReader(in), &out, Options{Engine: engine.Options{HashMB: 1}}); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			if text, ok := strings.CutPrefix(line, "move "); ok && !looksLikeMove(strings.TrimSpace(text)) {
				t.Errorf("%q is no move", line)
			}
		}
	})
}
