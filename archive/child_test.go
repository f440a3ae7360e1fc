package archive

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"

	"github.com/diwan-shatranj/diwan/pgn"
)

// child is what a process does that a test has started.
func child(what string, args []string) error {
	ctx := context.Background()
	switch what {
	case "import": // DIR FILE: imports in small batches and says what is on disk
		a, err := Open(args[0], Options{})
		if err != nil {
			return err
		}
		a.batch = 64
		_, err = a.Import(ctx, inputs(file(args[1])), ImportOptions{Observer: sayer{}, Jobs: 2})
		return err
	case "hold": // DIR: writes until stdin ends
		a, err := Open(args[0], Options{})
		if err != nil {
			return err
		}
		return a.exclusively(ctx, func() error {
			fmt.Println("held")
			_, err := io.Copy(io.Discard, os.Stdin)
			return err
		})
	case "read": // DIR: reads what it may only read
		a, err := Open(args[0], Options{ReadOnly: true})
		if err != nil {
			return err
		}
		n, err := a.Count(ctx)
		if err != nil {
			return err
		}
		for _, err := range a.Games(ctx) {
			if err != nil {
				return err
			}
		}
		fmt.Println(n, "games")
		return a.Close()
	case "write": // DIR: tries to write
		_, err := Open(args[0], Options{})
		return err
	}
	return fmt.Errorf("unknown work %q", what)
}

// sayer says which games are on disk.
type sayer struct{}

func (sayer) Prepare(_ *pgn.Replay, dst []uint64) []uint64 { return dst }

func (sayer) Added(id int64, _ []uint64) error {
	_, err := fmt.Println(id)
	return err
}

// childCommand is the command of the test binary as a process of its own.
func childCommand(t tb, what string, args ...string) (cmd *exec.Cmd, in io.WriteCloser) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd = exec.Command(exe, args...)
	cmd.Env = append(os.Environ(), childVariable+"="+what)
	if in, err = cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	return cmd, in
}

// startChild starts it.
func startChild(t tb, what string, args ...string) (cmd *exec.Cmd, in io.WriteCloser, out *bufio.Scanner) {
	t.Helper()
	cmd, in = childCommand(t, what, args...)
	cmd.Stderr = os.Stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, in, bufio.NewScanner(stdout)
}
