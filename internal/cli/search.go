package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/index"
	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

type searchCmd struct {
	writingFlags
	Positions bool     `help:"Show the plies found, not the games."`
	Count     bool     `help:"Print only the number of games, or of plies with --positions."`
	Explain   bool     `help:"Show how the query is answered: the steps, what each leaves, and its time."`
	Facets    []string `placeholder:"FIELD,…" help:"Show how many of the games have which values: of player, white, black, event, site, year, result, rules, ending, array, opening, source."`
	Sort      string   `placeholder:"ORDER" default:"id" help:"Order: id, date, white, black, event, plies, result; with - before it the other way round."`
	Limit     int      `placeholder:"N" help:"Show at most so many."`
	Offset    int      `placeholder:"N" help:"Leave out so many first."`
	To        string   `enum:"list,pgn" default:"list" help:"What to print: ${enum}."`
	Query     []string `arg:"" optional:"" name:"QUERY" help:"What to look for; nothing finds every game."`
}

func (searchCmd) Help() string {
	return `Terms beside one another must all hold; or, not (or - after --) and parentheses combine them. docs/queries.md
describes the language.

Examples:

    diwan search player:suli
    diwan search 'white:"al-Lajlaj" result:0-1 or ending:both-bare'
    diwan search 'fen:"rnafkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAFKANR w" ~any' --positions
    diwan search --count date:900..950
    diwan search --explain 'player:suli material:"KR/KA"'
    diwan search --facets player,year,result event:baghdad
    diwan search --to pgn ending:stalemate > stalemates.pgn`
}

// hitJSON is a game found, as a JSON line.
type hitJSON struct {
	ID     int64        `json:"id"`
	White  string       `json:"white"`
	Black  string       `json:"black"`
	Event  string       `json:"event"`
	Result string       `json:"result"`
	Date   string       `json:"date"`
	Plies  int          `json:"plies"`
	Hits   []plyHitJSON `json:"hits"`

	Snippets []snippetJSON `json:"snippets,omitempty"`
}

type plyHitJSON struct {
	Ply       int    `json:"ply"`
	Image     string `json:"image"`
	Variation int    `json:"variation,omitempty"` // its number in the text; 0 is the main line
}

// positionHitJSON is a ply found, as a JSON line.
type positionHitJSON struct {
	ID    int64  `json:"id"`
	White string `json:"white"`
	Black string `json:"black"`
	Ply   int    `json:"ply"`
	Move  string `json:"move,omitempty"`
	Image string `json:"image"`
	FEN   string `json:"fen"`

	Variation int `json:"variation,omitempty"`
}

// imageName names an image in results.
func imageName(o rules.Orientation) string {
	if o == rules.Identity {
		return "exact"
	}
	return o.String()
}

// Run searches.
func (c *searchCmd) Run(s *session) error {
	wopts, err := c.writingFlags.options()
	if err != nil {
		return err
	}
	if c.Limit < 0 || c.Offset < 0 {
		return usagef("give a number above 0", "--limit and --offset cannot be negative")
	}
	if !slices.Contains(index.Orders(), strings.TrimPrefix(c.Sort, "-")) {
		return usagef("the orders are "+strings.Join(index.Orders(), ", ")+", each with - before it for the other way round", "unknown order %q", c.Sort)
	}
	for _, f := range c.Facets {
		if !slices.Contains(index.Facets(), f) {
			return usagef("the facets are "+strings.Join(index.Facets(), ", "), "unknown facet %q", f)
		}
	}
	if len(c.Facets) > 0 && (c.Count || c.Explain || c.Positions || c.To != "list") {
		return usagef("ask for one at a time", "--facets does not go together with --count, --explain, --positions and --to")
	}
	text := strings.Join(c.Query, " ")
	e, err := s.query(c.Query)
	if err != nil {
		return err
	}
	if c.Positions && !hasPattern(e) {
		return usagef(`ask for one: fen:"…", board:"…", material:"…" or line:"…"`, "--positions wants a query with positions in it")
	}
	a, err := s.openArchive(false)
	if err != nil {
		return err
	}
	defer a.Close()
	ix, err := s.openIndex(a)
	if err != nil {
		return err
	}
	defer ix.Close()
	if c.Explain {
		x, err := ix.Explain(s.ctx, e)
		if err != nil {
			return queryFailure(text, err)
		}
		return s.showPlan(x)
	}
	if len(c.Facets) > 0 {
		facets, err := ix.Facets(s.ctx, e, c.Facets...)
		if err != nil {
			return queryFailure(text, err)
		}
		return s.showFacets(facets, c.Offset, c.Limit)
	}
	if c.Count {
		games, plies, err := ix.Count(s.ctx, e)
		if err != nil {
			return queryFailure(text, err)
		}
		if c.Positions {
			games = plies
		}
		return s.count(games)
	}
	out := &hitList{s: s, archive: a, player: archive.NewPlayer(), cmd: c, wopts: wopts, snippeter: index.NewSnippeter(e)}
	for h, err := range ix.Search(s.ctx, e, c.window(s)) {
		if err != nil {
			return queryFailure(text, err)
		}
		if done, err := out.hit(h); err != nil || done {
			if err != nil {
				return err
			}
			break
		}
	}
	return out.end()
}

