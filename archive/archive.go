package archive

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/klauspost/compress/zstd"
	_ "modernc.org/sqlite" // the driver "sqlite"
)

// Options say how an archive is opened. The zero value opens it for reading and
// writing.
type Options struct {
	ReadOnly bool
	// Busy is how long a write waits for another process that writes; 0 stands
	// for five seconds, less than 0 for not at all.
	Busy time.Duration
	// Tool names the program and its version in the records of what it writes.
	Tool string
}

// Archive is an open archive. It may be used by several goroutines at once.
type Archive struct {
	dir  string
	opts Options
	id   string

	// An archive that is opened for reading where there is no database has
	// neither.
	reader *sql.DB
	writer *sql.DB

	writing chan struct{} // holds a token while this process writes
	batch   int           // how many games an import commits at a time
	asked   *prepared     // the reader, for what is asked again and again
	names   *names
	zip     *zstd.Encoder
	unzip   *zstd.Decoder
}

// Open opens the archive in the folder dir. A folder without a database, or no
// folder at all, is an empty archive, which opening for writing creates.
//
// Errors to tell apart: [ErrNotArchive], [ErrReadOnly], *[NewerError],
// *[LockedError], *[DamagedError].
func Open(dir string, o Options) (*Archive, error) {
	if o.Busy == 0 {
		o.Busy = 5 * time.Second
	}
	a := &Archive{dir: dir, opts: o, writing: make(chan struct{}, 1), batch: batchGames}
	if err := a.open(context.Background()); err != nil {
		return nil, errors.Join(fmt.Errorf("open archive %s: %w", dir, err), a.Close())
	}
	return a, nil
}

func (a *Archive) open(ctx context.Context) (err error) {
	if a.zip, err = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithEncoderConcurrency(1)); err != nil {
		return err
	}
	if a.unzip, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(0)); err != nil {
		return err
	}
	exists, err := a.look()
	if err != nil {
		return err
	}
	if a.opts.ReadOnly {
		if !exists {
			return nil
		}
	} else if err := a.openWriter(ctx, exists); err != nil {
		return err
	}
	return a.openReader(ctx)
}

// path is that of the database.
func (a *Archive) path() string { return filepath.Join(a.dir, "games.db") }

// look reports whether there is a database, or at least a file that may be one.
func (a *Archive) look() (exists bool, err error) {
	info, err := os.Stat(a.dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, wrap("", err)
	case !info.IsDir():
		return false, fmt.Errorf("%w: it is a file, not a folder", ErrNotArchive)
	}
	info, err = os.Stat(a.path())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, wrap("", err)
	case !info.Mode().IsRegular():
		return false, fmt.Errorf("%w: games.db is no file", ErrNotArchive)
	}
	// An empty file is what remains of a creation that was interrupted.
	return info.Size() > 0, nil
}

// openWriter opens the database for writing, creates or upgrades it.
func (a *Archive) openWriter(ctx context.Context, exists bool) error {
	if err := os.MkdirAll(a.dir, 0o755); err != nil {
		return wrap("", err)
	}
	db, err := sql.Open("sqlite", dataSource(a.path(), writing))
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1)
	a.writer = db
	format := 0
	if exists {
		if format, err = checkFormat(ctx, db); err != nil {
			return err
		}
	}
	var mode string
	if format > 0 {
		if err := db.QueryRowContext(ctx, "PRAGMA journal_mode").Scan(&mode); err != nil {
			return wrap("", err)
		}
	}
	if format == schemaVersion() && mode == "wal" {
		return nil
	}
	return a.exclusively(ctx, func() error {
		// A copy may have come without its mode.
		if _, err := db.ExecContext(ctx, "PRAGMA journal_mode = WAL"); err != nil {
			return wrap("", err)
		}
		// Another process may have been quicker.
		format, err := checkFormat(ctx, db)
		if err != nil || format == schemaVersion() {
			return err
		}
		return a.transact(ctx, func(tx *sql.Tx) error { return upgrade(ctx, tx, format) })
	})
}

// openReader opens the database for reading.
func (a *Archive) openReader(ctx context.Context) error {
	format, err := a.tryReader(ctx, dataSource(a.path(), reading))
	if err != nil && a.opts.ReadOnly && a.isSettled() {
		// Where nothing can be written, nothing will be written beside us, and
		// SQLite can do without its own files.
		var again error
		if format, again = a.tryReader(ctx, dataSource(a.path(), readingForGood)); again == nil {
			err = nil
		}
	}
	if err != nil || format == 0 { // created, but not finished, by another process
		return errors.Join(err, a.closeReader())
	}
	a.asked = newPrepared(a.reader)
	a.names = newNames(a.asked)
	if err := scan(a.reader.QueryRowContext(ctx, "SELECT value FROM meta WHERE key = ?", metaID), &a.id); err != nil {
		return wrap("read the archive's ID", err)
	}
	return nil
}

// tryReader opens the database as source has it.
func (a *Archive) tryReader(ctx context.Context, source string) (format int, err error) {
	if err := a.closeReader(); err != nil {
		return 0, err
	}
	if a.reader, err = sql.Open("sqlite", source); err != nil {
		return 0, err
	}
	return checkFormat(ctx, a.reader)
}

