package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/index"
	"github.com/diwan-shatranj/diwan/index/authority"
	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/index/tabiya"
	"github.com/diwan-shatranj/diwan/pgn"
)

type deleteCmd struct {
	All    bool     `help:"Delete every game, where there is no query."`
	DryRun bool     `help:"Say how many games it would be."`
	Query  []string `arg:"" optional:"" name:"QUERY" help:"Which games."`
}

func (deleteCmd) Help() string {
	return `Puts games into the bin, from where diwan undelete brings them back with the same IDs. A game that is in the bin
is not found any more, and is new to an import.

Examples:

    diwan delete --dry-run source:drafts
    diwan delete id:17`
}

// binJSON is how many games went to the bin or came back, as a JSON line.
type binJSON struct {
	Games       int64 `json:"games"`
	Quarantined int64 `json:"quarantined"`
	DryRun      bool  `json:"dry_run,omitempty"`
}

// Run deletes.
func (c *deleteCmd) Run(s *session) error {
	if strings.TrimSpace(strings.Join(c.Query, "")) == "" && !c.All {
		return usagef("say --all if it is meant", "without a query every game would be deleted")
	}
	a, err := s.openArchive(!c.DryRun)
	if err != nil {
		return err
	}
	defer a.Close()
	var ids []int64
	for r, err := range s.selected(a, c.Query) {
		if err != nil {
			return err
		}
		ids = append(ids, r.ID)
	}
	n := int64(len(ids))
	if !c.DryRun && n > 0 {
		if n, err = a.Delete(s.ctx, ids...); err != nil {
			return err
		}
	}
	verb := "deleted"
	if c.DryRun {
		verb = "would be deleted"
	}
	return s.reportBin(binJSON{n, 0, c.DryRun}, verb)
}

// reportBin says how many games have moved. None is a finding.
func (s *session) reportBin(b binJSON, verb string) error {
	if s.json() {
		if err := s.encode(b); err != nil {
			return err
		}
	} else if !s.Quiet {
		text := plural(int(b.Games), "game")
		if b.Quarantined > 0 {
			text += fmt.Sprintf(" and %d in quarantine", b.Quarantined)
		}
		fmt.Fprintf(s.out, "%s %s\n", text, verb)
	}
	if b.Games+b.Quarantined == 0 {
		return errFindings
	}
	return nil
}

type undeleteCmd struct {
	All   bool     `help:"Bring everything back that was deleted."`
	Query []string `arg:"" optional:"" name:"QUERY" help:"Which of the games in the bin."`
}

func (undeleteCmd) Help() string {
	return "Brings games back from the bin.\n\nExamples:\n\n    diwan undelete player:suli\n    diwan undelete --all"
}

// Run brings back.
func (c *undeleteCmd) Run(s *session) error {
	text := strings.Join(c.Query, " ")
	if strings.TrimSpace(text) == "" && !c.All {
		return usagef("say --all if it is meant", "without a query everything would come back")
	}
	matches, err := s.binMatcher(c.Query)
	if err != nil {
		return err
	}
	a, err := s.openArchive(true)
	if err != nil {
		return err
	}
	defer a.Close()
	var ids []int64
	for b, err := range a.Bin(s.ctx) {
		if err != nil {
			return err
		}
		if !b.Deleted {
			continue
		}
		found, err := matches(b.Record)
		if err != nil {
			return err
		}
		if found {
			ids = append(ids, b.Record.ID)
		}
	}
	n, err := a.Undelete(s.ctx, ids...)
	if err != nil {
		return err
	}
	return s.reportBin(binJSON{Games: n}, "back from the bin")
}

