package cli

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

type diffCmd struct {
	A string `arg:"" name:"A" help:"A file, game N of a file (FILE#N), or a game of the archive (ID)."`
	B string `arg:"" name:"B" help:"What to compare it with."`
}

func (diffCmd) Help() string {
	return `Compares games, not lines: the same game in another layout, in other letters or with its tags in another
order is the same. Games are paired by their players, event, date and round, then by their moves.
The status is 1 where something differs.

Examples:

    diwan diff old.pgn new.pgn
    diwan diff mine.pgn#3 theirs.pgn#1
    diwan diff games.pgn#1 17`
}

// compared is a game that is being compared, with what is asked of it.
type compared struct {
	name   string
	tags   []pgn.Tag
	start  rules.Position
	moves  []rules.Move
	rules  *rules.Ruleset
	result rules.Result
	notes  []string // comments, NAGs and variations, in order
	text   string   // of a game that cannot be played
}

// difference is one thing in which two games differ, as a JSON line.
type difference struct {
	A    string `json:"a,omitempty"` // the game in A, empty where there is none
	B    string `json:"b,omitempty"`
	What string `json:"what"` // game, tag, start, move, result, annotation, text
	Name string `json:"name,omitempty"`
	Ply  int    `json:"ply,omitempty"`
	Old  string `json:"old,omitempty"`
	New  string `json:"new,omitempty"`
}

// Run compares.
func (c *diffCmd) Run(s *session) error {
	a, err := s.gamesFrom(c.A)
	if err != nil {
		return err
	}
	b, err := s.gamesFrom(c.B)
	if err != nil {
		return err
	}
	single := len(a) == 1 && len(b) == 1
	differ := false
	for _, pair := range pairs(a, b, single) {
		for _, d := range pair.differences() {
			differ = true
			if err := s.showDifference(d); err != nil {
				return err
			}
		}
	}
	if differ {
		return errFindings
	}
	return nil
}

// gamesFrom reads the games that an operand of diff names.
func (s *session) gamesFrom(name string) ([]*compared, error) {
	if !exists(name) {
		if _, err := strconv.ParseInt(name, 10, 64); err != nil && !strings.Contains(name, "#") {
			_, err := os.Stat(name)
			return nil, err
		}
		p, _, err := s.gameNamed(name)
		if err != nil {
			return nil, err
		}
		return []*compared{newCompared(name, p)}, nil
	}
	var out []*compared
	for in, err := range s.streams([]string{name}) {
		if err != nil {
			return nil, err
		}
		r, err := pgn.NewReplayer(pgn.Options{})
		if err != nil {
			return nil, err
		}
		for g, err := range pgn.NewReader(in).Games() {
			if err != nil {
				return nil, inName(in.Name, err)
			}
			if s.ctx.Err() != nil {
				return nil, s.ctx.Err()
			}
			out = append(out, newCompared(fmt.Sprintf("%s#%d", in.Name, g.Number), r.Replay(g)))
		}
	}
	return out, nil
}

func newCompared(name string, p *pgn.Replay) *compared {
	c := &compared{name: name, tags: p.Game.Tags(), start: p.Start, moves: slices.Clone(p.Moves), rules: p.Rules, result: p.Result}
	if !p.Faultless() {
		c.text = strings.TrimSpace(string(pgn.NewWriter(nil, pgn.WriterOptions{}).Render(p).Text))
	}
	depth := 0
	for i, it := range p.Game.Items {
		switch it.Kind {
		case pgn.CommentItem, pgn.LineCommentItem:
			c.notes = append(c.notes, "{"+strings.Join(strings.Fields(p.Game.Comment(it)), " ")+"}")
		case pgn.NAGItem:
			c.notes = append(c.notes, fmt.Sprintf("$%d", it.Value))
		case pgn.OpenItem:
			depth++
			c.notes = append(c.notes, "(")
		case pgn.CloseItem:
			depth--
			c.notes = append(c.notes, ")")
		case pgn.MoveItem:
			if m := p.Move(i); depth > 0 && m != rules.NoMove {
				c.notes = append(c.notes, m.String())
			}
		}
	}
	return c
}

// roster is what tells one game of a collection from another.
func (c *compared) roster() string {
	var b strings.Builder
	for _, name := range []string{"White", "Black", "Event", "Date", "Round"} {
		value := c.tag(name)
		b.WriteString(value + "\x00")
	}
	return b.String()
}

