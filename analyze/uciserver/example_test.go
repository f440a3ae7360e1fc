package uciserver_test

import (
	"context"
	"os"
	"strings"

	"github.com/diwan-shatranj/diwan/analyze/uciserver"
)

func Example() {
	commands := "isready\nposition fen 4k3/8/8/8/8/8/3p4/R2K4 w - - 0 1\nquit\n"
	err := uciserver.Serve(context.Background(), strings.NewReader(commands), os.Stdout, uciserver.Options{})
	if err != nil {
		panic(err)
	}
	// Output: readyok
}