// hasPattern reports whether a query asks for positions, so that there are plies to
// show.
func hasPattern(e query.Expr) (found bool) {
	query.Walk(e, func(e query.Expr) bool {
		switch e.(type) {
		case query.Position, query.Board, query.Material, query.Line, query.Alfil:
			found = true
		}
		return !found
	})
	return found
}

// window is the part of the hits that is wanted. With --positions plies are
// counted, which hitList does.
func (c *searchCmd) window(s *session) index.SearchOptions {
	o := index.SearchOptions{Sort: c.Sort, Jobs: s.Jobs}
	if !c.Positions {
		o.Offset, o.Limit = c.Offset, c.Limit
	}
	return o
}

// count prints a number; none at all is a finding.
func (s *session) count(n int64) error {
	if s.json() {
		if err := s.encode(map[string]int64{"count": n}); err != nil {
			return err
		}
	} else if _, err := fmt.Fprintln(s.out, n); err != nil {
		return err
	}
	if n == 0 {
		return errFindings
	}
	return nil
}

// hitList prints what was found.
type hitList struct {
	s       *session
	archive *archive.Archive
	player  *archive.Player
	cmd     *searchCmd
	wopts   pgn.WriterOptions
	writer  *pgn.Writer
	rows    [][]string
	found   int // games, or plies with --positions

	snippeter *index.Snippeter // nil: no words are looked for
	text      bool             // some rows have snippets
}

// hit takes one game. done reports that no more are wanted.
func (l *hitList) hit(h index.Hit) (done bool, err error) {
	r, err := l.archive.Get(l.s.ctx, h.ID)
	if err != nil {
		return false, err
	}
	if l.cmd.Positions {
		return l.positions(r, h)
	}
	l.found++
	var snippets []index.Snippet
	if l.snippeter != nil && l.cmd.To != "pgn" {
		if snippets, err = l.snippets(r); err != nil {
			return false, err
		}
	}
	switch {
	case l.cmd.To == "pgn":
		p, err := l.player.Replay(r)
		if err != nil {
			return false, err
		}
		if l.writer == nil {
			l.writer = pgn.NewWriter(l.s.out, l.wopts)
		}
		return false, l.writer.Write(p)
	case l.s.json():
		return false, l.s.encode(hitJSON{r.ID, tag(r, "White"), tag(r, "Black"), tag(r, "Event"), r.Result.String(), tag(r, "Date"), len(r.Moves), plyHits(h.Plies), snippetsJSON(snippets)})
	}
	l.rows = append(l.rows, []string{
		strconv.FormatInt(r.ID, 10), tag(r, "White"), tag(r, "Black"), r.Result.String(), tag(r, "Date"),
		strconv.Itoa(len(r.Moves)), string(r.Ending.Reason), shortHits(h), l.highlighted(snippets),
	})
	return false, nil
}