// tag is the value of the first tag of that name, empty where there is none.
func (c *compared) tag(name string) string {
	for _, t := range c.tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// line is the moves with the start, as a key.
func (c *compared) line() string {
	return c.start.EPD() + fmt.Sprint(c.moves) + c.text
}

// pair is two games that belong together; one of them may be missing.
type pair struct{ a, b *compared }

// pairs finds for each game of a its like in b: with the same roster and moves,
// else the same roster, else the same moves. With single both are taken for one pair.
func pairs(a, b []*compared, single bool) []pair {
	if single {
		return []pair{{a[0], b[0]}}
	}
	out := make([]pair, len(a))
	for i := range a {
		out[i].a = a[i]
	}
	taken := make([]bool, len(b))
	for _, key := range []func(*compared) string{
		func(c *compared) string { return c.roster() + c.line() },
		(*compared).roster,
		(*compared).line,
	} {
		places := map[string][]int{}
		for j := range b {
			if !taken[j] {
				places[key(b[j])] = append(places[key(b[j])], j)
			}
		}
		for i := range out {
			if out[i].b != nil {
				continue
			}
			k := key(out[i].a)
			if js := places[k]; len(js) > 0 {
				out[i].b, taken[js[0]] = b[js[0]], true
				places[k] = js[1:]
			}
		}
	}
	for j := range b {
		if !taken[j] {
			out = append(out, pair{nil, b[j]})
		}
	}
	return out
}

// differences are the things in which the games of a pair differ.
func (p pair) differences() (ds []difference) {
	switch {
	case p.b == nil:
		return []difference{{A: p.a.name, What: "game"}}
	case p.a == nil:
		return []difference{{B: p.b.name, What: "game"}}
	}
	add := func(d difference) {
		d.A, d.B = p.a.name, p.b.name
		ds = append(ds, d)
	}
	seen := map[string]bool{}
	for _, t := range append(slices.Clone(p.a.tags), p.b.tags...) {
		if seen[t.Name] || slices.Contains([]string{"SetUp", "FEN", "Array", "Variant", "Result"}, t.Name) {
			continue
		}
		seen[t.Name] = true
		old := p.a.tag(t.Name)
		now := p.b.tag(t.Name)
		if known(old) != known(now) {
			add(difference{What: "tag", Name: t.Name, Old: old, New: now})
		}
	}
	if p.a.start != p.b.start {
		add(difference{What: "start", Old: p.a.start.FEN(), New: p.b.start.FEN()})
	}
	if ply, old, now := p.firstMove(); ply > 0 {
		add(difference{What: "move", Ply: ply, Old: old, New: now})
	}
	if p.a.result != p.b.result {
		add(difference{What: "result", Old: p.a.result.String(), New: p.b.result.String()})
	}
	if !slices.Equal(p.a.notes, p.b.notes) {
		i := 0
		for i < len(p.a.notes) && i < len(p.b.notes) && p.a.notes[i] == p.b.notes[i] {
			i++
		}
		add(difference{What: "annotation", Old: at(p.a.notes, i), New: at(p.b.notes, i)})
	}
	if len(ds) == 0 && p.a.text != p.b.text {
		add(difference{What: "text"})
	}
	return ds
}

// known is a tag's value, empty where it only says that nothing is known.
func known(value string) string {
	if strings.Trim(value, "?.") == "" {
		return ""
	}
	return value
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}

// firstMove is the first ply at which the moves part, with the moves; 0 where they
// do not. The same men going from and to the same squares are the same moves, also
// where the games began differently.
func (p pair) firstMove() (ply int, old, now string) {
	posA, posB := p.a.start, p.b.start
	for i := 0; i < max(len(p.a.moves), len(p.b.moves)); i++ {
		var ma, mb rules.Move
		if i < len(p.a.moves) {
			ma = p.a.moves[i]
			old = p.a.rules.SAN(&posA, ma)
		}
		if i < len(p.b.moves) {
			mb = p.b.moves[i]
			now = p.b.rules.SAN(&posB, mb)
		}
		if ma != mb {
			if ma == rules.NoMove {
				old = ""
			}
			if mb == rules.NoMove {
				now = ""
			}
			return i + 1, old, now
		}
		posA, posB = posA.Play(ma), posB.Play(mb)
	}
	return 0, "", ""
}

// showDifference prints one.
func (s *session) showDifference(d difference) error {
	if s.json() {
		return s.encode(d)
	}
	var err error
	switch {
	case d.B == "":
		_, err = fmt.Fprintf(s.out, "only in the first: %s\n", d.A)
	case d.A == "":
		_, err = fmt.Fprintf(s.out, "only in the second: %s\n", d.B)
	default:
		what := d.What
		if d.Name != "" {
			what += " " + d.Name
		}
		if d.Ply > 0 {
			what += fmt.Sprintf(" at ply %d", d.Ply)
		}
		_, err = fmt.Fprintf(s.out, "%s, %s: %s: %s → %s\n", d.A, d.B, what, orNothing(d.Old), orNothing(d.New))
	}
	return err
}

func orNothing(s string) string {
	if s == "" {
		return "(nothing)"
	}
	return s
}
