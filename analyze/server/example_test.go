package server_test

import (
	"context"
	"os"
	"strings"

	"github.com/diwan-shatranj/diwan/analyze/server"
)

func Example() {
	commands := "isready\nposition fen 4k3/8/8/8/8/8/3p4/R2K4 w - - 0 1\nquit\n"
	err := server.ServeUCI(context.Background(), strings.NewReader(commands), os.Stdout, server.Options{})
	if err != nil {
		panic(err)
	}
	// Output: readyok
}
