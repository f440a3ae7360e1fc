package archive

import (
	"context"
	"time"
)

// Change is a write that changed games.
type Change struct {
	Generation  int64 // of the archive after it; an import has that of its last batch
	Time        time.Time
	What        ChangeKind
	Import      int64 // the import's ID, also where it is one that was undone; 0 if it was none
	First, Last int64 // the IDs of the games lie between these, both included; Last is less where there are none
	Games       int64 // how many they are
}

// ChangeKind says what a write did to games.
type ChangeKind string

const (
	// Imported games are new.
	Imported ChangeKind = "import"
	// Replaced games have another text now, with the same ID.
	Replaced ChangeKind = "replace"
	// Merged games are several that are one now; the others are in the bin.
	Merged ChangeKind = "merge"
	// Retried: games left the quarantine, by the import that is told of itself.
	Retried ChangeKind = "retry"
	// Deleted games are in the bin.
	Deleted ChangeKind = "delete"
	// Undone games are in the bin, since their import was taken back; or they are what
	// they were before another write, which was taken back.
	Undone ChangeKind = "undo"
	// Restored games are back from the bin, with the IDs they had.
	Restored ChangeKind = "undelete"
)

// Changes lists the writes after a generation, oldest first. A write that changed
// games here and there is told as several changes, one for each run of IDs.
func (a *Archive) Changes(ctx context.Context, after int64) ([]Change, error) {
	changes, err := a.changes(ctx, after, `SELECT l.generation, l.at, l.what, ifnull(l.import, 0),
ifnull(r.first, l.first), ifnull(r.last, l.last), ifnull(r.last, l.last) - ifnull(r.first, l.first) + 1
FROM log l LEFT JOIN runs r ON r.generation = l.generation WHERE l.generation > ? ORDER BY l.generation, r.first`)
	return changes, wrap("read the log", err)
}

// Log lists all writes that changed games, oldest first, each once.
func (a *Archive) Log(ctx context.Context) ([]Change, error) {
	changes, err := a.changes(ctx, 0, `SELECT l.generation, l.at, l.what, ifnull(l.import, 0), l.first, l.last,
ifnull((SELECT sum(r.last - r.first + 1) FROM runs r WHERE r.generation = l.generation), l.last - l.first + 1)
FROM log l WHERE l.generation > ? ORDER BY l.generation`)
	return changes, wrap("read the log", err)
}

// logOne is what an archive of format 1, which has no runs, is asked.
const logOne = `SELECT generation, at, what, ifnull(import, 0), first, last, last - first + 1
FROM log WHERE generation > ? ORDER BY generation`

func (a *Archive) changes(ctx context.Context, after int64, query string) (changes []Change, err error) {
	err = a.view(ctx, func(q querier) error {
		if has, err := hasBin(ctx, q); err != nil {
			return err
		} else if !has {
			query = logOne
		}
		rows, err := q.QueryContext(ctx, query, after)
		if err != nil {
			return err
		}
		defer func() { _ = rows.Close() }() // rows.Err says what there is to say
		for rows.Next() {
			var c Change
			var at int64
			if err := scan(rows, &c.Generation, &at, &c.What, &c.Import, &c.First, &c.Last, &c.Games); err != nil {
				return err
			}
			c.Time = time.UnixMilli(at)
			changes = append(changes, c)
		}
		return rows.Err()
	})
	return changes, err
}

// run is a run of IDs, both ends included.
type run struct{ first, last int64 }

// runsOf are the runs of IDs in ascending order.
func runsOf(ids []int64) (runs []run) {
	for _, id := range ids {
		if n := len(runs); n > 0 && runs[n-1].last+1 == id {
			runs[n-1].last = id
			continue
		}
		runs = append(runs, run{id, id})
	}
	return runs
}

// note writes down a write that changed the games of the runs, and returns the
// generation after it. importID is 0 where it has nothing to do with an import.
func (s *session) note(what ChangeKind, importID int64, runs []run) (generation int64, err error) {
	if generation, err = s.bump(); err != nil {
		return 0, err
	}
	return generation, s.record(generation, what, importID, runs)
}

// record writes the line of the log for a write that has its generation already.
func (s *session) record(generation int64, what ChangeKind, importID int64, runs []run) error {
	first, last := int64(1), int64(0)
	if n := len(runs); n > 0 {
		first, last = runs[0].first, runs[n-1].last
	}
	var of any
	if importID != 0 {
		of = importID
	}
	if err := s.exec("INSERT INTO log (generation, at, what, import, first, last) VALUES (?, ?, ?, ?, ?, ?)",
		generation, time.Now().UnixMilli(), string(what), of, first, last); err != nil {
		return err
	}
	if len(runs) < 2 {
		return nil
	}
	for _, r := range runs {
		if err := s.exec("INSERT INTO runs (generation, first, last) VALUES (?, ?, ?)", generation, r.first, r.last); err != nil {
			return err
		}
	}
	return nil
}
