package server

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/analyze/program"
	"github.com/diwan-shatranj/diwan/analyze/uci"
	"github.com/diwan-shatranj/diwan/rules"
)

// serveEngine, in the environment, makes the test program an engine of that
// protocol.
const serveEngine = "DIWAN_TEST_SERVE"

func TestMain(m *testing.M) {
	if protocol := os.Getenv(serveEngine); protocol != "" {
		serve := ServeUCI
		if protocol == "xboard" {
			serve = ServeXBoard
		}
		if serve(context.Background(), os.Stdin, os.Stdout, Options{Engine: engine.Options{HashMB: 1}}) != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// talk is a conversation with a server.
type talk struct {
	t     *testing.T
	in    io.WriteCloser
	lines chan string
	ended chan error
}

// begin begins a conversation in UCI.
func begin(ctx context.Context, t *testing.T) *talk {
	t.Helper()
	return beginWith(ctx, t, ServeUCI)
}

func beginWith(ctx context.Context, t *testing.T, serve func(context.Context, io.Reader, io.Writer, Options) error) *talk {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	k := &talk{t: t, in: inW, lines: make(chan string, 10_000), ended: make(chan error, 1)}
	go func() {
		err := serve(ctx, inR, outW, Options{Engine: engine.Options{HashMB: 1}})
		outW.Close()
		k.ended <- err
	}()
	go func() {
		defer close(k.lines)
		out := bufio.NewScanner(outR)
		for out.Scan() {
			k.lines <- out.Text()
		}
	}()
	return k
}

func (k *talk) say(lines ...string) {
	k.t.Helper()
	for _, line := range lines {
		if _, err := io.WriteString(k.in, line+"\n"); err != nil {
			k.t.Fatal(err)
		}
	}
}

// until returns the lines up to the first that matches.
func (k *talk) until(pattern string) (heard []string) {
	k.t.Helper()
	re := regexp.MustCompile(pattern)
	patience := time.After(20 * time.Second)
	for {
		select {
		case line, ok := <-k.lines:
			if !ok {
				k.t.Fatalf("the server has ended before %q; heard %q", pattern, heard)
			}
			if heard = append(heard, line); re.MatchString(line) {
				return heard
			}
		case <-patience:
			k.t.Fatalf("no %q; heard %q", pattern, heard)
		}
	}
}

// end waits until the server has ended, without an error.
func (k *talk) end() {
	k.t.Helper()
	if err := <-k.ended; err != nil {
		k.t.Error(err)
	}
}

func TestIntroduction(t *testing.T) {
	k := begin(context.Background(), t)
	k.say("uci")
	heard := strings.Join(k.until("^uciok$"), "\n")
	for _, want := range []string{
		"id name Diwan", "option name UCI_Variant type combo default shatranj var shatranj",
		"option name Hash type spin", "option name Threads type spin", "option name Clear Hash type button",
		"option name MultiPV type spin default 1 ", "option name Ponder type check",
		"option name Rules type combo default engine var engine var iggc var cvp ",
	} {
		if !strings.Contains(heard, want) {
			t.Errorf("no %q in\n%s", want, heard)
		}
	}
	k.say("isready", "quit")
	k.until("^readyok$")
	k.end()
}

func TestSearches(t *testing.T) {
	tests := []struct {
		name string
		say  string
		want string // the last line
	}{
		{"mate", "position fen 6K1/3r3r/5kn1/5p2/5P2/6N1/8/4R1R1 w - - 0 1\ngo mate 3", "^bestmove g3h5 ponder h7h5$"},
		{"letters of others", "position fen 6K1/3r3r/5kn1/5p2/5P2/6N1/8/4R1R1 w\ngo depth 8", "^bestmove g3h5 "},
		{"a promotion", "position fen 1n5k/P7/8/8/8/8/8/R3K3 w - - 0 1\ngo nodes 500", "^bestmove a7b8q$"},
		{"after a promotion", "position fen 1n5k/P6n/8/8/8/8/8/R3K3 w - - 0 1 moves a7b8q\ngo nodes 500", "^bestmove h[78]"},
		{"one move", "position startpos moves b1c3\ngo depth 3 searchmoves b8c6", "^bestmove b8c6"},
		{"a clock", "position startpos\ngo wtime 60 btime 60 winc 1 binc 1 movestogo 5", "^bestmove"},
		{"a clock run out", "position startpos\ngo wtime -5 btime 100", "^bestmove"},
		{"a time", "go movetime 20", "^bestmove"},
		{"no limit", "go\nstop", "^bestmove"},
		{"infinite", "go infinite\nisready\nstop", "^bestmove"},
		{"ponder", "go ponder wtime 50 btime 50\nponderhit", "^bestmove"},
		{"ponder in vain", "go ponder depth 2\nstop", "^bestmove"},
		{"infinite, of little", "go infinite depth 1\nstop", "^bestmove"},
		{"a go after a go", "go infinite\ngo depth 2 searchmoves a2a3", "^bestmove a2a3"},
		{"mated", "position fen R3k3/7R/4K3/8/8/8/p7/8 b - - 0 1\ngo depth 5", `^bestmove \(none\)$`},
		{"bared", "position fen 8/8/8/3k4/8/8/8/R3K3 b - - 0 1\ngo depth 5", "^bestmove d5"},
		{"another rule set", "setoption name Rules value medina\nposition fen 8/8/8/2k5/3p4/4F3/8/K7 w - - 0 1\ngo depth 2", "^bestmove e3d4$"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			k := begin(context.Background(), t)
			k.say(strings.Split(test.say, "\n")...)
			k.until(test.want)
			k.say("quit")
			k.end()
		})
	}
}

// A search without end, or for the time of the opponent, does not tell its move
// before it is asked to.
func TestMoveIsHeldBack(t *testing.T) {
	for _, release := range []string{"stop", "ponderhit"} {
		k := begin(context.Background(), t)
		k.say("go ponder depth 2")
		k.until("^info depth 2")
		k.say("isready")
		for _, line := range k.until("^readyok$") {
			if strings.HasPrefix(line, "bestmove") {
				t.Errorf("%q before %s", line, release)
			}
		}
		k.say(release)
		k.until("^bestmove")
		k.say("quit")
		k.end()
	}
}

func TestMultiPV(t *testing.T) {
	k := begin(context.Background(), t)
	k.say("setoption name multipv value 3", "go depth 4")
	heard := k.until("^bestmove")
	for _, want := range []string{"depth 4 seldepth", "multipv 3 score cp "} {
		if !strings.Contains(strings.Join(heard, "\n"), want) {
			t.Errorf("no %q in %q", want, heard)
		}
	}
	k.say("quit")
	k.end()
}

func TestDisplay(t *testing.T) {
	k := begin(context.Background(), t)
	k.say("position startpos moves e2e3", "d", "quit")
	heard := strings.Join(k.until("^Outcome:"), "\n")
	for _, want := range []string{"r n a k f a n r 8", "Fen: rnakfanr/pppppppp/8/8/8/4P3/PPPP1PPP/RNAKFANR b - - 0 1"} {
		if !strings.Contains(heard, want) {
			t.Errorf("no %q in\n%s", want, heard)
		}
	}
	k.end()
}

func TestNonsenseIsPassedOver(t *testing.T) {
	tests := []string{
		"xyzzy", "position", "position fen", "position fen 8/8 w", "position startpos moves e2e5",
		"position startpos moves e2e3 e2e3", "setoption", "setoption name Contempt value 3",
		"setoption name Hash value lots", "setoption name Threads value 0", "setoption name UCI_Variant value chess",
		"setoption name Rules value none", "go nodes many depth 1", "go depth 1 backwards",
	}
	for _, say := range tests {
		t.Run(say, func(t *testing.T) {
			k := begin(context.Background(), t)
			k.say("position startpos moves a2a3", say)
			k.until("^info string .")
			k.say("isready", "d")
			k.until("^readyok")
			k.until("P7/1PPPPPPP/RNAKFANR b") // the position is the same
			k.say("quit")
			k.end()
		})
	}
}

func TestEnds(t *testing.T) {
	t.Run("end of input", func(t *testing.T) {
		k := begin(context.Background(), t)
		k.say("go infinite")
		k.in.Close()
		k.until("^bestmove")
		k.end()
	})
	t.Run("context", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		k := begin(ctx, t)
		k.say("go infinite")
		k.until("^info depth")
		cancel()
		k.until("^bestmove")
		if err := <-k.ended; !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		k.in.Close()
	})
	t.Run("nobody listens", func(t *testing.T) {
		err := ServeUCI(context.Background(), strings.NewReader("uci\nuci\n"), deaf{}, Options{})
		if !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("input breaks off", func(t *testing.T) {
		err := ServeUCI(context.Background(), io.MultiReader(strings.NewReader("isready\n"), broken{}), io.Discard, Options{})
		if !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("got %v", err)
		}
	})
}

type deaf struct{}

func (deaf) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// The client of the other side of the protocol plays a game with it.
func TestClient(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c, err := uci.Start(context.Background(), program.Config{
		Command: []string{self}, Env: append(os.Environ(), serveEngine+"=uci"),
		Options: []program.Setting{{Name: "Hash", Value: "2"}, {Name: "Clear Hash"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	a, _ := rules.ArrayByName("crossed")
	r := engine.Request{Start: a.Position(), Limits: engine.Limits{Nodes: 300}}
	for ply := range 300 {
		got, err := c.Search(context.Background(), r, nil)
		if err != nil {
			t.Fatalf("ply %d: %v", ply, err)
		}
		if got.Outcome.Over() {
			break
		}
		r.Moves = append(r.Moves, got.Best)
	}
	if len(r.Moves) < 20 {
		t.Errorf("the game is over after %d plies", len(r.Moves))
	}
}

// Whatever is said, the server answers each "go" with one move and ends with
// its input.
func FuzzServeUCI(f *testing.F) {
	for _, s := range []string{
		"uci\nisready\nucinewgame\nposition startpos moves e2e3\ngo depth 2\nstop\nquit\n",
		"position fen 8/8/8/8/8/2k5/R2p4/7K w - - 139 90\ngo infinite\nponderhit\ngo ponder\nd\nsetoption name MultiPV value 2\ngo nodes 5",
		"go searchmoves a2a3 depth\ngo wtime btime 5\n\x00\xff\ngo mate 1 movetime -1",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		if lower := strings.ToLower(in); strings.Contains(lower, "hash") || strings.Contains(lower, "threads") {
			t.Skip("a big engine takes long to make")
		}
		var out bytes.Buffer
		if err := ServeUCI(context.Background(), strings.NewReader(in), &out, Options{Engine: engine.Options{HashMB: 1}}); err != nil {
			t.Fatal(err)
		}
		asked := 0
		for line := range strings.SplitSeq(in, "\n") {
			words := strings.Fields(line)
			if len(words) > 0 && words[0] == "quit" {
				break
			}
			if len(words) > 0 && words[0] == "go" {
				asked++
			}
		}
		if got := strings.Count("\n"+out.String(), "\nbestmove "); got != asked {
			t.Errorf("%d moves for %d searches:\n%s", got, asked, out.String())
		}
	})
}

func TestLongLinesAreDropped(t *testing.T) {
	var out bytes.Buffer
	in := strings.NewReader("position startpos moves " + strings.Repeat("a2a3 ", longestCommand) + "\nisready\n")
	if err := ServeUCI(context.Background(), in, &out, Options{}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("readyok\n", out.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
