package cli

import (
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/pgn"
)

type mergeCmd struct {
	Duplicates []string `placeholder:"KIND" help:"Merge all groups of these kinds that diwan duplicates finds: exact, mirror, spelling, contained, near; then QUERY says among which games."`
	DryRun     bool     `help:"Say what would be merged."`
	Games      []string `arg:"" optional:"" name:"ID|QUERY" help:"The games, of which the first stays; or with --duplicates a query."`
}

func (mergeCmd) Help() string {
	return `Makes one game of several: the union of their tags, comments, marks and variations. The longest main line stays; what
departs from it becomes a variation that names its source. What contradicts stays visible: a second name of White
stands in the tag WhiteAlso, a third in WhiteAlso2, a second result in ResultAlso. Mirrored games are turned round.
The first game, or the first of each group, keeps its ID; the others go to the bin. The whole of it can be taken
back by diwan undo --change.

Examples:

    diwan merge 12 15
    diwan merge --duplicates exact,mirror --dry-run
    diwan merge --duplicates spelling player:suli`
}

// mergedJSON is a merge, as a JSON line.
type mergedJSON struct {
	ID         int64      `json:"id"`
	Merged     []int64    `json:"merged"`
	Tags       int        `json:"tags"`
	Comments   int        `json:"comments"`
	Marks      int        `json:"marks"`
	Variations int        `json:"variations"`
	Conflicts  []conflict `json:"conflicts"`
	DryRun     bool       `json:"dry_run,omitempty"`
}

// conflict is a value that stands beside the one that it contradicts.
type conflict struct {
	Tag   string `json:"tag"`
	Value string `json:"value"`
}

// Run merges.
func (c *mergeCmd) Run(s *session) error {
	kinds, err := kindsOf(c.Duplicates)
	if err != nil {
		return err
	}
	a, err := s.openArchive(!c.DryRun)
	if err != nil {
		return err
	}
	defer a.Close()
	var groups [][]int64
	if len(kinds) > 0 {
		found, err := s.duplicates(a, kinds, c.Games)
		if err != nil {
			return err
		}
		for _, g := range found {
			var ids []int64
			for _, m := range g.Members {
				ids = append(ids, m.ID)
			}
			groups = append(groups, ids)
		}
	} else {
		ids, err := idsOf(c.Games)
		if err != nil {
			return err
		}
		groups = append(groups, ids)
	}
	if len(groups) == 0 {
		return s.nothing()
	}
	m := &merger{s: s, archive: a, dry: c.DryRun, several: len(kinds) > 0}
	var generation int64
	if c.DryRun {
		for _, err := range m.mergings(groups) {
			if err != nil {
				return m.failure(err)
			}
		}
	} else if generation, err = a.Merge(s.ctx, m.mergings(groups)); err != nil {
		return m.failure(err)
	}
	if err := m.report(generation); err != nil {
		return err
	}
	if m.refused > 0 {
		return errFindings
	}
	return nil
}

// idsOf reads two IDs or more, of different games.
func idsOf(words []string) (ids []int64, err error) {
	const hint = "give the IDs of two games or more, or --duplicates KIND"
	seen := map[int64]bool{}
	for _, w := range words {
		id, err := strconv.ParseInt(w, 10, 64)
		if err != nil || id < 1 {
			return nil, usagef(hint, "%q is no ID of a game", w)
		}
		if seen[id] {
			return nil, usagef(hint, "game %d is named twice", id)
		}
		seen[id] = true
		ids = append(ids, id)
	}
	if len(ids) < 2 {
		return nil, usagef(hint, "there is nothing to merge")
	}
	return ids, nil
}

// merger merges groups of games and keeps what is to be said of them until that is
// done.
type merger struct {
	s       *session
	archive *archive.Archive
	dry     bool
	several bool // a group that cannot be merged does not end it
	done    []mergedJSON
	refused int
}

func (m *merger) mergings(groups [][]int64) iter.Seq2[archive.Merging, error] {
	return func(yield func(archive.Merging, error) bool) {
		for _, ids := range groups {
			if err := m.s.ctx.Err(); err != nil {
				yield(archive.Merging{}, err)
				return
			}
			merging, err := m.merging(ids)
			if m.several && errors.Is(err, pgn.ErrUnmergeable) {
				m.refused++
				m.s.note("games %s: %v", joinIDs(ids), err)
				continue
			}
			if !yield(merging, err) {
				return
			}
		}
	}
}

// merging puts the games of a group together.
func (m *merger) merging(ids []int64) (out archive.Merging, err error) {
	var into *pgn.Replay
	var copies []pgn.Copy
	for i, id := range ids {
		r, err := m.archive.Get(m.s.ctx, id)
		if err != nil {
			return out, err
		}
		p, err := r.Replay()
		if err != nil {
			return out, err
		}
		if i == 0 {
			into = p
			continue
		}
		copies = append(copies, pgn.Copy{Replay: p, Source: fmt.Sprintf("%s:%d", r.Source.File, r.Source.Line)})
	}
	merged, err := pgn.Merge(into, copies...)
	if err != nil {
		return out, err
	}
	out = archive.Merging{Keep: ids[0], Gone: ids[1:]}
	if out.Game, err = merged.Replay(); err != nil {
		return out, err
	}
	j := mergedJSON{
		ID: ids[0], Merged: ids[1:], Tags: merged.Tags, Comments: merged.Comments, Marks: merged.NAGs, Variations: merged.Variations,
		Conflicts: []conflict{}, DryRun: m.dry,
	}
	for _, t := range merged.Conflicts {
		j.Conflicts = append(j.Conflicts, conflict{t.Name, t.Value})
	}
	m.done = append(m.done, j)
	return out, nil
}

// failure is what is said where nothing was merged.
func (*merger) failure(err error) error {
	switch {
	case errors.Is(err, pgn.ErrUnmergeable):
		return &failure{statusFindings, err, "diwan show prints the games; nothing was changed"}
	case errors.Is(err, archive.ErrRefused):
		return &failure{statusFindings, err, "nothing was changed"}
	}
	return err
}

// report says what has become of the games.
func (m *merger) report(generation int64) error {
	gone := 0
	for _, j := range m.done {
		gone += len(j.Merged)
		if m.s.json() {
			if err := m.s.encode(j); err != nil {
				return err
			}
			continue
		}
		if m.s.Quiet {
			continue
		}
		verb := "now has"
		if m.dry {
			verb = "would have"
		}
		fmt.Fprintf(m.s.out, "game %d %s what %s had", j.ID, verb, joinIDs(j.Merged))
		var news []string
		for _, n := range []struct {
			count int
			what  string
		}{{j.Tags, "tag"}, {j.Comments, "comment"}, {j.Marks, "mark"}, {j.Variations, "variation"}} {
			if n.count > 0 {
				news = append(news, plural(n.count, n.what))
			}
		}
		if len(news) > 0 {
			fmt.Fprintf(m.s.out, ": %s", strings.Join(news, ", "))
		}
		for _, c := range j.Conflicts {
			fmt.Fprintf(m.s.out, "; %s %q", c.Tag, c.Value)
		}
		fmt.Fprintln(m.s.out)
	}
	if m.s.json() || m.s.Quiet || generation == 0 {
		return nil
	}
	_, err := fmt.Fprintf(m.s.out, "%s merged into %d; diwan undo --change %d takes it back\n", plural(gone, "game"), len(m.done), generation)
	return err
}

// joinIDs writes IDs one after the other.
func joinIDs(ids []int64) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(ids), " ", ", "), "[]")
}
