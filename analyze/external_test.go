package analyze

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/analyze/program"
)

// fakeEngine names, in the environment, a file. The test program is then an
// engine that crashes in its searches as often as the file has bytes, taking
// one away each time.
const fakeEngine = "DIWAN_TEST_CRASHES"

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

func playXBoard(kind, word, rest string) {
	switch word {
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
		fmt.Println("2 25 0 9 a2a3\nmove a2a3")
	}
}

func play(file string) {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		word, rest, _ := strings.Cut(in.Text(), " ")
		if xboard := os.Getenv(fakeXBoard); xboard != "" {
			playXBoard(xboard, word, rest)
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
			if left, err := os.ReadFile(file); err == nil && len(left) > 0 {
				if os.WriteFile(file, left[1:], 0o600) == nil {
					os.Exit(1)
				}
			}
			fmt.Println("info depth 2 score cp 25 nodes 9 pv a2a3\nbestmove a2a3")
		}
	}
}

// An engine that fails is started again, once for a position.
func TestExternalStartsAgain(t *testing.T) {
	tests := []struct {
		crashes int
		want    error
	}{{0, nil}, {1, nil}, {2, program.ErrCrashed}}
	for _, test := range tests {
		t.Run(strconv.Itoa(test.crashes), func(t *testing.T) {
			file := t.TempDir() + "/crashes"
			if err := os.WriteFile(file, make([]byte, test.crashes), 0o600); err != nil {
				t.Fatal(err)
			}
			self, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			a, err := NewExternal(context.Background(), program.Config{
				Command: []string{self}, Env: append(os.Environ(), fakeEngine+"="+file),
			}, Auto)
			if err != nil {
				t.Fatal(err)
			}
			defer a.Close()
			if a.Name() != "Fake" {
				t.Errorf("the engine is %q", a.Name())
			}
			r := Request{Start: array(t, "shah-e"), Limit: Limit{Depth: 2}}
			got, err := a.Analyze(context.Background(), r)
			if !errors.Is(err, test.want) || err == nil && got.Score.CP != 25 {
				t.Errorf("got %+v, %v; want %v", got, err, test.want)
			}
			// Whatever happened, it can be asked again.
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