func (a *Archive) closeReader() error {
	if a.reader == nil {
		return nil
	}
	var err error
	if a.asked != nil {
		err = a.asked.close()
	}
	err = errors.Join(err, a.reader.Close())
	a.reader, a.asked = nil, nil
	return err
}

// isSettled reports whether the folder cannot be written and the database has no
// log of writes beside it.
func (a *Archive) isSettled() bool {
	probe, err := os.CreateTemp(a.dir, ".probe-*")
	if err == nil {
		_ = probe.Close()
		_ = os.Remove(probe.Name())
		return false
	}
	info, err := os.Stat(a.path() + "-wal")
	return errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0
}

// checkFormat reads the version of the format; 0 is that of an empty database.
func checkFormat(ctx context.Context, db *sql.DB) (int, error) {
	appID, format, tables, err := version(ctx, db)
	switch {
	case err != nil:
		return 0, wrap("", err)
	case appID == 0 && format == 0 && tables == 0:
		return 0, nil
	case appID != applicationID:
		return 0, fmt.Errorf("%w: games.db belongs to another program", ErrNotArchive)
	case format > schemaVersion():
		return 0, &NewerError{Version: format, Supported: schemaVersion()}
	}
	return format, nil
}

// access is what a connection may do.
type access uint8

const (
	writing access = iota
	reading
	readingForGood // nobody can write
)

// dataSource names the database to the driver, with what every connection sets.
func dataSource(path string, how access) string {
	q := url.Values{}
	q.Add("_pragma", "busy_timeout(10000)") // first, so that the others wait
	if how == writing {
		q.Add("_pragma", fmt.Sprintf("page_size(%d)", pageSize))
		q.Add("_pragma", "synchronous(FULL)")
		q.Add("_pragma", "wal_autocheckpoint(4000)")
		q.Add("_pragma", "cache_size(-65536)")
		q.Set("_txlock", "immediate")
	} else {
		q.Set("mode", "ro")
		if how == readingForGood {
			q.Set("immutable", "1")
		}
	}
	u := url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: q.Encode()}
	return u.String()
}

// exclusively runs f while no other process and no other goroutine of this one
// writes.
func (a *Archive) exclusively(ctx context.Context, f func() error) error {
	if a.opts.ReadOnly {
		return fmt.Errorf("%w: it was opened for reading", ErrReadOnly)
	}
	if a.writer == nil {
		return ErrClosed
	}
	busy := max(a.opts.Busy, 0)
	select {
	case a.writing <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(busy):
		return &LockedError{Holder: readHolder(lockPath(a.dir))}
	}
	defer func() { <-a.writing }()
	l, err := lockFolder(ctx, a.dir, busy)
	if err != nil {
		return err
	}
	defer l.release()
	return f()
}

// transact runs f in one transaction, which is on disk when transact returns nil
// and did not happen otherwise. The caller has the lock.
func (a *Archive) transact(ctx context.Context, f func(tx *sql.Tx) error) error {
	tx, err := a.writer.BeginTx(ctx, nil)
	if err != nil {
		return wrap("", err)
	}
	if err := f(tx); err != nil {
		return errors.Join(wrap("", err), ignoreDone(tx.Rollback()))
	}
	return wrap("", tx.Commit())
}

// ignoreDone is nil for the error of a transaction that is over already, as one is
// whose context has ended.
func ignoreDone(err error) error {
	if errors.Is(err, sql.ErrTxDone) {
		return nil
	}
	return err
}

// Close closes the archive. What is running must have ended.
func (a *Archive) Close() error {
	var errs []error
	errs = append(errs, a.closeReader())
	if a.writer != nil { // last, since it puts the log of writes into the file
		errs = append(errs, a.writer.Close())
	}
	a.writer = nil
	if a.unzip != nil {
		a.unzip.Close()
	}
	return errors.Join(errs...)
}

// Dir is the archive's folder.
func (a *Archive) Dir() string { return a.dir }

// IndexDir is the folder of the indexes over the archive. The archive itself never
// looks into it.
func (a *Archive) IndexDir() string { return filepath.Join(a.dir, "index") }

// ID is the name that the archive was given when it was created, 32 hexadecimal
// digits, by which an index knows whose it is. It is empty for an empty archive
// that does not exist yet.
func (a *Archive) ID() string { return a.id }

// Generation counts the writes that changed games. An index that holds another
// generation, or another ID, has to be brought up to date; see [Archive.Changes].
func (a *Archive) Generation(ctx context.Context) (int64, error) {
	n, err := a.counter(ctx, metaGeneration)
	return n, wrap("read the generation", err)
}

// Count is the number of games.
func (a *Archive) Count(ctx context.Context) (int64, error) {
	n, err := a.counter(ctx, metaGames)
	return n, wrap("count the games", err)
}

// counter reads a number of the table meta, 0 in an archive that does not exist.
func (a *Archive) counter(ctx context.Context, key string) (n int64, err error) {
	if a.reader == nil {
		return 0, nil
	}
	err = readCounter(ctx, a.asked, key, &n)
	return n, err
}

func readCounter(ctx context.Context, q querier, key string, n *int64) error {
	return scan(q.QueryRowContext(ctx, "SELECT value FROM meta WHERE key = ?", key), n)
}
