package index

import (
	"context"
	"errors"
	"fmt"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/pgn"
)

// Collector gathers what an index needs of the games of an import while they pass,
// as the archive's observer. When the import has ended, Commit puts it into the
// index; a Collector that is given up is closed. Either is to be called, whatever
// became of the import.
type Collector struct {
	index    *Index
	digests  digester
	work     *workshop
	building *building
	err      error
}

var _ archive.Observer = (*Collector)(nil)

// Observer returns a Collector for one import into the archive of the index.
func (ix *Index) Observer() *Collector {
	return &Collector{index: ix, digests: digester{tabiyat: ix.tabiyat}}
}

// Prepare implements [archive.Observer].
func (c *Collector) Prepare(p *pgn.Replay, dst []uint64) []uint64 { return c.digests.ofReplay(dst, p) }

// Added implements [archive.Observer]. It never fails: where the index cannot be
// written, Commit says so, and the import goes on.
func (c *Collector) Added(id int64, words []uint64) error {
	if c.err != nil || c.building != nil && c.building.full() {
		return nil // the rest is read from the archive
	}
	c.err = c.add(id, words)
	return nil
}

func (c *Collector) add(id int64, words []uint64) error {
	if c.work == nil {
		var err error
		if c.work, err = newWorkshop(c.index.dir); err != nil {
			return err
		}
		if c.building, err = newBuilding(c.work.dir, true, c.index.frequent); err != nil {
			return err
		}
	}
	return c.building.addDigest(id, words, "", 0)
}

// Commit brings the index up to date with what was gathered, and reads from the
// archive only what is missing beside it. It is also right where nothing was
// gathered, and then does what [Index.Update] does.
func (c *Collector) Commit(ctx context.Context, progress func(Progress)) error {
	if c.err != nil || c.building == nil {
		return errors.Join(c.Close(), c.index.Update(ctx, progress))
	}
	b := c.building
	err := c.index.change(ctx, func(u *update) error {
		if err := u.adopt(ctx, c.work.dir, b); err != nil {
			return err
		}
		return u.all(ctx, progress)
	})
	if err = errors.Join(err, c.Close()); err != nil {
		return err
	}
	c.index.tidy()
	return nil
}

// Close drops what was gathered. After Commit it does nothing.
func (c *Collector) Close() error {
	var errs []error
	if c.building != nil {
		errs = append(errs, c.building.abandon())
	}
	if c.work != nil {
		errs = append(errs, c.work.close())
	}
	c.building, c.work = nil, nil
	return errors.Join(errs...)
}

// adopt takes a part that was gathered during an import, unless the index has some
// of its games already, or lacks games before them that belong into order.
func (u *update) adopt(ctx context.Context, folder string, b *building) error {
	for i := range u.next.Parts {
		if u.next.Parts[i].Last >= b.row.First {
			return nil // another process was quicker: everything is read from the archive
		}
	}
	missing, err := u.archive.Count(ctx)
	if err != nil {
		return err
	}
	for _, p := range u.next.Parts {
		missing -= int64(p.Games - len(p.Dead))
	}
	if missing -= int64(b.row.Games); missing > fewGames {
		return nil // reading everything is quicker than reading so many one by one
	}
	if err := u.findSources(ctx, b); err != nil {
		return err
	}
	if err := b.finish(ctx, uint64(u.next.Generation)); err != nil {
		return fmt.Errorf("finish what was gathered: %w", err)
	}
	u.adopted = *b.columns[colID]
	return u.partDone(folder, b.row)
}

// fewGames is how many games may be read one by one.
const fewGames = 10_000

// findSources fills in where the games came from, which is not known while they
// pass: games that came one after the other from one file have it in common.
func (u *update) findSources(ctx context.Context, b *building) error {
	ids := *b.columns[colID]
	source := func(i int) (*archive.Record, error) { return u.archive.Get(ctx, int64(ids[i])) }
	sources := b.dicts[dictSources]
	for from := 0; from < len(ids); {
		here, err := source(from)
		if err != nil {
			return err
		}
		// The end of the run lies between lo, which belongs to it, and hi.
		lo, hi, step := from, len(ids), 1
		for lo+1 < hi {
			at := min(lo+step, hi-1)
			r, err := source(at)
			if err != nil {
				return err
			}
			if r.Source.File == here.Source.File && r.Source.Import == here.Source.Import {
				lo, step = at, step*2
			} else {
				hi, step = at, max((at-lo)/2, 1)
			}
		}
		number, day := sources.number([]byte(here.Source.File)), dayOf(here.Source.Time)
		for i := from; i <= lo; i++ {
			(*b.columns[colSource])[i], (*b.columns[colImported])[i] = number, day
		}
		from = lo + 1
	}
	return nil
}
