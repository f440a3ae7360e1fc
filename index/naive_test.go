package index

import (
	"context"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/index/authority"
	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/index/tabiya"
	"github.com/diwan-shatranj/diwan/internal/fold"
	"github.com/diwan-shatranj/diwan/internal/language"
	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

// naiveGame is a game as the archive gives it, with all its positions.
type naiveGame struct {
	*archive.Record
	positions  []rules.Position
	comments   []string
	annotated  bool
	blunders   int
	evals      []float64 // in pawns
	variations bool
	tabiyat    *tabiya.List
	authority  *authority.List
	lines      []naiveLine // variations, in the order in which they begin
}

// naiveGames reads all games of an archive.
func naiveGames(t testing.TB, a *archive.Archive) []naiveGame {
	t.Helper()
	var games []naiveGame
	arrays, names := builtinTabiyat(t), builtinNames(t)
	for r, err := range a.Games(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		g := naiveGame{Record: r, tabiyat: arrays, authority: names, positions: []rules.Position{r.Start}}
		for _, m := range r.Moves {
			g.positions = append(g.positions, g.positions[len(g.positions)-1].Play(m))
		}
		p, err := r.Replay()
		if err != nil {
			t.Fatal(err)
		}
		g.lines = naiveLines(p)
		depth := 0
		for _, it := range p.Game.Items {
			switch it.Kind {
			case pgn.CommentItem, pgn.LineCommentItem:
				g.comments = append(g.comments, p.Game.Comment(it))
			case pgn.NAGItem:
				g.annotated = true
				if it.Value == 4 && depth == 0 {
					g.blunders++
				}
			case pgn.OpenItem:
				g.variations = true
				depth++
			case pgn.CloseItem:
				depth--
			}
		}
		for _, m := range regexp.MustCompile(`\[%eval (#-|#|)([0-9.+-]+)`).FindAllStringSubmatch(strings.Join(g.comments, "\n"), -1) {
			v := map[string]float64{"#": math.Inf(1), "#-": math.Inf(-1)}[m[1]]
			if m[1] == "" {
				var err error
				if v, err = strconv.ParseFloat(m[2], 64); err != nil {
					t.Fatal(err)
				}
			}
			g.evals = append(g.evals, v)
		}
		games = append(games, g)
	}
	return games
}

// naiveLine is a variation with the line that it leaves: 0 is the main line.
type naiveLine struct {
	parent, branch int
	moves          []rules.Move // from the start of the game
}

// naiveLines plays the variations of a game, line within line.
func naiveLines(p *pgn.Replay) []naiveLine {
	var all []naiveLine
	items := p.Game.Items
	i := 0
	var line func(number int, moves []rules.Move)
	line = func(number int, moves []rules.Move) {
		begun := len(moves)
		for ; i < len(items); i++ {
			switch items[i].Kind {
			case pgn.MoveItem:
				if m := p.Move(i); m != rules.NoMove {
					moves = append(moves[:len(moves):len(moves)], m)
				}
			case pgn.OpenItem:
				branch := len(moves)
				if branch > begun {
					branch--
				}
				all = append(all, naiveLine{parent: number, branch: branch})
				i++
				line(len(all), moves[:branch])
			case pgn.CloseItem:
				if number > 0 {
					all[number-1].moves = moves
					return
				}
			}
		}
		if number > 0 {
			all[number-1].moves = moves
		}
	}
	line(0, nil)
	return all
}

// anyLine looks for a pattern in all lines, as if each were a game.
func (g *naiveGame) anyLine(look func(g *naiveGame) (bool, []PlyHit)) (bool, []PlyHit) {
	found, hits := look(g)
	byLine := [][]PlyHit{hits}
	for n, l := range g.lines {
		record := *g.Record
		record.Moves = l.moves
		alone := &naiveGame{Record: &record, positions: []rules.Position{g.Start}}
		for _, m := range l.moves {
			alone.positions = append(alone.positions, alone.positions[len(alone.positions)-1].Play(m))
		}
		ok, here := look(alone)
		found = found || ok
		byLine = append(byLine, here)
		for _, h := range here {
			if h.Ply > l.branch || !slices.Contains(byLine[l.parent], h) {
				h.Variation = n + 1
				hits = append(hits, h)
			}
		}
	}
	return found, hits
}

// naiveSearch looks at every game.
func naiveSearch(games []naiveGame, e query.Expr) []Hit {
	var hits []Hit
	for i := range games {
		if ok, plies := games[i].selected(e); ok {
			hits = append(hits, Hit{ID: games[i].ID, Plies: inOrder(plies)})
		}
	}
	return hits
}

func (g *naiveGame) selected(e query.Expr) (bool, []PlyHit) {
	switch e := e.(type) {
	case query.All:
		return true, nil
	case query.And:
		var all []PlyHit
		for _, t := range e.Terms {
			ok, plies := g.selected(t)
			if !ok {
				return false, nil
			}
			all = append(all, plies...)
		}
		return true, all
	case query.Or:
		var all []PlyHit
		some := false
		for _, t := range e.Terms {
			ok, plies := g.selected(t)
			some, all = some || ok, append(all, plies...)
		}
		return some, all
	case query.Not:
		ok, _ := g.selected(e.Term)
		return !ok, nil
	case query.Word:
		return g.anywhere(e.Text, e.Match, false), nil
	case query.Phrase:
		return g.anywhere(e.Text, e.Match, true), nil
	case query.Field:
		return g.field(e), nil
	case query.Tag:
		return g.tagged(e.Name, e.Any, e.Value), nil
	}
	look := func(g *naiveGame) (bool, []PlyHit) { return g.position(e.(query.Position)) }
	variations := false
	switch e := e.(type) {
	case query.Position:
		variations = e.Variations
	case query.Board, query.Material, query.Alfil:
		look = func(g *naiveGame) (bool, []PlyHit) { return g.pattern(e) }
		variations = newPattern(e).Variations
	case query.Line:
		look = func(g *naiveGame) (bool, []PlyHit) { return g.line(e) }
		variations = e.Variations
	default:
		panic("a kind of query without a naive way")
	}
	if variations {
		return g.anyLine(look)
	}
	return look(g)
}

func (g *naiveGame) position(e query.Position) (bool, []PlyHit) {
	asked, err := rules.ParsePosition(e.FEN)
	if err != nil || e.For > 1 {
		return false, nil
	}
	var hits []PlyHit
	for ply := range g.positions {
		if e.At != nil && (ply < e.At.From || e.At.To >= 0 && ply > e.At.To) {
			continue
		}
		for o := rules.Identity; o <= rules.MirrorColors; o++ {
			wanted := o == rules.Identity || o == rules.Orientation(e.Images) || e.Images == query.Any
			image := asked.Image(o)
			if wanted && image.EPD() == g.positions[ply].EPD() {
				hits = append(hits, PlyHit{Ply: ply, Image: o})
				break
			}
		}
	}
	return len(hits) > 0, hits
}

// hasWords compares folded words, all of them in any order or one behind the other.
func hasWords(text, want string, m query.Match, ordered bool) bool {
	asked := fold.Words(want)
	if len(asked) == 0 {
		return strings.TrimSpace(text) == strings.TrimSpace(want)
	}
	equal := func(word string, i int) bool {
		switch {
		case i < len(asked)-1 || m == query.Whole:
			return word == asked[i]
		case m == query.Prefix:
			return strings.HasPrefix(word, asked[i])
		default:
			return distance([]rune(word), []rune(asked[i])) <= []int{0, 0, 0, 1, 1, 1, 2}[min(6, len([]rune(asked[i])))]
		}
	}
	orders := [][]string{fold.Words(text), strings.Fields(fold.Name(text))}
	for _, words := range orders {
		if !ordered {
			all := true
			for i := range asked {
				all = all && slices.ContainsFunc(words, func(w string) bool { return equal(w, i) })
			}
			return all
		}
		for from := 0; from+len(asked) <= len(words); from++ {
			all := true
			for i := range asked {
				all = all && equal(words[from+i], i)
			}
			if all {
				return true
			}
		}
	}
	return false
}

// distance is that of Levenshtein, by its definition.
func distance(a, b []rune) int {
	if len(a) == 0 || len(b) == 0 {
		return len(a) + len(b)
	}
	if a[0] == b[0] {
		return distance(a[1:], b[1:])
	}
	if len(a)+len(b) > 24 { // far apart, and slow to prove
		return len(a) + len(b)
	}
	return 1 + min(distance(a[1:], b), distance(a, b[1:]), distance(a[1:], b[1:]))
}

func (g *naiveGame) anywhere(text string, m query.Match, ordered bool) bool {
	for _, tag := range []string{"White", "Black", "Event", "Site"} {
		value, ok := g.Tag(tag)
		if tag == "Event" || tag == "Site" {
			value = strings.ReplaceAll(value, ",", ";") // only names are turned round
		} else if g.player(tag, text, m, ordered) {
			return true
		}
		if ok && hasWords(value, text, m, ordered) {
			return true
		}
	}
	return g.commented(text, m, !ordered)
}

func (g *naiveGame) commented(text string, m query.Match, forms bool) bool {
	for _, c := range g.comments {
		if words, want := fold.Words(human(c)), fold.Words(text); forms && m == query.Whole && len(want) == 1 {
			l := language.Of(words)
			for _, w := range words {
				if language.Stem(l, w) == language.Stem(l, want[0]) {
					return true
				}
			}
		}
		if hasWords(strings.ReplaceAll(human(c), ",", ";"), text, m, true) && len(fold.Words(text)) > 0 {
			return true
		}
	}
	return false
}

func (g *naiveGame) tagged(name string, any bool, v query.Text) bool {
	for _, t := range g.Tags {
		if strings.EqualFold(t.Name, name) && (any || hasWords(t.Value, v.Text, v.Match, false)) {
			return true
		}
	}
	return false
}

// player compares the names of a player.
func (g *naiveGame) player(tag, text string, m query.Match, ordered bool) bool {
	value, _ := g.Tag(tag)
	names := []string{value}
	if p, ok := g.authority.Person(value); ok && len(fold.Words(text)) > 0 {
		names = append(names, p.Aliases...)
	}
	return slices.ContainsFunc(names, func(name string) bool { return hasWords(name, text, m, ordered) })
}

// named compares a tag that a game may lack.
func (g *naiveGame) named(tag string, v query.Text) bool {
	value, _ := g.Tag(tag)
	return hasWords(value, v.Text, v.Match, false)
}

func inNumbers(e query.Field, n int64) bool {
	v := int64(e.Value.(query.Number))
	switch e.Op {
	case query.Less:
		return n < v
	case query.AtMost:
		return n <= v
	case query.More:
		return n > v
	case query.AtLeast:
		return n >= v
	case query.Between:
		return v <= n && n <= int64(e.High.(query.Number))
	}
	return n == v
}

func (g *naiveGame) rated(e query.Field, tag string) bool {
	value, _ := g.Tag(tag)
	n, err := strconv.Atoi(value)
	return err == nil && n > 0 && inNumbers(e, int64(n))
}

func inDays(e query.Field, first, last int) bool {
	if first == 0 {
		return false
	}
	from, to := e.Value.(query.Date).Interval()
	switch e.Op {
	case query.Less:
		return first < from
	case query.AtMost:
		return first <= to
	case query.More:
		return last > to
	case query.AtLeast:
		return last >= from
	case query.Between:
		_, to = e.High.(query.Date).Interval()
	}
	return first <= to && last >= from
}

// opened compares the name of the opening array of a side.
func (g *naiveGame) opened(v query.Text, side rules.Color) bool {
	m := tabiya.NewClassifier(g.tabiyat).Classify(&g.Start, g.Moves)[side]
	return m.Tabiya != nil && len(fold.Words(v.Text)) > 0 && hasWords(m.Tabiya.Name+" "+m.Tabiya.Other, v.Text, v.Match, false)
}

func (g *naiveGame) field(e query.Field) bool {
	text, _ := e.Value.(query.Text)
	switch e.Name {
	case "player":
		return g.player("White", text.Text, text.Match, false) || g.player("Black", text.Text, text.Match, false)
	case "white", "black":
		return g.player(strings.ToUpper(e.Name[:1])+e.Name[1:], text.Text, text.Match, false)
	case "event", "site", "round":
		return g.named(strings.ToUpper(e.Name[:1])+e.Name[1:], text)
	case "annotator":
		return g.tagged("Annotator", false, text)
	case "termination":
		return g.tagged("Termination", false, text)
	case "timecontrol":
		return g.tagged("TimeControl", false, text)
	case "opening":
		return g.opened(text, rules.White) || g.opened(text, rules.Black)
	case "white.opening":
		return g.opened(text, rules.White)
	case "black.opening":
		return g.opened(text, rules.Black)
	case "source":
		return hasWords(g.Source.File, text.Text, text.Match, false)
	case "text":
		return g.commented(text.Text, text.Match, true)
	case "rules":
		return alike(g.Rules, strings.ToLower(text.Text), text.Match)
	case "code":
		return slices.ContainsFunc(g.Diagnostics, func(d pgn.Diagnostic) bool {
			return alike(string(d.Code), strings.ToLower(text.Text), text.Match)
		})
	case "result":
		return g.Result.String() == e.Value.String()
	case "ending":
		return string(g.Ending.Reason) == e.Value.String()
	case "array":
		return g.Array == e.Value.String()
	case "plies":
		return inNumbers(e, int64(len(g.Moves)))
	case "blunders":
		return (g.blunders > 0 || len(g.evals) > 0) && inNumbers(e, int64(g.blunders))
	case "eval":
		return slices.ContainsFunc(g.evals, func(v float64) bool {
			n := float64(e.Value.(query.Score)) / 100
			switch e.Op {
			case query.Less:
				return v < n
			case query.AtMost:
				return v <= n
			case query.More:
				return v > n
			case query.AtLeast:
				return v >= n
			case query.Between:
				return n <= v && v <= float64(e.High.(query.Score))/100
			}
			return v == n
		})
	case "id":
		return inNumbers(e, g.ID)
	case "elo":
		return g.rated(e, "WhiteElo") || g.rated(e, "BlackElo")
	case "whiteelo":
		return g.rated(e, "WhiteElo")
	case "blackelo":
		return g.rated(e, "BlackElo")
	case "date":
		first, last := Dates(g.Tags)
		return inDays(e, int(first), int(last))
	case "certain.date":
		// On none of its days it lies outside.
		first, last := Dates(g.Tags)
		return inDays(e, int(first), int(first)) && inDays(e, int(last), int(last))
	case "imported":
		day := int(dayOf(g.Source.Time))
		return inDays(e, day, day)
	case "has":
		switch e.Value.String() {
		case "variations":
			return g.variations
		case "errors":
			return pgn.Worst(g.Diagnostics) == pgn.Error
		default:
			return g.annotated || slices.ContainsFunc(g.comments, isAnnotation)
		}
	}
	panic("a field without a naive way: " + e.Name)
}
