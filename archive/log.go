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
	Import      int64 // the import's ID, 0 if it was none
	First, Last int64 // the IDs of the games lie between these, both included
}

// ChangeKind says what a write did to games.
type ChangeKind string

const (
	// Imported games are new.
	Imported ChangeKind = "import"
	// Replaced games have another text now, with the same ID.
	Replaced ChangeKind = "replace"
)

// Changes lists the writes after a generation, oldest first.
func (a *Archive) Changes(ctx context.Context, after int64) (changes []Change, err error) {
	err = a.view(ctx, func(q querier) error {
		rows, err := q.QueryContext(ctx, "SELECT generation, at, what, ifnull(import, 0), first, last FROM log WHERE generation > ? ORDER BY generation", after)
		if err != nil {
			return err
		}
		defer func() { _ = rows.Close() }() // rows.Err says what there is to say
		for rows.Next() {
			var c Change
			var at int64
			if err := scan(rows, &c.Generation, &at, &c.What, &c.Import, &c.First, &c.Last); err != nil {
				return err
			}
			c.Time = time.UnixMilli(at)
			changes = append(changes, c)
		}
		return rows.Err()
	})
	return changes, wrap("read the log", err)
}
