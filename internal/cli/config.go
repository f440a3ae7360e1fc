package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

// configFile holds an archive's defaults, in its folder.
const configFile = "config.json"

// setting is a default that an archive may have for flags of some commands.
type setting struct {
	key, flag string
	commands  []string
	check     func(value string) error
	help      string
}

// settings are all there are.
func settings() []setting {
	reading, writing := []string{"import", "replace", "check"}, []string{"export", "show", "search"}
	return []setting{
		{"rules", "rules", reading, func(value string) error {
			_, err := rulesetNamed(value)
			return err
		}, "the rule set that games are judged under"},
		{"array", "array", reading, func(value string) error {
			if _, ok := rules.ArrayByName(value); !ok && value != "auto" {
				return fmt.Errorf("unknown array %q: auto, shah-e, shah-d or crossed", value)
			}
			return nil
		}, "the start array of games without FEN"},
		{"letters", "letters", reading, func(value string) error {
			_, err := pgn.LettersByName(value)
			return err
		}, "the letters that the men are written with in what is read"},
		{"export.letters", "letters", writing, func(value string) error {
			_, err := pgn.ParseAlphabet(value)
			return err
		}, "the letters to write"},
		{"export.notation", "notation", writing, func(value string) error {
			_, err := pgn.ParseNotation(value)
			return err
		}, "the notation to write"},
	}
}

// settingOf finds a setting by its key.
func settingOf(key string) (setting, error) {
	var keys []string
	for _, st := range settings() {
		if st.key == key {
			return st, nil
		}
		keys = append(keys, st.key)
	}
	return setting{}, usagef("the settings are "+strings.Join(keys, ", "), "unknown setting %q", key)
}

// readConfig reads the settings of the archive in a folder.
func readConfig(dir string) (map[string]string, error) {
	path := filepath.Join(dir, configFile)
	text, err := os.ReadFile(path)
	// What is no folder is told by those who open it as an archive.
	if errors.Is(err, fs.ErrNotExist) || err != nil && !isFolder(dir) {
		return map[string]string{}, nil
	}
	if err != nil {
		return nil, err
	}
	return parseConfig(path, text)
}

func isFolder(dir string) bool {
	info, err := os.Stat(dir)
	return err == nil && info.IsDir()
}

func parseConfig(path string, text []byte) (map[string]string, error) {
	all := map[string]string{}
	if len(text) == 0 {
		return all, nil
	}
	err := json.Unmarshal(text, &all)
	for key, value := range all {
		st, unknown := settingOf(key)
		if unknown != nil {
			continue // of a newer version, perhaps
		}
		err = errors.Join(err, st.check(value))
	}
	if err != nil {
		return nil, &failure{statusFailed, fmt.Errorf("%s: %w", path, err), "mend the file, or remove it"}
	}
	return all, nil
}

// resolve gives flags that are not on the command line the values that the archive has
// for them. Commands that need no archive take only those of one that is named.
func (s *session) resolve(ctx *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	node := ctx.Selected()
	if node == nil {
		return nil, nil
	}
	for _, st := range settings() {
		if st.flag != flag.Name || !slices.Contains(st.commands, node.Name) || node.Parent != ctx.Model.Node {
			continue
		}
		dir, named := archiveNamed(ctx)
		if !named && node.Name == "check" {
			continue
		}
		config, err := readConfig(dir)
		if err != nil {
			return nil, err
		}
		if value, ok := config[st.key]; ok {
			return value, nil
		}
	}
	return nil, nil
}

// archiveNamed is the archive's folder, and whether the user named it.
func archiveNamed(ctx *kong.Context) (dir string, named bool) {
	for _, p := range ctx.Path {
		if p.Flag != nil && p.Flag.Name == "archive" {
			if dir, ok := ctx.FlagValue(p.Flag).(string); ok {
				return dir, true
			}
		}
	}
	if dir := os.Getenv("DIWAN_ARCHIVE"); dir != "" {
		return dir, true
	}
	return "games.diwan", false
}

type configCmd struct {
	List  configListCmd  `cmd:"" default:"1" help:"List the settings."`
	Get   configGetCmd   `cmd:"" help:"Print a setting."`
	Set   configSetCmd   `cmd:"" help:"Change a setting."`
	Unset configUnsetCmd `cmd:"" help:"Go back to the usual."`
}

func (configCmd) Help() string {
	var b strings.Builder
	b.WriteString(`Settings stand for flags that a command line leaves out. They are kept in config.json in the archive's folder.

`)
	for _, st := range settings() {
		fmt.Fprintf(&b, "    %-16s %s (--%s of %s)\n", st.key, st.help, st.flag, strings.Join(st.commands, ", "))
	}
	b.WriteString(`
check takes them only where -a or DIWAN_ARCHIVE names the archive.

Examples:

    diwan config set rules cvp
    diwan config set export.letters engine
    diwan config
    diwan config unset rules`)
	return b.String()
}

// settingJSON is a setting, as a JSON line.
type settingJSON struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

type configListCmd struct{}

// Run lists.
func (configListCmd) Run(s *session) error {
	all, err := readConfig(s.Archive)
	if err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if s.json() {
			err = s.encode(settingJSON{key, all[key]})
		} else {
			_, err = fmt.Fprintf(s.out, "%s=%s\n", key, all[key])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

type configGetCmd struct {
	Key string `arg:"" help:"Of the setting."`
}

// Run prints. That nothing is set is a finding.
func (c *configGetCmd) Run(s *session) error {
	if _, err := settingOf(c.Key); err != nil {
		return err
	}
	all, err := readConfig(s.Archive)
	if err != nil {
		return err
	}
	value, ok := all[c.Key]
	if !ok {
		return errFindings
	}
	if s.json() {
		return s.encode(settingJSON{c.Key, value})
	}
	_, err = fmt.Fprintln(s.out, value)
	return err
}

type configSetCmd struct {
	Key   string `arg:"" help:"Of the setting."`
	Value string `arg:"" help:"As the flag takes it."`
}

// Run sets. What the flag would not take is refused.
func (c *configSetCmd) Run(s *session) error {
	st, err := settingOf(c.Key)
	if err != nil {
		return err
	}
	if err := st.check(c.Value); err != nil {
		return &failure{statusUsage, err, "see diwan config --help"}
	}
	return s.changeConfig(func(all map[string]string) error {
		all[c.Key] = c.Value
		return nil
	})
}

type configUnsetCmd struct {
	Key string `arg:"" help:"Of the setting."`
}

// Run unsets.
func (c *configUnsetCmd) Run(s *session) error {
	return s.changeConfig(func(all map[string]string) error {
		if _, ok := all[c.Key]; !ok {
			return &failure{statusFindings, fmt.Errorf("%q is not set", c.Key), "diwan config lists what is"}
		}
		delete(all, c.Key)
		return nil
	})
}

// changeConfig replaces the file by what f makes of the settings.
func (s *session) changeConfig(f func(all map[string]string) error) error {
	return s.changeFile(configFile, func(text []byte) ([]byte, error) {
		all, err := parseConfig(filepath.Join(s.Archive, configFile), text)
		if err != nil {
			return nil, err
		}
		if err := f(all); err != nil {
			return nil, err
		}
		return prettyJSON(all)
	})
}

// prettyJSON is a value as JSON for people.
func prettyJSON(v any) ([]byte, error) {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "\t")
	err := enc.Encode(v)
	return text.Bytes(), err
}
