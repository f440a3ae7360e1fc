package archive

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"

	"github.com/diwan-shatranj/diwan/rules"
)

// Line is the main line of a game.
type Line struct {
	ID    int64
	Start *rules.Position // shared; not to be changed
	// Packed are the moves, each a rules.Move in two bytes, little-endian. It is
	// valid until the iteration goes on.
	Packed []byte
}

// Append appends the moves to dst and returns it.
func (l *Line) Append(dst []rules.Move) []rules.Move { return unpackMoves(dst, l.Packed) }

// Lines iterates over the main lines of all games with IDs greater than after, in
// the order of their IDs. An error that concerns one game does not end the
// iteration. What is written meanwhile is not seen.
func (a *Archive) Lines(ctx context.Context, after int64) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		err := a.view(ctx, func(q querier) error {
			rows, err := q.QueryContext(ctx, "SELECT id, sum, start, moves FROM games WHERE id > ? ORDER BY id", after)
			if err != nil {
				return err
			}
			defer func() { _ = rows.Close() }() // rows.Err says what there is to say
			return a.lines(ctx, rows, yield)
		})
		if err != nil && !errors.Is(err, errStop) {
			yield(Line{}, wrap("read the moves", err))
		}
	}
}

func (a *Archive) lines(ctx context.Context, rows *sql.Rows, yield func(Line, error) bool) error {
	var s summer
	var packed sql.RawBytes
	starts := map[int64]*rules.Position{}
	for rows.Next() {
		var id, sum, start int64
		if err := scan(rows, &id, &sum, &start, &packed); err != nil {
			return err
		}
		l := Line{ID: id, Start: starts[start], Packed: packed}
		var err error
		if uint64(sum)&upperHalf != movesSum(&s, id, start, packed) || len(packed)%2 != 0 {
			err = &DamagedError{What: fmt.Sprintf("the moves of game %d", id), Err: errSum}
		} else if l.Start == nil {
			l.Start, err = a.startOf(ctx, start, starts)
		}
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			l, err = Line{ID: id}, wrap(fmt.Sprintf("read game %d", id), err)
		}
		if !yield(l, err) {
			return errStop
		}
	}
	return rows.Err()
}

func (a *Archive) startOf(ctx context.Context, id int64, known map[int64]*rules.Position) (*rules.Position, error) {
	s, err := a.names.starts.get(ctx, id)
	if err != nil {
		return nil, err
	}
	if len(known) >= cacheLimit {
		clear(known)
	}
	known[id] = &s.pos
	return &s.pos, nil
}