// binMatcher tells whether a query selects a game of the bin, which the index does
// not have.
func (s *session) binMatcher(terms []string) (func(r *archive.Record) (bool, error), error) {
	e, err := s.query(terms)
	if err != nil {
		return nil, err
	}
	if _, all := e.(query.All); all {
		return func(*archive.Record) (bool, error) { return true, nil }, nil
	}
	arrays, err := tabiya.Builtin()
	if err != nil {
		return nil, err
	}
	names, err := authority.Open(s.Archive)
	if err != nil {
		return nil, err
	}
	m, err := index.NewMatcher(e, arrays, names)
	if err != nil {
		return nil, queryFailure(strings.Join(terms, " "), err)
	}
	player := archive.NewPlayer()
	return func(r *archive.Record) (bool, error) {
		p, err := player.Replay(r)
		if err != nil {
			return false, err
		}
		found, _, err := m.Match(p)
		return found, err
	}, nil
}

type binCmd struct {
	List binListCmd `cmd:"" help:"List what is in the bin."`
	Show binShowCmd `cmd:"" help:"Write a game as it was, as PGN."`
}

func (binCmd) Help() string {
	return `The bin holds games that were deleted, and former versions of those that were replaced.

Examples:

    diwan bin list
    diwan bin show 17 > former.pgn
    diwan replace 17 former.pgn`
}

type binShowCmd struct {
	ID int64 `arg:"" name:"ID" help:"Of the game; the version that came to the bin last is shown."`
}

// Run shows.
func (c *binShowCmd) Run(s *session) error {
	a, err := s.openArchive(false)
	if err != nil {
		return err
	}
	defer a.Close()
	var last *archive.Binned
	for b, err := range a.Bin(s.ctx) {
		if err != nil {
			return err
		}
		if b.Record.ID == c.ID {
			last = b
		}
	}
	if last == nil {
		return &failure{statusFailed, fmt.Errorf("game %d: %w", c.ID, archive.ErrNotBinned), "diwan bin list shows what is there"}
	}
	return last.Record.WritePGN(pgn.NewWriter(s.out, pgn.WriterOptions{}))
}

type binListCmd struct{}

// binnedJSON is a game in the bin, as a JSON line.
type binnedJSON struct {
	ID     int64     `json:"id"`
	White  string    `json:"white"`
	Black  string    `json:"black"`
	Result string    `json:"result"`
	Date   string    `json:"date"`
	Plies  int       `json:"plies"`
	What   string    `json:"what"`
	Time   time.Time `json:"time"`
}

// Run lists.
func (c *binListCmd) Run(s *session) error {
	a, err := s.openArchive(false)
	if err != nil {
		return err
	}
	defer a.Close()
	var rows [][]string
	for b, err := range a.Bin(s.ctx) {
		if err != nil {
			return err
		}
		r := b.Record
		if s.json() {
			if err := s.encode(binnedJSON{r.ID, tag(r, "White"), tag(r, "Black"), r.Result.String(), tag(r, "Date"), len(r.Moves), string(b.What), b.Time.UTC()}); err != nil {
				return err
			}
			continue
		}
		rows = append(rows, []string{strconv.FormatInt(r.ID, 10), tag(r, "White"), tag(r, "Black"), r.Result.String(), tag(r, "Date"), strconv.Itoa(len(r.Moves)), string(b.What), b.Time.Format(time.DateTime)})
	}
	if len(rows) == 0 {
		return nil
	}
	return table(s.out, []string{"ID", "WHITE", "BLACK", "RESULT", "DATE", "PLIES", "BY", "AT"}, []int{0, 5}, rows)
}

type undoCmd struct {
	Back   bool  `help:"Bring back what was undone of an import."`
	Change int64 `placeholder:"N" help:"Take back a change of diwan log that merged, replaced or deleted games."`
	Import int64 `arg:"" optional:"" name:"IMPORT-ID" help:"Of the import, as diwan log has it; without it the last one is shown."`
}

func (undoCmd) Help() string {
	return `Takes a whole import back: the games that it added go to the bin, what it put into quarantine leaves that, and games
that it merged duplicates into are what they were. --change takes back another change: games that were merged,
replaced or deleted are what they were before. Where a game has been changed since, that has to be taken back first.

Examples:

    diwan undo
    diwan undo 3
    diwan undo --back 3
    diwan undo --change 7`
}

