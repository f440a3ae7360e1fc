package cecp

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// fakeEngine names, in the environment, the kind of engine that the test
// program is to be instead of running tests; fakeLog a file for what it is told.
const (
	fakeEngine = "DIWAN_TEST_ENGINE"
	fakeLog    = "DIWAN_TEST_LOG"
)

func TestMain(m *testing.M) {
	if kind := os.Getenv(fakeEngine); kind != "" {
		play(kind)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// play is an engine that knows one move, and misbehaves in the given way.
func play(kind string) {
	log, err := os.Create(os.Getenv(fakeLog))
	if err != nil {
		os.Exit(2)
	}
	switch kind {
	case "crash at start":
		fmt.Fprintln(os.Stderr, "cannot find my book")
		os.Exit(3)
	case "silent":
		time.Sleep(time.Hour)
	}
	claims := 0
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		fmt.Fprintln(log, in.Text())
		word, rest, _ := strings.Cut(in.Text(), " ")
		switch word {
		case "protover":
			introduce(kind)
		case "ping":
			fmt.Println("pong", rest)
		case "quit":
			return
		case "?":
			if kind == "late" {
				fmt.Println("move a2a3")
			}
		case "usermove":
			if kind == "refuses" {
				fmt.Println("Illegal move:", rest)
			}
		case "go":
			if kind == "claims once" || kind == "claims" {
				claims++
			}
			search(kind, claims)
		}
	}
}

func introduce(kind string) {
	switch kind {
	case "uci only":
		fmt.Println("Error (unknown command): protover 2")
	case "chess only":
		fmt.Println(`feature myname="Fake 1" variants="normal,atomic" done=1`)
	case "plain":
		fmt.Println(`feature myname="Fake 1" setboard=0 ping=1 variants="shatranj" done=1`)
	default:
		fmt.Println(`# a remark`)
		fmt.Println(`feature done=0 myname="Fake 1" setboard=1 usermove=1 san=1 ping=1 memory=1 nps=1`)
		fmt.Println(`feature variants="normal,shatranj" option="Style -combo calm /// *wild" option="Depth bonus -spin 3 0 9"`)
		fmt.Println(`feature option="Clear -button" done=1`)
	}
}

func search(kind string, claims int) {
	const info = "  3     12      4      345\t a2a3 a7a6"
	switch kind {
	case "good", "plain":
		fmt.Println(" 2 7 3 100 b2b3")
		fmt.Println(info)
		fmt.Println("move a2a3")
	case "claims once", "claims":
		if kind == "claims once" && claims == 2 {
			fmt.Println(info + "\nmove a2a3")
			return
		}
		fmt.Println("1/2-1/2 {I am tired}")
	case "resigns":
		fmt.Println("resign")
	case "crash in search":
		fmt.Println(info)
		fmt.Fprintln(os.Stderr, "first line\nsegmentation fault")
		os.Exit(139)
	case "illegal":
		fmt.Println(info)
		fmt.Println("move a2a4")
	case "empty":
		fmt.Println("move ")
	case "garbage":
		fmt.Println("1 2 3\n99999999999999999999 1 1 1 a2a3\nmoves\n-5 -5 -5 -5\n0 3 1 1 a2a3\n5 5 5 5 z9z9")
		fmt.Println(strings.Repeat("noise ", 100_000))
		fmt.Println("4. 100003 0 17 5 6\t 1. Nf3 {x} a6")
		fmt.Println("move g1f3")
	}
}
