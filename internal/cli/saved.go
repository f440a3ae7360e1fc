package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/diwan-shatranj/diwan/index/query"
)

// savedFile holds the saved queries in an archive's folder. It stands beside the
// database and not in the index, which may be thrown away.
const savedFile = "queries.json"

// savedQueries are the queries that were saved with an archive.
type savedQueries struct {
	s   *session
	dir string
}

func (s *session) saved() savedQueries { return savedQueries{s, s.Archive} }

// all are the texts by their names.
func (q savedQueries) all() (map[string]string, error) {
	path := filepath.Join(q.dir, savedFile)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return map[string]string{}, nil
	}
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", path, err)
	}
	return all, nil
}

// load returns the text of a query.
func (q savedQueries) load(name string) (string, error) {
	all, err := q.all()
	if err != nil {
		return "", err
	}
	text, ok := all[name]
	if !ok {
		return "", errors.New("there is none of that name")
	}
	return text, nil
}

// change replaces the file by what f makes of the queries. Others wait meanwhile.
func (q savedQueries) change(f func(all map[string]string) error) error {
	return q.s.changeFile(savedFile, func([]byte) ([]byte, error) {
		all, err := q.all()
		if err != nil {
			return nil, err
		}
		if err := f(all); err != nil {
			return nil, err
		}
		return prettyJSON(all)
	})
}

type queryCmd struct {
	Save   querySaveCmd   `cmd:"" help:"Save a query under a name."`
	List   queryListCmd   `cmd:"" help:"List the saved queries."`
	Show   queryShowCmd   `cmd:"" help:"Print a saved query."`
	Delete queryDeleteCmd `cmd:"" help:"Forget a saved query."`
}

func (queryCmd) Help() string {
	return `A saved query stands for itself in any other as @NAME. They are kept in queries.json in the archive's folder.

Examples:

    diwan query save suli 'player:suli date:900..950'
    diwan search @suli result:1-0
    diwan query list`
}

// savedJSON is a saved query, as a JSON line.
type savedJSON struct {
	Name  string `json:"name"`
	Query string `json:"query"`
}

type querySaveCmd struct {
	Name  string   `arg:"" help:"Letters, digits, -, _ and . are allowed."`
	Query []string `arg:"" name:"QUERY" help:"The query."`
}

// Run saves. What could not be asked later is refused now.
func (c *querySaveCmd) Run(s *session) error {
	if e, err := query.Parse("@" + c.Name); err != nil || e.String() != "@"+c.Name {
		return usagef("letters, digits, -, _ and . are allowed", "%q is no name for a query", c.Name)
	}
	e, err := parseQuery(c.Query)
	if err != nil {
		return err
	}
	text := strings.Join(c.Query, " ")
	q := s.saved()
	return q.change(func(all map[string]string) error {
		_, err := query.Expand(e, func(name string) (string, error) {
			if name == c.Name {
				return text, nil
			}
			return q.load(name)
		})
		if err != nil {
			return queryFailure(text, err)
		}
		all[c.Name] = text
		return nil
	})
}

type queryListCmd struct{}

// Run lists.
func (c *queryListCmd) Run(s *session) error {
	all, err := s.saved().all()
	if err != nil {
		return err
	}
	var rows [][]string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if s.json() {
			if err := s.encode(savedJSON{name, all[name]}); err != nil {
				return err
			}
			continue
		}
		rows = append(rows, []string{"@" + name, all[name]})
	}
	if len(rows) == 0 {
		return nil
	}
	return table(s.out, []string{"NAME", "QUERY"}, nil, rows)
}

type queryShowCmd struct {
	Name string `arg:"" help:"Of the query."`
}

// Run prints.
func (c *queryShowCmd) Run(s *session) error {
	all, err := s.saved().all()
	if err != nil {
		return err
	}
	text, ok := all[c.Name]
	if !ok {
		return noSavedQuery(c.Name)
	}
	if s.json() {
		return s.encode(savedJSON{c.Name, text})
	}
	_, err = fmt.Fprintln(s.out, text)
	return err
}

type queryDeleteCmd struct {
	Name string `arg:"" help:"Of the query."`
}

// Run forgets.
func (c *queryDeleteCmd) Run(s *session) error {
	return s.saved().change(func(all map[string]string) error {
		if _, ok := all[c.Name]; !ok {
			return noSavedQuery(c.Name)
		}
		delete(all, c.Name)
		return nil
	})
}

// noSavedQuery says that there is no query of a name.
func noSavedQuery(name string) error {
	return &failure{statusFindings, fmt.Errorf("there is no saved query %q", name), "diwan query list shows their names"}
}