// Run takes back.
func (c *undoCmd) Run(s *session) error {
	if c.Change != 0 {
		if c.Import != 0 || c.Back {
			return usagef("take back one after the other", "--change goes neither with an import nor with --back")
		}
		return c.change(s)
	}
	if c.Import == 0 {
		if c.Back {
			return usagef("diwan log lists the imports", "--back wants the ID of an import")
		}
		return c.last(s)
	}
	a, err := s.openArchive(true)
	if err != nil {
		return err
	}
	defer a.Close()
	do, verb := a.Undo, "taken back"
	if c.Back {
		do, verb = a.Redo, "back from the bin"
	}
	games, held, err := do(s.ctx, c.Import)
	if err != nil {
		return &failure{statusFailed, err, "diwan log lists the imports"}
	}
	return s.reportBin(binJSON{Games: games, Quarantined: held}, verb)
}

// change takes a change back that is no import.
func (c *undoCmd) change(s *session) error {
	a, err := s.openArchive(true)
	if err != nil {
		return err
	}
	defer a.Close()
	games, err := a.Revert(s.ctx, c.Change)
	var changed *archive.ChangedError
	switch {
	case errors.As(err, &changed):
		return &failure{statusFailed, err, fmt.Sprintf("diwan undo --change %d takes the later change back", changed.Generation)}
	case errors.Is(err, archive.ErrNoChange):
		return &failure{statusFailed, err, "diwan log lists the changes; an import is taken back by its own number"}
	case err != nil:
		return err
	}
	return s.reportBin(binJSON{Games: games}, "as before")
}

// last shows the last import of which there is something.
func (c *undoCmd) last(s *session) error {
	a, err := s.openArchive(false)
	if err != nil {
		return err
	}
	defer a.Close()
	all, err := a.Imports(s.ctx)
	if err != nil {
		return err
	}
	for i := len(all) - 1; i >= 0; i-- {
		r := all[i]
		if r.Games+r.Held == 0 {
			continue
		}
		if s.json() {
			return s.encode(struct {
				Import      int64     `json:"import"`
				Time        time.Time `json:"time"`
				Games       int64     `json:"games"`
				Quarantined int64     `json:"quarantined"`
			}{r.ID, r.Started.UTC(), r.Games, r.Held})
		}
		_, err := fmt.Fprintf(s.out, "import %d of %s: %s, %d in quarantine\ndiwan undo %d takes it back\n",
			r.ID, r.Started.Format(time.DateTime), plural(int(r.Games), "game"), r.Held, r.ID)
		return err
	}
	return errFindings
}

type logCmd struct{}

func (logCmd) Help() string {
	return "Lists what has changed the games of the archive, and when, oldest first.\n\nExamples:\n\n    diwan log"
}

// changeJSON is a change, as a JSON line.
type changeJSON struct {
	Generation int64     `json:"generation"`
	Time       time.Time `json:"time"`
	What       string    `json:"what"`
	Import     int64     `json:"import,omitempty"`
	Games      int64     `json:"games"`
	First      int64     `json:"first"`
	Last       int64     `json:"last"`
}

// Run lists.
func (c *logCmd) Run(s *session) error {
	a, err := s.openArchive(false)
	if err != nil {
		return err
	}
	defer a.Close()
	changes, err := a.Log(s.ctx)
	if err != nil {
		return err
	}
	var rows [][]string
	for _, ch := range changes {
		if s.json() {
			if err := s.encode(changeJSON{ch.Generation, ch.Time.UTC(), string(ch.What), ch.Import, ch.Games, ch.First, ch.Last}); err != nil {
				return err
			}
			continue
		}
		of := ""
		if ch.Import != 0 {
			of = strconv.FormatInt(ch.Import, 10)
		}
		rows = append(rows, []string{strconv.FormatInt(ch.Generation, 10), ch.Time.Format(time.DateTime), string(ch.What), of, strconv.FormatInt(ch.Games, 10), fmt.Sprintf("%d..%d", ch.First, ch.Last)})
	}
	if len(rows) == 0 {
		return nil
	}
	return table(s.out, []string{"CHANGE", "AT", "WHAT", "IMPORT", "GAMES", "IDS"}, []int{0, 3, 4}, rows)
}
