package archive

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"time"

	"github.com/diwan-shatranj/diwan/pgn"
)

// The bounds of a batch, which is what one transaction puts on disk.
const (
	batchGames = 8192 // Archive.batch, but for tests
	batchBytes = 32 << 20
	batchTime  = 2 * time.Second
)

// rowsPerInsert is how many games go into the table at a time.
const rowsPerInsert = 32

// sink is where the games of an import go, in order: into batches, or nowhere in a
// dry run.
type sink struct {
	im    *importer
	twins *twins

	// In a dry run these are not set, but seen is.
	session  *session
	interner *interner
	seen     map[[sha256.Size]byte]bool

	input    string // the name of the input
	source   int64  // its ID, 0 before it has one
	lastIDs  struct{ game, source, quarantine int64 }
	pending  []row
	args     []any
	added    []addedGame // of the batch
	words    []uint64    // that belong to them
	bytes    int         // of the batch
	since    time.Time   // when the batch began
	done     ImportReport
	progress ImportProgress
	ids      []int64
	sum      summer

	duplicates []duplicateText // of the batch, to be merged
	unmerged   []Unmerged
}

// addedGame is a game that the observer has to be told of.
type addedGame struct {
	id    int64
	words span
}

func (im *importer) newSink(ctx context.Context) (*sink, error) {
	s := &sink{im: im, twins: newTwins()}
	a := im.archive
	if im.opts.DryRun {
		s.seen = map[[sha256.Size]byte]bool{}
		if a.reader == nil {
			return s, nil
		}
		_, err := s.twins.untwinned(ctx, a.reader)
		return s, err
	}
	var err error
	if s.session, err = a.newSession(ctx); err != nil {
		return nil, err
	}
	if err := s.open(); err != nil {
		return nil, errors.Join(err, s.session.close())
	}
	return s, nil
}

// open begins the import in the archive.
func (s *sink) open() (err error) {
	ss := s.session
	if s.interner, err = newInterner(ss); err != nil {
		return err
	}
	for table, last := range map[string]*int64{"games": &s.lastIDs.game, "sources": &s.lastIDs.source, "quarantine": &s.lastIDs.quarantine} {
		if *last, err = ss.lastID(table); err != nil {
			return err
		}
	}
	last, err := s.twins.untwinned(ss.ctx, ss.conn)
	if err != nil {
		return err
	}
	if err := ss.begin(); err != nil {
		return err
	}
	if len(s.twins.fresh) > 0 {
		if err := s.twins.store(ss, last); err != nil {
			return err
		}
	}
	// Nobody else writes now: an import that runs was cut short.
	if err := ss.exec("UPDATE imports SET state = 'interrupted' WHERE state = 'running'"); err != nil {
		return err
	}
	if s.done.ID, err = ss.lastID("imports"); err != nil {
		return err
	}
	s.done.ID++
	if err := ss.exec("INSERT INTO imports (id, started, tool, state) VALUES (?, ?, ?, 'running')",
		s.done.ID, s.im.began.UnixMilli(), s.im.archive.opts.Tool); err != nil {
		return err
	}
	s.done.Generation, err = ss.counter(metaGeneration)
	return err // what was written goes to disk with the first batch
}

// write takes the games of a chunk.
func (s *sink) write(c *chunk) error {
	if c.begin != nil {
		s.input, s.source = c.begin.Name, 0
		if s.im.retry != nil {
			s.im.retry.begin(c.begin)
		}
		s.progress.Input = s.input
	}
	for i := range c.entries {
		if err := s.game(c, &c.entries[i], &c.games[i]); err != nil {
			return err
		}
	}
	// What is pending refers to the chunk, which is used again.
	if err := s.flush(); err != nil {
		return err
	}
	if e := c.end; e != nil {
		s.inputEnd(e)
	}
	s.bytes += int(c.bytes)
	s.progress.Bytes += c.bytes
	if len(s.added) >= s.im.archive.batch || s.bytes >= batchBytes || !s.since.IsZero() && time.Since(s.since) >= batchTime {
		if err := s.commit(running); err != nil {
			return err
		}
	}
	if f := s.im.opts.Progress; f != nil {
		f(s.progress)
	}
	return nil
}

func (s *sink) inputEnd(e *inputEnd) {
	r := &s.im.report
	if e.err != nil {
		r.Failed = append(r.Failed, InputError{Name: s.input, Err: e.err})
	}
	if t := e.tail; len(t.Text) > 0 {
		r.Leftovers = append(r.Leftovers, Leftover{Name: s.input, Line: t.Line, Size: len(t.Text)})
	}
}

