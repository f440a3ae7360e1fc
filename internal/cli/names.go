package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/index/authority"
	"github.com/diwan-shatranj/diwan/internal/fold"
)

type namesCmd struct {
	List   namesListCmd   `cmd:"" help:"List the players, each once under whatever names."`
	Show   namesShowCmd   `cmd:"" help:"Show what is known of a name."`
	Check  namesCheckCmd  `cmd:"" help:"Find names that may be spellings of one."`
	Alias  namesAliasCmd  `cmd:"" help:"Say that names are those of a person."`
	Merge  namesMergeCmd  `cmd:"" help:"Say that several names, with all their aliases, are of one person."`
	Forget namesForgetCmd `cmd:"" help:"Say that a name is nobody's alias."`
}

func (namesCmd) Help() string {
	return `Persons with several names stand in the file names.tsv in the archive's folder, tab-separated, with the columns
alias, person and floruit; the masters of the ninth and tenth centuries are built in. Queries find a person under
every alias. Games keep the spellings that they have. docs/names.md describes the file.

Examples:

    diwan names list suli
    diwan names show الصولي
    diwan names check
    diwan names alias "as-Suli, Abu Bakr" "Souly, A. B."`
}

// player is somebody as the games and the authority file have them.
type player struct {
	person   *authority.Person // nil where the file does not have them
	name     string
	games    int64
	white    int64
	spelling []archive.PlayerName // in the games
}

// players are those of the games and, with all, those of the authority file too, by
// the keys of their names. Names without a letter or digit are left out.
func (s *session) players(names *authority.List, all bool) (map[string]*player, error) {
	a, err := s.openArchive(false)
	if err != nil {
		return nil, err
	}
	defer a.Close()
	spellings, err := a.PlayerNames(s.ctx)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(spellings, func(a, b archive.PlayerName) int {
		return cmp.Or(cmp.Compare(b.White+b.Black, a.White+a.Black), strings.Compare(a.Name, b.Name))
	})
	players := map[string]*player{}
	for _, n := range spellings {
		key := names.Key(n.Name)
		if key == "" {
			continue
		}
		p := players[key]
		if p == nil {
			p = &player{name: n.Name}
			if who, ok := names.Person(n.Name); ok {
				p.person, p.name = who, who.Name
			}
			players[key] = p
		}
		p.games += n.White + n.Black
		p.white += n.White
		p.spelling = append(p.spelling, n)
	}
	if all {
		for _, who := range names.Persons() {
			if key := names.Key(who.Aliases[0]); players[key] == nil {
				players[key] = &player{person: who, name: who.Name}
			}
		}
	}
	return players, nil
}

// playerJSON is a player, as a JSON line.
type playerJSON struct {
	Name      string         `json:"name"`
	Floruit   string         `json:"floruit,omitempty"`
	Games     int64          `json:"games"`
	White     int64          `json:"white"`
	Black     int64          `json:"black"`
	Spellings []spellingJSON `json:"spellings"`
	Aliases   []string       `json:"aliases"`
}

type spellingJSON struct {
	Name  string `json:"name"`
	Games int64  `json:"games"`
}

func newPlayerJSON(p *player) playerJSON {
	j := playerJSON{Name: p.name, Games: p.games, White: p.white, Black: p.games - p.white, Spellings: []spellingJSON{}, Aliases: []string{}}
	for _, n := range p.spelling {
		j.Spellings = append(j.Spellings, spellingJSON{n.Name, n.White + n.Black})
	}
	if p.person != nil {
		j.Floruit, j.Aliases = p.person.Floruit, p.person.Aliases
	}
	return j
}

type namesListCmd struct {
	All  bool     `help:"List the persons of the authority file, too, who have no games here."`
	Word []string `arg:"" optional:"" name:"WORD" help:"Only names with these words, in any spelling or alias."`
}

func (namesListCmd) Help() string {
	return "Examples:\n\n    diwan names list\n    diwan names list --all suli\n    diwan names list --format json"
}

