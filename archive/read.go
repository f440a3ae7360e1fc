package archive

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
)

// Get returns the game with that ID. The error is [ErrNoGame] if there is none and
// a *[DamagedError] if it is not as it was written.
func (a *Archive) Get(ctx context.Context, id int64) (*Record, error) {
	doing := fmt.Sprintf("read game %d", id)
	if a.reader == nil {
		return nil, wrap(doing, ErrNoGame)
	}
	rd := newRowReader()
	r, err := a.get(ctx, a.asked, rd, id)
	return r, wrap(doing, err)
}

func (a *Archive) get(ctx context.Context, q querier, rd *rowReader, id int64) (*Record, error) {
	err := rd.read(q.QueryRowContext(ctx, "SELECT "+rowColumns+" FROM games WHERE id = ?", id))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, ErrNoGame
	}
	if err != nil {
		return nil, err
	}
	return a.record(ctx, q, &rd.row)
}

// record makes a Record of a row, with what other tables have of it.
func (a *Archive) record(ctx context.Context, q querier, w *row) (*Record, error) {
	r, f, err := w.record(ctx, a.names)
	if err != nil {
		return nil, err
	}
	if f.flags&hasMovetext != 0 {
		var sum int64
		err := q.QueryRowContext(ctx, "SELECT preface, text, letters, sum FROM movetexts WHERE game = ?", w.id).
			Scan(&r.Preface, &r.Movetext, &r.Letters, &sum)
		if err = missing(err); err == nil && sum != sumOf(w.id, r.Preface, r.Movetext, r.Letters) {
			err = errSum
		}
		if err != nil {
			return nil, damagedText("movetext", w.id, err)
		}
	}
	if f.flags&hasText != 0 {
		var packed []byte
		err := scan(q.QueryRowContext(ctx, "SELECT text FROM texts WHERE game = ?", w.id), &packed)
		if err = missing(err); err == nil {
			r.Text, err = a.plainText(packed, w.digest)
		}
		if err != nil {
			return nil, damagedText("text", w.id, err)
		}
	}
	return r, nil
}

var errMissing = errors.New("it is missing")

// missing turns the error of an answer without rows into one that says so.
func missing(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return errMissing
	}
	return err
}

// damagedText is a *DamagedError about a text of a game, unless err is that of a
// database that could not answer.
func damagedText(what string, id int64, err error) error {
	what = fmt.Sprintf("the %s of game %d", what, id)
	if translated := wrap("read "+what, err); translated != nil && errors.Is(err, context.Canceled) {
		return translated
	}
	return &DamagedError{What: what, Err: err}
}

// Games iterates over the games with the given IDs, in that order; those that do
// not exist give [ErrNoGame]. Without IDs it iterates over all games in the order
// of their IDs. An error that concerns one game, such as a *[DamagedError], does
// not end the iteration. What is written meanwhile is not seen.
func (a *Archive) Games(ctx context.Context, ids ...int64) iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		err := a.view(ctx, func(q querier) error {
			rd := newRowReader()
			if len(ids) == 0 {
				return a.rows(ctx, q, rd, 0, func(w *row, err error) error {
					var r *Record
					if err == nil {
						r, err = a.record(ctx, q, w)
					}
					return handOver(ctx, yield, r, w.id, err)
				})
			}
			for _, id := range ids {
				r, err := a.get(ctx, q, rd, id)
				if err := handOver(ctx, yield, r, id, err); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil && !errors.Is(err, errStop) {
			yield(nil, wrap("read the games", err))
		}
	}
}

// errStop means that the one who iterates has had enough.
var errStop = errors.New("stop")

// handOver yields a game, or the error of it.
func handOver[T any](ctx context.Context, yield func(*T, error) bool, v *T, id int64, err error) error {
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		v, err = nil, wrap(fmt.Sprintf("read game %d", id), err)
	}
	if !yield(v, err) {
		return errStop
	}
	return nil
}