func tag(r *archive.Record, name string) string {
	value, _ := r.Tag(name)
	return value
}

func plyHits(hits []index.PlyHit) []plyHitJSON {
	out := make([]plyHitJSON, len(hits))
	for i, p := range hits {
		out[i] = plyHitJSON{p.Ply, imageName(p.Image), p.Variation}
	}
	return out
}

// shortHits tells the first places at which a pattern is found in a game.
func shortHits(h index.Hit) string {
	const most = 4
	var parts []string
	for i, p := range h.Plies {
		if i == most {
			parts = append(parts, "…")
			break
		}
		text := strconv.Itoa(p.Ply)
		if p.Image != rules.Identity {
			text += " " + p.Image.String()
		}
		if p.Variation > 0 {
			text += fmt.Sprintf(" (variation %d)", p.Variation)
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

// positions takes the plies of a game, within the limits.
func (l *hitList) positions(r *archive.Record, h index.Hit) (done bool, err error) {
	rs, ok := rules.RulesetByName(r.Rules)
	if !ok {
		rs = rules.Rulesets()[0]
	}
	line := walk{pos: r.Start, moves: r.Moves, rules: rs}
	for _, p := range h.Plies {
		l.found++
		if l.found <= l.cmd.Offset {
			continue
		}
		if l.cmd.Limit > 0 && l.found > l.cmd.Offset+l.cmd.Limit {
			return true, nil
		}
		here := &line
		if p.Variation > 0 {
			replay, err := l.player.Replay(r)
			if err != nil {
				return false, err
			}
			here = &walk{pos: r.Start, moves: index.VariationLine(replay, p.Variation), rules: rs}
		}
		here.to(p.Ply)
		if err := l.position(r, &p, here); err != nil {
			return false, err
		}
	}
	return false, nil
}

// walk goes through a line.
type walk struct {
	pos   rules.Position
	moves []rules.Move
	rules *rules.Ruleset
	at    int
	last  string // the move before the position
}

func (w *walk) to(ply int) {
	for ; w.at < min(ply, len(w.moves)); w.at++ {
		w.last = w.rules.SAN(&w.pos, w.moves[w.at])
		w.pos = w.pos.Play(w.moves[w.at])
	}
}

// position shows one ply.
func (l *hitList) position(r *archive.Record, p *index.PlyHit, at *walk) error {
	if l.s.json() {
		return l.s.encode(positionHitJSON{
			ID: r.ID, White: tag(r, "White"), Black: tag(r, "Black"), Ply: p.Ply, Move: at.last, Image: imageName(p.Image), FEN: at.pos.FEN(), Variation: p.Variation,
		})
	}
	move := at.last
	if move != "" {
		move = numbered(r.Start, p.Ply, move)
	}
	if p.Variation > 0 {
		move += fmt.Sprintf(" (variation %d)", p.Variation)
	}
	l.rows = append(l.rows, []string{strconv.FormatInt(r.ID, 10), tag(r, "White"), tag(r, "Black"), strconv.Itoa(p.Ply), move, imageName(p.Image), at.pos.FEN()})
	return nil
}

// end prints the table. Nothing found is a finding.
func (l *hitList) end() error {
	if len(l.rows) > 0 {
		header, right := []string{"ID", "WHITE", "BLACK", "RESULT", "DATE", "PLIES", "ENDING", "AT PLY", "TEXT"}, []int{0, 5}
		switch {
		case l.cmd.Positions:
			header, right = []string{"ID", "WHITE", "BLACK", "PLY", "AFTER", "IMAGE", "FEN"}, []int{0, 3}
		case !l.text:
			header = header[:len(header)-1]
			for i := range l.rows {
				l.rows[i] = l.rows[i][:len(header)]
			}
		}
		if err := table(l.s.out, header, right, l.rows); err != nil {
			return err
		}
	}
	if l.found == 0 {
		if !l.s.json() && !l.s.Quiet {
			fmt.Fprintln(l.s.Err, "nothing found")
		}
		return errFindings
	}
	return nil
}
