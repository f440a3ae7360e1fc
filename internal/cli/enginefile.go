package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/diwan-shatranj/diwan/analyze"
	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/analyze/program"
)

// builtinEngine is the name of the engine that needs no program.
const builtinEngine = "builtin"

// namedEngine is an engine as the file of engines has it.
type namedEngine struct {
	Command  []string          `json:"command"`
	Protocol string            `json:"protocol"`
	Dir      string            `json:"dir,omitempty"`
	Options  map[string]string `json:"options,omitempty"`
	// Says is the name that the engine gave itself, with its options: that under
	// which its evaluations are kept.
	Says string `json:"says,omitempty"`
}

// config says how to run the engine.
func (e *namedEngine) config() program.Config {
	c := program.Config{Command: e.Command, Dir: e.Dir}
	for _, name := range slices.Sorted(maps.Keys(e.Options)) {
		c.Options = append(c.Options, program.Setting{Name: name, Value: e.Options[name]})
	}
	return c
}

// enginesFile is where the engines are kept: engines.json in the user's folder of
// settings for diwan.
func enginesFile() (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", &failure{statusFailed, fmt.Errorf("there is no folder for settings: %w", err), "set XDG_CONFIG_HOME"}
	}
	return filepath.Join(dir, "diwan", "engines.json"), nil
}

// readEngines reads the file of engines. Where there is none, there are no engines.
func readEngines() (map[string]*namedEngine, error) {
	path, err := enginesFile()
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return parseEngines(path, text)
}

// parseEngines reads what the file of engines holds.
func parseEngines(path string, text []byte) (map[string]*namedEngine, error) {
	all := map[string]*namedEngine{}
	if len(text) == 0 {
		return all, nil
	}
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, &failure{statusFailed, fmt.Errorf("%s cannot be read: %w", path, err), "mend the file, or remove it and add the engines anew"}
	}
	for name, e := range all {
		if e == nil || len(e.Command) == 0 || !slices.Contains([]string{"", "auto", "uci", "xboard"}, e.Protocol) {
			return nil, &failure{statusFailed, fmt.Errorf("%s: the engine %s has no command or an unknown protocol", path, name), "mend the file: {\"NAME\": {\"command\": [\"PROGRAM\"], \"protocol\": \"auto\"}}"}
		}
	}
	return all, nil
}

// changeEngines replaces the file of engines by what f makes of them. Others wait
// meanwhile.
func changeEngines(ctx context.Context, f func(all map[string]*namedEngine) error) error {
	path, err := enginesFile()
	if err != nil {
		return err
	}
	return changeOwnFile(ctx, path, func(text []byte) ([]byte, error) {
		all, err := parseEngines(path, text)
		if err == nil {
			err = f(all)
		}
		if err != nil {
			return nil, err
		}
		var changed bytes.Buffer
		enc := json.NewEncoder(&changed)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "\t")
		err = enc.Encode(all)
		return changed.Bytes(), err
	})
}

// engineChoice is an engine that was chosen on the command line: builtin, one of the
// file of engines, or a command.
type engineChoice struct {
	builtin  bool
	config   program.Config
	protocol analyze.Protocol
	says     string // the name that its evaluations are kept under, "" if not known
}

// chooseEngine finds what is meant by the value of --engine, with options of the form
// NAME=VALUE that are added to those of the file, and a protocol that stands above that
// of the file unless it is auto.
func chooseEngine(text string, options []string, protocol string) (engineChoice, error) {
	if text == builtinEngine {
		return engineChoice{builtin: true, says: engine.Name + " " + engine.Version}, nil
	}
	all, err := readEngines()
	if err != nil {
		return engineChoice{}, err
	}
	c := engineChoice{protocol: analyze.Protocol(protocol)}
	settings, err := parseSettings(options)
	if err != nil {
		return c, err
	}
	if e := all[text]; e != nil {
		c.config = e.config()
		if c.protocol == analyze.Auto && e.Protocol != "" {
			c.protocol = analyze.Protocol(e.Protocol)
		}
		if len(settings) == 0 {
			c.says = e.Says
		}
	} else {
		if c.config.Command = strings.Fields(text); exists(text) { // a path with blanks
			c.config.Command = []string{text}
		}
		if len(c.config.Command) == 0 {
			return c, usagef("name a command, builtin, or an engine of diwan engines list", "--engine is empty")
		}
	}
	for _, o := range settings {
		c.config.Options = slices.DeleteFunc(c.config.Options, func(other program.Setting) bool { return strings.EqualFold(other.Name, o.Name) })
		c.config.Options = append(c.config.Options, o)
	}
	return c, nil
}

// parseSettings reads options of the form NAME=VALUE; a button has no value.
func parseSettings(options []string) ([]program.Setting, error) {
	var all []program.Setting
	for _, o := range options {
		name, value, _ := strings.Cut(o, "=")
		if name = strings.TrimSpace(name); name == "" {
			return nil, usagef("give it as NAME=VALUE", "the option %q has no name", o)
		}
		all = append(all, program.Setting{Name: name, Value: value})
	}
	return all, nil
}

// start starts the engine as an analyzer.
func (c *engineChoice) start(ctx context.Context) (analyze.Analyzer, error) {
	if c.builtin {
		return analyze.NewBuiltin(engine.Options{}), nil
	}
	return analyze.NewExternal(ctx, c.config, c.protocol)
}
