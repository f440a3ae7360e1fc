package archive

import (
	"context"
	"time"
)

// ImportRow is what the archive knows of an import.
type ImportRow struct {
	ID      int64
	Started time.Time
	Tool    string // program and version
	State   string // "running", "done" or "interrupted"
	// The numbers of games as they were then.
	Read, Added, Duplicate, Quarantined int64
	// What is still there of those that were added or quarantined.
	Games, Held int64
}

// Imports lists the imports, oldest first.
func (a *Archive) Imports(ctx context.Context) (all []ImportRow, err error) {
	err = a.view(ctx, func(q querier) error {
		rows, err := q.QueryContext(ctx, `SELECT i.id, i.started, i.tool, i.state, i.read, i.added, i.duplicate, i.quarantined,
(SELECT count(*) FROM log l JOIN games g ON g.id BETWEEN l.first AND l.last WHERE l.import = i.id AND l.what = 'import'),
(SELECT count(*) FROM sources s JOIN quarantine h ON h.source = s.id WHERE s.import = i.id)
FROM imports i ORDER BY i.id`)
		if err != nil {
			return err
		}
		defer func() { _ = rows.Close() }() // rows.Err says what there is to say
		for rows.Next() {
			var r ImportRow
			var at int64
			if err := scan(rows, &r.ID, &at, &r.Tool, &r.State, &r.Read, &r.Added, &r.Duplicate, &r.Quarantined, &r.Games, &r.Held); err != nil {
				return err
			}
			r.Started = time.UnixMilli(at)
			all = append(all, r)
		}
		return rows.Err()
	})
	return all, wrap("read the imports", err)
}
