package cli

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/diwan-shatranj/diwan/index"
	"github.com/diwan-shatranj/diwan/rules"
)

type exploreCmd struct {
	Query string   `placeholder:"QUERY" help:"Only over the games that this query selects, as one argument."`
	Fold  bool     `help:"Count games with the position mirrored left to right, too."`
	Depth int      `placeholder:"N" default:"1" help:"Go on from the moves found, so many plies deep."`
	Least int      `placeholder:"N" default:"1" help:"Show moves made in at least so many games."`
	Limit int      `placeholder:"N" help:"Show at most so many moves of a position (default: all; 4 with a depth above 1)."`
	To    string   `enum:"list,dot,json" default:"list" help:"What to print: ${enum}; dot is a graph for Graphviz, json one object for the whole tree."`
	FEN   []string `arg:"" optional:"" name:"FEN" help:"The position; without one, the start array."`
}

func (exploreCmd) Help() string {
	return `Shows how games went on from a position, whatever moves had led to it: how many, their results, White's score
with its Wilson interval (95 %), mean length, the last year and a game as an example. Games whose result is not
known are in GAMES alone and count for no score. A * marks moves with fewer than 30 results.

Without a position it begins from the arrays with the shahs on d1 and d8 and on e1 and e8, which are mirror images
of one another: moves are shown as they are with the shahs on d1 and d8 (it is --fold from that array).

Examples:

    diwan explore
    diwan explore --query player:suli --depth 4
    diwan explore 'rnakfanr/pppppppp/8/8/8/4P3/PPPP1PPP/RNAKFANR b' --format json
    diwan explore --depth 3 --to dot | dot -Tsvg > tree.svg`
}

// continuationJSON is a move that games made in a position, as a JSON line.
type continuationJSON struct {
	Move string `json:"move"`
	tallyJSON
	Plies   float64             `json:"plies"` // the mean length
	Year    int                 `json:"year,omitempty"`
	Example int64               `json:"example"`
	Line    []string            `json:"line,omitempty"` // from the position asked for, with a depth above 1
	FEN     string              `json:"fen"`            // after the move
	Moves   []*continuationJSON `json:"moves,omitempty"`
}

// exploredJSON is a whole tree.
type exploredJSON struct {
	FEN string `json:"fen"`
	tallyJSON
	Ended int64               `json:"ended"` // games that ended in the position
	Moves []*continuationJSON `json:"moves"`
}

