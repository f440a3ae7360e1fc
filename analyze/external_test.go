package analyze

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/analyze/program"
	"github.com/diwan-shatranj/diwan/rules"
)

// fakeEngine names, in the environment, a file. The test program is then an
// engine that does in its searches what the bytes of the file say, taking one away
// each time: c crashes, h hangs, i plays an illegal move, l answers late, when it is
// told to; behind them, and with any other byte, it answers well.
const fakeEngine = "DIWAN_TEST_FAULTS"

// fault takes the next fault from the file, 0 where none is left.
func fault(file string) byte {
	left, err := os.ReadFile(file)
	if err != nil || len(left) == 0 {
		return 0
	}
	if err := os.WriteFile(file, left[1:], 0o600); err != nil {
		panic(err)
	}
	return left[0]
}

// respond answers a search as a fault has it. It reports whether the answer is to
// wait until the engine is told to move.
func respond(fault byte, in *bufio.Scanner, answer func(move string)) (late bool) {
	switch fault {
	case 'c':
		os.Exit(1)
	case 'h':
		for in.Scan() {
		}
		time.Sleep(time.Minute) // its input is closed, and it does not care
	case 'i':
		answer("a2a5")
	case 'l':
		return true
	default:
		answer("a2a3")
	}
	return false
}