// game takes one game.
func (s *sink) game(c *chunk, en *entry, g *pgn.Game) error {
	s.progress.Read++
	if s.im.retry != nil {
		s.im.retry.entry(en)
	}
	if en.reason != "" {
		s.progress.Quarantined++
		return s.quarantine(c, en)
	}
	if s.im.opts.OnDuplicate != KeepDuplicates {
		id, known, err := s.known(c, en)
		if err != nil {
			return err
		}
		if known {
			s.progress.Duplicate++
			if s.im.opts.OnDuplicate == MergeDuplicates && s.session != nil {
				s.duplicates = append(s.duplicates, duplicateText{id, s.input, g.Line, bytes.Clone(g.Source())})
			}
			return nil
		}
	}
	s.progress.Added++
	if s.session == nil {
		s.seen[en.identity] = true
		return nil
	}
	return s.add(c, en)
}

// known reports whether the archive has the game, and its ID, which is 0 for one that
// a dry run would add.
func (s *sink) known(c *chunk, en *entry) (id int64, known bool, err error) {
	if s.seen[en.identity] {
		return 0, true, nil
	}
	var q querier
	switch {
	case s.session != nil:
		q = s.session.asked
	case s.im.archive.reader != nil:
		q = s.im.archive.asked
	default:
		return 0, false, nil
	}
	ctx := context.Background()
	if s.ids, err = s.twins.candidates(ctx, q, en.hash, s.ids[:0]); err != nil || len(s.ids) == 0 {
		return 0, false, err
	}
	if s.session != nil {
		if err := s.flush(); err != nil { // the candidate may be among what is pending
			return 0, false, err
		}
	}
	for _, id := range s.ids {
		var d identity
		err := scan(q.QueryRowContext(ctx, "SELECT "+identityColumns+identityTables+" WHERE g.id = ?", id), d.dest()...)
		if err != nil {
			return 0, false, err
		}
		if d.settle(); d.equal(c, en) {
			return id, true, nil
		}
	}
	return 0, false, nil
}

// equal reports whether the entry is a duplicate of the game with the identity.
func (d *identity) equal(c *chunk, en *entry) bool {
	if d.fen != en.start.FEN() || !bytes.Equal(d.moves, en.moves.of(c.buf)) || d.result != int64(en.result) {
		return false
	}
	for i, v := range en.values {
		if i == siteTag {
			continue
		}
		if v == nil && d.values[i] != unknownValue(i) || v != nil && d.values[i] != string(v) {
			return false
		}
	}
	rest := ""
	if en.flags&unread != 0 {
		rest = string(en.movetext.of(c.buf))
	}
	return d.unread == rest
}

// begin makes sure that a batch is open and the input has a row.
func (s *sink) begin() error {
	if err := s.session.begin(); err != nil {
		return err
	}
	if s.since.IsZero() {
		s.since = time.Now()
	}
	if s.source != 0 {
		return nil
	}
	s.lastIDs.source++
	s.source = s.lastIDs.source
	return s.session.exec("INSERT INTO sources (id, import, name, sum) VALUES (?, ?, ?, ?)",
		s.source, s.done.ID, s.input, sumOfSource(s.source, s.done.ID, s.input))
}

// add makes rows of a game.
func (s *sink) add(c *chunk, en *entry) error {
	if err := s.begin(); err != nil {
		return err
	}
	r, f, err := s.interner.row(c, en, s.source)
	if err != nil {
		return err
	}
	if r.form, err = s.interner.form(&f); err != nil {
		return err
	}
	s.lastIDs.game++
	r.id = s.lastIDs.game
	r.seal(&s.sum)
	s.pending = append(s.pending, r)
	if len(s.pending) == rowsPerInsert {
		if err := s.flush(); err != nil {
			return err
		}
	}
	if en.flags&hasMovetext != 0 {
		if err := s.session.putMovetext(r.id, c, en); err != nil {
			return err
		}
	}
	if en.flags&hasText != 0 {
		if err := s.session.exec("INSERT INTO texts (game, text) VALUES (?, ?)", r.id, en.text.of(c.buf)); err != nil {
			return err
		}
	}
	s.twins.add(en.hash, r.id)
	from := len(s.words)
	s.words = append(s.words, en.observed.ofWords(c.words)...)
	s.added = append(s.added, addedGame{r.id, span{from, len(s.words)}})
	return nil
}

// flush writes the rows that are pending.
func (s *sink) flush() error {
	if len(s.pending) == 0 {
		return nil
	}
	s.args = s.args[:0]
	for i := range s.pending {
		s.args = s.pending[i].appendArgs(s.args)
	}
	err := s.session.exec(insertSQL("games ("+rowColumns+")", columnCount, len(s.pending)), s.args...)
	s.pending = s.pending[:0]
	return err
}

