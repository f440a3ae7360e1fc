package cli

import (
	"bytes"
	"fmt"
	"os"

	"github.com/diwan-shatranj/diwan/internal/input"
	"github.com/diwan-shatranj/diwan/pgn"
)

// writingFlags are the flags of commands that write games.
type writingFlags struct {
	Letters  string `placeholder:"SET" default:"canonical" help:"Letters to write: canonical, engine, fe, figurine, ru, or six letters in the order K F R N A P."`
	Notation string `enum:"san,lan,uci" default:"san" help:"Notation to write: ${enum}."`
	Compat   string `placeholder:"PROGRAM" enum:"fsf,cutechess,xboard," default:"" help:"Write for the reader of this program: fsf, cutechess or xboard."`
}

func (f *writingFlags) options() (o pgn.WriterOptions, err error) {
	if o.Notation, err = pgn.ParseNotation(f.Notation); err != nil {
		return o, &failure{statusUsage, err, ""}
	}
	if o.Compat, err = pgn.ParseCompat(f.Compat); err != nil {
		return o, &failure{statusUsage, err, ""}
	}
	if f.Letters == "canonical" && o.Compat != pgn.NoCompat {
		return o, nil // the program's own
	}
	if o.Alphabet, err = pgn.ParseAlphabet(f.Letters); err != nil {
		return o, &failure{statusUsage, err, ""}
	}
	return o, nil
}

type fmtCmd struct {
	writingFlags
	Rules string   `placeholder:"NAME" help:"The rule set of all games; it is written as their RuleSet tag."`
	Array string   `placeholder:"NAME" enum:"auto,shah-e,shah-d,crossed" default:"auto" help:"Start array of games without FEN: ${enum}."`
	Strip []string `placeholder:"THINGS" help:"Leave out: comments, nags, variations, evals."`
	ToPly int      `name:"to-ply" placeholder:"N" help:"Leave out what stands behind ply N of the main line."`
	From  string   `placeholder:"SET" default:"auto" help:"Letters that the input is written with."`
	Write bool     `short:"w" help:"Rewrite the files in place."`
	Check bool     `help:"Only list the files that are not in canonical form, with status 1 if there are any."`
	File  []string `arg:"" optional:"" name:"FILE" help:"Files or folders; - is stdin."`
}

func (fmtCmd) Help() string {
	return `Writes games in the one canonical form. Comments, annotations, variations and unknown tags are kept
as they are; from a faulty token on a game's text stays as it was, and is reported.

Examples:

    diwan fmt old.pgn > new.pgn
    diwan fmt -w games/
    diwan fmt --check games/
    diwan fmt --letters engine --compat fsf games.pgn > for-fairy-stockfish.pgn`
}

// Run rewrites the files.
func (c *fmtCmd) Run(s *session) error {
	reading := readingFlags{Rules: c.Rules, Array: c.Array, Letters: c.From}
	opts, err := reading.options()
	if err != nil {
		return err
	}
	wopts, err := c.writingFlags.options()
	if err != nil {
		return err
	}
	strip, err := pgn.ParseStrip(c.Strip)
	if err != nil {
		return &failure{statusUsage, err, ""}
	}
	if c.ToPly < 0 {
		return usagef("give a number of plies above 0", "--to-ply %d", c.ToPly)
	}
	strip.ToPly = c.ToPly
	f := &formatter{s: s, opts: opts, wopts: wopts, strip: strip}
	if c.Write && c.Check {
		return usagef("use one of them", "-w and --check exclude each other")
	}
	findings := false
	if c.Write || c.Check {
		err = s.eachStream(c.File, func(in *input.Stream) error {
			changed, errors, err := f.rewrite(in, c.Write)
			findings = findings || errors || c.Check && changed
			return inName(in.Name, err)
		})
	} else {
		w := pgn.NewWriter(s.out, wopts)
		err = s.eachStream(c.File, func(in *input.Stream) error {
			errors, err := f.format(in, w)
			findings = findings || errors
			return inName(in.Name, err)
		})
	}
	if err == nil && findings {
		err = errFindings
	}
	return err
}

// formatter rewrites inputs.
type formatter struct {
	s     *session
	opts  pgn.Options
	wopts pgn.WriterOptions
	strip pgn.Strip
}

// formatted is a game as a worker has written it, with what is to be said of it.
type formatted struct {
	text   pgn.Written
	errors []byte
}

// render writes one game.
func (f *formatter) render(file string, p *pgn.Replay) (out formatted) {
	if pgn.Worst(p.Diagnostics) == pgn.Error {
		var buf bytes.Buffer
		for _, d := range p.Diagnostics {
			if d.Severity == pgn.Error {
				writeDiagnostic(&buf, file, p.Game, d, colors{})
			}
		}
		out.errors = buf.Bytes()
	}
	if p.Played && f.strip != (pgn.Strip{}) {
		// The array's name was checked before, and nothing else can fail.
		if stripped, err := pgn.Play(f.strip.Game(p), f.opts); err == nil {
			p = stripped
		}
	}
	out.text = pgn.NewWriter(nil, f.wopts).Render(p)
	return out
}

// format writes the games of an input. errors reports whether any has one; they
// are said on stderr.
func (f *formatter) format(in *input.Stream, w *pgn.Writer) (errors bool, err error) {
	rd := pgn.NewReader(in)
	err = pgn.ReplayAll(f.s.ctx, rd, f.opts, f.s.Jobs, func(p *pgn.Replay) formatted {
		return f.render(in.Name, p)
	}, func(g formatted) error {
		if g.errors != nil {
			errors = true
			if _, err := f.s.Err.Write(g.errors); err != nil {
				return &stopError{err}
			}
		}
		if err := w.Put(g.text); err != nil {
			return &stopError{err}
		}
		return nil
	})
	if err != nil {
		return errors, err
	}
	return errors, w.WriteTail(rd.Tail())
}

// rewrite compares a file with its canonical form, and puts the form in its place
// if it is to write.
func (f *formatter) rewrite(in *input.Stream, write bool) (changed, errors bool, err error) {
	if in.Compressed || in.Size < 0 {
		return false, false, &failure{statusFailed, fmt.Errorf("%s: only plain files can be rewritten in place or compared, not archives, compressed files or streams", in.Name), "diwan fmt FILE > NEW.pgn writes the canonical form elsewhere"}
	}
	var out bytes.Buffer
	errors, err = f.format(in, pgn.NewWriter(&out, f.wopts))
	if err != nil {
		return false, errors, err
	}
	old, err := os.ReadFile(in.Name)
	if err != nil || bytes.Equal(old, out.Bytes()) {
		return false, errors, err
	}
	if write {
		if err := replaceFile(in.Name, out.Bytes()); err != nil {
			return true, errors, err
		}
	}
	if _, err := fmt.Fprintln(f.s.out, in.Name); err != nil {
		return true, errors, &stopError{err}
	}
	return true, errors, nil
}
