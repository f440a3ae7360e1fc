package archive

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
)

// retry is what an import of games in quarantine keeps beside.
type retry struct {
	now      int64          // what is being read, by its ID in quarantine
	held     map[int64]bool // what was refused again; false for what was accepted
	firsts   map[int64]Provenance
	original bool // the texts are those that were held
}

// Retry reads games in quarantine again, under other options, or by a program that
// reads more: all of them, or those with these IDs. What is accepted now, or turns out
// to be a duplicate, leaves the quarantine; the rest stays as it is. With edited, which
// goes with one ID, that input is read in the place of the text that is held.
//
// It is an import: the report is that of one, and [Archive.Undo] takes it back, upon
// which what has left the quarantine is there again. The error is
// [ErrNotQuarantined] for an ID of which there is nothing.
func (a *Archive) Retry(ctx context.Context, o ImportOptions, edited *Input, ids ...int64) (report ImportReport, err error) {
	if edited != nil && len(ids) != 1 {
		return report, errors.New("retry: an edited text is that of one game")
	}
	if len(ids) == 0 {
		for q, err := range a.Quarantine(ctx) {
			if err != nil {
				return report, wrap("retry", err)
			}
			ids = append(ids, q.ID)
		}
	}
	rt := &retry{held: map[int64]bool{}, firsts: map[int64]Provenance{}, original: edited == nil}
	var failed error
	inputs := func(yield func(Input) bool) {
		for _, id := range ids {
			q, err := a.GetQuarantined(ctx, id)
			if err != nil {
				failed = err
				return
			}
			in := Input{Name: q.Source.File, retried: id, from: q.Source, Open: func() (io.ReadCloser, error) {
				return io.NopCloser(bytes.NewReader(q.Text)), nil
			}}
			if edited != nil {
				in = Input{Name: edited.Name, Open: edited.Open, retried: id}
			}
			if !yield(in) {
				return
			}
		}
	}
	// That they are there is asked before anything is written.
	for _, id := range ids {
		if _, err := a.GetQuarantined(ctx, id); err != nil {
			return report, wrap("retry", err)
		}
	}
	report, err = a.importing(ctx, inputs, o, rt)
	if err = errors.Join(err, failed); err != nil || o.DryRun {
		return report, wrap("retry", err)
	}
	var accepted []int64
	for id, refused := range rt.held {
		if !refused {
			accepted = append(accepted, id)
		}
	}
	if len(accepted) == 0 {
		return report, nil
	}
	slices.Sort(accepted)
	err = a.within(ctx, func(s *session) error { return s.release(report.ID, accepted) })
	return report, wrap("retry", err)
}

// release takes games out of quarantine that an import has accepted.
func (s *session) release(importID int64, ids []int64) error {
	generation, err := s.note(Retried, importID, nil)
	if err != nil {
		return err
	}
	for _, r := range runsOf(ids) {
		if err := s.moveHeld(generation, r); err != nil {
			return err
		}
	}
	return nil
}

// moveHeld moves a run of games from the quarantine to its bin.
func (s *session) moveHeld(generation int64, r run) error {
	if err := s.exec("INSERT INTO quarantine_bin (generation, "+quarantineColumns+") SELECT ?, "+quarantineColumns+
		" FROM quarantine WHERE id BETWEEN ? AND ?", generation, r.first, r.last); err != nil {
		return err
	}
	return s.exec("DELETE FROM quarantine WHERE id BETWEEN ? AND ?", r.first, r.last)
}

// unrelease puts back into quarantine what an import has taken out of it, and returns
// how much that is. What has come there again meanwhile does not come twice.
func (s *session) unrelease(importID int64) (n int64, err error) {
	const these = " FROM quarantine_bin WHERE generation IN (SELECT generation FROM log WHERE import = ? AND what = 'retry')"
	if n, _, err = s.number("SELECT count(*)"+these, importID); err != nil || n == 0 {
		return 0, err
	}
	if err := s.exec("INSERT OR IGNORE INTO quarantine ("+quarantineColumns+") SELECT "+quarantineColumns+these, importID); err != nil {
		return 0, err
	}
	return n, s.exec("DELETE"+these, importID)
}

// begin takes note of an input that is read again.
func (rt *retry) begin(in *Input) {
	rt.now = in.retried
	rt.held[rt.now] = true // until a game of it is accepted
	rt.firsts[rt.now] = in.from
}

// entry takes note of what has become of a game, and gives it the place that it had in
// its first input.
func (rt *retry) entry(en *entry) {
	from, first := rt.firsts[rt.now]
	delete(rt.firsts, rt.now)
	if rt.original && first {
		en.offset, en.line = from.Offset, from.Line
	}
	// One that is refused holds all that was read with it.
	if first || !rt.held[rt.now] {
		rt.held[rt.now] = en.reason != ""
	}
}
