package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/diwan-shatranj/diwan/analyze/program"
	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/rules"
)

// engineLog names, in the environment, the file in which slowEngine notes its answers.
const engineLog = "DIWAN_TEST_ENGINE_LOG"

// slowEngine is an engine of UCI that takes as many milliseconds for each position as
// its argument says, and then plays the first legal move.
func slowEngine() {
	pause, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	var position rules.Position
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		word, rest, _ := strings.Cut(in.Text(), " ")
		switch word {
		case "uci":
			fmt.Println("id name Slow\noption name UCI_Variant type combo default chess var shatranj\nuciok")
		case "isready":
			fmt.Println("readyok")
		case "quit":
			return
		case "position":
			fen, _, _ := strings.Cut(strings.TrimPrefix(rest, "fen "), " moves")
			board, other, _ := strings.Cut(fen, " ")
			board = strings.NewReplacer("Q", "F", "q", "f", "B", "A", "b", "a").Replace(board)
			if position, err = rules.ParsePosition(board + " " + other); err != nil {
				panic(err)
			}
		case "go":
			time.Sleep(time.Duration(pause) * time.Millisecond)
			move := program.Letters{Ferz: 'q', Alfil: 'b'}.AppendMove(nil, position.AppendMoves(nil)[0])
			fmt.Printf("info depth 2 score cp 25 nodes 9 pv %s\nbestmove %s\n", move, move)
			if log := os.Getenv(engineLog); log != "" {
				f, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
				if err != nil {
					panic(err)
				}
				if _, err := f.WriteString("x"); err != nil {
					panic(err)
				}
				_ = f.Close()
			}
		}
	}
}

// A run that is killed loses no more than what its engines were at and what was on its
// way to the disk; one that is interrupted loses only the former. The same command
// goes on from there.
func TestAnnotateAgain(t *testing.T) {
	games, err := filepath.Abs("../../examples/games")
	if err != nil {
		t.Fatal(err)
	}
	const pause = "250" // ms; far longer than the disk is let rest
	for _, test := range []struct {
		name   string
		signal syscall.Signal
		lost   int
	}{{"killed", syscall.SIGKILL, 1}, {"interrupted", syscall.SIGINT, 0}} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			log := filepath.Join(dir, "log")
			db := filepath.Join(dir, "games.diwan")
			diwan := func(args ...string) *exec.Cmd {
				c := exec.Command("diwan", append([]string{"-a", db}, args...)...)
				c.Env = append(os.Environ(), engineLog+"="+log, "XDG_CONFIG_HOME="+dir)
				return c
			}
			if out, err := diwan("import", "-q", games).CombinedOutput(); err != nil && !isStatus(err, statusFindings) {
				t.Fatalf("%v: %s", err, out)
			}
			kept := func() int64 {
				a, err := archive.Open(db, archive.Options{ReadOnly: true})
				if err != nil {
					t.Fatal(err)
				}
				defer a.Close()
				n, err := a.EvalCount(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				return n
			}
			c := diwan("annotate", "-j", "1", "--engine", "slow-engine "+pause, "--nodes", "10")
			var stderr bytes.Buffer
			c.Stderr = &stderr
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			for kept() < 4 {
				time.Sleep(20 * time.Millisecond)
			}
			if err := c.Process.Signal(test.signal); err != nil {
				t.Fatal(err)
			}
			err := c.Wait()
			if test.signal == syscall.SIGINT && !isStatus(err, statusInterrupted) {
				t.Fatalf("%v: %s", err, &stderr)
			}
			answered, err := os.ReadFile(log)
			if err != nil {
				t.Fatal(err)
			}
			n := kept()
			if lost := len(answered) - int(n); lost < 0 || lost > test.lost+1 { // +1: the answer may be noted and not yet read
				t.Errorf("%d of %d evaluations are lost", lost, len(answered))
			}
			if out, err := diwan("verify").CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			out, err := diwan("annotate", "-j", "1", "--engine", "slow-engine 0", "--nodes", "10", "--format", "json", "id:1").Output()
			if err != nil {
				t.Fatal(err)
			}
			if want := fmt.Sprintf(`"cached":%d,`, n); !strings.Contains(string(out), want) {
				t.Errorf("there is no %s in %s", want, out)
			}
		})
	}
}

// isStatus reports whether a command ended with a status.
func isStatus(err error, status int) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit) && exit.ExitCode() == status
}
