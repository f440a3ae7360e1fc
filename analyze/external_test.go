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
	"github.com/diwan-shatranj/diwan/analyze/uci"
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

func play(file string) {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		switch word, _, _ := strings.Cut(in.Text(), " "); word {
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
	}{{0, nil}, {1, nil}, {2, uci.ErrCrashed}}
	for _, test := range tests {
		t.Run(fmt.Sprint(test.crashes), func(t *testing.T) {
			file := t.TempDir() + "/crashes"
			if err := os.WriteFile(file, make([]byte, test.crashes), 0o600); err != nil {
				t.Fatal(err)
			}
			program, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			a, err := NewExternal(context.Background(), uci.Config{
				Command: []string{program}, Env: append(os.Environ(), fakeEngine+"="+file),
			})
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
			if _, err := a.Analyze(context.Background(), r); !errors.Is(err, uci.ErrClosed) {
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
