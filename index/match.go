package index

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/diwan-shatranj/diwan/index/authority"
	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/index/tabiya"
	"github.com/diwan-shatranj/diwan/internal/fold"
	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

// Matcher answers a query for one game at a time, without archive and index: what a
// search over an archive would find, game by game. It is not safe for use by
// several goroutines at once.
type Matcher struct {
	root func(g *candidate) (bool, []PlyHit, error)
	view view
	game candidate
}

// candidate is the game that a Matcher looks at.
type candidate struct {
	*pgn.Replay
	view     *view
	moves    []byte
	comments []string // folded, of people only
	evals    []int
	flags    byte

	classifier *tabiya.Classifier
	classified bool
	openings   [2]string // folded
}

// line implements lineSource.
func (g *candidate) line(uint32) (*rules.Position, []byte, error) {
	return &g.Start, g.moves, nil
}

// variationsOf implements lineSource.
func (g *candidate) variationsOf(uint32) ([]byte, error) {
	if g.flags&hasVariations == 0 {
		return nil, nil
	}
	return appendVariations(nil, variationsOf(g.Replay)), nil
}

// NewMatcher makes a Matcher. The lists are those of the opening arrays and of the
// persons with several names; the latter may be nil. Every error is a *query.Error: of what is not supported, and of what a game by itself cannot
// answer, such as its ID.
func NewMatcher(e query.Expr, l *tabiya.List, names *authority.List) (*Matcher, error) {
	m := &Matcher{}
	m.game.classifier = tabiya.NewClassifier(l)
	root, err := matching(e, names)
	if err != nil {
		return nil, err
	}
	m.root = root
	return m, nil
}

// Match reports whether the query selects the game, and where its patterns are
// found. A game that was not played has no positions.
func (m *Matcher) Match(p *pgn.Replay) (bool, []PlyHit, error) {
	g := &m.game
	*g = candidate{Replay: p, view: &m.view, moves: g.moves[:0], comments: g.comments[:0], classifier: g.classifier}
	for _, mv := range p.Moves {
		g.moves = binary.LittleEndian.AppendUint16(g.moves, uint16(mv))
	}
	var comments []string
	for _, it := range p.Game.Items {
		switch it.Kind {
		case pgn.CommentItem, pgn.LineCommentItem:
			comments = append(comments, p.Game.Comment(it))
		case pgn.NAGItem:
			g.flags |= hasAnnotations
		case pgn.OpenItem:
			g.flags |= hasVariations
		}
	}
	g.flags |= annotated(comments)
	g.evals = evaluations(comments)
	if pgn.Worst(p.Diagnostics) == pgn.Error {
		g.flags |= hasErrors
	}
	for _, c := range comments {
		if f := fold.Text(human(c)); f != "" {
			g.comments = append(g.comments, f)
		}
	}
	m.view.lines = g
	ok, hits, err := m.root(g)
	return ok, inOrder(hits), err
}

// matching makes the test of a term.
func matching(e query.Expr, names *authority.List) (func(g *candidate) (bool, []PlyHit, error), error) {
	if err := unsupported(e); err != nil {
		return nil, err
	}
	plain := func(holds func(g *candidate) bool) (func(g *candidate) (bool, []PlyHit, error), error) {
		return func(g *candidate) (bool, []PlyHit, error) { return holds(g), nil, nil }, nil
	}
	looking := func(l looker) (func(g *candidate) (bool, []PlyHit, error), error) {
		return func(g *candidate) (bool, []PlyHit, error) {
			if !g.Played {
				return false, nil, nil
			}
			return l.look(g.view)
		}, nil
	}
	switch e := e.(type) {
	case query.All:
		return plain(func(*candidate) bool { return true })
	case query.And:
		return joined(e.Terms, names, true)
	case query.Or:
		return joined(e.Terms, names, false)
	case query.Not:
		term, err := matching(e.Term, names)
		return func(g *candidate) (bool, []PlyHit, error) {
			ok, _, err := term(g)
			return !ok, nil, err
		}, err
	case query.Word:
		return anywhereIn(names, e.Text, e.Match, false, e.Column)
	case query.Phrase:
		return anywhereIn(names, e.Text, e.Match, true, e.Column)
	case query.Tag:
		w := newWanted(e.Value.Text, e.Value.Match, false)
		return plain(func(g *candidate) bool { return g.tagged(e.Name, e.Any, &w) })
	case query.Field:
		holds, err := fieldTest(e, names)
		if err != nil {
			return nil, err
		}
		return plain(holds)
	case query.Position:
		return looking(withVariations(newExactPosition(&e), &e.Scope))
	case query.Board, query.Material, query.Alfil:
		p := newPattern(e)
		return looking(withVariations(p, &p.Scope))
	case query.Line:
		s, err := newSequence(e)
		if err != nil {
			return nil, err
		}
		return looking(withVariations(s, &e.Scope))
	}
	return nil, fmt.Errorf("unknown kind of query %T", e)
}

