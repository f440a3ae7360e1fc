package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

func (completionCmd) Help() string {
	return "Examples:\n\n    diwan completion bash > ~/.local/share/bash-completion/completions/diwan\n    diwan completion fish > ~/.config/fish/completions/diwan.fish"
}

// Run writes a static script made from the grammar.
func (c *completionCmd) Run(k *kong.Kong, s *session) error {
	var b strings.Builder
	switch c.Shell {
	case "bash":
		bashCompletion(&b, k.Model)
	case "zsh":
		zshCompletion(&b, k.Model)
	case "fish":
		fishCompletion(&b, k.Model)
	}
	_, err := io.WriteString(s.out, b.String())
	return err
}

// commandsOf are the commands that help shows.
func commandsOf(app *kong.Application) (cs []*kong.Node) {
	for _, c := range app.Children {
		if c.Type == kong.CommandNode && !c.Hidden {
			cs = append(cs, c)
		}
	}
	return cs
}

func flagsOf(n *kong.Node) (fs []*kong.Flag) {
	for _, group := range n.AllFlags(true) {
		fs = append(fs, group...)
	}
	return fs
}

func bashCompletion(b *strings.Builder, app *kong.Application) {
	var names []string
	for _, c := range commandsOf(app) {
		names = append(names, c.Name)
	}
	fmt.Fprintf(b, "_%s() {\n\tlocal cur=${COMP_WORDS[COMP_CWORD]} words=%q i\n", app.Name, strings.Join(names, " "))
	b.WriteString("\tfor ((i = 1; i < COMP_CWORD; i++)); do case ${COMP_WORDS[i]} in\n")
	for _, c := range commandsOf(app) {
		var flags []string
		for _, f := range flagsOf(c) {
			flags = append(flags, "--"+f.Name)
		}
		fmt.Fprintf(b, "\t%s) words=%q ;;\n", c.Name, strings.Join(flags, " "))
	}
	fmt.Fprintf(b, "\tesac; done\n\tCOMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n}\ncomplete -o default -F _%s %s\n", app.Name, app.Name)
}

func zshCompletion(b *strings.Builder, app *kong.Application) {
	fmt.Fprintf(b, "#compdef %s\n_%s() {\n\tlocal -a commands\n\tcommands=(\n", app.Name, app.Name)
	for _, c := range commandsOf(app) {
		fmt.Fprintf(b, "\t\t%s\n", shellQuote(c.Name+":"+c.Help))
	}
	b.WriteString("\t)\n\tif (( CURRENT == 2 )); then _describe command commands; return; fi\n\tcase $words[2] in\n")
	for _, c := range commandsOf(app) {
		fmt.Fprintf(b, "\t%s) _arguments", c.Name)
		for _, f := range flagsOf(c) {
			spec := "--" + f.Name
			if !valueless(f) {
				spec += "="
			}
			fmt.Fprintf(b, " %s", shellQuote(spec+"["+strings.NewReplacer("[", "(", "]", ")").Replace(f.Help)+"]"))
		}
		b.WriteString(" '*:file:_files' ;;\n")
	}
	fmt.Fprintf(b, "\tesac\n}\n_%s \"$@\"\n", app.Name)
}

func fishCompletion(b *strings.Builder, app *kong.Application) {
	for _, c := range commandsOf(app) {
		fmt.Fprintf(b, "complete -c %s -n __fish_use_subcommand -a %s -d %s\n", app.Name, c.Name, shellQuote(c.Help))
		for _, f := range flagsOf(c) {
			fmt.Fprintf(b, "complete -c %s -n '__fish_seen_subcommand_from %s' -l %s -d %s\n", app.Name, c.Name, f.Name, shellQuote(f.Help))
		}
	}
}

func shellQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
