package pgn

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/diwan-shatranj/diwan/rules"
)

// Copy is a game that is to be merged with another: a further record of what is, or
// may be, the same game.
type Copy struct {
	Replay *Replay
	// Source names where it comes from, in the comment on moves in which it
	// differs.
	Source string
}

// Merged is several records of one game put together.
type Merged struct {
	Game *Game // in canonical form
	// What has come to the game that the others were merged into, in numbers; a
	// line of moves counts once.
	Tags, Comments, NAGs, Variations int
	// Conflicts are the values of tags that stand beside those they contradict.
	Conflicts []Tag

	opts Options // under which Game reads as it should
}

// Replay plays the game.
func (m *Merged) Replay() (*Replay, error) { return Play(m.Game, m.opts) }

// IsNew reports whether the copies have brought anything.
func (m *Merged) IsNew() bool { return m.Tags+m.Comments+m.NAGs+m.Variations > 0 }

// ErrUnmergeable means that a game cannot be merged with another: it begins from
// another position, or has moves or text that could not be read.
var ErrUnmergeable = errors.New("the games cannot be merged")

// Merge puts copies of a game into it: the union of the tags, the comments, the NAGs
// and the variations.
//
// The main line is that of the game; where it is the beginning of a copy's, that of
// the copy. A copy whose moves depart from it becomes a variation, with a comment
// that names its source. A copy that is mirrored left to right is turned round,
// moves and variations, but not what comments say of squares.
//
// Of a tag with several values the first that is known stays, and the others stand
// in tags of their own: White in WhiteAlso, then WhiteAlso2 and so on. A date gives
// way to one that is known more precisely. Of what belongs to the moves, the start,
// the rule set and the result, those of the main line stay.
//
// The error is [ErrUnmergeable].
func Merge(into *Replay, copies ...Copy) (*Merged, error) {
	all := append([]Copy{{Replay: into}}, copies...)
	base := 0
	turns := make([]rules.Orientation, len(all))
	for i, c := range all {
		if !c.Replay.Faultless() {
			return nil, fmt.Errorf("%w: one of them could not be read to its end", ErrUnmergeable)
		}
		var ok bool
		if turns[i], ok = turnOf(into, c.Replay); !ok {
			return nil, fmt.Errorf("%w: they begin from different positions", ErrUnmergeable)
		}
	}
	for i, c := range all {
		if continues(all[base].Replay, c.Replay, turns[base]^turns[i]) {
			base = i
		}
	}
	main, err := canonicalReplay(all[base].Replay)
	if err != nil {
		return nil, err
	}
	m := &Merged{opts: optionsOf(main)}
	tree := newMergeTree(main)
	for i, c := range all {
		if i != base {
			tree.add(c, turns[base]^turns[i], i > 0)
		}
	}
	m.Comments, m.NAGs, m.Variations = tree.comments, tree.nags, tree.variations
	if base > 0 {
		m.Variations++ // the main line itself
	}
	e := NewEditor(main.Game)
	tree.insert(e)
	rp, err := NewReplayer(m.opts)
	if err != nil {
		return nil, err
	}
	edited := rp.Replay(e.Game())
	w := NewWriter(nil, WriterOptions{})
	parts, ok := w.Parts(edited)
	if !ok || !slices.Equal(edited.Moves, main.Moves) {
		return nil, fmt.Errorf("%w: what comes of it does not read back", ErrUnmergeable)
	}
	var text bytes.Buffer
	text.Write(parts.Remarks)
	for _, t := range m.mergeTags(all, base, main) {
		writeTag(&text, t)
	}
	text.WriteByte('\n')
	text.Write(parts.Movetext)
	if m.Game, err = readOne(text.Bytes()); err != nil {
		return nil, err
	}
	return m, nil
}

// turnOf is what turns the copy to the game's start.
func turnOf(into, c *Replay) (o rules.Orientation, ok bool) {
	same, mirrored := into.Start == c.Start, into.Start == c.Start.Image(rules.Mirror)
	switch {
	case same && mirrored:
		// The first moves tell.
		if commonPlies(into.Moves, c.Moves, rules.Mirror) > commonPlies(into.Moves, c.Moves, rules.Identity) {
			return rules.Mirror, true
		}
		return rules.Identity, true
	case mirrored:
		return rules.Mirror, true
	}
	return rules.Identity, same
}

// commonPlies is how many moves two lines have in common, the second turned.
func commonPlies(a, b []rules.Move, o rules.Orientation) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n].Image(o) {
		n++
	}
	return n
}

// continues reports whether b, turned, is the better main line: a with more moves, or
// with a result that a lacks.
func continues(a, b *Replay, o rules.Orientation) bool {
	if commonPlies(a.Moves, b.Moves, o) < len(a.Moves) {
		return false
	}
	return len(b.Moves) > len(a.Moves) || a.Result == rules.Unknown && b.Result != rules.Unknown
}

