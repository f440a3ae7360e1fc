package cli

import (
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/diwan-shatranj/diwan/internal/input"
	"github.com/diwan-shatranj/diwan/pgn"
)

// readingFlags are the flags of commands that read games.
type readingFlags struct {
	Rules   string `placeholder:"NAME" help:"Judge all games under this rule set (default: the game's RuleSet tag, else iggc)."`
	Array   string `placeholder:"NAME" enum:"auto,shah-e,shah-d,crossed" default:"auto" help:"Start array of games without FEN: ${enum}."`
	Letters string `placeholder:"SET" default:"auto" help:"Letters that the men are written with: auto, engine, fe, ru, german, dutch, catalan, spanish, french, russian, or six letters in the order K F R N A P."`
}

// options are the flags as the reader takes them.
func (f *readingFlags) options() (pgn.Options, error) {
	o := pgn.Options{Array: f.Array}
	if f.Rules != "" {
		rs, err := rulesetNamed(f.Rules)
		if err != nil {
			return o, err
		}
		o.Rules = rs
	}
	letters, err := pgn.LettersByName(f.Letters)
	if err != nil {
		return o, &failure{statusUsage, err, ""}
	}
	o.Letters = letters
	return o, nil
}

// eachStream opens the named inputs one after the other and calls do for each. A
// file that cannot be opened or read is complained about; the others are done all
// the same, and the failure comes at the end.
func (s *session) eachStream(names []string, do func(*input.Stream) error) error {
	if len(names) == 0 {
		names = []string{input.Stdin}
	}
	var failed error
	for in, err := range s.streams(names) {
		if err == nil {
			err = do(in)
			var stop *stopError
			if errors.As(err, &stop) {
				return stop.error
			}
		}
		if s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		if err != nil {
			s.complain(err, hintFor(err))
			failed = &failure{status: statusFailed}
		}
	}
	return failed
}

// streams opens the named inputs one after the other.
func (s *session) streams(names []string) iter.Seq2[*input.Stream, error] {
	return input.Streams(s.ctx, names, s.In, func(path string) {
		s.note("%s is not a regular file and is left out", path)
	})
}

// stopError ends a loop over inputs: it is not about one of them.
type stopError struct{ error }

// inName says which input an error of reading belongs to.
func inName(name string, err error) error {
	if err == nil || strings.Contains(err.Error(), name) {
		return err
	}
	return fmt.Errorf("%s: %w", name, err)
}

// follow opens the one file named and calls do for its stream, which has no end.
func (s *session) follow(names []string, do func(*input.Stream) error) error {
	if len(names) != 1 || names[0] == input.Stdin {
		return usagef("name the file that is being written", "--follow wants one file")
	}
	in, closeFile, err := input.Follow(s.ctx, names[0])
	if err != nil {
		return err
	}
	defer closeFile()
	err = do(in)
	var stop *stopError
	if errors.As(err, &stop) {
		return stop.error
	}
	return err
}
