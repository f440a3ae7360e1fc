package cli

import (
	"errors"
	"io"
	"iter"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/index"
	"github.com/diwan-shatranj/diwan/internal/input"
	"github.com/diwan-shatranj/diwan/rules"
)

type exportCmd struct {
	writingFlags
	To      string   `enum:"pgn,jsonl,csv,epd" default:"pgn" help:"What to write: ${enum}."`
	At      *int     `placeholder:"N" help:"The position after ply N, for --to epd and --unique; negative numbers count from the end (default: the last). Shorter games are left out."`
	Unique  bool     `help:"Only the first game of each position, at the ply that --at names."`
	Sample  int      `placeholder:"N" help:"Only N of the games, or of the positions, by chance."`
	Seed    uint64   `placeholder:"N" default:"1" help:"What --sample depends on: the same seed and games give the same sample."`
	Sort    string   `placeholder:"ORDER" default:"id" help:"Order: id, date, white, black, event, plies, result; with - before it the other way round."`
	SplitBy string   `placeholder:"WHAT" help:"A file for each player, event or year, or for every N games; --out names the folder."`
	Out     string   `short:"o" placeholder:"PATH" help:"Write this file, or with --split-by into this folder, and not to stdout."`
	Force   bool     `short:"f" help:"Overwrite files that are there."`
	Query   []string `arg:"" optional:"" name:"QUERY" help:"Which games; all of them without a query."`
}

func (exportCmd) Help() string {
	return `Writes games of the archive, in the order of their IDs if no other is asked for. A CSV begins with a line of column
names. A file is there when all of it is, and not before; one that is there already is not touched without --force.

With --split-by player a game goes into the files of both players. Files are named by what they hold, letters of any
script included; what a file system may not like becomes a hyphen.

--to epd with --unique and --sample makes a suite of openings, for diwan match and other programs.

Examples:

    diwan export > all.pgn
    diwan export --letters engine player:suli > for-engines.pgn
    diwan export --to csv result:1-0 > won.csv
    diwan export --split-by player -o players/
    diwan export --split-by 1000 --sort date -o books/
    diwan export --to epd --at 16 --unique --sample 500 --seed 7 -o openings.epd`
}

// Run exports.
func (c *exportCmd) Run(s *session) error {
	if err := c.check(); err != nil {
		return err
	}
	a, err := s.openArchive(false)
	if err != nil {
		return err
	}
	defer a.Close()
	out, err := c.target(s)
	if err != nil {
		return err
	}
	games, damaged, err := c.games(s, a, out)
	if err == nil {
		err = out.finish()
	}
	if err != nil {
		return errors.Join(err, out.discard())
	}
	switch {
	case damaged:
		return &failure{status: statusFailed}
	case games == 0 && (len(c.Query) > 0 || c.At != nil):
		return errFindings
	}
	return nil
}

// check looks for wrong use.
func (c *exportCmd) check() error {
	if _, err := c.options(); err != nil {
		return err
	}
	switch {
	case c.Sample < 0:
		return usagef("give a number above 0", "--sample %d", c.Sample)
	case c.SplitBy != "" && (c.Out == "" || c.Out == input.Stdin):
		return usagef("name the folder with --out", "--split-by writes many files")
	case c.At != nil && c.To != "epd" && !c.Unique:
		return usagef("--at is for --to epd, or for --unique", "--at alone does nothing to whole games")
	case !slices.Contains(index.Orders(), strings.TrimPrefix(c.Sort, "-")):
		return usagef("the orders are "+strings.Join(index.Orders(), ", ")+", each with - before it for the other way round", "unknown order %q", c.Sort)
	}
	return nil
}

// games writes the games. damaged tells that some could not be read, which was said.
func (c *exportCmd) games(s *session, a *archive.Archive, out exportTarget) (games int, damaged bool, err error) {
	chosen, err := c.choose(c.sound(s, s.selectedIn(a, c.Query, c.Sort), &damaged))
	if err != nil {
		return 0, damaged, err
	}
	source := s.selectedIn(a, c.Query, c.Sort)
	if chosen != nil {
		source = a.Games(s.ctx, chosen...)
		if len(chosen) == 0 {
			return 0, damaged, nil
		}
	}
	player := archive.NewPlayer()
	unique := c.unique()
	for r, err := range c.sound(s, source, &damaged) {
		if err != nil {
			return games, damaged, err
		}
		if chosen == nil && !unique(r) {
			continue
		}
		p, err := player.Replay(r)
		if err == nil {
			err = out.write(r, p)
		}
		if err != nil {
			return games, damaged, err
		}
		games++
	}
	return games, damaged, nil
}

