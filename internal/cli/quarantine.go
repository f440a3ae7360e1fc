package cli

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/pgn"
)

type quarantineCmd struct {
	List   quarantineListCmd   `cmd:"" help:"List the games that could not be accepted."`
	Show   quarantineShowCmd   `cmd:"" help:"Show one of them with what is wrong with it."`
	Export quarantineExportCmd `cmd:"" help:"Write their texts as they came, to be mended and imported."`
}

func (quarantineCmd) Help() string {
	return `Games that an import could not accept are kept whole, with their diagnostics.

Examples:

    diwan quarantine list
    diwan quarantine show 3
    diwan quarantine export > bad.pgn`
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