// Run lists.
func (c *namesListCmd) Run(s *session) error {
	names, err := authority.Open(s.Archive)
	if err != nil {
		return err
	}
	players, err := s.players(names, c.All)
	if err != nil {
		return err
	}
	words := fold.Words(strings.Join(c.Word, " "))
	if len(words) == 0 && len(c.Word) > 0 {
		return usagef("give words with letters or digits", "%q is no name", strings.Join(c.Word, " "))
	}
	var found []*player
	for _, p := range players {
		if p.has(words) {
			found = append(found, p)
		}
	}
	slices.SortFunc(found, func(a, b *player) int {
		return cmp.Or(cmp.Compare(b.games, a.games), strings.Compare(a.name, b.name))
	})
	var rows [][]string
	for _, p := range found {
		if s.json() {
			if err := s.encode(newPlayerJSON(p)); err != nil {
				return err
			}
			continue
		}
		j := newPlayerJSON(p)
		rows = append(rows, []string{p.name, dash(j.Floruit), strconv.FormatInt(p.games, 10), strconv.Itoa(len(p.spelling)), strconv.Itoa(len(j.Aliases))})
	}
	if len(found) == 0 {
		return errFindings
	}
	if s.json() {
		return nil
	}
	return table(s.out, []string{"NAME", "FLORUIT", "GAMES", "SPELLINGS", "ALIASES"}, []int{2, 3, 4}, rows)
}

// has reports whether one of the player's names has the folded words.
func (p *player) has(words []string) bool {
	holds := func(name string) bool {
		own := fold.Words(name)
		return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(own, w) })
	}
	if p.person != nil && slices.ContainsFunc(p.person.Aliases, holds) {
		return true
	}
	return holds(p.name) || slices.ContainsFunc(p.spelling, func(n archive.PlayerName) bool { return holds(n.Name) })
}

type namesShowCmd struct {
	Name string `arg:"" help:"Any name of the player."`
}

func (namesShowCmd) Help() string {
	return "Shows who goes by a name, with all aliases and the spellings that games have.\n\nExamples:\n\n    diwan names show suli\n    diwan names show 'аль-Ладжладж'"
}

// Run shows.
func (c *namesShowCmd) Run(s *session) error {
	names, err := authority.Open(s.Archive)
	if err != nil {
		return err
	}
	players, err := s.players(names, true)
	if err != nil {
		return err
	}
	p := players[names.Key(c.Name)]
	if p == nil {
		return &failure{statusFindings, fmt.Errorf("nobody is called %q", c.Name), "diwan names list --all WORD looks for parts of names"}
	}
	j := newPlayerJSON(p)
	if s.json() {
		return s.encode(j)
	}
	fmt.Fprintln(s.out, p.name)
	if j.Floruit != "" {
		fmt.Fprintf(s.out, "  flourished %s\n", j.Floruit)
	}
	fmt.Fprintf(s.out, "  %s, %d with White\n", plural(int(p.games), "game"), p.white)
	for _, n := range j.Spellings {
		fmt.Fprintf(s.out, "  spelt    %s (%d)\n", n.Name, n.Games)
	}
	for _, a := range j.Aliases {
		if _, err := fmt.Fprintf(s.out, "  alias    %s\n", a); err != nil {
			return err
		}
	}
	return nil
}

type namesCheckCmd struct{}

func (namesCheckCmd) Help() string {
	return `Lists names that may be of one person: nearly the same spelling, the same words in another order, initials, or a
part of the name. Those that are should be told to diwan names merge. The status is 1 where there are any.

Examples:

    diwan names check
    diwan names check --format json`
}

// alikeJSON is two names that may be of one person, as a JSON line.
type alikeJSON struct {
	Why    string `json:"why"`
	A      string `json:"a"`
	AGames int64  `json:"a_games"`
	B      string `json:"b"`
	BGames int64  `json:"b_games"`
}

// Run checks.
func (c *namesCheckCmd) Run(s *session) error {
	names, err := authority.Open(s.Archive)
	if err != nil {
		return err
	}
	players, err := s.players(names, false)
	if err != nil {
		return err
	}
	for _, t := range names.Taken() {
		s.note("%s: the alias %q is given to %q and then to %q, who has it", authority.File, t.Alias, t.From, t.To)
	}
	var spelt []string
	for _, p := range players {
		spelt = append(spelt, p.name)
	}
	var rows [][]string
	found := len(names.Taken()) > 0
	games := func(name string) int64 {
		if p := players[names.Key(name)]; p != nil {
			return p.games
		}
		return 0
	}
	for _, p := range names.Alike(spelt) {
		j := alikeJSON{string(p.Why), p.A, games(p.A), p.B, games(p.B)}
		// The name with more games, or of the file, is probably the right one.
		if _, known := names.Person(p.B); known || j.BGames > j.AGames {
			j.A, j.AGames, j.B, j.BGames = j.B, j.BGames, j.A, j.AGames
		}
		found = true
		if s.json() {
			if err := s.encode(j); err != nil {
				return err
			}
			continue
		}
		rows = append(rows, []string{j.Why, j.A, strconv.FormatInt(j.AGames, 10), j.B, strconv.FormatInt(j.BGames, 10)})
	}
	if !found {
		return nil
	}
	if len(rows) > 0 {
		if err := table(s.out, []string{"WHY", "NAME", "GAMES", "ALSO", "GAMES"}, []int{2, 4}, rows); err != nil {
			return err
		}
		if !s.Quiet {
			fmt.Fprintln(s.out, "\ndiwan names merge NAME ALSO makes one person of two names")
		}
	}
	return errFindings
}

