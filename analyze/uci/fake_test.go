package uci

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// fakeEngine names, in the environment, the kind of engine that the test
// program is to be instead of running tests.
const fakeEngine = "DIWAN_TEST_ENGINE"

func TestMain(m *testing.M) {
	if kind := os.Getenv(fakeEngine); kind != "" {
		play(kind)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// play is an engine that knows one move, and misbehaves in the given way.
func play(kind string) {
	if kind == "crash at start" {
		fmt.Fprintln(os.Stderr, "cannot find my book")
		os.Exit(3)
	}
	if kind == "silent" {
		time.Sleep(time.Hour)
	}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		word, _, _ := strings.Cut(in.Text(), " ")
		switch word {
		case "uci":
			if kind == "xboard only" {
				fmt.Println("Error (unknown command): uci")
				continue
			}
			fmt.Println("id name Fake\nid author Nobody")
			if kind != "chess only" {
				fmt.Println("option name UCI_Variant type combo default chess var chess var shatranj")
			} else {
				fmt.Println("option name UCI_Variant type combo default chess var chess var atomic")
			}
			fmt.Println("option name MultiPV type spin default 1 min 1 max 5")
			fmt.Println("option name Clear Hash type button")
			fmt.Println("uciok")
		case "isready":
			fmt.Println("readyok")
		case "quit":
			return
		case "stop":
			if kind == "late" {
				fmt.Println("bestmove a2a3")
			}
		case "go":
			search(kind)
		}
	}
}

func search(kind string) {
	const info = "info depth 3 seldepth 5 multipv 1 score cp 12 nodes 345 nps 1000 time 2 pv a2a3 a7a6"
	switch kind {
	case "good":
		fmt.Println("info depth 2 score cp 99 lowerbound nodes 100 pv a2a3")
		fmt.Println(info)
		fmt.Println("bestmove a2a3 ponder a7a6")
	case "crash in search":
		fmt.Println(info)
		fmt.Fprintln(os.Stderr, "first line\nsegmentation fault")
		os.Exit(139)
	case "illegal":
		fmt.Println(info)
		fmt.Println("bestmove a2a4")
	case "no move":
		fmt.Println("bestmove (none)")
	case "empty":
		fmt.Println("bestmove")
	case "garbage":
		fmt.Println("info depth x score cp\ninfo score\ninfo pv\ninfo depth 1 score cp 5 pv z9z9 a2a3\ninfo multipv 7 depth 2 score mate 0 pv a2a3")
		fmt.Println(strings.Repeat("noise ", 100_000))
		fmt.Println("info depth 4 score mate 3 nodes -5 pv a2a3 a2a3 b7b6")
		fmt.Println("bestmove a2a3")
	}
}
