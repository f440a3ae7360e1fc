package cli

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/diwan-shatranj/diwan/internal/report"
	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

type showCmd struct {
	writingFlags
	Ply  *int     `placeholder:"N" help:"Show the board after ply N (0: the start; negative: from the end)."`
	As   string   `enum:"text,svg,html" default:"text" help:"How to show it: ${enum}. svg draws the board after --ply (default: the last)."`
	Game []string `arg:"" name:"ID|FILE#N" help:"A game of the archive, or game N of a file."`
}

func (showCmd) Help() string {
	return `Examples:

    diwan show 17
    diwan show 17 --ply 24
    diwan show games.pgn#3 --letters figurine
    diwan show 17 --ply 24 --as svg > diagram.svg
    diwan show 17 --as html > game.html`
}

// shownJSON is a game as a JSON line of show.
type shownJSON struct {
	ID     int64             `json:"id,omitempty"`
	File   string            `json:"file,omitempty"`
	Game   int               `json:"game,omitempty"`
	Tags   map[string]string `json:"tags"`
	Array  string            `json:"array"`
	Rules  string            `json:"rules"`
	Plies  int               `json:"plies"`
	Result string            `json:"result"`
	Ending endingJSON        `json:"ending"`
	Moves  []string          `json:"moves"`
	PGN    string            `json:"pgn"`
}

// boardJSON is a board as a JSON line of show --ply.
type boardJSON struct {
	ID    int64  `json:"id,omitempty"`
	File  string `json:"file,omitempty"`
	Game  int    `json:"game,omitempty"`
	Ply   int    `json:"ply"`
	Move  string `json:"move,omitempty"`
	FEN   string `json:"fen"`
	Check bool   `json:"check"`
}

// place says where a shown game lies.
type place struct {
	id   int64
	file string
	game int
}

// String names the game for people.
func (at place) String() string {
	if at.file == "" {
		return fmt.Sprintf("game %d", at.id)
	}
	return fmt.Sprintf("game %d of %s", at.game, filepath.Base(at.file))
}

// Run shows the games.
func (c *showCmd) Run(s *session) error {
	wopts, err := c.writingFlags.options()
	if err != nil {
		return err
	}
	for _, name := range c.Game {
		p, at, err := s.gameNamed(name)
		if err != nil {
			return err
		}
		switch {
		case c.Ply == nil && c.As == "text":
			err = s.showGame(p, at, wopts)
		case c.As == "html" && !p.Played:
			err = s.showPage(p, at, 0)
		default:
			err = s.showBoard(p, at, c.Ply, c.As)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// gameNamed finds the game that ID or FILE#N names.
func (s *session) gameNamed(name string) (*pgn.Replay, place, error) {
	file, number, ok := cutLast(name, "#")
	if ok {
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 {
			return nil, place{}, usagef("write games.pgn#3 for its third game", "%q is no game number", number)
		}
		p, err := s.gameOf(file, n)
		return p, place{file: file, game: n}, err
	}
	id, err := strconv.ParseInt(name, 10, 64)
	if err != nil || id < 1 {
		return nil, place{}, usagef("write 17 for game 17 of the archive, games.pgn#3 for the third game of a file", "%q is neither an ID nor FILE#N", name)
	}
	p, err := s.archived(id)
	return p, place{id: id}, err
}

func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// gameOf is game n of a file.
func (s *session) gameOf(file string, n int) (*pgn.Replay, error) {
	games := 0
	var found *pgn.Replay
	for in, err := range s.streams([]string{file}) {
		if err != nil {
			return nil, err
		}
		for g, err := range pgn.NewReader(in).Games() {
			if err != nil {
				return nil, inName(in.Name, err)
			}
			if games++; games == n {
				if found, err = pgn.Play(g, pgn.Options{}); err != nil {
					return nil, err
				}
				break
			}
		}
		if found != nil {
			return found, nil
		}
	}
	hint := "see diwan check"
	switch {
	case games == 1:
		hint = fmt.Sprintf("name it %s#1", file)
	case games > 1:
		hint = fmt.Sprintf("name one of them, from %s#1 to %s#%d", file, file, games)
	}
	return nil, &failure{statusFailed, fmt.Errorf("%s has %s, not %d", file, plural(games, "game"), n), hint}
}

// showGame prints a game as PGN.
func (s *session) showGame(p *pgn.Replay, at place, wopts pgn.WriterOptions) error {
	if s.json() {
		return s.encode(newShownJSON(p, at, wopts))
	}
	return pgn.NewWriter(s.out, wopts).Write(p)
}

// showBoard prints the board after a ply, or the game with it as a page; negative
// plies count from the end, -1 being the last, which nil stands for.
func (s *session) showBoard(p *pgn.Replay, at place, ply *int, as string) error {
	if !p.Played {
		return &failure{statusFindings, fmt.Errorf("this game cannot be played: it has no boards"), "see diwan check"}
	}
	n := len(p.Moves)
	if ply != nil {
		if n = *ply; n < 0 {
			n += len(p.Moves) + 1
		}
	}
	if n < 0 || n > len(p.Moves) {
		return usagef(fmt.Sprintf("give a ply from 0 to %d", len(p.Moves)), "the game has no ply %d", *ply)
	}
	pos := p.Start
	last := ""
	for i, m := range p.Moves[:n] {
		if i == n-1 {
			last = p.Rules.SAN(&pos, m)
		}
		pos = pos.Play(m)
	}
	caption := "start position"
	if n > 0 {
		caption = fmt.Sprintf("after %s (ply %d of %d)", numbered(p.Start, n, last), n, len(p.Moves))
	}
	switch {
	case as == "html":
		return s.showPage(p, at, n)
	case as == "svg":
		d := report.Diagram(p, n)
		return d.SVG(s.out)
	case s.json():
		return s.encode(boardJSON{at.id, at.file, at.game, n, last, pos.FEN(), pos.InCheck()})
	}
	white, _ := p.Game.Tag("White")
	black, _ := p.Game.Tag("Black")
	fmt.Fprintf(s.out, "%s – %s\n%s\n", orUnknown(white), orUnknown(black), caption)
	fmt.Fprint(s.out, textBoard(&pos))
	_, err := fmt.Fprintln(s.out, pos.FEN())
	return err
}

// showPage prints a game as a page with the board after a ply.
func (s *session) showPage(p *pgn.Replay, at place, ply int) error {
	g, err := s.reported(p, at)
	if err != nil {
		return err
	}
	return report.Page(s.out, g, report.Options{Ply: ply, Generator: "diwan " + s.version})
}

// numbered is a move with its number: "12. Nf3" or "12... Nf6". ply counts from 1.
func numbered(start rules.Position, ply int, san string) string {
	n := start.Ply() + ply - 1
	dots := "."
	if n%2 == 1 {
		dots = "..."
	}
	return fmt.Sprintf("%d%s %s", n/2+1, dots, san)
}

func orUnknown(name string) string {
	if name == "" {
		return "?"
	}
	return name
}
