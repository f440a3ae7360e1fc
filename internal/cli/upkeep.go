package cli

import (
	"fmt"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/index"
)

type verifyCmd struct{}

func (verifyCmd) Help() string {
	return `Reads the whole archive again: every page, checksum and reference, every game, which it plays again, and the
index against the games. The status is 3 where something is damaged.

Examples:

    diwan verify
    diwan verify -a masters.diwan --format json`
}

// damageJSON is something damaged, as a JSON line.
type damageJSON struct {
	What    string `json:"what"`
	Game    int64  `json:"game,omitempty"`
	Message string `json:"message"`
}

// Run verifies.
func (c *verifyCmd) Run(s *session) error {
	a, err := s.openArchive(false)
	if err != nil {
		return err
	}
	defer a.Close()
	var writeErr error
	report, err := a.Verify(s.ctx, func(d archive.Damage) {
		if e := s.showDamage(damageJSON{d.What, d.Game, d.Err.Error()}); e != nil {
			writeErr = e
		}
	})
	if err != nil || writeErr != nil {
		if err == nil {
			err = writeErr
		}
		return err
	}
	damagedIndex, err := s.verifyIndex(a)
	if err != nil {
		return err
	}
	if s.json() {
		if err := s.encode(report); err != nil {
			return err
		}
	} else if !s.Quiet {
		fmt.Fprintf(s.out, "%s, %d plies, %d quarantined, %d evaluations: ", plural(int(report.Games), "game"), report.Plies, report.Quarantined, report.Evals)
		if report.Damaged == 0 {
			fmt.Fprintln(s.out, "whole")
		} else {
			fmt.Fprintf(s.out, "%d damaged\n", report.Damaged)
		}
	}
	switch {
	case report.Damaged > 0:
		return &failure{statusFailed, fmt.Errorf("the archive is damaged"), "what is not damaged can be exported and imported into a new archive"}
	case damagedIndex:
		return &failure{statusFailed, fmt.Errorf("the index is damaged; the archive is whole"), "run diwan rebuild"}
	}
	return nil
}

// verifyIndex checks the index, if there is one, against the archive.
func (s *session) verifyIndex(a *archive.Archive) (damaged bool, err error) {
	ix, err := index.Open(a, index.Options{})
	if err != nil {
		return false, err
	}
	defer ix.Close()
	state, err := ix.State(s.ctx)
	if err != nil {
		return false, err
	}
	switch state.Health {
	case index.Missing:
		return false, nil
	case index.Damaged:
		return true, s.showDamage(damageJSON{"index", 0, state.Err.Error()})
	case index.Foreign:
		return true, s.showDamage(damageJSON{"index", 0, "it belongs to another archive or format"})
	case index.Behind:
		// Games that have changed since would pass for damage.
		if err := ix.Update(s.ctx, nil); err != nil {
			if s.ctx.Err() != nil {
				return false, s.ctx.Err()
			}
			s.note("the index is behind the archive and cannot be brought up to date (%v): it is not verified", err)
			return false, nil
		}
	}
	err = ix.Verify(s.ctx, func(f index.Fault) {
		damaged = true
		// A failed write comes up again when the results are flushed.
		_ = s.showDamage(damageJSON{"index", f.Game, f.What})
	})
	return damaged, err
}

func (s *session) showDamage(d damageJSON) error {
	if s.json() {
		return s.encode(d)
	}
	_, err := fmt.Fprintf(s.out, "%s: %s\n", d.What, d.Message)
	return err
}

type rebuildCmd struct{}

func (rebuildCmd) Help() string {
	return "Makes the index from nothing, out of the archive.\n\nExamples:\n\n    diwan rebuild"
}

// Run rebuilds.
func (c *rebuildCmd) Run(s *session) error {
	a, err := s.openArchive(false)
	if err != nil {
		return err
	}
	defer a.Close()
	ix, err := index.Open(a, index.Options{})
	if err != nil {
		return err
	}
	defer ix.Close()
	bar := s.progress("indexing", "games")
	err = ix.Rebuild(s.ctx, func(p index.Progress) { bar.show(p.Games, p.Total) })
	bar.end()
	if err != nil {
		return err
	}
	state, err := ix.State(s.ctx)
	if err != nil {
		return err
	}
	if s.json() {
		return s.encode(struct {
			Games int64 `json:"games"`
			Plies int64 `json:"plies"`
		}{state.Games, state.Plies})
	}
	if !s.Quiet {
		fmt.Fprintf(s.out, "%s, %d plies indexed\n", plural(int(state.Games), "game"), state.Plies)
	}
	if len(state.Skipped) > 0 {
		return &failure{statusFailed, fmt.Errorf("%s could not be read: %v", plural(len(state.Skipped), "game"), state.Skipped), "run diwan verify"}
	}
	return nil
}

type compactCmd struct{}

func (compactCmd) Help() string {
	return "Rewrites the database without the space that is no longer used. IDs stay as they are.\n\nExamples:\n\n    diwan compact"
}

// Run compacts.
func (c *compactCmd) Run(s *session) error {
	a, err := s.openArchive(true)
	if err != nil {
		return err
	}
	defer a.Close()
	before, after, err := a.Compact(s.ctx)
	if err != nil {
		return err
	}
	if s.json() {
		return s.encode(map[string]int64{"before": before, "after": after})
	}
	if !s.Quiet {
		fmt.Fprintf(s.out, "%d bytes before, %d after\n", before, after)
	}
	return nil
}
