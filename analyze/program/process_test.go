package program

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// fakeEngine, in the environment, makes the test program one that repeats its
// input in capitals, until it is told to quit or to crash.
const fakeEngine = "DIWAN_TEST_ENGINE"

func TestMain(m *testing.M) {
	if os.Getenv(fakeEngine) == "" {
		os.Exit(m.Run())
	}
	for {
		var word string
		if _, err := fmt.Scanln(&word); err != nil || word == "quit" {
			os.Exit(0)
		}
		if word == "crash" {
			fmt.Fprintln(os.Stderr, "out of order")
			os.Exit(3)
		}
		fmt.Println(strings.ToUpper(word))
	}
}

func start(t *testing.T) *Process {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := Config{Command: []string{self}, Env: append(os.Environ(), fakeEngine+"=1")}.WithDefaults()
	p, err := Run(&c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Kill)
	return p
}

func TestProcess(t *testing.T) {
	p := start(t)
	if err := p.Send("one\ntwo\n"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"ONE", "TWO"} {
		if got, err := p.Receive(context.Background()); got != want || err != nil {
			t.Errorf("got %q, %v; want %q", got, err, want)
		}
	}
	ctx, cancel := context.WithTimeoutCause(context.Background(), 10*time.Millisecond, ErrHangs)
	defer cancel()
	if _, err := p.Receive(ctx); !errors.Is(err, ErrHangs) {
		t.Errorf("got %v, want %v", err, ErrHangs)
	}
	p.Close()
	if err := p.Send("three\n"); !errors.Is(err, ErrCrashed) {
		t.Errorf("after Close: %v", err)
	}
}

func TestProcessCrashes(t *testing.T) {
	p := start(t)
	if err := p.Send("crash\n"); err != nil {
		t.Fatal(err)
	}
	_, err := p.Receive(context.Background())
	if !errors.Is(err, ErrCrashed) || !strings.HasSuffix(err.Error(), "(it wrote: out of order)") {
		t.Errorf("got %v", err)
	}
}