// quarantine keeps a game that cannot be accepted, unless it has it already.
func (s *sink) quarantine(c *chunk, en *entry) error {
	if s.session == nil || s.im.retry != nil { // which it has
		return nil
	}
	if err := s.begin(); err != nil {
		return err
	}
	_, found, err := s.session.number("SELECT id FROM quarantine WHERE digest = ?", en.digest[:])
	if err != nil || found {
		return err
	}
	s.lastIDs.quarantine++
	q := quarantineRow{
		id: s.lastIDs.quarantine, source: s.source, offset: en.offset, size: int64(en.size), line: int64(en.line),
		digest: en.digest[:], reason: string(en.reason), diagnostics: string(en.remarks.of(c.buf)), text: en.text.of(c.buf),
	}
	return s.session.exec("INSERT INTO quarantine ("+quarantineColumns+") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		q.id, q.digest, q.source, q.offset, q.size, q.line, q.reason, q.diagnostics, q.text, q.checksum())
}

// The states of an import in the table imports.
const (
	running     = "running"
	finished    = "done"
	interrupted = "interrupted"
)

// commit puts the batch on disk, tells of it, and merges its duplicates. With the last
// one of an import the table twins is filled.
func (s *sink) commit(state string) error {
	if s.session == nil {
		s.take()
		return nil
	}
	if len(s.duplicates) > 0 {
		// The import has not ended before that is done.
		if err := s.store(running); err != nil {
			return err
		}
		if err := s.mergeDuplicates(); err != nil {
			return err
		}
		if state == running {
			return nil
		}
	}
	return s.store(state)
}

// store puts the batch on disk and tells of it.
func (s *sink) store(state string) error {
	if err := s.flush(); err != nil {
		return err
	}
	if err := s.session.begin(); err != nil {
		return err
	}
	p := s.progress
	err := s.session.exec("UPDATE imports SET state = ?, read = ?, added = ?, duplicate = ?, quarantined = ?, seconds = ? WHERE id = ?",
		state, p.Read, p.Added, p.Duplicate, p.Quarantined, time.Since(s.im.began).Seconds(), s.done.ID)
	if err != nil {
		return err
	}
	generation := s.done.Generation
	if n := len(s.added); n > 0 {
		generation++
		if err := s.logBatch(generation, s.added[0].id, s.added[n-1].id); err != nil {
			return err
		}
	}
	if state != running {
		if err := s.twins.store(s.session, s.lastIDs.game); err != nil {
			return err
		}
	}
	if err := s.session.commit(); err != nil {
		return err
	}
	s.done.Generation = generation
	s.take()
	return s.tell()
}

// logBatch writes down that the games first to last are new.
func (s *sink) logBatch(generation, first, last int64) error {
	ss := s.session
	games, err := ss.counter(metaGames)
	if err != nil {
		return err
	}
	if err := ss.setCounter(metaGames, games+last-first+1); err != nil {
		return err
	}
	if err := ss.setCounter(metaGeneration, generation); err != nil {
		return err
	}
	if s.done.FirstID == 0 {
		return ss.exec("INSERT INTO log (generation, at, what, import, first, last) VALUES (?, ?, 'import', ?, ?, ?)",
			generation, time.Now().UnixMilli(), s.done.ID, first, last)
	}
	return ss.exec("UPDATE log SET generation = ?, last = ? WHERE import = ? AND what = 'import'", generation, last, s.done.ID)
}

// take counts what has been committed.
func (s *sink) take() {
	p := s.progress
	s.done.Read, s.done.Added, s.done.Duplicate, s.done.Quarantined = p.Read, p.Added, p.Duplicate, p.Quarantined
	if n := len(s.added); n > 0 {
		if s.done.FirstID == 0 {
			s.done.FirstID = s.added[0].id
		}
		s.done.LastID = s.added[n-1].id
	}
	s.bytes, s.since = 0, time.Time{}
}

// tell tells the observer of the games of the batch.
func (s *sink) tell() error {
	defer func() { s.added, s.words = s.added[:0], s.words[:0] }()
	o := s.im.opts.Observer
	if o == nil {
		return nil
	}
	for _, g := range s.added {
		if err := o.Added(g.id, s.words[g.words.start:g.words.end]); err != nil {
			return err
		}
	}
	return nil
}

// finish ends the import, which err has ended if it is not nil: what is whole is
// committed, unless it is the archive itself that failed.
func (s *sink) finish(err error) error {
	switch {
	case err == nil:
		err = s.commit(finished)
	case errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded):
		err = cmp.Or(s.commit(interrupted), err)
	}
	if s.session != nil {
		err = cmp.Or(err, s.session.rollback())
		if err != nil {
			// It says so by itself unless this succeeds, too.
			_ = s.session.exec("UPDATE imports SET state = ? WHERE id = ? AND state = ?", interrupted, s.done.ID, running)
		}
		err = s.session.end(err)
	}
	if s.done.Read == 0 && err != nil {
		s.done.ID = 0 // nothing of it is in the archive
	}
	s.done.Failed, s.done.Leftovers, s.done.Unmerged = s.im.report.Failed, s.im.report.Leftovers, s.unmerged
	s.im.report = s.done
	return err
}

// ofWords is the span's piece of the words.
func (s span) ofWords(w []uint64) []uint64 { return w[s.start:s.end:s.end] }