// view runs f on one state of the archive; not at all if it does not exist yet.
func (a *Archive) view(ctx context.Context, f func(q querier) error) error {
	if a.reader == nil {
		return nil
	}
	tx, err := a.reader.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // there is nothing to lose
	return f(newPrepared(tx))
}

// piece is how many rows are read before something is done with them, since
// nothing else should be asked over a connection while an answer is open.
const piece = 256

// rows calls f with all rows behind an ID, in order. A row that is damaged comes
// with its error and, if the damage has left it, its ID.
func (a *Archive) rows(ctx context.Context, q querier, rd *rowReader, after int64, f func(w *row, err error) error) error {
	w := make([]row, 0, piece)
	faults := map[int]error{}
	for {
		var err error
		w, err = readPiece(ctx, q, rd, after, w[:0], faults)
		var damaged *DamagedError
		switch {
		case errors.As(wrap("", err), &damaged):
			// Past the damage there may be more: from here on row by row, for as
			// long as there is damage.
			next, more, err := a.probe(ctx, q, rd, after, f)
			if err != nil {
				return err
			}
			if !more {
				return damaged
			}
			after = next
			continue
		case err != nil:
			return err
		case len(w) == 0:
			return nil
		}
		after = w[len(w)-1].id
		for i := range w {
			if err := f(&w[i], faults[i]); err != nil {
				return err
			}
		}
	}
}

// readPiece reads the next rows behind an ID. faults gets the errors of damaged
// ones.
func readPiece(ctx context.Context, q querier, rd *rowReader, after int64, w []row, faults map[int]error) ([]row, error) {
	clear(faults)
	rows, err := q.QueryContext(ctx, "SELECT "+rowColumns+" FROM games WHERE id > ? ORDER BY id LIMIT ?", after, piece)
	if err != nil {
		return w, err
	}
	defer func() { _ = rows.Close() }() // rows.Err says what there is to say
	for last := after; rows.Next(); last = rd.row.id {
		err := rd.read(rows)
		var damaged *DamagedError
		if rd.row.id <= last {
			// A damaged tree may lead back to where one came from, for ever.
			return w, &DamagedError{What: "games.db", Err: fmt.Errorf("game %d comes behind game %d", rd.row.id, last)}
		}
		if errors.As(err, &damaged) {
			faults[len(w)] = err
		} else if err != nil {
			return w, err
		}
		w = append(w, rd.row)
	}
	return w, rows.Err()
}

// probe asks for one row after the other behind an ID, in which the database has
// met with damage, until a piece's length of them is sound or missing. It returns
// the last ID that it asked for, and whether there may be more behind it. The last
// one there can be is told in two places: damage to one of them must not make this
// endless.
func (a *Archive) probe(ctx context.Context, q querier, rd *rowReader, after int64, f func(w *row, err error) error) (at int64, more bool, err error) {
	var given, logged int64
	err = scan(q.QueryRowContext(ctx, `SELECT (SELECT seq FROM sqlite_sequence WHERE name = 'games'),
(SELECT ifnull(max(last), 0) FROM log WHERE what = 'import')`), &given, &logged)
	if err != nil {
		return 0, false, err
	}
	last := min(given, logged)
	sound := 0
	for id := after + 1; ; id++ {
		if id > last {
			if given != logged {
				return 0, false, &DamagedError{What: "games.db", Err: fmt.Errorf("the last game's ID is %d in one place and %d in another", given, logged)}
			}
			return last, false, nil
		}
		err := rd.read(q.QueryRowContext(ctx, "SELECT "+rowColumns+" FROM games WHERE id = ?", id))
		if sound++; errors.Is(err, sql.ErrNoRows) {
			continue
		}
		if err != nil {
			sound, rd.row.id = 0, id
			var damaged *DamagedError
			if !errors.As(wrap("", err), &damaged) {
				return 0, false, err
			}
			err = &DamagedError{What: fmt.Sprintf("game %d", id), Err: err}
		}
		if err := f(&rd.row, err); err != nil {
			return 0, false, err
		}
		if sound >= piece {
			return id, true, nil
		}
	}
}
