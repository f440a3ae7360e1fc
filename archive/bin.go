package archive

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"
)

// Binned is what the bin holds of a game.
type Binned struct {
	// Record is the game as it was. Its ID is that which it had, and has again if
	// it comes back.
	Record *Record
	// Generation names the write that put it here, together with Time and What.
	Generation int64
	Time       time.Time
	What       ChangeKind
	// Deleted tells a game that is not in the archive any more from a former
	// version of one that was edited.
	Deleted bool
}

// ErrNotBinned means that the bin has nothing of that kind.
var ErrNotBinned = errors.New("there is nothing of it in the bin")

// ErrNoImport means that there is no import of that ID, or nothing left of it.
var ErrNoImport = errors.New("there is nothing of that import in the archive")

// restColumns are rowColumns but for the ID.
const restColumns = "sum, start, form, white, black, event, site, date, round, result, ended, offset, size, line, digest, extra, moves"

// Delete puts games into the bin, from where [Archive.Undelete] brings them back
// with the same IDs. It returns how many there were; IDs without a game are passed
// over. All of it happens, or nothing.
func (a *Archive) Delete(ctx context.Context, ids ...int64) (n int64, err error) {
	err = a.within(ctx, func(s *session) error {
		there, err := s.amongst("SELECT count(*) FROM games WHERE id = ?", ids)
		if err != nil || len(there) == 0 {
			return err
		}
		n = int64(len(there))
		_, err = s.bin(Deleted, 0, there)
		return err
	})
	return n, wrap("delete", err)
}

// Undelete brings games back from the bin. It returns how many; IDs without a game
// in the bin are passed over.
func (a *Archive) Undelete(ctx context.Context, ids ...int64) (n int64, err error) {
	err = a.within(ctx, func(s *session) error {
		there, err := s.amongst("SELECT count(*) FROM bin WHERE game = ? AND deleted = 1", ids)
		if err != nil || len(there) == 0 {
			return err
		}
		n = int64(len(there))
		return s.unbin(0, there)
	})
	return n, wrap("undelete", err)
}

// Undo puts what an import has added into the bin, and what it has put into
// quarantine, too; games that copies were merged into are what they were before, and
// what left the quarantine is there again. It
// returns the numbers of games and of what was in quarantine. The error is
// [ErrNoImport] if nothing of it is there, a *[ChangedError] where a game that was
// merged into has been changed since.
func (a *Archive) Undo(ctx context.Context, importID int64) (games, quarantined int64, err error) {
	var merged int64
	err = a.within(ctx, func(s *session) error {
		ids, err := idsIn(s.ctx, s.conn, `SELECT g.id FROM log l JOIN games g ON g.id BETWEEN l.first AND l.last
WHERE l.import = ? AND l.what = 'import' ORDER BY g.id`, importID)
		if err != nil {
			return err
		}
		held, err := idsIn(s.ctx, s.conn, "SELECT id FROM quarantine WHERE source IN (SELECT id FROM sources WHERE import = ?)", importID)
		if err != nil {
			return err
		}
		merges, err := idsIn(s.ctx, s.conn, "SELECT generation FROM log WHERE import = ? AND what = 'merge' ORDER BY generation DESC", importID)
		if err != nil {
			return err
		}
		for _, merge := range merges {
			n, err := s.revert(merge, importID)
			if err != nil {
				return err
			}
			merged += n
		}
		released, err := s.unrelease(importID)
		if err != nil {
			return err
		}
		if games, quarantined = int64(len(ids)), int64(len(held)); games+quarantined+merged+released == 0 {
			return ErrNoImport
		}
		if games+quarantined == 0 {
			return nil
		}
		generation, err := s.bin(Undone, importID, ids)
		if err != nil {
			return err
		}
		for _, r := range runsOf(held) {
			if err := s.moveHeld(generation, r); err != nil {
				return err
			}
		}
		return nil
	})
	return games + merged, quarantined, wrap(fmt.Sprintf("undo import %d", importID), err)
}

