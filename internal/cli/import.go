package cli

import (
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/index"
	"github.com/diwan-shatranj/diwan/internal/input"
)

type importCmd struct {
	readingFlags
	DryRun      bool     `help:"Do all but the writing."`
	OnDuplicate string   `enum:"skip,merge,keep" default:"skip" help:"What becomes of a game that the archive has already: ${enum}."`
	File        []string `arg:"" name:"FILE" help:"Files or folders, plain or compressed; other archives; - is stdin."`
}

func (importCmd) Help() string {
	return `Adds games to the archive, which is created if need be. Games that cannot be accepted go to the
quarantine, whole and with their diagnostics. A duplicate is a game with the same start, moves, result,
White, Black, Event, Date and Round; with --on-duplicate merge its tags, comments, marks and variations are put
into the game that is there. An interrupted import, run again, adds what is missing.

From another archive games come with where they came from, their annotations, and their text as it came; so does
what that has in quarantine.

Examples:

    diwan import games/
    diwan import -a masters.diwan al-lajlaj.pgn as-suli.pgn.gz
    zcat match.pgn.gz | diwan import -
    diwan import -a all.diwan masters.diwan
    diwan import --dry-run games/`
}

// Run imports.
func (c *importCmd) Run(s *session) error {
	opts, err := c.options()
	if err != nil {
		return err
	}
	onDuplicate, err := archive.ParseOnDuplicate(c.OnDuplicate)
	if err != nil {
		return &failure{statusUsage, err, ""}
	}
	a, err := s.openArchive(!c.DryRun)
	if err != nil {
		return err
	}
	defer a.Close()
	o := archive.ImportOptions{
		Rules: opts.Rules, Array: opts.Array, Letters: opts.Letters,
		DryRun: c.DryRun, OnDuplicate: onDuplicate, Jobs: s.Jobs,
	}
	archives, files := apart(c.File)
	var report archive.ImportReport
	for _, dir := range archives {
		var r archive.ImportReport
		if r, err = s.importArchive(a, dir, o); err != nil {
			break
		}
		report = together(report, r)
	}
	if err == nil && len(files) > 0 {
		var r archive.ImportReport
		r, err = s.importFiles(a, files, o)
		report = together(report, r)
	}
	for _, f := range report.Failed {
		s.complain(f.Err, hintFor(f.Err))
	}
	for _, l := range report.Leftovers {
		s.note("%s:%d: a comment behind the last game belongs to none and was not kept", l.Name, l.Line)
	}
	for _, u := range report.Unmerged {
		s.note("%s:%d: not merged into game %d: %v", u.Name, u.Line, u.ID, u.Err)
	}
	if err == nil && report.Read == 0 && len(report.Failed) == 0 {
		s.note("no games were read")
	}
	if err == nil || report.Read > 0 {
		if reportErr := s.reportImport(report, c.DryRun); err == nil {
			err = reportErr
		}
	}
	switch {
	case err != nil:
		return err
	case len(report.Failed) > 0:
		return &failure{status: statusFailed}
	case report.Quarantined > 0:
		return errFindings
	}
	return nil
}

// apart tells archives among the names from files and other folders.
func apart(names []string) (archives, files []string) {
	for _, name := range names {
		if info, err := os.Stat(filepath.Join(name, "games.db")); err == nil && info.Mode().IsRegular() {
			archives = append(archives, name)
		} else {
			files = append(files, name)
		}
	}
	return archives, files
}

// together is the report of two imports as one.
func together(a, b archive.ImportReport) archive.ImportReport {
	b.Read += a.Read
	b.Added += a.Added
	b.Merged += a.Merged
	b.Duplicate += a.Duplicate
	b.Quarantined += a.Quarantined
	b.Seconds += a.Seconds
	b.Failed = append(a.Failed, b.Failed...)
	b.Unmerged = append(a.Unmerged, b.Unmerged...)
	return b
}

// importArchive imports from another archive. The index is brought up to date when it
// is next asked.
func (s *session) importArchive(a *archive.Archive, dir string, o archive.ImportOptions) (r archive.ImportReport, err error) {
	from, err := archive.Open(dir, archive.Options{ReadOnly: true})
	if err != nil {
		return r, err
	}
	defer from.Close()
	games, err := from.Count(s.ctx)
	if err != nil {
		return r, err
	}
	bar := s.progress("importing", "games")
	defer bar.end()
	o.Progress = func(p archive.ImportProgress) { bar.show(p.Read, games) }
	return a.ImportArchive(s.ctx, from, o)
}

// importFiles imports from files.
func (s *session) importFiles(a *archive.Archive, names []string, o archive.ImportOptions) (archive.ImportReport, error) {
	ix, collector, err := s.collector(a, o.DryRun)
	if err != nil {
		return archive.ImportReport{}, err
	}
	if collector != nil {
		defer ix.Close()
		defer collector.Close()
		o.Observer = collector
	}
	size, known := input.Size(names)
	bar := s.progress("importing", "games")
	o.Progress = func(p archive.ImportProgress) {
		var total int64
		if known && p.Bytes > 0 {
			// How many games there are is guessed from those that were read.
			total = max(int64(float64(p.Read)*float64(size)/float64(p.Bytes)), p.Read)
		}
		bar.show(p.Read, total)
	}
	report, err := a.Import(s.ctx, s.inputs(names), o)
	bar.end()
	if collector != nil && s.ctx.Err() == nil {
		bar := s.progress("indexing", "games")
		if err := collector.Commit(s.ctx, func(p index.Progress) { bar.show(p.Games, p.Total) }); err != nil {
			s.note("the games are in the archive, but not yet in its index: %v", err)
		}
		if err := ix.Settle(s.ctx); err != nil && s.ctx.Err() == nil {
			s.note("parts of the index could not be merged, and are the next time: %v", err)
		}
		bar.end()
	}
	return report, err
}

// collector gathers what the index needs while games are imported. A dry run has none.
func (s *session) collector(a *archive.Archive, dry bool) (*index.Index, *index.Collector, error) {
	if dry {
		return nil, nil, nil
	}
	ix, err := index.Open(a, index.Options{})
	if err != nil {
		return nil, nil, err
	}
	return ix, ix.Observer(), nil
}

func (s *session) reportImport(r archive.ImportReport, dry bool) error {
	if s.json() {
		return s.encode(r)
	}
	if s.Quiet {
		return nil
	}
	verb := "added"
	if dry {
		verb = "would be added"
	}
	merged := ""
	if r.Merged > 0 {
		merged = fmt.Sprintf(" (%d with something new, merged)", r.Merged)
	}
	_, err := fmt.Fprintf(s.out, "%s read: %d %s, %d already there%s, %d quarantined (%.2f s)\n",
		plural(int(r.Read), "game"), r.Added, verb, r.Duplicate, merged, r.Quarantined, r.Seconds)
	return err
}

// inputs turns names into the inputs of an import. What cannot be opened is an
// input that says so when its turn comes.
func (s *session) inputs(names []string) iter.Seq[archive.Input] {
	return func(yield func(archive.Input) bool) {
		for in, err := range s.streams(names) {
			next := archive.Input{Open: func() (io.ReadCloser, error) { return nil, err }}
			if err == nil {
				next.Name = in.Name
				next.Open = func() (io.ReadCloser, error) { return io.NopCloser(in), nil }
			}
			if !yield(next) {
				return
			}
		}
	}
}
