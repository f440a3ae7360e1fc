package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/internal/input"
	"github.com/diwan-shatranj/diwan/pgn"
)

type quarantineCmd struct {
	List   quarantineListCmd   `cmd:"" help:"List the games that could not be accepted."`
	Show   quarantineShowCmd   `cmd:"" help:"Show one of them with what is wrong with it."`
	Export quarantineExportCmd `cmd:"" help:"Write their texts as they came, to be mended and imported."`
	Retry  quarantineRetryCmd  `cmd:"" help:"Read them again, with other flags or an edited text."`
}

func (quarantineCmd) Help() string {
	return `Games that an import could not accept are kept whole, with their diagnostics.

Examples:

    diwan quarantine list
    diwan quarantine show 3
    diwan quarantine export > bad.pgn
    diwan quarantine retry --letters german
    diwan quarantine retry 3 --file mended.pgn`
}

// quarantinedJSON is a game in quarantine, as a JSON line.
type quarantinedJSON struct {
	ID          int64            `json:"id"`
	Reason      pgn.Code         `json:"reason"`
	File        string           `json:"file"`
	Line        int              `json:"line"`
	Size        int64            `json:"size"`
	Diagnostics []pgn.Diagnostic `json:"diagnostics"`
	Text        string           `json:"text,omitempty"`
}

func newQuarantinedJSON(q *archive.Quarantined) quarantinedJSON {
	return quarantinedJSON{ID: q.ID, Reason: q.Reason, File: q.Source.File, Line: q.Source.Line, Size: q.Source.Size, Diagnostics: q.Diagnostics}
}

type quarantineListCmd struct{}

// Run lists the quarantine.
func (c *quarantineListCmd) Run(s *session) error {
	var rows [][]string
	err := s.eachQuarantined(func(q *archive.Quarantined) error {
		if s.json() {
			return s.encode(newQuarantinedJSON(q))
		}
		message := ""
		for _, d := range q.Diagnostics {
			if d.Code == q.Reason {
				message = d.Message
				break
			}
		}
		rows = append(rows, []string{strconv.FormatInt(q.ID, 10), fmt.Sprintf("%s:%d", q.Source.File, q.Source.Line), string(q.Reason), message})
		return nil
	})
	if err != nil || len(rows) == 0 {
		return err
	}
	return table(s.out, []string{"ID", "FROM", "REASON", "MESSAGE"}, []int{0}, rows)
}

// eachQuarantined calls do for the games in quarantine, in the order of their IDs.
func (s *session) eachQuarantined(do func(*archive.Quarantined) error) error {
	a, err := s.openArchive(false)
	if err != nil {
		return err
	}
	defer a.Close()
	for q, err := range a.Quarantine(s.ctx) {
		if err != nil {
			return err
		}
		if err := do(q); err != nil {
			return err
		}
	}
	return nil
}

type quarantineShowCmd struct {
	ID int64 `arg:"" name:"ID" help:"Its number in the quarantine."`
}

// Run shows a game in quarantine.
func (c *quarantineShowCmd) Run(s *session) error {
	a, err := s.openArchive(false)
	if err != nil {
		return err
	}
	defer a.Close()
	q, err := a.GetQuarantined(s.ctx, c.ID)
	if err != nil {
		return err
	}
	if s.json() {
		out := newQuarantinedJSON(q)
		out.Text = string(q.Text)
		return s.encode(out)
	}
	fmt.Fprintf(s.out, "%s:%d (%s)\n", q.Source.File, q.Source.Line, q.Reason)
	for _, d := range q.Diagnostics {
		fmt.Fprintf(s.out, "%d:%d: %s: %s [%s]\n", d.Line, d.Col, d.Severity, d.Message, d.Code)
	}
	fmt.Fprintln(s.out)
	_, err = s.out.Write(append(bytes.TrimSpace(q.Text), '\n'))
	return err
}

type quarantineExportCmd struct{}

// Run writes the texts of the quarantine.
func (c *quarantineExportCmd) Run(s *session) error {
	return s.eachQuarantined(func(q *archive.Quarantined) error {
		_, err := s.out.Write(append(bytes.TrimSpace(q.Text), "\n\n"...))
		return err
	})
}

type quarantineRetryCmd struct {
	readingFlags
	DryRun bool    `help:"Do all but the writing."`
	File   string  `placeholder:"FILE" help:"Read this file, with the one game mended, in the place of the text that is held; - is stdin."`
	ID     []int64 `arg:"" optional:"" name:"ID" help:"Which; all of them without one."`
}

func (quarantineRetryCmd) Help() string {
	return `Reads games in quarantine again, as after a fix: with other flags, by a newer version, or from an edited file. What is
accepted now, or is there already, leaves the quarantine; the rest stays. diwan undo takes it back like any import.
The status is 1 where games are refused again.

Examples:

    diwan quarantine retry
    diwan quarantine retry --letters german --dry-run
    diwan quarantine export > bad.pgn
    diwan quarantine retry 3 --file mended.pgn`
}

// Run reads again.
func (c *quarantineRetryCmd) Run(s *session) error {
	opts, err := c.options()
	if err != nil {
		return err
	}
	var edited *archive.Input
	if c.File != "" {
		if len(c.ID) != 1 {
			return usagef("name the one game that the file is to replace", "--file wants one ID")
		}
		if edited, err = s.oneGame(c.File); err != nil {
			return err
		}
	}
	a, err := s.openArchive(!c.DryRun)
	if err != nil {
		return err
	}
	defer a.Close()
	report, err := a.Retry(s.ctx, archive.ImportOptions{
		Rules: opts.Rules, Array: opts.Array, Letters: opts.Letters, DryRun: c.DryRun, Jobs: s.Jobs,
	}, edited, c.ID...)
	if errors.Is(err, archive.ErrNotQuarantined) {
		return &failure{statusFailed, err, "diwan quarantine list shows what is there"}
	}
	if err != nil {
		return err
	}
	for _, f := range report.Failed {
		s.complain(f.Err, hintFor(f.Err))
	}
	if err := s.reportImport(report, c.DryRun); err != nil {
		return err
	}
	switch {
	case len(report.Failed) > 0:
		return &failure{status: statusFailed}
	case report.Quarantined > 0:
		return errFindings
	}
	return nil
}

// oneGame is a file with one game, as an input.
func (s *session) oneGame(name string) (*archive.Input, error) {
	var text []byte
	err := s.eachStream([]string{name}, func(in *input.Stream) error {
		more, err := io.ReadAll(in)
		text = append(text, more...)
		return inName(in.Name, err)
	})
	if err != nil {
		return nil, err
	}
	games := 0
	var g pgn.Game
	for rd := pgn.NewReader(bytes.NewReader(text)); rd.Read(&g) == nil; {
		games++
	}
	if games != 1 {
		return nil, usagef("give a file with the one game", "%s has %s", name, plural(games, "game"))
	}
	return &archive.Input{Name: name, Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }}, nil
}