// Redo brings back from the bin what [Archive.Undo] has put there of an import. A
// game in quarantine that has come there again meanwhile does not come back twice.
func (a *Archive) Redo(ctx context.Context, importID int64) (games, quarantined int64, err error) {
	err = a.within(ctx, func(s *session) error {
		ids, err := idsIn(s.ctx, s.conn, `SELECT b.game FROM bin b JOIN log l ON l.generation = b.generation
WHERE b.deleted = 1 AND l.import = ? AND l.what = 'undo' ORDER BY b.game`, importID)
		if err != nil {
			return err
		}
		const held = "generation IN (SELECT generation FROM log WHERE import = ? AND what = 'undo')"
		if quarantined, _, err = s.number("SELECT count(*) FROM quarantine_bin WHERE "+held, importID); err != nil {
			return err
		}
		if games = int64(len(ids)); games+quarantined == 0 {
			return ErrNotBinned
		}
		if err := s.exec("INSERT OR IGNORE INTO quarantine ("+quarantineColumns+") SELECT "+quarantineColumns+" FROM quarantine_bin WHERE "+held, importID); err != nil {
			return err
		}
		if err := s.exec("DELETE FROM quarantine_bin WHERE "+held, importID); err != nil {
			return err
		}
		return s.unbin(importID, ids)
	})
	return games, quarantined, wrap(fmt.Sprintf("bring import %d back", importID), err)
}

// within runs f in a session with a transaction, while nobody else writes, and
// commits it.
func (a *Archive) within(ctx context.Context, f func(s *session) error) error {
	return a.exclusively(ctx, func() error {
		s, err := a.newSession(ctx)
		if err != nil {
			return err
		}
		if err = s.begin(); err == nil {
			err = f(s)
		}
		if err == nil {
			err = s.commit()
		}
		return s.end(err)
	})
}

// amongst are those of the IDs for which the statement counts a row, in order.
func (s *session) amongst(query string, ids []int64) (there []int64, err error) {
	for _, id := range slices.Compact(slices.Sorted(slices.Values(ids))) {
		n, _, err := s.number(query, id)
		if err != nil {
			return nil, err
		}
		if n > 0 {
			there = append(there, id)
		}
	}
	return there, nil
}

