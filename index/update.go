package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/gofrs/flock"
)

// Progress is how far an update has come.
type Progress struct {
	Games int64 // done
	Total int64 // to be done, as far as it is known
}

// Update brings the index up to date: it adds the games that are new, replaces
// those that have changed, and makes all of it again where there is no index, or
// one that cannot be used. progress, which may be nil, is called now and then. One
// process updates at a time; another one waits, and then finds it done. Where there
// are many parts then, some are merged in the background, see [Index.Settle].
//
// An archive that does not exist yet needs no index: nothing is done.
func (ix *Index) Update(ctx context.Context, progress func(Progress)) error {
	if err := ix.change(ctx, func(u *update) error { return u.all(ctx, progress) }); err != nil {
		return err
	}
	ix.tidy()
	return nil
}

// Rebuild makes the index from nothing.
func (ix *Index) Rebuild(ctx context.Context, progress func(Progress)) error {
	return ix.change(ctx, func(u *update) error {
		if err := u.clear(); err != nil {
			return err
		}
		return u.all(ctx, progress)
	})
}

// change runs f on the index as it is on disk, while no other process changes it,
// and puts what has become of it in its place.
func (ix *Index) change(ctx context.Context, f func(u *update) error) error {
	if ix.archive.ID() == "" {
		return nil
	}
	if err := os.MkdirAll(ix.dir, 0o777); err != nil {
		return fmt.Errorf("update the index: %w", err)
	}
	lock := flock.New(filepath.Join(ix.dir, lockFile))
	if _, err := lock.TryLockContext(ctx, 50*time.Millisecond); err != nil {
		return fmt.Errorf("update the index: %w", err)
	}
	defer func() { _ = lock.Close() }() // the file stays; the system frees the lock
	ix.mu.Lock()
	suspicious := ix.damage != nil
	ix.mu.Unlock()
	if err := ix.Reopen(); err != nil {
		return err
	}
	u := &update{archive: ix.archive, dir: ix.dir, frequent: ix.frequent, tabiyat: ix.tabiyat.Fingerprint(), digests: &digester{tabiyat: ix.tabiyat}}
	ix.mu.Lock()
	if ix.now != nil {
		u.base = ix.now
		u.base.retain()
	}
	ix.mu.Unlock()
	var err error
	if u.base == nil || suspicious || u.base.Tabiyat != u.tabiyat {
		err = u.clear()
	} else {
		u.next = u.base.manifest
		u.next.Parts = slices.Clone(u.base.Parts)
	}
	if err == nil {
		err = f(u)
	}
	if err == nil && u.changed {
		err = u.commit()
	}
	err = errors.Join(err, u.close())
	if err != nil {
		return fmt.Errorf("update the index: %w", err)
	}
	if !u.changed {
		return nil
	}
	return ix.Reopen()
}

// update is a change of the index that is going on. The caller has the lock.
type update struct {
	archive  *archive.Archive
	dir      string
	base     *snapshot // nil: nothing of what is there can be used
	next     manifest
	changed  bool
	digests  *digester
	frequent int    // how often a position has to occur to be frequent
	tabiyat  string // what tells the list of opening arrays from others
	work     *workshop
	ready    []string // folders of parts, in the order of the rows behind those of base
	adopted  []uint32 // IDs of the games that a Collector has brought, the first of the new parts
}

// clear forgets the index that is there. New parts get numbers that no file has
// yet: others may have those files open.
func (u *update) clear() error {
	_ = u.base.release() // nothing of it is wanted
	u.base = nil
	entries, err := os.ReadDir(u.dir)
	if err != nil {
		return err
	}
	u.next = manifest{Format: formatVersion, Archive: u.archive.ID(), Tabiyat: u.tabiyat}
	for _, e := range entries {
		if isPartName(e.Name()) {
			number, _, _ := strings.Cut(e.Name(), ".")
			n, _ := strconv.ParseInt(number, 10, 64) // digits only
			u.next.Next = max(u.next.Next, n+1)
		}
	}
	u.changed = true
	return nil
}

