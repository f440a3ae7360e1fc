package archive

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"github.com/diwan-shatranj/diwan/pgn"
)

// Quarantined is a game that was read and could not be accepted.
type Quarantined struct {
	ID          int64    // positive, never given twice; not a game's ID
	Reason      pgn.Code // the code of the diagnostic that decided
	Diagnostics []pgn.Diagnostic
	Source      Provenance
	Text        []byte // the game's bytes as they came
}

// ErrNotQuarantined means that the quarantine has nothing of that ID.
var ErrNotQuarantined = errors.New("nothing of that ID in quarantine")

// quarantineRow is a row of the table quarantine.
type quarantineRow struct {
	id                         int64
	digest                     []byte
	source, offset, size, line int64
	reason, diagnostics        string
	text                       []byte // compressed
}

const quarantineColumns = "id, digest, source, offset, size, line, reason, diagnostics, text, sum"

func (q *quarantineRow) checksum() int64 {
	var s summer
	s.numbers(q.id, q.source, q.offset, q.size, q.line)
	s.bytes(q.digest)
	s.text(q.reason)
	s.text(q.diagnostics)
	s.bytes(q.text)
	return int64(s.sum())
}

// read takes quarantineColumns from an answer.
func (q *quarantineRow) read(from scanner) error {
	var sum int64
	err := scan(from, &q.id, &q.digest, &q.source, &q.offset, &q.size, &q.line, &q.reason, &q.diagnostics, &q.text, &sum)
	if err == nil && sum != q.checksum() {
		err = &DamagedError{What: fmt.Sprintf("game %d in quarantine", q.id), Err: errSum}
	}
	return err
}

// QuarantineCount is the number of games in quarantine.
func (a *Archive) QuarantineCount(ctx context.Context) (n int64, err error) {
	if a.reader == nil {
		return 0, nil
	}
	err = scan(a.reader.QueryRowContext(ctx, "SELECT count(*) FROM quarantine"), &n)
	return n, wrap("count the quarantine", err)
}

// Quarantine iterates over the games in quarantine in the order of their IDs. An
// error that concerns one of them does not end it.
func (a *Archive) Quarantine(ctx context.Context) iter.Seq2[*Quarantined, error] {
	return func(yield func(*Quarantined, error) bool) {
		if a.reader == nil {
			return
		}
		rows, err := a.reader.QueryContext(ctx, "SELECT "+quarantineColumns+" FROM quarantine ORDER BY id")
		if err != nil {
			yield(nil, wrap("read the quarantine", err))
			return
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			q, err := a.quarantined(ctx, rows)
			if !yield(q, wrap("read the quarantine", err)) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(nil, wrap("read the quarantine", err))
		}
	}
}

// GetQuarantined returns one game in quarantine. The error is
// [ErrNotQuarantined] if there is none of that ID.
func (a *Archive) GetQuarantined(ctx context.Context, id int64) (*Quarantined, error) {
	if a.reader == nil {
		return nil, ErrNotQuarantined
	}
	q, err := a.quarantined(ctx, a.reader.QueryRowContext(ctx, "SELECT "+quarantineColumns+" FROM quarantine WHERE id = ?", id))
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNotQuarantined
	}
	return q, wrap(fmt.Sprintf("read game %d in quarantine", id), err)
}

func (a *Archive) quarantined(ctx context.Context, from scanner) (*Quarantined, error) {
	var r quarantineRow
	if err := r.read(from); err != nil {
		return nil, err
	}
	src, err := a.names.sources.get(ctx, r.source)
	if err != nil {
		return nil, err
	}
	q := &Quarantined{ID: r.id, Reason: pgn.Code(r.reason), Source: src.provenance(r.offset, r.size, r.line, r.digest)}
	if q.Text, err = a.plainText(r.text, r.digest); err == nil {
		err = json.Unmarshal([]byte(r.diagnostics), &q.Diagnostics)
	}
	if err != nil {
		return nil, &DamagedError{What: fmt.Sprintf("game %d in quarantine", r.id), Err: err}
	}
	for i := range q.Diagnostics {
		q.Diagnostics[i].Line += int(r.line)
	}
	return q, nil
}

// plainText unpacks a text and holds it against its digest.
func (a *Archive) plainText(packed, digest []byte) ([]byte, error) {
	text, err := a.unzip.DecodeAll(packed, nil)
	if err != nil {
		return nil, err
	}
	if own := digestOf(text); !bytes.Equal(own[:], digest) {
		return nil, errSum
	}
	return text, nil
}
