package cli

import (
	"strings"

	"github.com/alecthomas/kong"
)

// arrange puts the operands of a command behind its flags and a "--". Kong takes a
// list of operands in one piece only, so that "check a.pgn --strict b.pgn" would
// fail without; and no value with a hyphen before it, as in "--sort -date".
func arrange(node *kong.Node, args []string) []string {
	var words, flags, operands []string
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		switch {
		case arg == "--":
			operands = append(operands, args...)
			args = nil
		case len(arg) > 1 && arg[0] == '-':
			if takesValue(node, arg) && len(args) > 0 {
				if strings.HasPrefix(arg, "--") {
					arg += "=" + args[0] // the value may begin with a hyphen
				} else {
					flags = append(flags, arg)
					arg = args[0]
				}
				args = args[1:]
			}
			flags = append(flags, arg)
		default:
			if child := childOf(node, arg); child != nil && len(operands) == 0 {
				node = child
				words = append(append(words, flags...), arg)
				flags = nil
				continue
			}
			operands = append(operands, arg)
		}
	}
	out := append(words, flags...)
	if len(operands) == 0 {
		return out
	}
	if len(node.Children) > 0 {
		return append(out, operands...) // no such command: kong suggests one
	}
	return append(append(out, "--"), operands...)
}

func childOf(node *kong.Node, name string) *kong.Node {
	for _, child := range node.Children {
		if child.Type == kong.CommandNode && child.Name == name {
			return child
		}
	}
	return nil
}

// takesValue reports whether the argument behind this flag is the flag's value: the
// flag stands alone, or is the last of several small ones (-qa DIR).
func takesValue(node *kong.Node, arg string) bool {
	if long, ok := strings.CutPrefix(arg, "--"); ok {
		flag := flagOf(node, func(f *kong.Flag) bool { return f.Name == long })
		return flag != nil && !valueless(flag)
	}
	for i, letter := range arg[1:] {
		flag := flagOf(node, func(f *kong.Flag) bool { return f.Short == letter })
		if flag == nil {
			return false
		}
		if !valueless(flag) {
			return i == len(arg)-2
		}
	}
	return false
}

func valueless(flag *kong.Flag) bool { return flag.IsBool() || flag.IsCounter() }

func flagOf(node *kong.Node, is func(*kong.Flag) bool) *kong.Flag {
	for _, group := range node.AllFlags(false) {
		for _, flag := range group {
			if is(flag) {
				return flag
			}
		}
	}
	return nil
}
