package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/diwan-shatranj/diwan/internal/cli"
)

// version is set by the build, see the Makefile.
var version = "devel"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // whoever asks again will not wait for a good end
	status := cli.Main(ctx, version, os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
	stop()
	os.Exit(status)
}