// joined is the test of several terms, of which all or any must hold.
func joined(terms []query.Expr, names *authority.List, all bool) (func(g *candidate) (bool, []PlyHit, error), error) {
	tests := make([]func(g *candidate) (bool, []PlyHit, error), len(terms))
	for i, t := range terms {
		var err error
		if tests[i], err = matching(t, names); err != nil {
			return nil, err
		}
	}
	return func(g *candidate) (bool, []PlyHit, error) {
		var hits []PlyHit
		found := all
		for _, test := range tests {
			ok, h, err := test(g)
			if err != nil || all && !ok {
				return false, nil, err
			}
			found = found || ok
			hits = append(hits, h...)
		}
		return found, hits, nil
	}, nil
}

// anywhereIn tests for words in a name, event, site or comment.
func anywhereIn(names *authority.List, text string, match query.Match, ordered bool, column int) (func(g *candidate) (bool, []PlyHit, error), error) {
	w := newWantedName(names, text, match, ordered)
	if len(w.words) == 0 {
		return nil, &query.Error{Column: column, Msg: "nothing to look for", Expected: "a word with letters or digits"}
	}
	inComment := newWantedText(text, match)
	if ordered {
		inComment.stems = nil
	}
	return func(g *candidate) (bool, []PlyHit, error) {
		return g.named(&w, "White", "Black", "Event", "Site") || g.commented(&inComment), nil, nil
	}, nil
}

// named reports whether one of some tags has the words.
func (g *candidate) named(w *wanted, tags ...string) bool {
	for _, tag := range tags {
		value, ok := g.Game.Tag(tag)
		if !ok {
			continue
		}
		if len(w.words) == 0 {
			if strings.TrimSpace(value) == strings.TrimSpace(w.raw) {
				return true
			}
			continue
		}
		if tag == "White" || tag == "Black" {
			if w.named(foldName(value)) {
				return true
			}
		} else if w.in(fold.Text(value)) {
			return true
		}
	}
	return false
}

// commented reports whether a comment has the words.
func (g *candidate) commented(w *wanted) bool {
	return len(w.words) > 0 && slices.ContainsFunc(g.comments, w.inComment)
}

// tagged reports whether a tag of that name has the words, or is there at all.
func (g *candidate) tagged(name string, anyValue bool, w *wanted) bool {
	for _, t := range g.Game.Tags() {
		if strings.EqualFold(t.Name, name) && (anyValue || g.named(w, t.Name)) {
			return true
		}
	}
	return false
}

// fieldTest is the test of a field.
func fieldTest(e query.Field, names *authority.List) (func(g *candidate) bool, error) {
	switch e.Name {
	case "id", "source", "imported":
		return nil, &query.Error{Column: e.Column, Msg: "`" + e.Name + ":` is known of games in an archive only"}
	}
	switch v := e.Value.(type) {
	case query.Text:
		return textTest(e.Name, v, names)
	case query.Choice:
		return choiceTest(e.Name, string(v))
	case query.Number:
		return numberTest(e)
	case query.Score:
		low, high := valueRange(e)
		return func(g *candidate) bool {
			return slices.ContainsFunc(g.evals, func(n int) bool { return low <= int64(n) && int64(n) <= high })
		}, nil
	case query.Date:
		low, high := dayRange(e)
		return func(g *candidate) bool {
			first, last := Dates(g.Game.Tags())
			return inRange(int(first), int(last), low, high, e.Name == certainDate)
		}, nil
	}
	return nil, fmt.Errorf("field %s with a value of type %T", e.Name, e.Value)
}