// idsIn are the IDs that an answer consists of.
func idsIn(ctx context.Context, q querier, query string, args ...any) (ids []int64, err error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // rows.Err says what there is to say
	for rows.Next() {
		var id int64
		if err := scan(rows, &id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// bin puts the games with these IDs, which are there and in order, into the bin.
func (s *session) bin(what ChangeKind, importID int64, ids []int64) (generation int64, err error) {
	runs := runsOf(ids)
	if generation, err = s.note(what, importID, runs); err != nil {
		return 0, err
	}
	if err := s.remove(generation, runs); err != nil {
		return 0, err
	}
	return generation, s.countGames(-int64(len(ids)))
}

// remove moves the games of some runs into the bin.
func (s *session) remove(generation int64, runs []run) error {
	for _, r := range runs {
		if err := s.copyToBin(generation, true, r); err != nil {
			return err
		}
		for _, q := range []string{
			"DELETE FROM movetexts WHERE game BETWEEN ? AND ?",
			"DELETE FROM texts WHERE game BETWEEN ? AND ?",
			"DELETE FROM games WHERE id BETWEEN ? AND ?",
		} {
			if err := s.exec(q, r.first, r.last); err != nil {
				return err
			}
		}
		if err := s.exec("DELETE FROM twins WHERE game BETWEEN ? AND ?", r.first, r.last); err != nil {
			return err
		}
	}
	return nil
}

// copyToBin copies the games of a run into the bin.
func (s *session) copyToBin(generation int64, deleted bool, r run) error {
	return s.exec(`INSERT INTO bin (generation, deleted, preface, movetext, letters, movetextsum, original, game, `+restColumns+`)
SELECT ?, ?, m.preface, m.text, m.letters, m.sum, t.text, g.id, `+ofTable("g", restColumns)+`
FROM games g LEFT JOIN movetexts m ON m.game = g.id LEFT JOIN texts t ON t.game = g.id WHERE g.id BETWEEN ? AND ?`,
		generation, deleted, r.first, r.last)
}

// unbin brings the games with these IDs, which are in the bin and in order, back.
func (s *session) unbin(importID int64, ids []int64) error {
	if _, err := s.note(Restored, importID, runsOf(ids)); err != nil {
		return err
	}
	return s.comeBack(ids)
}

// comeBack moves the games with these IDs, which are in the bin and in order, back.
func (s *session) comeBack(ids []int64) error {
	const these = " FROM bin WHERE deleted = 1 AND game BETWEEN ? AND ?"
	for _, r := range runsOf(ids) {
		for _, q := range []string{
			"INSERT INTO games (id, " + restColumns + ") SELECT game, " + restColumns + these,
			"INSERT INTO movetexts (game, preface, text, letters, sum) SELECT game, preface, movetext, letters, movetextsum" + these + " AND movetext IS NOT NULL",
			"INSERT INTO texts (game, text) SELECT game, original" + these + " AND original IS NOT NULL",
			"DELETE" + these,
		} {
			if err := s.exec(q, r.first, r.last); err != nil {
				return err
			}
		}
	}
	through, err := s.counter(metaTwinned)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if id > through {
			break
		}
		h, err := s.hash(id)
		if err != nil {
			return err
		}
		if err := s.exec("INSERT INTO twins (hash, game) VALUES (?, ?)", int64(int32(h)), id); err != nil {
			return err
		}
	}
	return s.countGames(int64(len(ids)))
}

// countGames adds to the number of games.
func (s *session) countGames(more int64) error {
	n, err := s.counter(metaGames)
	if err != nil {
		return err
	}
	return s.setCounter(metaGames, n+more)
}

// Bin iterates over what the bin holds, in the order in which it came there. An
// error that concerns one game does not end it.
func (a *Archive) Bin(ctx context.Context) iter.Seq2[*Binned, error] {
	return func(yield func(*Binned, error) bool) {
		err := a.view(ctx, func(q querier) error {
			return a.eachBinned(ctx, q, func(b *Binned, id int64, err error) error {
				return handOver(ctx, yield, b, id, err)
			})
		})
		if err != nil && !errors.Is(err, errStop) {
			yield(nil, wrap("read the bin", err))
		}
	}
}

// eachBinned calls f for everything in the bin. id is the game's.
func (a *Archive) eachBinned(ctx context.Context, q querier, f func(b *Binned, id int64, err error) error) error {
	if has, err := hasBin(ctx, q); err != nil || !has {
		return err
	}
	rows, err := q.QueryContext(ctx, `SELECT l.generation, l.at, l.what, b.deleted, b.preface, b.movetext, b.letters, b.movetextsum, b.original,
b.game, `+ofTable("b", restColumns)+` FROM bin b JOIN log l ON l.generation = b.generation ORDER BY b.generation, b.game`)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }() // rows.Err says what there is to say
	rd := newRowReader()
	for rows.Next() {
		b, err := a.binned(ctx, rows, rd)
		if err := f(b, rd.row.id, err); err != nil {
			return err
		}
	}
	return rows.Err()
}

// binned takes one row of the bin.
func (a *Archive) binned(ctx context.Context, rows *sql.Rows, rd *rowReader) (*Binned, error) {
	var b Binned
	var at int64
	var preface, movetext, letters *string
	var movetextSum *int64
	var original []byte
	err := rd.read(columnsBefore{rows, []any{&b.Generation, &at, &b.What, &b.Deleted, &preface, &movetext, &letters, &movetextSum, &original}})
	if err != nil {
		return nil, err
	}
	b.Time = time.UnixMilli(at)
	w := &rd.row
	r, f, err := w.record(ctx, a.names)
	if err != nil {
		return nil, err
	}
	b.Record = r
	if f.flags&hasMovetext != 0 {
		if preface == nil || movetext == nil || letters == nil || movetextSum == nil {
			return nil, damagedText("movetext", w.id, errMissing)
		}
		if *movetextSum != sumOf(w.id, *preface, *movetext, *letters) {
			return nil, damagedText("movetext", w.id, errSum)
		}
		r.Preface, r.Movetext, r.Letters = *preface, *movetext, *letters
	}
	if f.flags&hasText != 0 {
		if r.Text, err = a.plainText(original, w.digest); err != nil {
			return nil, damagedText("text", w.id, err)
		}
	}
	return &b, nil
}

// columnsBefore scans some columns before those that are asked for.
type columnsBefore struct {
	from scanner
	dest []any
}

// Scan takes all of them.
func (c columnsBefore) Scan(dest ...any) error {
	return c.from.Scan(append(slices.Clone(c.dest), dest...)...)
}
