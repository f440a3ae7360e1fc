package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/alecthomas/kong"
)

// Streams are the standard streams of a run.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// globals are the flags of every command.
type globals struct {
	Archive string      `short:"a" placeholder:"DIR" default:"./games.diwan" env:"DIWAN_ARCHIVE" type:"path" help:"The archive (default: ./games.diwan)."`
	Format  string      `enum:"text,json,csv" default:"text" help:"text, json: one object a line, or csv."`
	Fields  []string    `placeholder:"NAME,…" help:"Which fields to show, by the keys that they have with --format json; as a table, if no other format is asked for."`
	Color   string      `enum:"auto,always,never" default:"auto" help:"Colour: auto, always or never (NO_COLOR is respected)."`
	Quiet   bool        `short:"q" help:"Say only what is asked for."`
	Verbose bool        `short:"v" help:"Say more: notes, for instance."`
	Jobs    int         `short:"j" placeholder:"N" help:"Workers; 0 is one a core."`
	Version versionFlag `help:"Print the version."`
}

// grammar is the whole command line.
type grammar struct {
	globals
	Check      checkCmd      `cmd:"" group:"Files" help:"Validate every move and ending."`
	Fmt        fmtCmd        `cmd:"" group:"Files" help:"Rewrite games in canonical form."`
	Import     importCmd     `cmd:"" group:"Archive" help:"Add games to the archive."`
	Export     exportCmd     `cmd:"" group:"Archive" help:"Write games of the archive as PGN, JSON lines, CSV or EPD."`
	Show       showCmd       `cmd:"" group:"Archive" help:"Show a game, or a board of it."`
	Search     searchCmd     `cmd:"" group:"Archive" help:"Find games and positions."`
	Explore    exploreCmd    `cmd:"" group:"Archive" help:"Show how games went on from a position."`
	Query      queryCmd      `cmd:"" group:"Archive" help:"Save queries under names, for use as @NAME."`
	Names      namesCmd      `cmd:"" group:"Archive" help:"Players and their names."`
	Stats      statsCmd      `cmd:"" group:"Archive" help:"Tables over the games of the archive."`
	Config     configCmd     `cmd:"" group:"Archive" help:"The archive's own defaults."`
	Quarantine quarantineCmd `cmd:"" group:"Archive" help:"Look at games that could not be accepted."`
	Tag        tagCmd        `cmd:"" group:"Archive" help:"Change tags of games."`
	Edit       editCmd       `cmd:"" group:"Archive" help:"Edit a game in your editor."`
	Duplicates duplicatesCmd `cmd:"" group:"Archive" help:"Find games that are there several times."`
	Merge      mergeCmd      `cmd:"" group:"Archive" help:"Make one game of several."`
	Replace    replaceCmd    `cmd:"" group:"Archive" help:"Put a game in the place of another."`
	Delete     deleteCmd     `cmd:"" group:"Archive" help:"Put games into the bin."`
	Undelete   undeleteCmd   `cmd:"" group:"Archive" help:"Bring games back from the bin."`
	Bin        binCmd        `cmd:"" group:"Archive" help:"Look into the bin."`
	Undo       undoCmd       `cmd:"" group:"Archive" help:"Take a whole import back, or another change."`
	Log        logCmd        `cmd:"" group:"Archive" help:"List what has changed the archive, and when."`
	Hash       hashCmd       `cmd:"" group:"Archive" help:"A number for what the archive holds."`
	Backup     backupCmd     `cmd:"" group:"Archive" help:"Copy the archive as it is at one moment."`
	Verify     verifyCmd     `cmd:"" group:"Archive" help:"Prove that the archive and its index are whole."`
	Rebuild    rebuildCmd    `cmd:"" group:"Archive" help:"Make the index again from the archive."`
	Compact    compactCmd    `cmd:"" group:"Archive" help:"Give back unused space of the archive's file."`
	Engine     engineCmd     `cmd:"" group:"Engines" help:"Run the built-in engine, for other programs."`
	Engines    enginesCmd    `cmd:"" group:"Engines" help:"Give engines names."`
	Annotate   annotateCmd   `cmd:"" group:"Engines" help:"Annotate games by an engine."`
	Report     reportCmd     `cmd:"" group:"Engines" help:"Write games as web pages: board, moves, evaluations."`
	Evals      evalsCmd      `cmd:"" group:"Engines" help:"The evaluations kept in the archive: list, export, import, merge."`
	Calibrate  calibrateCmd  `cmd:"" group:"Engines" help:"Fit the win curve to games with results and evaluations."`
	Match      matchCmd      `cmd:"" group:"Engines" help:"Play engines against each other."`
	Grep       grepCmd       `cmd:"" group:"Files" help:"Let through the games that a query selects."`
	Diff       diffCmd       `cmd:"" group:"Files" help:"Compare games, or files game by game."`
	Position   positionCmd   `cmd:"" group:"Rules" help:"Say what a position is."`
	Perft      perftCmd      `cmd:"" group:"Rules" help:"Count the lines of play from a position."`
	Rules      rulesCmd      `cmd:"" group:"Rules" help:"List the rule sets and their sources."`

	Completion completionCmd `cmd:"" group:"Other" help:"Write a completion script for a shell."`
}

