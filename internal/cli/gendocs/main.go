package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/diwan-shatranj/diwan/internal/cli"
	"github.com/diwan-shatranj/diwan/pgn"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: gendocs FOLDER")
		os.Exit(2)
	}
	for name, text := range map[string]string{"diagnostics.md": diagnostics(), "commands.md": commands()} {
		if err := os.WriteFile(filepath.Join(os.Args[1], name), []byte(text), 0o644); err != nil {
			fmt.Fprintln(os.Stderr, "gendocs:", err)
			os.Exit(1)
		}
	}
}

const generated = "<!-- Made from the code by `make docs`. -->\n\n"

// diagnostics is the catalogue of codes.
func diagnostics() string {
	var b strings.Builder
	b.WriteString(generated + `# Diagnostics

Everything that Diwan says about a game's text has a code. Codes are stable: scripts may rely on them.
An *error* means that the record is wrong; a *warning* that something was forgiven or is suspicious; a
*note* that something was assumed. Some codes are also given as a note where the matter is harmless.

`)
	last := pgn.Severity(0)
	for _, ci := range pgn.Codes() {
		if ci.Severity != last {
			fmt.Fprintf(&b, "## %ss\n\n", strings.ToUpper(ci.Severity.String()[:1])+ci.Severity.String()[1:])
			last = ci.Severity
		}
		fmt.Fprintf(&b, "### %s\n\n%s\n\n- Example: %s\n- What to do: %s\n\n", ci.Code, ci.Meaning, code(ci.Example), ci.Fix)
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// code sets text as code.
func code(text string) string { return "`" + text + "`" }

// commands is the help of every command.
func commands() string {
	var b strings.Builder
	b.WriteString(generated + "# Commands\n\n```\n" + help() + "```\n")
	for _, name := range cli.Commands() {
		fmt.Fprintf(&b, "\n## %s\n\n```\n%s```\n", name, help(name))
	}
	return b.String()
}

// help is what a command says of itself.
func help(command ...string) string {
	var out bytes.Buffer
	cli.Main(context.Background(), "devel", append(command, "--help"), cli.Streams{In: strings.NewReader(""), Out: &out, Err: &out})
	return out.String()
}
