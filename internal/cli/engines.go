package cli

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/diwan-shatranj/diwan/analyze"
	"github.com/diwan-shatranj/diwan/analyze/engine"
)

type enginesCmd struct {
	List   engineListCmd   `cmd:"" help:"List the engines that --engine knows by name."`
	Add    engineAddCmd    `cmd:"" help:"Give an engine a name."`
	Remove engineRemoveCmd `cmd:"" help:"Forget an engine."`
}

func (enginesCmd) Help() string {
	return `Engines that --engine of annotate and match knows by name, with their options. They are kept in engines.json in the
folder diwan of the user's settings ($XDG_CONFIG_HOME, else ~/.config).

Examples:

    diwan engines add fsf fairy-stockfish --option Hash=64
    diwan engines list
    diwan annotate --engine fsf --movetime 200ms player:suli`
}

type engineListCmd struct{}

func (engineListCmd) Help() string {
	return `Lists the engines that --engine knows by name: builtin, and those of engines.json in the folder diwan of the
user's settings ($XDG_CONFIG_HOME, else ~/.config).

Examples:

    diwan engines list
    diwan engines list --format json`
}

// engineJSON is an engine as a JSON line.
type engineJSON struct {
	Name string `json:"name"`
	namedEngine
}

// Run lists.
func (engineListCmd) Run(s *session) error {
	all, err := readEngines()
	if err != nil {
		return err
	}
	all[builtinEngine] = &namedEngine{Command: []string{}, Says: engine.Name + " " + engine.Version}
	names := slices.Sorted(maps.Keys(all))
	var rows [][]string
	for _, name := range names {
		e := all[name]
		if s.json() {
			if err := s.encode(engineJSON{name, *e}); err != nil {
				return err
			}
			continue
		}
		var options []string
		for _, o := range slices.Sorted(maps.Keys(e.Options)) {
			options = append(options, o+"="+e.Options[o])
		}
		rows = append(rows, []string{name, strings.Join(e.Command, " "), e.Protocol, strings.Join(options, ", "), e.Says})
	}
	if s.json() {
		return nil
	}
	return table(s.out, []string{"NAME", "COMMAND", "PROTOCOL", "OPTIONS", "CALLS ITSELF"}, nil, rows)
}

type engineAddCmd struct {
	Name     string   `arg:"" help:"The name for --engine: letters, digits, -, _ and . are allowed."`
	Command  string   `arg:"" name:"CMD" help:"The command; quote one with arguments."`
	Protocol string   `enum:"auto,uci,xboard" default:"auto" help:"The engine's protocol: ${enum}; auto finds it out."`
	Option   []string `placeholder:"NAME=VALUE" sep:"none" help:"An option for the engine; may be repeated."`
	Dir      string   `placeholder:"DIR" help:"The folder to run it in."`
	Force    bool     `help:"Add it though it does not start, or in place of another of that name."`
}

func (engineAddCmd) Help() string {
	return `Gives an engine a name, under which --engine of annotate and match finds it. It is started once, to see that it
plays shatranj and what it calls itself.

Examples:

    diwan engines add fsf fairy-stockfish --option Hash=64
    diwan engines add shamax shamax --protocol xboard
    diwan annotate --engine fsf --movetime 200ms player:suli`
}

// Run adds.
func (c *engineAddCmd) Run(s *session) error {
	if !isEngineName(c.Name) || c.Name == builtinEngine {
		return usagef("letters, digits, -, _ and . are allowed, and builtin is taken", "%q is no name for an engine", c.Name)
	}
	e := &namedEngine{Command: strings.Fields(c.Command), Protocol: c.Protocol, Dir: c.Dir}
	if exists(c.Command) { // a path with blanks, and one that is good in any folder
		path, err := filepath.Abs(c.Command)
		if err != nil {
			return err
		}
		e.Command = []string{path}
	} else if len(e.Command) > 0 && strings.ContainsRune(e.Command[0], os.PathSeparator) && exists(e.Command[0]) {
		path, err := filepath.Abs(e.Command[0])
		if err != nil {
			return err
		}
		e.Command[0] = path
	}
	if len(e.Command) == 0 {
		return usagef("name the program to run", "the command is empty")
	}
	if c.Dir != "" {
		dir, err := filepath.Abs(c.Dir)
		if err != nil {
			return err
		}
		e.Dir = dir
	}
	settings, err := parseSettings(c.Option)
	if err != nil {
		return err
	}
	for _, o := range settings {
		if e.Options == nil {
			e.Options = map[string]string{}
		}
		e.Options[o.Name] = o.Value
	}
	x, err := analyze.NewExternal(s.ctx, e.config(), analyze.Protocol(c.Protocol))
	switch {
	case err == nil:
		e.Says = x.Name()
		_ = x.Close() // it has said what was asked
	case s.ctx.Err() != nil:
		return s.ctx.Err()
	case !c.Force:
		return engineFailure(err)
	default:
		s.note("%v; it is added all the same", err)
	}
	err = changeEngines(s.ctx, func(all map[string]*namedEngine) error {
		if all[c.Name] != nil && !c.Force {
			return usagef("take another name, or --force to replace it", "there is an engine %s already", c.Name)
		}
		all[c.Name] = e
		return nil
	})
	if err != nil {
		return err
	}
	if s.json() {
		return s.encode(engineJSON{c.Name, *e})
	}
	if !s.Quiet && e.Says != "" {
		_, err = fmt.Fprintf(s.out, "%s is %s\n", c.Name, e.Says)
	}
	return err
}

// isEngineName reports whether a name can stand before a comma in match --engine and
// is not mistaken for a command with arguments or a path.
func isEngineName(name string) bool {
	if name == "" || strings.HasPrefix(name, "-") || strings.Trim(name, ".") == "" {
		return false
	}
	for _, r := range name {
		if strings.ContainsRune(" ,/\\\t\n\r", r) || r < ' ' || r == '\u007f' {
			return false
		}
	}
	return true
}

type engineRemoveCmd struct {
	Name string `arg:"" help:"Of the engine."`
}

func (engineRemoveCmd) Help() string {
	return `Forgets the engine; what it evaluated stays in the archives.

Examples:

    diwan engines remove fsf`
}

// Run forgets.
func (c *engineRemoveCmd) Run(s *session) error {
	return changeEngines(s.ctx, func(all map[string]*namedEngine) error {
		if all[c.Name] == nil {
			return &failure{statusFindings, fmt.Errorf("there is no engine %q", c.Name), "diwan engines list shows the names"}
		}
		delete(all, c.Name)
		return nil
	})
}