// addNames puts lines behind those of the archive's authority file, and looks whether
// it can be read then.
func (s *session) addNames(rows func(names *authority.List) ([]authority.Entry, error)) error {
	return s.changeFile(authority.File, func(text []byte) ([]byte, error) {
		names, err := authority.Open(s.Archive)
		if err != nil {
			return nil, err
		}
		lines, err := rows(names)
		if err != nil || len(lines) == 0 {
			return text, err
		}
		return authority.Append(text, lines...)
	})
}

type namesAliasCmd struct {
	Floruit string   `placeholder:"DATES" help:"When the person flourished, as 'c. 880-946'."`
	Person  string   `arg:"" help:"The person, by any name; a new one is made by it."`
	Alias   []string `arg:"" optional:"" name:"ALIAS" help:"Other names of the person."`
}

func (namesAliasCmd) Help() string {
	return `Puts aliases of a person into names.tsv. An alias of somebody else is taken from them.

Examples:

    diwan names alias "as-Suli" "Souly" "ас-Сулий"
    diwan names alias --floruit "1837-1884" "Morphy, Paul"`
}

// Run adds.
func (c *namesAliasCmd) Run(s *session) error {
	if len(c.Alias) == 0 && c.Floruit == "" {
		return usagef("give other names of the person, or --floruit", "there is nothing to say of %q", c.Person)
	}
	return s.addNames(func(names *authority.List) (rows []authority.Entry, err error) {
		person := names.Name(c.Person)
		aliases := c.Alias
		if len(aliases) == 0 {
			aliases = []string{c.Person}
		}
		for i, alias := range aliases {
			floruit := ""
			if i == 0 {
				floruit = c.Floruit
			}
			row, err := nameEntry(alias, person, floruit)
			if err != nil {
				return nil, err
			}
			rows = append(rows, row)
		}
		return rows, nil
	})
}

// nameEntry is a line of names.tsv, or the failure of wrong use where a name is none.
func nameEntry(alias, person, floruit string) (authority.Entry, error) {
	for _, name := range []string{alias, person} {
		if fold.Name(name) == "" {
			return authority.Entry{}, usagef("a name has a letter or a digit", "%q is no name", name)
		}
	}
	return authority.Entry{Alias: alias, Person: person, Floruit: floruit}, nil
}

type namesMergeCmd struct {
	Name []string `arg:"" name:"NAME" help:"Two names or more; the first is what the person is called."`
}

func (namesMergeCmd) Help() string {
	return "Examples:\n\n    diwan names merge \"as-Suli, Abu Bakr\" \"Souly\"\n    diwan names merge \"Hasan, Ali\" \"Hassan, Ali\" \"Hasan, A.\""
}

// Run merges.
func (c *namesMergeCmd) Run(s *session) error {
	if len(c.Name) < 2 {
		return usagef("give two names or more", "there is nothing to merge with %q", c.Name[0])
	}
	return s.addNames(func(names *authority.List) (rows []authority.Entry, err error) {
		person := names.Name(c.Name[0])
		for _, name := range c.Name[1:] {
			aliases := []string{name}
			if p, ok := names.Person(name); ok {
				if p.Name == person {
					continue
				}
				aliases = p.Aliases
			}
			for _, alias := range aliases {
				row, err := nameEntry(alias, person, "")
				if err != nil {
					return nil, err
				}
				rows = append(rows, row)
			}
		}
		return rows, nil
	})
}

type namesForgetCmd struct {
	Alias []string `arg:"" name:"ALIAS" help:"Names that are to be nobody's alias."`
}

func (namesForgetCmd) Help() string {
	return "Examples:\n\n    diwan names forget \"ar-Razi\""
}

// Run forgets.
func (c *namesForgetCmd) Run(s *session) error {
	return s.addNames(func(names *authority.List) (rows []authority.Entry, err error) {
		for _, alias := range c.Alias {
			if _, ok := names.Person(alias); !ok {
				return nil, &failure{statusFindings, fmt.Errorf("%q is nobody's alias", alias), "diwan names list --all WORD looks for names"}
			}
			rows = append(rows, authority.Entry{Alias: alias})
		}
		return rows, nil
	})
}