func textTest(name string, v query.Text, names *authority.List) (func(g *candidate) bool, error) {
	w := newWanted(v.Text, v.Match, false)
	byTag := map[string][]string{
		"player": {"White", "Black"}, "white": {"White"}, "black": {"Black"}, "event": {"Event"}, "site": {"Site"}, "round": {"Round"},
		"annotator": {"Annotator"}, "termination": {"Termination"}, "timecontrol": {"TimeControl"},
	}
	if name == "player" || name == "white" || name == "black" {
		w = newWantedName(names, v.Text, v.Match, false)
	}
	if tags, ok := byTag[name]; ok {
		return func(g *candidate) bool { return g.named(&w, tags...) }, nil
	}
	code := strings.ToLower(v.Text)
	switch name {
	case "text":
		w = newWantedText(v.Text, v.Match)
		return func(g *candidate) bool { return g.commented(&w) }, nil
	case "opening":
		return openingTest(&w, rules.White, rules.Black), nil
	case "white.opening":
		return openingTest(&w, rules.White), nil
	case "black.opening":
		return openingTest(&w, rules.Black), nil
	case "rules":
		return func(g *candidate) bool { return alike(g.Rules.Name, code, v.Match) }, nil
	case "code":
		return func(g *candidate) bool {
			return slices.ContainsFunc(g.Diagnostics, func(d pgn.Diagnostic) bool { return alike(string(d.Code), code, v.Match) })
		}, nil
	}
	return nil, fmt.Errorf("unknown field %q", name)
}

func choiceTest(name, v string) (func(g *candidate) bool, error) {
	switch name {
	case "result":
		return func(g *candidate) bool { return g.Result.String() == v }, nil
	case "ending":
		return func(g *candidate) bool { return string(g.Ending.Reason) == v }, nil
	case "array":
		return func(g *candidate) bool { return g.Array == v }, nil
	case "has":
		flag := map[string]byte{"annotations": hasAnnotations, "variations": hasVariations, "errors": hasErrors}[v]
		return func(g *candidate) bool { return g.flags&flag != 0 }, nil
	}
	return nil, fmt.Errorf("unknown field %q", name)
}

func numberTest(e query.Field) (func(g *candidate) bool, error) {
	low, high := valueRange(e)
	in := func(n int64) bool { return low <= n && n <= high }
	rated := func(tags ...string) func(g *candidate) bool {
		return func(g *candidate) bool {
			return slices.ContainsFunc(tags, func(tag string) bool {
				value, _ := g.Game.Tag(tag)
				n := rating([]byte(value))
				return n > 0 && in(int64(n))
			})
		}
	}
	switch e.Name {
	case "plies":
		return func(g *candidate) bool { return in(int64(len(g.Moves))) }, nil
	case "blunders":
		return func(g *candidate) bool {
			n := blundersOf(g.evals, blundersIn(g.Game))
			return n > 0 && in(int64(n)-1)
		}, nil
	case "elo":
		return rated("WhiteElo", "BlackElo"), nil
	case "whiteelo":
		return rated("WhiteElo"), nil
	case "blackelo":
		return rated("BlackElo"), nil
	}
	return nil, fmt.Errorf("unknown field %q", e.Name)
}

// exactPosition is the looker for a position in a game that no index knows.
type exactPosition struct {
	query.Scope
	possible bool
	images   []wantedImage
}

type wantedImage struct {
	position rules.Position
	image    rules.Orientation
}

func newExactPosition(e *query.Position) *exactPosition {
	p := &exactPosition{Scope: e.Scope}
	asked, err := rules.ParsePosition(e.FEN)
	// A position with a side to move lasts one ply.
	p.possible = err == nil && e.For <= 1
	for o := rules.Identity; o <= rules.MirrorColors && p.possible; o++ {
		if o&^rules.Orientation(e.Images) == 0 {
			p.images = append(p.images, wantedImage{asked.Image(o), o})
		}
	}
	return p
}

// look implements looker.
func (p *exactPosition) look(v *view) (bool, []PlyHit, error) {
	start, moves, err := v.lines.line(v.row)
	if err != nil || !p.possible {
		return false, nil, err
	}
	pos := *start
	var hits []PlyHit
	for ply := 0; ; ply++ {
		for i := range p.images {
			if pos.Hash() == p.images[i].position.Hash() && sameBoard(&pos, &p.images[i].position) {
				hits = append(hits, PlyHit{Ply: ply, Image: p.images[i].image})
				break
			}
		}
		if 2*ply >= len(moves) {
			break
		}
		pos = pos.Play(moveAt(moves, ply))
	}
	hits = inScope(hits, &p.Scope)
	return len(hits) > 0, hits, nil
}
