package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/index/authority"
	"github.com/diwan-shatranj/diwan/index/tabiya"
)

// Index answers queries over an archive. Several goroutines may use it at once.
type Index struct {
	archive   *archive.Archive
	dir       string
	tabiyat   *tabiya.List
	authority *authority.List
	frequent  int // how often a position has to occur for a list of its own

	mu      sync.Mutex
	now     *snapshot // nil where nothing can be searched
	missing bool
	foreign bool
	damage  error
	closed  bool

	merging background
}

// Options say how an index is opened. The zero value is the default.
type Options struct {
	// Dir is the folder of the index; "" stands for the archive's own. Another
	// one serves where that cannot be written.
	Dir string

	frequent int // other than frequentLeast, in tests
}

// Health says whether an index can be searched and whether it is up to date.
type Health uint8

const (
	// Current: the index holds what the archive holds.
	Current Health = iota
	// Behind: the archive, or its list of opening arrays, has changed since. The
	// index answers for what it had then.
	Behind
	// Missing: there is no index. An empty archive needs none.
	Missing
	// Foreign: the index is of another archive, or of another format.
	Foreign
	// Damaged: files are missing, or not as they were written.
	Damaged
)

// String returns the health as a word.
func (h Health) String() string {
	switch h {
	case Current:
		return "current"
	case Behind:
		return "behind"
	case Missing:
		return "missing"
	case Foreign:
		return "foreign"
	default:
		return "damaged"
	}
}

// State is how an index stands to its archive.
type State struct {
	Health     Health
	Err        error // what is damaged, nil otherwise
	Generation int64 // of the archive, as the index has it
	Games      int64 // in the index
	Plies      int64 // of these games
	Parts      int
	// Skipped are the games that could not be read from the archive when the
	// index was made, and that it therefore does not find.
	Skipped []int64
}

// Searchable reports whether searches are answered: fully, or for the archive as
// it was.
func (s State) Searchable() bool { return s.Health <= Behind }

// ErrNoIndex means that there is nothing to search in before [Index.Update] has
// been called; [Index.State] says why.
var ErrNoIndex = errors.New("the index has to be made first")

// Open opens the index of an archive. That it is missing, of another archive or
// damaged is no error here: State tells, and Update mends it. An error is one of
// reading the folder, the archive's [TabiyatFile], or its [authority.File].
func Open(a *archive.Archive, o Options) (*Index, error) {
	ix := &Index{archive: a, dir: o.Dir, frequent: cmp.Or(o.frequent, frequentLeast)}
	if ix.dir == "" {
		ix.dir = a.IndexDir()
	}
	var err error
	if ix.tabiyat, err = Tabiyat(a); err != nil {
		return nil, err
	}
	if ix.authority, err = authority.Open(a.Dir()); err != nil {
		return nil, err
	}
	if err := ix.Reopen(); err != nil {
		return nil, err
	}
	return ix, nil
}

// Close closes the index. Searches that are running end as they would have; merging
// that goes on is given up, see [Index.Settle].
func (ix *Index) Close() error {
	ix.mu.Lock()
	ix.closed = true
	merging := ix.merging
	ix.mu.Unlock()
	if merging.done != nil {
		merging.cancel()
		<-merging.done
	}
	ix.mu.Lock()
	defer ix.mu.Unlock()
	err := ix.now.release()
	ix.now = nil
	return err
}

// Reopen looks at the folder again, in which another process may have brought the
// index up to date.
func (ix *Index) Reopen() error {
	next, err := openSnapshot(ix.dir)
	ix.mu.Lock()
	defer ix.mu.Unlock()
	old := ix.now
	ix.now, ix.missing, ix.foreign, ix.damage = nil, false, false, nil
	switch {
	case errors.Is(err, errForeign):
		ix.foreign = true
	case isDamage(err):
		ix.damage = err
	case err != nil:
		return errors.Join(fmt.Errorf("open the index: %w", err), old.release())
	case next == nil:
		ix.missing = true
	case next.Archive != ix.archive.ID():
		ix.foreign = true
		err = next.release()
	default:
		ix.now = next
	}
	if isDamage(err) || errors.Is(err, errForeign) {
		err = nil
	}
	return errors.Join(err, old.release())
}

// State says how the index stands to the archive.
func (ix *Index) State(ctx context.Context) (State, error) {
	generation, err := ix.archive.Generation(ctx)
	if err != nil {
		return State{}, err
	}
	ix.mu.Lock()
	defer ix.mu.Unlock()
	var s State
	switch {
	case ix.damage != nil:
		return State{Health: Damaged, Err: ix.damage}, nil
	case ix.foreign:
		return State{Health: Foreign}, nil
	case ix.now == nil:
		return State{Health: Missing}, nil
	}
	m := &ix.now.manifest
	if m.Generation != generation || m.Tabiyat != ix.tabiyat.Fingerprint() {
		s.Health = Behind
	}
	s.Generation, s.Parts, s.Skipped = m.Generation, len(m.Parts), m.Skipped
	for i := range m.Parts {
		s.Games += int64(m.Parts[i].Games - len(m.Parts[i].Dead))
		s.Plies += m.Parts[i].Plies
	}
	return s, nil
}

// acquire returns what is to be searched. The caller releases it.
func (ix *Index) acquire() (*snapshot, error) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if ix.now == nil {
		if ix.missing && ix.archive.ID() == "" {
			return &snapshot{refs: 1}, nil
		}
		if ix.damage != nil {
			return nil, fmt.Errorf("%w: %w", ErrNoIndex, ix.damage)
		}
		return nil, ErrNoIndex
	}
	ix.now.retain()
	return ix.now, nil
}

// suspect takes note of damage that a search has met, so that Update makes the
// index again. It returns err.
func (ix *Index) suspect(err error) error {
	if isDamage(err) {
		ix.mu.Lock()
		ix.damage = err
		ix.mu.Unlock()
	}
	return err
}

// snapshot is the index as a manifest lists it. It stays open until the last who
// uses it releases it, whatever becomes of its files' names.
type snapshot struct {
	manifest
	parts []*part

	mu   sync.Mutex
	refs int
}

// retain keeps the snapshot open for another user. It may be nil.
func (s *snapshot) retain() {
	if s == nil {
		return
	}
	s.mu.Lock()
	s.refs++
	s.mu.Unlock()
}

// release gives the snapshot back. It may be nil.
func (s *snapshot) release() error {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	s.refs--
	last := s.refs == 0
	s.mu.Unlock()
	if !last {
		return nil
	}
	var errs []error
	for _, p := range s.parts {
		errs = append(errs, p.close())
	}
	return errors.Join(errs...)
}

// errForeign means that the index is of another format.
var errForeign = errors.New("the index is of another format")

// openSnapshot opens what the manifest of a folder lists; nil where there is no
// manifest. Where another process replaces the index at that time, the manifest
// is read again.
func openSnapshot(dir string) (*snapshot, error) {
	const tries = 10
	for i := 0; ; i++ {
		m, err := readManifest(dir)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		if m.Format != formatVersion {
			return nil, errForeign
		}
		s := &snapshot{manifest: *m, refs: 1}
		for _, row := range m.Parts {
			var p *part
			if p, err = openPart(dir, row); err != nil {
				break
			}
			s.parts = append(s.parts, p)
		}
		if err == nil {
			return s, nil
		}
		err = errors.Join(err, s.release())
		if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		if i == tries {
			return nil, fmt.Errorf("%w: %w", &DamageError{Path: dir, Part: "the set of files"}, err)
		}
	}
}