// choose are the IDs of the sample, in the order in which the games come; nil where
// all are wanted. Each game that is wanted has the same chance (algorithm R).
func (c *exportCmd) choose(games iter.Seq2[*archive.Record, error]) (chosen []int64, err error) {
	if c.Sample == 0 {
		return nil, nil
	}
	type numbered struct {
		at int
		id int64
	}
	var sample []numbered
	random := rand.New(rand.NewPCG(c.Seed, 0))
	unique := c.unique()
	n := 0
	for r, err := range games {
		if err != nil {
			return nil, err
		}
		if !unique(r) {
			continue
		}
		n++
		if len(sample) < c.Sample {
			sample = append(sample, numbered{n, r.ID})
		} else if at := random.IntN(n); at < c.Sample {
			sample[at] = numbered{n, r.ID}
		}
	}
	slices.SortFunc(sample, func(a, b numbered) int { return a.at - b.at })
	chosen = []int64{}
	for _, g := range sample {
		chosen = append(chosen, g.id)
	}
	return chosen, nil
}

// sound lets through what can be read. What is damaged is complained about, and the
// rest goes on.
func (c *exportCmd) sound(s *session, games iter.Seq2[*archive.Record, error], damaged *bool) iter.Seq2[*archive.Record, error] {
	return func(yield func(*archive.Record, error) bool) {
		for r, err := range games {
			var de *archive.DamagedError
			if errors.As(err, &de) {
				*damaged = true
				s.complain(err, hintFor(err))
				continue
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// unique tells of one game after the other whether it has a position at the ply that
// is asked for and, with --unique, whether that is a new one.
func (c *exportCmd) unique() func(*archive.Record) bool {
	seen := map[string]bool{}
	return func(r *archive.Record) bool {
		if c.At == nil && !c.Unique {
			return true
		}
		pos, ok := c.position(r)
		if !ok || !c.Unique {
			return ok
		}
		key := pos.EPD()
		if seen[key] {
			return false
		}
		seen[key] = true
		return true
	}
}

// position is that of a game at the ply that is asked for; ok is false where the game
// is shorter.
func (c *exportCmd) position(r *archive.Record) (pos rules.Position, ok bool) {
	n := -1
	if c.At != nil {
		n = *c.At
	}
	if n < 0 {
		n += len(r.Moves) + 1
	}
	if n < 0 || n > len(r.Moves) {
		return pos, false
	}
	pos = r.Start
	for _, m := range r.Moves[:n] {
		pos = pos.Play(m)
	}
	return pos, true
}

// exportTarget is where an export goes.
type exportTarget interface {
	gameWriter
	// discard takes away what was written so far, after a failure.
	discard() error
}

// target is where this one goes.
func (c *exportCmd) target(s *session) (exportTarget, error) {
	wopts, err := c.options()
	if err != nil {
		return nil, err
	}
	write := func(w io.Writer) gameWriter { return c.writer(w, wopts) }
	switch {
	case c.SplitBy != "":
		return c.splitter(s, write)
	case c.Out == "" || c.Out == input.Stdin:
		return printed{write(s.out)}, nil
	}
	f, err := s.openResult(c.Out)
	if err != nil {
		return nil, err
	}
	to := &filed{gameWriter: write(f), file: f, name: c.Out, force: c.Force}
	if err := to.mayWrite(); err != nil {
		return nil, errors.Join(err, f.discard())
	}
	return to, nil
}

// mayWrite is an error where a file is there and is not to be overwritten.
func mayWrite(name string, force bool) error {
	if _, err := os.Stat(name); err != nil || force {
		return nil // what else is wrong shows when it is written
	}
	return &failure{statusFailed, &os.PathError{Op: "write", Path: name, Err: os.ErrExist}, "name another, or overwrite it with --force"}
}

// printed is an export to stdout.
type printed struct{ gameWriter }

func (printed) discard() error { return nil }

// filed is an export to a file.
type filed struct {
	gameWriter
	file  *resultFile
	name  string
	force bool
}

func (f *filed) finish() error {
	if err := f.gameWriter.finish(); err != nil {
		return err
	}
	if err := f.mayWrite(); err != nil { // somebody may have been quicker
		return err
	}
	return f.file.finish()
}

// mayWrite is an error where a regular file is there and is not to be overwritten.
func (f *filed) mayWrite() error {
	return mayWrite(f.name, f.force || f.file.pending == nil)
}

func (f *filed) discard() error { return f.file.discard() }