// session is one run of one command.
type session struct {
	*globals
	Streams
	ctx     context.Context
	out     *bufio.Writer // results; flushed when the command ends
	rows    *rowWriter
	version string
}

// json reports whether results are to be rows of named fields, as JSON lines are.
func (s *session) json() bool { return s.Format != "text" || len(s.Fields) > 0 }

// Main runs the command line args (without the program's name) and returns the
// exit status: 0 nothing wrong, 1 findings or nothing found, 2 wrong use, 3 could
// not do it, 130 interrupted.
func Main(ctx context.Context, version string, args []string, std Streams) (status int) {
	var g grammar
	s := &session{globals: &g.globals, Streams: std, ctx: ctx, out: bufio.NewWriterSize(std.Out, 64<<10), version: version}
	defer func() {
		// Kong calls Exit in the middle of parsing for --help and --version.
		if r := recover(); r != nil {
			code, ok := r.(exitPanic)
			if !ok {
				panic(r)
			}
			status = int(code)
		}
	}()
	s.rows = &rowWriter{s: s}
	parser := kong.Must(&g,
		kong.Name("diwan"),
		kong.Description("Diwan keeps, checks, annotates and searches games of shatranj, the chess of the medieval Islamic world."),
		kong.Writers(std.Out, std.Err),
		kong.Exit(func(code int) { panic(exitPanic(code)) }),
		kong.Vars{"version": "diwan " + version},
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100, NoExpandSubcommands: true}),
		kong.Bind(s),
		kong.Resolvers(kong.ResolverFunc(s.resolve)),
	)
	if os.Getenv("DIWAN_ARCHIVE") == "" { // set to nothing, it would be the working folder
		if err := os.Unsetenv("DIWAN_ARCHIVE"); err != nil {
			return s.fail(err)
		}
	}
	command, err := parser.Parse(arrange(parser.Model.Node, args))
	if err != nil {
		return s.fail(usageError(err))
	}
	if err := checkWorkers("--jobs", s.Jobs, 0); err != nil {
		return s.fail(err)
	}
	err = command.Run()
	_ = s.rows.end() // a failure to write comes up again at once
	return s.fail(s.flush(err))
}

// flush writes the results that are left, at the end of a command that ended with err.
// That they could not be written counts for more than what was found.
func (s *session) flush(err error) error {
	flushErr := s.out.Flush()
	var f *failure
	if flushErr == nil || err != nil && (!errors.As(err, &f) || f.status != statusFindings) {
		return err
	}
	if f != nil && f.err != nil {
		s.complain(err, f.hint)
	}
	return fmt.Errorf("write the results: %w", flushErr)
}

// versionFlag prints the version, and that is all.
type versionFlag bool

// BeforeReset implements kong's hook for a flag that ends the program.
func (versionFlag) BeforeReset(app *kong.Kong, vars kong.Vars) error {
	if _, err := fmt.Fprintln(app.Stdout, vars["version"]); err != nil {
		return err
	}
	app.Exit(0)
	return nil
}

// exitPanic carries an exit status out of kong's parser.
type exitPanic int

// usageError makes a failure of what kong says about the arguments.
func usageError(err error) error {
	var f *failure
	if errors.As(err, &f) {
		return f
	}
	var unwritten *fs.PathError // of the help or the version
	if errors.As(err, &unwritten) && unwritten.Op == "write" {
		return fmt.Errorf("write the results: %w", unwritten)
	}
	hint := "see diwan --help"
	var pe *kong.ParseError
	if errors.As(err, &pe) && pe.Context != nil {
		if node := pe.Context.Selected(); node != nil {
			hint = "see " + node.FullPath() + " --help"
		}
	}
	return &failure{statusUsage, err, hint}
}

// Commands are the names of the commands, in the order of the help.
func Commands() []string {
	var names []string
	for _, c := range commandsOf(kong.Must(&grammar{}, kong.Name("diwan"), kong.Vars{"version": ""}).Model) {
		names = append(names, c.Name)
	}
	return names
}
