package cli

import (
	"fmt"
	"iter"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/pgn"
)

type tagCmd struct {
	DryRun bool     `short:"n" help:"Show what would be changed, and change nothing."`
	All    bool     `help:"Change every game, where there is no query."`
	What   []string `arg:"" name:"ID|QUERY NAME=VALUE" help:"Which games, and the tags that they are to have; NAME= takes a tag out."`
}

func (tagCmd) Help() string {
	return `Changes tags of games, all of them in one write, which diwan log has and diwan undo --change takes back. Result changes what
stands behind the moves, too. A game that could not be read any more with its new tags stays as it was.

Examples:

    diwan tag 17 White="as-Suli, Abu Bakr" Annotator=
    diwan tag --dry-run event:"Bagdad open" Event="Baghdad open"
    diwan tag 17 18 19 Result=1/2-1/2`
}

// taggedJSON is a tag that is changed, as a JSON line.
type taggedJSON struct {
	ID     int64  `json:"id"`
	Tag    string `json:"tag"`
	Before string `json:"before"`
	After  string `json:"after"`
	DryRun bool   `json:"dry_run"`
}

// assignment is NAME=VALUE.
var assignment = regexp.MustCompile(`(?s)^([A-Za-z][A-Za-z0-9_]*)=(.*)$`)

// Run changes.
func (c *tagCmd) Run(s *session) error {
	query, tags, err := c.parse()
	if err != nil {
		return err
	}
	a, err := s.openArchive(!c.DryRun)
	if err != nil {
		return err
	}
	defer a.Close()
	t := tagging{tags: tags, dry: c.DryRun}
	if c.DryRun {
		for _, err := range t.revisions(s.selected(a, query)) {
			if err != nil {
				return err
			}
		}
	} else if _, err := a.ReviseAll(s.ctx, t.revisions(s.selected(a, query)), t.refuse); err != nil {
		return err
	}
	return t.report(s)
}

// tagging is the change of tags that is going on.
type tagging struct {
	tags    []pgn.Tag
	dry     bool
	changes []taggedJSON
	last    int // where the changes of the game begin that was handed out last
	games   int
	refused []error
}

// revisions are the games that are to be changed, with their new tags.
func (t *tagging) revisions(games iter.Seq2[*archive.Record, error]) iter.Seq2[archive.Revision, error] {
	return func(yield func(archive.Revision, error) bool) {
		for r, err := range games {
			v := archive.Revision{}
			if err == nil {
				changes := changedTags(r, t.tags, t.dry)
				if len(changes) == 0 {
					continue
				}
				t.games++
				t.last = len(t.changes)
				t.changes = append(t.changes, changes...)
				v.ID = r.ID
				v.Game, err = r.Retag(t.tags)
			}
			if !yield(v, err) {
				return
			}
		}
	}
}

// refuse notes that the game handed out last stays as it was.
func (t *tagging) refuse(id int64, err error) {
	t.changes = t.changes[:t.last]
	t.games--
	t.refused = append(t.refused, fmt.Errorf("game %d: %w", id, err))
}

func (t *tagging) report(s *session) error {
	for _, ch := range t.changes {
		if err := s.showTagged(ch); err != nil {
			return err
		}
	}
	for _, err := range t.refused {
		s.complain(err, "it is as it was; diwan edit changes all of a game")
	}
	if !s.json() && !s.Quiet {
		verb := "changed"
		if t.dry {
			verb = "would be changed"
		}
		fmt.Fprintf(s.out, "%s %s\n", plural(t.games, "game"), verb)
	}
	if t.games == 0 || len(t.refused) > 0 {
		return errFindings
	}
	return nil
}

// parse takes the operands apart.
func (c *tagCmd) parse() (query []string, tags []pgn.Tag, err error) {
	ids := true
	for _, arg := range c.What {
		m := assignment.FindStringSubmatch(arg)
		if m == nil {
			query = append(query, arg)
			if _, err := strconv.ParseUint(arg, 10, 63); err != nil {
				ids = false
			}
			continue
		}
		if !utf8.ValidString(m[2]) || strings.ContainsFunc(m[2], unicode.IsControl) {
			return nil, nil, usagef("a tag is one line of text", "the value of %s cannot stand in a tag", m[1])
		}
		tags = append(tags, pgn.Tag{Name: m[1], Value: m[2]})
	}
	switch {
	case len(tags) == 0:
		return nil, nil, usagef("as in: diwan tag 17 Event=\"Baghdad open\"", "no tag is given as NAME=VALUE")
	case strings.TrimSpace(strings.Join(query, "")) == "" && !c.All:
		return nil, nil, usagef("say --all if it is meant", "without a query every game would be changed")
	}
	if ids {
		for i, id := range query {
			query[i] = "id:" + id
		}
		query = []string{strings.Join(query, " or ")}
	}
	return query, tags, nil
}

// changedTags are those of the tags that a game has not yet.
func changedTags(r *archive.Record, tags []pgn.Tag, dry bool) (changes []taggedJSON) {
	for _, t := range tags {
		before, there := r.Tag(t.Name)
		if there == (t.Value != "") && before == t.Value {
			continue
		}
		if !there && t.Value == "" {
			continue
		}
		changes = append(changes, taggedJSON{ID: r.ID, Tag: t.Name, Before: before, After: t.Value, DryRun: dry})
	}
	return changes
}

func (s *session) showTagged(t taggedJSON) error {
	if s.json() {
		return s.encode(t)
	}
	if s.Quiet {
		return nil
	}
	_, err := fmt.Fprintf(s.out, "%d: %s: %q -> %q\n", t.ID, t.Tag, t.Before, t.After)
	return err
}