// optionsOf are the options under which the canonical form of p reads back.
func optionsOf(p *Replay) Options {
	o := Options{Letters: dialectLetters}
	if p.RulesStated {
		o.Rules = p.Rules
	}
	return o
}

// canonicalReplay is p in its canonical form, read again.
func canonicalReplay(p *Replay) (*Replay, error) {
	text := NewWriter(nil, WriterOptions{}).Render(p).Text
	g, err := readOne(text)
	if err != nil {
		return nil, err
	}
	again, err := Play(g, optionsOf(p))
	if err == nil && (!again.Faultless() || again.Start != p.Start || !slices.Equal(again.Moves, p.Moves)) {
		err = fmt.Errorf("%w: the canonical form of one does not read back", ErrUnmergeable)
	}
	return again, err
}

// readOne reads the one game of a text, which is the game's from then on.
func readOne(text []byte) (*Game, error) {
	g := &Game{}
	if err := NewReader(bytes.NewReader(text)).Read(g); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnmergeable, err)
	}
	return g, nil
}

func writeTag(b *bytes.Buffer, t Tag) {
	value := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(t.Value)
	fmt.Fprintf(b, "[%s \"%s\"]\n", t.Name, value)
}

// also is what stands behind the name of a tag whose value contradicts that of
// another game.
const also = "Also"

// ofMoves are the tags that belong to the main line.
func ofMoves(name string) bool {
	switch name {
	case "FEN", "SetUp", "Array", "Variant", "RuleSet", "Result", "PlyCount":
		return true
	}
	return false
}

// mergeTags puts the tags together, and counts what is new in those of the first
// game.
func (m *Merged) mergeTags(all []Copy, base int, main *Replay) []Tag {
	type values struct {
		name string
		list []string // the first stays, the others contradict it
	}
	var tags []*values
	find := func(name string) *values {
		for _, v := range tags {
			if v.name == name {
				return v
			}
		}
		tags = append(tags, &values{name: name})
		return tags[len(tags)-1]
	}
	own := all[0].Replay.Game.Tags()
	for _, t := range own {
		if !ofMoves(t.Name) {
			v := find(plainName(t.Name))
			v.list = append(v.list, t.Value)
		} else if value, ok := main.Game.Tag(t.Name); ok {
			find(t.Name).list = []string{value}
		}
	}
	for _, t := range main.Game.Tags() {
		if ofMoves(t.Name) {
			find(t.Name).list = []string{t.Value}
		}
	}
	for i, c := range all {
		for _, t := range c.Replay.Game.Tags() {
			switch name := plainName(t.Name); {
			case ofMoves(t.Name) && (i == base || t.Name != "RuleSet"):
			case isUnknown(t.Value) && len(find(name).list) > 0:
			default:
				v := find(name)
				v.list = withValue(v.list, strings.TrimSpace(t.Value), name == "Date")
			}
		}
		if c.Replay.Array != main.Array && !c.Replay.ArrayAssumed && main.Array != "setup" {
			v := find("Array")
			v.list = withValue(withValue(v.list, main.Array, false), c.Replay.Array, false)
		}
		// The tag may be missing, or wrong.
		if r := c.Replay.Result; r != rules.Unknown {
			v := find("Result")
			v.list = withValue(v.list, r.String(), false)
		}
	}
	var out []Tag
	for _, v := range tags {
		for i, value := range v.list {
			name := v.name
			if i > 0 {
				name += also
			}
			if i > 1 {
				name = fmt.Sprintf("%s%d", name, i)
			}
			t := Tag{name, value}
			out = append(out, t)
			if slices.Contains(own, t) || ofMoves(name) {
				continue
			}
			m.Tags++
			if i > 0 {
				m.Conflicts = append(m.Conflicts, t)
			}
		}
	}
	return out
}

// plainName is the name of the tag that a tag contradicts, or its own.
func plainName(name string) string {
	plain := strings.TrimRight(name, "0123456789")
	if plain, ok := strings.CutSuffix(plain, also); ok && plain != "" {
		return plain
	}
	return name
}

// isUnknown reports whether a value says nothing.
func isUnknown(value string) bool {
	return strings.Trim(value, " ?.-*") == ""
}

// withValue is the list with a value that it does not have. What says nothing gives
// way to the first that does, and a date to one that says more of it.
func withValue(list []string, value string, date bool) []string {
	for i, have := range list {
		switch {
		case strings.TrimSpace(have) == value || isUnknown(value):
			return list
		case isUnknown(have) || date && refines(value, have):
			list[i] = value
			return list
		case date && refines(have, value):
			return list
		}
	}
	return append(list, value)
}

// refines reports whether a date in the form of PGN is another one with more of it
// known.
func refines(more, less string) bool {
	if len(more) != len(less) {
		return false
	}
	for i := range len(more) {
		if more[i] != less[i] && (less[i] != '?' || more[i] < '0' || more[i] > '9') {
			return false
		}
	}
	return true
}