func TestMain(m *testing.M) {
	if file := os.Getenv(fakeEngine); file != "" {
		play(file)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// fakeXBoard, in the environment, makes the engine one of the other protocol: it
// says that it does not know a word ("tells"), or nothing ("silent").
const fakeXBoard = "DIWAN_TEST_XBOARD"

func playXBoard(kind, file string, in *bufio.Scanner, word, rest string) {
	answer := func(move string) { fmt.Printf("2 25 0 9 a2a3\nmove %s\n", move) }
	switch word {
	case "?":
		answer("a2a3")
	case "uci":
		if kind == "tells" {
			fmt.Println("Error (unknown command): uci")
		}
	case "protover":
		fmt.Println(`feature ping=1 usermove=1 setboard=1 myname="Fake X" variants="shatranj" done=1`)
	case "ping":
		fmt.Println("pong", rest)
	case "quit":
		os.Exit(0)
	case "go":
		respond(fault(file), in, answer)
	}
}

func play(file string) {
	in := bufio.NewScanner(os.Stdin)
	late := false
	answer := func(move string) { fmt.Printf("info depth 2 score cp 25 nodes 9 pv a2a3\nbestmove %s\n", move) }
	for in.Scan() {
		word, rest, _ := strings.Cut(in.Text(), " ")
		if xboard := os.Getenv(fakeXBoard); xboard != "" {
			playXBoard(xboard, file, in, word, rest)
			continue
		}
		switch word {
		case "uci":
			fmt.Println("id name Fake\noption name UCI_Variant type combo default chess var shatranj\nuciok")
		case "isready":
			fmt.Println("readyok")
		case "quit":
			return
		case "go":
			late = respond(fault(file), in, answer)
		case "stop":
			if late {
				answer("a2a3")
				late = false
			}
		}
	}
}

// faulty starts an engine that has the faults, in a protocol.
func faulty(t *testing.T, p Protocol, faults string) Analyzer {
	t.Helper()
	file := t.TempDir() + "/faults"
	if err := os.WriteFile(file, []byte(faults), 0o600); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	env := append(os.Environ(), fakeEngine+"="+file)
	if p == XBoard {
		env = append(env, fakeXBoard+"=tells")
	}
	a, err := NewExternal(context.Background(), program.Config{
		Command: []string{self}, Env: env, AnswerTimeout: 300 * time.Millisecond, SearchTimeout: 300 * time.Millisecond,
	}, p)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	return a
}

// An engine that crashes, hangs, answers illegally or late is started again, once for
// a position; whatever happened, it can be asked again.
func TestExternalStartsAgain(t *testing.T) {
	tests := []struct {
		faults string
		want   error
	}{
		{"", nil},
		{"c", nil},
		{"cc", program.ErrCrashed},
		{"h", nil},
		{"hh", program.ErrHangs},
		{"i", nil},
		{"ii", program.ErrIllegal},
		{"l", nil},
		{"ll", program.ErrLate},
		{"ci", program.ErrIllegal},
		{"hc", program.ErrCrashed},
	}
	for _, p := range []Protocol{UCI, XBoard} {
		for _, test := range tests {
			t.Run(string(p)+" "+test.faults, func(t *testing.T) {
				t.Parallel()
				a := faulty(t, p, test.faults)
				r := Request{Start: array(t, "shah-e"), Limit: Limit{Depth: 2}}
				got, err := a.Analyze(context.Background(), r)
				if !errors.Is(err, test.want) || err == nil && got.Score.CP != 25 {
					t.Errorf("got %+v, %v; want %v", got, err, test.want)
				}
				if got, err = a.Analyze(context.Background(), r); err != nil || got.Best().String() != "a2a3" {
					t.Errorf("again: %+v, %v", got, err)
				}
				if err := a.Close(); err != nil {
					t.Error(err)
				}
				if _, err := a.Analyze(context.Background(), r); !errors.Is(err, program.ErrClosed) {
					t.Errorf("after Close: %v", err)
				}
			})
		}
	}
}

// A position on which the engine fails twice is marked, and the batch goes on.
func TestBatchGoesOn(t *testing.T) {
	start := array(t, "shah-e")
	var moves []rules.Move
	p := start
	for _, s := range []string{"d2d3", "d7d6"} { // a2a3 is legal in the images that are looked at
		m, err := rules.ParseCoordinate(&p, s)
		if err != nil {
			t.Fatal(err)
		}
		moves = append(moves, m)
		p = p.Play(m)
	}
	for _, protocol := range []Protocol{UCI, XBoard} {
		for _, test := range []struct {
			faults string
			want   error
		}{{"-cc", program.ErrCrashed}, {"-hi", program.ErrIllegal}, {"-i", nil}} {
			t.Run(string(protocol)+" "+test.faults, func(t *testing.T) {
				a := faulty(t, protocol, test.faults)
				b, err := NewBatch(BatchOptions{Analyzers: []Analyzer{a}, Limit: Limit{Depth: 2}})
				if err != nil {
					t.Fatal(err)
				}
				plies, err := b.Line(context.Background(), start, moves, nil)
				if err != nil {
					t.Fatal(err)
				}
				for i := range plies {
					want := error(nil)
					if i == 1 {
						want = test.want
					}
					if !errors.Is(plies[i].Err, want) || want == nil && len(plies[i].Lines) != 1 {
						t.Errorf("ply %d: %+v", i, plies[i])
					}
				}
			})
		}
	}
}

func TestAnalyzeStopsWithItsContext(t *testing.T) {
	a := NewBuiltin(engine.Options{HashMB: 1})
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	_, err := a.Analyze(ctx, Request{Start: array(t, "shah-e"), Limit: Limit{Depth: 90}})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	if _, err := a.Analyze(context.Background(), Request{Start: array(t, "shah-e")}); err == nil {
		t.Error("no error without a limit")
	}
}

// The protocol is found out, or taken as told.
func TestExternalProtocol(t *testing.T) {
	tests := []struct {
		xboard   string
		protocol Protocol
		timeout  time.Duration
		want     error
	}{
		{"", Auto, 0, nil},
		{"", UCI, 0, nil},
		{"", XBoard, 300 * time.Millisecond, program.ErrHangs},
		{"tells", Auto, 0, nil},
		{"silent", Auto, 2 * time.Second, nil},
		{"tells", XBoard, 0, nil},
		{"tells", UCI, 0, program.ErrProtocol},
		{"", "telepathy", 0, program.ErrProtocol},
	}
	for _, test := range tests {
		t.Run(test.xboard+" "+string(test.protocol), func(t *testing.T) {
			self, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			c := program.Config{
				Command: []string{self}, StartTimeout: test.timeout,
				Env: append(os.Environ(), fakeEngine+"="+t.TempDir(), fakeXBoard+"="+test.xboard),
			}
			a, err := NewExternal(context.Background(), c, test.protocol)
			if !errors.Is(err, test.want) {
				t.Fatalf("got %v, want %v", err, test.want)
			}
			if err != nil {
				return
			}
			defer a.Close()
			got, err := a.Analyze(context.Background(), Request{Start: array(t, "shah-e"), Limit: Limit{Depth: 2}})
			if err != nil || got.Best().String() != "a2a3" || got.Score.CP != 25 || got.Engine != a.Name() {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
}
