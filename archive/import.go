package archive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime"
	"sync"
	"time"

	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

// Input is a stream of PGN text to import.
type Input struct {
	Name string // as it is to stand in the provenance
	// Open opens the stream, decompressed. It is called when its turn comes.
	Open func() (io.ReadCloser, error)

	retried int64      // the ID in quarantine of what it is read in the place of, else 0
	from    Provenance // of the text that is read again
}

// ImportOptions say how games are read and what is done with them. The zero value
// is the dialect's default.
type ImportOptions struct {
	Rules   *rules.Ruleset // nil: each game's RuleSet tag, else iggc; must be a built-in one
	Array   string         // the start array of games without FEN; "" and "auto" infer it
	Letters *pgn.LetterSet // nil: found out from each game

	// DryRun does all but the writing. An archive opened for reading will do.
	DryRun bool
	// OnDuplicate says what becomes of a game that the archive has already.
	OnDuplicate OnDuplicate
	// Jobs is the number of workers; 0 stands for one a core.
	Jobs int
	// Progress is called now and then, by one goroutine at a time.
	Progress func(ImportProgress)
	// Observer is told of the games that are added.
	Observer Observer
}

// OnDuplicate is what to do with a game that the archive has already.
type OnDuplicate uint8

const (
	// SkipDuplicates leaves them out.
	SkipDuplicates OnDuplicate = iota
	// MergeDuplicates puts what they bring (tags, comments, NAGs, variations) into the
	// game that is there, as [pgn.Merge] does. They count as duplicates.
	MergeDuplicates
	// KeepDuplicates adds them as games of their own.
	KeepDuplicates
)

// ParseOnDuplicate reads "skip", "merge" or "keep"; "" is skip.
func ParseOnDuplicate(s string) (OnDuplicate, error) {
	switch s {
	case "", "skip":
		return SkipDuplicates, nil
	case "merge":
		return MergeDuplicates, nil
	case "keep":
		return KeepDuplicates, nil
	}
	return 0, fmt.Errorf("unknown way with duplicates %q: skip, merge or keep", s)
}

// Observer sees the games of an import without reading them again, as one does
// that keeps an index.
type Observer interface {
	// Prepare appends what it wants to keep of a game to dst and returns it.
	// Several goroutines call it at once. p is valid during the call, and has its
	// Keys.
	Prepare(p *pgn.Replay, dst []uint64) []uint64
	// Added is called for every game that was added, in the order of the IDs, by
	// one goroutine, once the game is on disk. words is what Prepare appended
	// for it, valid during the call. An error ends the import; the games that
	// were added stay.
	Added(id int64, words []uint64) error
}

// ImportProgress is how far an import has come.
type ImportProgress struct {
	Input                               string // what is being read
	Bytes                               int64  // of text read from all inputs
	Read, Added, Duplicate, Quarantined int64
}

// ImportReport is what an import did. Read is always the sum of Added, Duplicate
// and Quarantined.
type ImportReport struct {
	ID          int64   `json:"import"` // 0 for a dry run
	Read        int64   `json:"read"`
	Added       int64   `json:"added"`
	Duplicate   int64   `json:"duplicate"`
	Quarantined int64   `json:"quarantined"`
	Merged      int64   `json:"merged,omitempty"` // games to which duplicates have brought something
	Seconds     float64 `json:"seconds"`

	FirstID, LastID int64 `json:"-"` // of the games added, 0 where there are none
	Generation      int64 `json:"-"` // of the archive afterwards
	// Failed are the inputs that could not be opened, or not read to their end;
	// the games before the fault were imported.
	Failed []InputError `json:"-"`
	// Leftovers are texts behind the last game of an input that belong to none.
	Leftovers []Leftover `json:"-"`
	// Unmerged are duplicates that were to be merged and could not.
	Unmerged []Unmerged `json:"-"`
}

// InputError says that an input could not be read.
type InputError struct {
	Name string
	Err  error
}

// Error says which input, and why.
func (e *InputError) Error() string { return e.Name + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e *InputError) Unwrap() error { return e.Err }

// Leftover is text that is no game.
type Leftover struct {
	Name string // of the input
	Line int    // where it begins
	Size int    // in bytes
}

// Import reads games from the inputs and adds what is new, in the order of the
// inputs. An input that cannot be read is told in the report, and the others go
// on. An error is one of the archive, of the observer, or of ctx; the report then
// tells of what is in the archive, which is always whole games, and the same import
// run again adds what is missing.
//
// A duplicate is a game with the same start, moves, result, White, Black, Event,
// Date and Round as one in the archive. Games that cannot be accepted go to the
// quarantine: of another variant, with a FEN that cannot be read or an impossible
// position, with a move in the main line that is illegal, unknown or ambiguous, in
// letters that can be read in two ways, cut short, or with a comment or tag that
// does not end.
func (a *Archive) Import(ctx context.Context, inputs iter.Seq[Input], o ImportOptions) (ImportReport, error) {
	return a.importing(ctx, inputs, o, nil)
}