// bench returns the folder in which parts are built.
func (u *update) bench() (string, error) {
	if u.work == nil {
		w, err := newWorkshop(u.dir)
		if err != nil {
			return "", err
		}
		u.work = w
	}
	return os.MkdirTemp(u.work.dir, "part-")
}

func (u *update) close() error {
	var err error
	if u.work != nil {
		err = u.work.close()
	}
	return errors.Join(err, u.base.release())
}

// all brings in everything that the archive has and the index has not.
func (u *update) all(ctx context.Context, progress func(Progress)) error {
	generation, err := u.archive.Generation(ctx)
	if err != nil {
		return err
	}
	if u.next.Generation == generation && !u.changed {
		return nil
	}
	changes, err := u.archive.Changes(ctx, u.next.Generation)
	if err != nil {
		return err
	}
	after, again, err := u.plan(changes)
	if err != nil {
		return err
	}
	total, err := u.archive.Count(ctx)
	if err != nil {
		return err
	}
	for _, p := range u.next.Parts {
		total -= int64(p.Games - len(p.Dead))
	}
	c := newConveyor(u, progress, total)
	if err := c.again(ctx, again); err != nil {
		return err
	}
	if err := c.tail(ctx, after); err != nil {
		return err
	}
	u.next.Generation, u.changed = generation, true
	return nil
}

// plan says what has to be read: all games behind an ID, and single ones before
// it, whose former entries are dead from now on.
func (u *update) plan(changes []archive.Change) (after int64, again []int64, err error) {
	for _, p := range u.next.Parts {
		after = max(after, p.Last)
	}
	for _, id := range u.next.Skipped {
		after = max(after, id)
	}
	for _, c := range changes {
		for id := c.First; id <= min(c.Last, after); id++ {
			known, err := u.holds(id)
			if err != nil {
				return 0, nil, err
			}
			if known && c.What == archive.Imported {
				continue
			}
			again = append(again, id)
			if known {
				if err := u.bury(id); err != nil {
					return 0, nil, err
				}
			}
		}
	}
	slices.Sort(again)
	return after, slices.Compact(again), nil
}

// holds reports whether a game is in the index as it was, and counts.
func (u *update) holds(id int64) (bool, error) {
	if _, found := slices.BinarySearch(u.adopted, uint32(id)); found {
		return true, nil
	}
	if u.base == nil {
		return false, nil
	}
	for _, p := range u.base.parts {
		live, err := p.isLive(id)
		if err != nil || live {
			return live, err
		}
	}
	return false, nil
}

// bury makes the entries of a game dead.
func (u *update) bury(id int64) error {
	bases := 0
	if u.base != nil {
		bases = len(u.base.parts)
		for i, p := range u.base.parts {
			_, found, err := p.rowOf(id)
			if err != nil {
				return err
			}
			if found {
				u.next.Parts[i].kill(uint32(id))
			}
		}
	}
	if _, found := slices.BinarySearch(u.adopted, uint32(id)); found {
		u.next.Parts[bases].kill(uint32(id))
	}
	return nil
}

// kill adds an ID to those that no longer count.
func (r *partRow) kill(id uint32) {
	at, there := slices.BinarySearch(r.Dead, id)
	if !there {
		r.Dead = slices.Insert(slices.Clone(r.Dead), at, id)
	}
}

// partDone takes a part that has been built in a folder.
func (u *update) partDone(folder string, row partRow) error {
	var err error
	if row.Text, err = textFiles(filepath.Join(folder, textFolder)); err != nil {
		return err
	}
	row.Name = partName(u.next.Next)
	u.next.Next++
	u.next.Parts = append(u.next.Parts, row)
	u.ready = append(u.ready, folder)
	u.changed = true
	return nil
}

// commit moves the files of the new parts into their place, then the manifest,
// and removes what is not needed any more.
func (u *update) commit() error {
	first := len(u.next.Parts) - len(u.ready)
	for i, folder := range u.ready {
		if err := u.work.deliver(folder, u.dir, u.next.Parts[first+i].Name); err != nil {
			return err
		}
	}
	if err := syncFolder(u.dir); err != nil {
		return err
	}
	if err := u.next.write(u.dir); err != nil {
		return err
	}
	u.next.sweep(u.dir)
	return nil
}