// Run explores.
func (c *exploreCmd) Run(s *session) error {
	if c.Depth < 1 || c.Least < 0 || c.Limit < 0 {
		return usagef("give a depth of 1 or more, and numbers that are not negative", "--depth %d --least %d --limit %d", c.Depth, c.Least, c.Limit)
	}
	if c.Limit == 0 && c.Depth > 1 {
		c.Limit = 4
	}
	from, err := c.position()
	if err != nil {
		return err
	}
	e, err := s.query([]string{c.Query})
	if err != nil {
		return err
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
	x, err := ix.Explorer(s.ctx, e)
	if err != nil {
		return queryFailure(c.Query, err)
	}
	defer x.Close()
	t := &explorerTree{s: s, cmd: c, explorer: x, whole: c.To != "list"}
	return t.show(from)
}

// position is where to begin. The array is explored with its mirror image.
func (c *exploreCmd) position() (*rules.Position, error) {
	text := strings.TrimSpace(strings.Join(c.FEN, " "))
	if text == "" {
		array, ok := rules.ArrayByName("shah-d")
		if !ok {
			return nil, fmt.Errorf("there is no array shah-d")
		}
		c.Fold = true
		p := array.Position()
		return &p, nil
	}
	if !strings.Contains(text, " ") {
		text += " w"
	}
	p, err := rules.ParsePosition(text)
	if err != nil {
		return nil, &failure{statusUsage, err, "a FEN is the placement and the side to move; quote it"}
	}
	return &p, nil
}

// explorerTree shows continuations.
type explorerTree struct {
	s        *session
	cmd      *exploreCmd
	explorer *index.Explorer
	whole    bool // the tree is kept until it is complete
	rows     [][]string
	edges    []explorerEdge
}

// explorerEdge is a move of the graph.
type explorerEdge struct {
	from, to string // positions
	label    string
	score    string // of the games with the move
}

func (t *explorerTree) show(from *rules.Position) error {
	found, err := t.explorer.Explore(t.s.ctx, from, t.cmd.Fold)
	if err != nil {
		return err
	}
	moves, err := t.below(from, found, 1, nil)
	if err != nil {
		return err
	}
	switch {
	case t.cmd.To == "json":
		err = t.s.encode(exploredJSON{from.FEN(), newTallyJSON(&found.Tally), found.Ended, moves})
	case t.cmd.To == "dot":
		err = t.graph(from, found)
	case !t.s.json() && found.Games > 0:
		t.rows = append(t.rows, append([]string{"all"}, append(tallyCells(&found.Tally), "", "", "")...))
		err = table(t.s.out, append(append([]string{"MOVE"}, tallyHeader()...), "PLIES", "YEAR", "GAME"), []int{1, 2, 3, 4, 5, 8, 9, 10}, t.rows)
	}
	if err == nil && found.Games == 0 {
		if !t.s.json() && !t.s.Quiet {
			fmt.Fprintln(t.s.Err, "nothing found")
		}
		return errFindings
	}
	return err
}

// below are the continuations of a position, and theirs down to the depth.
func (t *explorerTree) below(from *rules.Position, found *index.Explored, depth int, line []string) ([]*continuationJSON, error) {
	list := []*continuationJSON{}
	for i := range found.Moves {
		m := &found.Moves[i]
		if m.Games < int64(t.cmd.Least) || t.cmd.Limit > 0 && i >= t.cmd.Limit {
			break
		}
		next := from.Play(m.Move)
		j := &continuationJSON{
			Move: t.san(from, m.Move), tallyJSON: newTallyJSON(&m.Tally), Plies: float64(int(m.Plies*10+0.5)) / 10, Year: m.Year, Example: m.Example, FEN: next.FEN(),
		}
		here := append(line[:len(line):len(line)], j.Move)
		if t.cmd.Depth > 1 && !t.whole {
			j.Line = here
		}
		if err := t.one(from, &next, j, m, depth); err != nil {
			return nil, err
		}
		if depth < t.cmd.Depth {
			deeper, err := t.explorer.Explore(t.s.ctx, &next, t.cmd.Fold)
			if err != nil {
				return nil, err
			}
			if j.Moves, err = t.below(&next, deeper, depth+1, here); err != nil {
				return nil, err
			}
		}
		list = append(list, j)
	}
	return list, nil
}

// one shows one continuation.
func (t *explorerTree) one(from, next *rules.Position, j *continuationJSON, m *index.Continuation, depth int) error {
	switch {
	case t.cmd.To == "dot":
		t.edges = append(t.edges, explorerEdge{from.EPD(), next.EPD(), fmt.Sprintf("%s\n%d", j.Move, m.Games), scoreLabel(&m.Tally)})
	case t.whole:
	case t.s.json():
		return t.s.encode(j)
	default:
		year := ""
		if m.Year > 0 {
			year = strconv.Itoa(m.Year)
		}
		move := strings.Repeat("  ", depth-1) + numbered(*from, 1, j.Move)
		t.rows = append(t.rows, append(append([]string{move}, tallyCells(&m.Tally)...),
			fmt.Sprintf("%.0f", m.Plies), year, strconv.FormatInt(m.Example, 10)))
	}
	return nil
}

func (t *explorerTree) san(p *rules.Position, m rules.Move) string {
	return rules.Rulesets()[0].SAN(p, m)
}

// scoreLabel is a score for a node of the graph.
func scoreLabel(t *index.Tally) string {
	score, _, _, ok := t.Score()
	if !ok {
		return "-"
	}
	return fmt.Sprintf("%.0f %%", 100*score)
}

// graph prints the tree for Graphviz. Positions that are reached in several ways are
// one node.
func (t *explorerTree) graph(from *rules.Position, found *index.Explored) error {
	w := t.s.out
	fmt.Fprintf(w, "digraph explore {\n  rankdir=LR;\n  node [shape=box, fontname=\"sans-serif\"];\n  %q [label=%q];\n",
		from.EPD(), fmt.Sprintf("%d games\n%s", found.Games, scoreLabel(&found.Tally)))
	shown := map[string]bool{from.EPD(): true}
	for _, e := range t.edges {
		if !shown[e.to] {
			shown[e.to] = true
			fmt.Fprintf(w, "  %q [label=%q];\n", e.to, e.score)
		}
		fmt.Fprintf(w, "  %q -> %q [label=%q];\n", e.from, e.to, e.label)
	}
	_, err := w.WriteString("}\n")
	return err
}
