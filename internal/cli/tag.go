package cli

import (
	"fmt"
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
	return `Changes tags of games. The former versions are kept in the bin, and diwan log has the change. Result changes what
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
	changed, refused := 0, 0
	for r, err := range s.selected(a, query) {
		if err != nil {
			return err
		}
		changes := changedTags(r, tags)
		if len(changes) == 0 {
			continue
		}
		p, err := r.Retag(tags)
		if err == nil && !c.DryRun {
			err = a.Revise(s.ctx, r.ID, p)
		}
		if isRefused(err) {
			refused++
			s.complain(err, "the game is as it was; diwan edit "+strconv.FormatInt(r.ID, 10)+" changes all of it")
			continue
		}
		if err != nil {
			return err
		}
		changed++
		for _, ch := range changes {
			ch.DryRun = c.DryRun
			if err := s.showTagged(ch); err != nil {
				return err
			}
		}
	}
	if !s.json() && !s.Quiet {
		verb := "changed"
		if c.DryRun {
			verb = "would be changed"
		}
		fmt.Fprintf(s.out, "%s %s\n", plural(changed, "game"), verb)
	}
	if changed == 0 || refused > 0 {
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
func changedTags(r *archive.Record, tags []pgn.Tag) (changes []taggedJSON) {
	for _, t := range tags {
		before, there := r.Tag(t.Name)
		if there == (t.Value != "") && before == t.Value {
			continue
		}
		if !there && t.Value == "" {
			continue
		}
		changes = append(changes, taggedJSON{ID: r.ID, Tag: t.Name, Before: before, After: t.Value})
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
