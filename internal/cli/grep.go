package cli

import (
	"fmt"
	"os"
	"reflect"
	"sync"

	"github.com/diwan-shatranj/diwan/index"
	"github.com/diwan-shatranj/diwan/index/authority"
	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/index/tabiya"
	"github.com/diwan-shatranj/diwan/internal/input"
	"github.com/diwan-shatranj/diwan/pgn"
)

type grepCmd struct {
	readingFlags
	As      string   `placeholder:"SET" default:"canonical" help:"Letters to write: canonical, engine, fe, figurine, ru, or six letters in the order K F R N A P."`
	Invert  bool     `help:"Let through the games that do not match."`
	Count   bool     `short:"c" help:"Print only the number of games."`
	Follow  bool     `short:"f" help:"Go on reading a file that is still being written."`
	Tabiyat string   `placeholder:"FILE" help:"Opening arrays beside those of the sources, for opening: (see diwan stats openings --help)."`
	Query   string   `arg:"" help:"What to look for, as one argument."`
	File    []string `arg:"" optional:"" name:"FILE" help:"Files or folders, plain or compressed; - is stdin, which is also read without any."`
}

func (grepCmd) Help() string {
	return `Lets through the games of files that a query selects, without an archive: tags, endings, positions, patterns,
comments. docs/queries.md describes the language; what only an archive knows (id, source, imported) cannot be
asked. Games come out in canonical form. The status is 1 where none does.

Examples:

    diwan grep player:suli games/ > suli.pgn
    zcat match.pgn.gz | diwan grep 'ending:stalemate plies:<100'
    diwan grep --count 'material:"KR/KA" for:10' games.pgn
    diwan grep -f result:0-1 running-match.pgn`
}

// matchJSON is a game found by grep, as a JSON line.
type matchJSON struct {
	File   string       `json:"file"`
	Game   int          `json:"game"`
	Line   int          `json:"line"`
	White  string       `json:"white"`
	Black  string       `json:"black"`
	Result string       `json:"result"`
	Date   string       `json:"date"`
	Plies  int          `json:"plies"`
	Hits   []plyHitJSON `json:"hits"`
}

// grepped is what a worker found out about one game.
type grepped struct {
	found bool
	text  pgn.Written
	json  []byte
	err   error
}

// Run filters.
func (c *grepCmd) Run(s *session) error {
	opts, err := c.options()
	if err != nil {
		return err
	}
	alphabet, err := pgn.ParseAlphabet(c.As)
	if err != nil {
		return &failure{statusUsage, err, ""}
	}
	e, err := s.query([]string{c.Query})
	if err != nil {
		return err
	}
	arrays, err := c.arrays()
	if err != nil {
		return err
	}
	names, err := authority.Open(s.Archive)
	if err != nil {
		return err
	}
	if _, err := index.NewMatcher(e, arrays, names); err != nil {
		return queryFailure(c.Query, err)
	}
	g := &grepper{s: s, cmd: c, opts: opts, query: e, alphabet: alphabet}
	g.writer = pgn.NewWriter(s.out, pgn.WriterOptions{Alphabet: alphabet})
	g.matchers.New = func() any {
		m, err := index.NewMatcher(e, arrays, names)
		if err != nil {
			return err // it was made before
		}
		return m
	}
	if c.Follow {
		err = s.follow(c.File, g.stream)
	} else {
		err = s.eachStream(c.File, g.stream)
	}
	if err != nil {
		return err
	}
	if c.Count {
		return s.count(int64(g.found))
	}
	if g.found == 0 {
		return errFindings
	}
	return nil
}

// arrays are the opening arrays: those of the sources and of --tabiyat.
func (c *grepCmd) arrays() (*tabiya.List, error) {
	l, err := tabiya.Builtin()
	if err != nil || c.Tabiyat == "" {
		return l, err
	}
	f, err := os.Open(c.Tabiyat)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if l, err = l.Read(f); err != nil {
		return nil, fmt.Errorf("%s: %w", c.Tabiyat, err)
	}
	return l, nil
}

// grepper filters inputs.
type grepper struct {
	s        *session
	cmd      *grepCmd
	opts     pgn.Options
	query    query.Expr
	alphabet *pgn.Alphabet
	matchers sync.Pool
	writer   *pgn.Writer
	found    int
}

// stream filters one input.
func (g *grepper) stream(in *input.Stream) error {
	err := pgn.ReplayAll(g.s.ctx, pgn.NewReader(in), g.opts, g.s.Jobs, func(p *pgn.Replay) grepped {
		return g.game(in.Name, p)
	}, func(m grepped) error {
		if m.err != nil {
			return &stopError{m.err}
		}
		if !m.found {
			return nil
		}
		g.found++
		if err := g.put(m); err != nil {
			return &stopError{err}
		}
		return nil
	})
	return inName(in.Name, err)
}

// game looks at one game.
func (g *grepper) game(file string, p *pgn.Replay) (out grepped) {
	m, ok := g.matchers.Get().(*index.Matcher)
	if !ok {
		return grepped{err: fmt.Errorf("the query cannot be used")}
	}
	defer g.matchers.Put(m)
	found, hits, err := m.Match(p)
	out.found, out.err = found != g.cmd.Invert, err
	switch {
	case err != nil || !out.found || g.cmd.Count:
	case g.s.json():
		out.json = matchLine(file, p, hits)
	default:
		out.text = pgn.NewWriter(nil, pgn.WriterOptions{Alphabet: g.alphabet}).Render(p)
	}
	return out
}

// matchLine is the JSON line of a game that was found.
func matchLine(file string, p *pgn.Replay, hits []index.PlyHit) []byte {
	value := func(name string) string { v, _ := p.Game.Tag(name); return v }
	line, _ := jsonLine(matchJSON{ // strings and numbers always encode
		file, p.Game.Number, p.Game.Line, value("White"), value("Black"), p.Result.String(), value("Date"), len(p.Moves), plyHits(hits),
	})
	return line
}

// put writes what was found.
func (g *grepper) put(m grepped) error {
	switch {
	case g.cmd.Count:
		return nil
	case g.s.json():
		if err := g.s.encoded(reflect.TypeFor[matchJSON](), m.json); err != nil {
			return err
		}
	default:
		if err := g.writer.Put(m.text); err != nil {
			return err
		}
	}
	if g.cmd.Follow {
		return g.s.out.Flush()
	}
	return nil
}
