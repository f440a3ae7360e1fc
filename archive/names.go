package archive

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

// names holds the rows that games refer to. Such rows are added and never
// changed, so that what was read once stays true.
type names struct {
	strings *cache[string]
	starts  *cache[startRow]
	shapes  *cache[shape]
	remarks *cache[[]pgn.Diagnostic]
	sources *cache[sourceRow]
	forms   *cache[*form]
}

type startRow struct {
	fen, array string
	pos        rules.Position
}

type sourceRow struct {
	name     string
	importID int64
	time     time.Time
	tool     string
}

// provenance is where a text of the source came from.
func (s *sourceRow) provenance(offset, size, line int64, digest []byte) Provenance {
	p := Provenance{File: s.name, Offset: offset, Size: size, Line: int(line), Import: s.importID, Time: s.time, Tool: s.tool}
	copy(p.Digest[:], digest)
	return p
}

// cacheLimit is how many rows of a table are kept in memory.
const cacheLimit = 1 << 18

// A cache keeps rows of one table by their ID.
type cache[T any] struct {
	what string // for errors
	load func(ctx context.Context, id int64) (T, error)

	mu   sync.RWMutex
	rows map[int64]T
}

func newCache[T any](what string, load func(ctx context.Context, id int64) (T, error)) *cache[T] {
	return &cache[T]{what: what, load: load, rows: map[int64]T{}}
}

// get returns the row, or a *DamagedError where there is none or it is not as it
// was written.
func (c *cache[T]) get(ctx context.Context, id int64) (T, error) {
	c.mu.RLock()
	row, ok := c.rows[id]
	c.mu.RUnlock()
	if ok {
		return row, nil
	}
	row, err := c.load(ctx, id)
	if err != nil {
		what := fmt.Sprintf("%s %d", c.what, id)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			err = &DamagedError{What: what, Err: errors.New("it is missing")}
		case errors.Is(err, errSum):
			err = &DamagedError{What: what, Err: errSum}
		}
		return row, wrap("read "+what, err)
	}
	c.mu.Lock()
	if len(c.rows) >= cacheLimit {
		clear(c.rows)
	}
	c.rows[id] = row
	c.mu.Unlock()
	return row, nil
}

// errSum means that a checksum differs.
var errSum = errors.New("its checksum is wrong")

func newNames(q querier) *names {
	// read scans one row, the last column of which is the checksum over the ID
	// and the texts.
	read := func(ctx context.Context, query string, id int64, sum *int64, dest ...any) error {
		return scan(q.QueryRowContext(ctx, query, id), append(dest, sum)...)
	}
	n := &names{}
	n.strings = newCache("string", func(ctx context.Context, id int64) (text string, err error) {
		var sum int64
		if err = read(ctx, "SELECT text, sum FROM strings WHERE id = ?", id, &sum, &text); err == nil && sum != sumOf(id, text) {
			err = errSum
		}
		return text, err
	})
	n.starts = newCache("start position", func(ctx context.Context, id int64) (r startRow, err error) {
		var sum int64
		if err = read(ctx, "SELECT fen, array, sum FROM starts WHERE id = ?", id, &sum, &r.fen, &r.array); err != nil {
			return r, err
		}
		if sum != sumOf(id, r.fen, r.array) {
			return r, errSum
		}
		r.pos, err = rules.ParsePosition(r.fen)
		return r, err
	})
	n.shapes = newCache("tag list", func(ctx context.Context, id int64) (shape, error) {
		var text string
		var sum int64
		if err := read(ctx, "SELECT tags, sum FROM shapes WHERE id = ?", id, &sum, &text); err != nil {
			return nil, err
		}
		if sum != sumOf(id, text) {
			return nil, errSum
		}
		return parseShape(text)
	})
	n.remarks = newCache("diagnostics", func(ctx context.Context, id int64) (ds []pgn.Diagnostic, err error) {
		var text string
		var sum int64
		if err := read(ctx, "SELECT list, sum FROM remarks WHERE id = ?", id, &sum, &text); err != nil {
			return nil, err
		}
		if sum != sumOf(id, text) {
			return nil, errSum
		}
		err = json.Unmarshal([]byte(text), &ds)
		return ds, err
	})
	n.sources = newCache("source", func(ctx context.Context, id int64) (r sourceRow, err error) {
		var started, sum int64
		err = read(ctx, "SELECT s.import, s.name, i.started, i.tool, s.sum FROM sources s JOIN imports i ON i.id = s.import WHERE s.id = ?",
			id, &sum, &r.importID, &r.name, &started, &r.tool)
		if err != nil {
			return r, err
		}
		if sum != sumOfSource(id, r.importID, r.name) {
			return r, errSum
		}
		r.time = time.UnixMilli(started)
		return r, nil
	})
	n.forms = newCache("form", func(ctx context.Context, id int64) (*form, error) {
		var f form
		var sum int64
		var remarks *int64
		err := read(ctx, "SELECT "+formColumns+" FROM forms WHERE id = ?", id, &sum,
			&f.source, &f.flags, &f.ending, &f.reason, &f.rules, &f.shape, &remarks)
		if err != nil {
			return nil, err
		}
		if remarks != nil {
			f.remarks = *remarks
		}
		if sum != f.checksum(id) {
			return nil, errSum
		}
		return &f, nil
	})
	return n
}

func sumOfSource(id, importID int64, name string) int64 {
	var s summer
	s.numbers(id, importID)
	s.text(name)
	return int64(s.sum())
}