// importing is Import; rt is not nil where games in quarantine are read again.
func (a *Archive) importing(ctx context.Context, inputs iter.Seq[Input], o ImportOptions, rt *retry) (ImportReport, error) {
	if o.Rules != nil {
		if _, ok := rules.RulesetByName(o.Rules.Name); !ok {
			return ImportReport{}, fmt.Errorf("import: the rule set %q is no built-in one", o.Rules.Name)
		}
	}
	if o.Jobs <= 0 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	im := &importer{archive: a, opts: o, began: time.Now(), retry: rt}
	var err error
	if o.DryRun {
		err = im.run(ctx, inputs)
	} else {
		err = a.exclusively(ctx, func() error { return im.run(ctx, inputs) })
	}
	im.report.Seconds = time.Since(im.began).Seconds()
	return im.report, wrap("import", err)
}

// importer is an import that is going on.
type importer struct {
	archive *Archive
	opts    ImportOptions
	began   time.Time
	retry   *retry // nil but for games in quarantine
	report  ImportReport
}

// run reads, works and writes: one goroutine reads, several work, and the caller's
// own writes.
func (im *importer) run(ctx context.Context, inputs iter.Seq[Input]) error {
	encoders := make([]*encoder, im.opts.Jobs)
	for i := range encoders {
		var err error
		if encoders[i], err = im.archive.newEncoder(&im.opts); err != nil {
			return err
		}
	}
	sink, err := im.newSink(ctx)
	if err != nil {
		return err
	}
	working, stop := context.WithCancel(ctx)
	defer stop()
	p := newPipeline(working, im.opts.Jobs)
	go p.read(inputs)
	for _, e := range encoders {
		p.workers.Go(func() { p.work(e) })
	}
	err = p.drain(sink.write)
	stop()
	p.workers.Wait()
	return sink.finish(err)
}

// pipeline carries chunks from the reader over the workers to the writer, in
// order. When its context ends all of them stop; a reader whose input does not
// return is left behind and ends when it does.
type pipeline struct {
	ctx     context.Context
	free    chan *chunk
	todo    chan *chunk // to the workers
	order   chan *chunk // to the writer
	workers sync.WaitGroup
}

// chunksAhead is how many chunks there are for each worker.
const chunksAhead = 4

func newPipeline(ctx context.Context, jobs int) *pipeline {
	n := jobs*chunksAhead + 2
	p := &pipeline{ctx: ctx, free: make(chan *chunk, n), todo: make(chan *chunk, n), order: make(chan *chunk, n)}
	for range n {
		p.free <- newChunk()
	}
	return p
}

// read reads the inputs into chunks.
func (p *pipeline) read(inputs iter.Seq[Input]) {
	defer func() { close(p.todo); close(p.order) }()
	for in := range inputs {
		if !p.readInput(&in) {
			return
		}
	}
}

// take gets an empty chunk, nil if the import has been given up.
func (p *pipeline) take() *chunk {
	select {
	case c := <-p.free:
		c.reset()
		return c
	case <-p.ctx.Done():
		return nil
	}
}

// pass hands a chunk on. There is room, since there are no more chunks than that.
func (p *pipeline) pass(c *chunk) {
	p.todo <- c
	p.order <- c
}

// readInput reads one input. It is false if the import has been given up.
func (p *pipeline) readInput(in *Input) bool {
	c := p.take()
	if c == nil {
		return false
	}
	c.begin = in
	src, err := in.Open()
	if err != nil {
		c.end = &inputEnd{err: err}
		p.pass(c)
		return true
	}
	defer func() { _ = src.Close() }() // all that was wanted has been read
	rd := pgn.NewReader(src)
	// A chunk is passed on when it is known what comes behind its last game.
	var full *chunk
	for {
		err := rd.Read(&c.games[c.used])
		if err != nil {
			c.end = &inputEnd{tail: rd.Tail()}
			if !errors.Is(err, io.EOF) {
				c.end.err = err
				if full != nil && c.used == 0 {
					full.cut = true
				}
				c.cut = c.used > 0
			}
		}
		if full != nil {
			p.pass(full)
			full = nil
		}
		if err != nil {
			p.pass(c)
			return true
		}
		c.bytes += int64(c.games[c.used].Size)
		c.used++
		if c.used == len(c.games) || c.bytes >= chunkBytes {
			full = c
			if c = p.take(); c == nil {
				return false
			}
		}
	}
}

// work makes entries of games until there are no more.
func (p *pipeline) work(e *encoder) {
	for {
		var c *chunk
		select {
		case <-p.ctx.Done():
			return
		case next, ok := <-p.todo:
			if !ok {
				return
			}
			c = next
		}
		for i := range c.used {
			if p.ctx.Err() != nil {
				return
			}
			c.entries = append(c.entries, e.encode(c, &c.games[i], c.cut && i == c.used-1))
		}
		c.done <- struct{}{}
	}
}

// drain gives the chunks to f in order and takes them back, until there are no
// more, f fails, or the pipeline's context ends.
func (p *pipeline) drain(f func(c *chunk) error) error {
	for {
		var c *chunk
		select {
		case <-p.ctx.Done():
			return p.ctx.Err()
		case next, ok := <-p.order:
			if !ok {
				return nil
			}
			c = next
		}
		select {
		case <-p.ctx.Done():
			return p.ctx.Err()
		case <-c.done:
		}
		if err := f(c); err != nil {
			return err
		}
		p.free <- c
	}
}
