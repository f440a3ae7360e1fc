package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/index/authority"
	"github.com/diwan-shatranj/diwan/index/duplicate"
	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/rules"
)

type duplicatesCmd struct {
	Kind  []string `placeholder:"KIND" help:"Only these: exact, mirror, spelling, contained, near."`
	Query []string `arg:"" optional:"" name:"QUERY" help:"Which games to compare; all of them without a query."`
}

func (duplicatesCmd) Help() string {
	return `Lists games that the archive has several times, and what they differ in:

    exact      the same start, moves, result, players, event, date and round
    mirror     mirrored left to right, as both start arrays circulate
    spelling   the same moves, with names, dates and the like spelt otherwise or not known
    contained  one is the beginning of the other
    near       a few plies differ, as by a copyist's error

The first of a group is the one with the most to say. The fewer moves there are, the more has to agree: short draws of
others, rounds of one event, and problems of several collections are no duplicates. diwan merge makes one of them.

Examples:

    diwan duplicates
    diwan duplicates --kind mirror,near player:suli
    diwan duplicates --format json`
}

// duplicateJSON is a group, as a JSON line.
type duplicateJSON struct {
	Kind  string          `json:"kind"`
	Games []duplicateGame `json:"games"`
}

// duplicateGame is a game of a group; a row of its own where fields are chosen.
type duplicateGame struct {
	Group    int      `json:"group,omitempty"`
	ID       int64    `json:"id"`
	Kind     string   `json:"kind,omitempty"`
	Of       int64    `json:"of,omitempty"`
	White    string   `json:"white"`
	Black    string   `json:"black"`
	Event    string   `json:"event"`
	Date     string   `json:"date"`
	Round    string   `json:"round"`
	Result   string   `json:"result"`
	Plies    int      `json:"plies"`
	Source   string   `json:"source"`
	Mirrored bool     `json:"mirrored"`
	Differs  []string `json:"differs"` // from Of
}

// kindsOf reads names of kinds; none is nil.
func kindsOf(names []string) (kinds []duplicate.Kind, err error) {
	for _, name := range names {
		k := duplicate.Kind(name)
		if !slices.Contains(duplicate.Kinds(), k) {
			return nil, usagef("exact, mirror, spelling, contained and near are known", "%q is no kind of duplicates", name)
		}
		kinds = append(kinds, k)
	}
	return kinds, nil
}

// duplicates are the groups among the games that a query selects.
func (s *session) duplicates(a *archive.Archive, kinds []duplicate.Kind, terms []string) ([]duplicate.Group, error) {
	names, err := authority.Open(s.Archive)
	if err != nil {
		return nil, err
	}
	o := duplicate.Options{Kinds: kinds, Names: names}
	e, err := s.query(terms)
	if err != nil {
		return nil, err
	}
	if _, all := e.(query.All); !all {
		if o.IDs, err = s.found(a, strings.Join(terms, " "), e, "id"); err != nil || len(o.IDs) == 0 {
			return nil, err
		}
	}
	total := int64(len(o.IDs))
	if total == 0 {
		if total, err = a.Count(s.ctx); err != nil {
			return nil, err
		}
	}
	bar := s.progress("comparing", "games")
	o.Progress = func(games int) { bar.show(int64(games), total) }
	groups, err := duplicate.Find(s.ctx, a, o)
	bar.end()
	return groups, err
}

// Run lists.
func (c *duplicatesCmd) Run(s *session) error {
	kinds, err := kindsOf(c.Kind)
	if err != nil {
		return err
	}
	a, err := s.openArchive(false)
	if err != nil {
		return err
	}
	defer a.Close()
	groups, err := s.duplicates(a, kinds, c.Query)
	if err != nil {
		return err
	}
	var rows [][]string
	for i, g := range groups {
		out, err := s.duplicateGroup(a, &g)
		if err != nil {
			return err
		}
		if s.Format == "json" && len(s.Fields) == 0 {
			if err := s.encode(out); err != nil {
				return err
			}
			continue
		}
		for _, d := range out.Games {
			if s.json() {
				d.Group = i + 1
				if err := s.encode(d); err != nil {
					return err
				}
				continue
			}
			rows = append(rows, []string{
				strconv.Itoa(i + 1), dash(d.Kind), strconv.FormatInt(d.ID, 10), d.White, d.Black, d.Date, d.Result, strconv.Itoa(d.Plies), strings.Join(d.Differs, "; "),
			})
		}
	}
	if len(groups) == 0 {
		return s.nothing()
	}
	if s.json() {
		return nil
	}
	return table(s.out, []string{"GROUP", "KIND", "ID", "WHITE", "BLACK", "DATE", "RESULT", "PLIES", "DIFFERS"}, []int{0, 2, 7}, rows)
}

// duplicateGroup is what is shown of a group.
func (s *session) duplicateGroup(a *archive.Archive, g *duplicate.Group) (*duplicateJSON, error) {
	out := &duplicateJSON{Kind: string(g.Kind)}
	records := map[int64]*archive.Record{}
	mirrored := map[int64]bool{}
	for _, m := range g.Members {
		r, err := a.Get(s.ctx, m.ID)
		if err != nil {
			return nil, err
		}
		records[m.ID], mirrored[m.ID] = r, m.Mirrored
		d := duplicateGame{
			ID: m.ID, Kind: string(m.Kind), Of: m.Of, White: tag(r, "White"), Black: tag(r, "Black"), Event: tag(r, "Event"), Date: tag(r, "Date"),
			Round: tag(r, "Round"), Result: r.Result.String(), Plies: len(r.Moves), Mirrored: m.Mirrored,
			Source: fmt.Sprintf("%s:%d", r.Source.File, r.Source.Line), Differs: []string{},
		}
		if of := records[m.Of]; of != nil {
			d.Differs = differences(of, r, mirrored[m.Of] != m.Mirrored, m.Differing)
		}
		out.Games = append(out.Games, d)
	}
	return out, nil
}

// differences says what a record has otherwise than another one.
func differences(of, r *archive.Record, mirrored bool, plies int) []string {
	differs := []string{}
	if mirrored {
		differs = append(differs, "mirror image")
	}
	for _, name := range []string{"White", "Black", "Event", "Site", "Date", "DateHijri", "Round"} {
		if is, was := tag(r, name), tag(of, name); is != was {
			differs = append(differs, fmt.Sprintf("%s %q for %q", name, is, was))
		}
	}
	if r.Result != of.Result {
		differs = append(differs, fmt.Sprintf("%s for %s", r.Result, of.Result))
	}
	o := rules.Identity
	if mirrored {
		o = rules.Mirror
	}
	at := 0
	for at < min(len(r.Moves), len(of.Moves)) && r.Moves[at].Image(o) == of.Moves[at] {
		at++
	}
	switch {
	case plies > 0:
		differs = append(differs, fmt.Sprintf("%s, first at ply %d", pluralPlies(plies), at+1))
	case len(r.Moves) < len(of.Moves):
		differs = append(differs, fmt.Sprintf("ends after %s of %d", pluralPlies(len(r.Moves)), len(of.Moves)))
	case len(r.Moves) > len(of.Moves):
		differs = append(differs, fmt.Sprintf("goes on after %s", pluralPlies(len(of.Moves))))
	}
	return differs
}

// pluralPlies is a number of plies in words.
func pluralPlies(n int) string {
	if n == 1 {
		return "1 ply"
	}
	return fmt.Sprintf("%d plies", n)
}
