package archive

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"
	"modernc.org/sqlite"

	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

// row is a row of the table games.
type row struct {
	id     int64
	sum    int64
	start  int64
	form   int64
	values [columnTags]int64
	result int64
	ended  int64
	offset int64
	size   int64
	line   int64
	digest []byte
	extra  []byte // nil for none, which is NULL in the file
	moves  []byte
}

// rowColumns are the columns of the table in the order of row.
const rowColumns = "id, sum, start, form, white, black, event, site, date, round, result, ended, offset, size, line, digest, extra, moves"

// ofTable puts a table's name before each of the columns.
func ofTable(table, columns string) string {
	return table + "." + strings.ReplaceAll(columns, ", ", ", "+table+".")
}

// columnCount is the number of rowColumns.
const columnCount = 18

// seal computes the checksum: the upper half is over what the moves need (ID,
// start and moves), the lower half over all the other columns, so that the moves
// can be read and proved alone.
func (r *row) seal(s *summer) { r.sum = int64(movesSum(s, r.id, r.start, r.moves) | r.restSum(s)) }

// sound reports whether the row is as it was sealed.
func (r *row) sound(s *summer) bool {
	return uint64(r.sum) == movesSum(s, r.id, r.start, r.moves)|r.restSum(s)
}

const upperHalf = 0xffffffff << 32

// movesSum is the upper half of a row's checksum.
func movesSum(s *summer, id, start int64, moves []byte) uint64 {
	s.reset()
	s.numbers(id, start)
	s.bytes(moves)
	return xxhash.Sum64(s.buf) & upperHalf
}

func (r *row) restSum(s *summer) uint64 {
	s.reset()
	s.numbers(r.id, r.form)
	s.numbers(r.values[:]...)
	s.numbers(r.result, r.ended, r.offset, r.size, r.line)
	s.bytes(r.digest)
	s.bytes(r.extra)
	return xxhash.Sum64(s.buf) &^ upperHalf
}

// appendArgs appends the columns for a statement that inserts the row.
func (r *row) appendArgs(args []any) []any {
	args = append(args, r.id, r.sum, r.start, r.form)
	for _, v := range r.values {
		args = append(args, v)
	}
	args = append(args, r.result, r.ended, r.offset, r.size, r.line, r.digest)
	if r.extra == nil {
		args = append(args, nil)
	} else {
		args = append(args, string(r.extra))
	}
	return append(args, r.moves)
}

// scanner is a row of an answer.
type scanner interface{ Scan(dest ...any) error }

// scan takes the columns of a row. A column that holds what cannot be there is
// damage.
func scan(from scanner, dest ...any) error {
	err := from.Scan(dest...)
	var se *sqlite.Error
	if err == nil || errors.Is(err, sql.ErrNoRows) || errors.As(err, &se) ||
		errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return &DamagedError{What: "games.db", Err: err}
}

// rowReader reads rows and checks them.
type rowReader struct {
	row   row
	sum   summer
	extra *string
	dest  []any
}

func newRowReader() *rowReader {
	r := &rowReader{}
	w := &r.row
	r.dest = []any{&w.id, &w.sum, &w.start, &w.form}
	for i := range w.values {
		r.dest = append(r.dest, &w.values[i])
	}
	r.dest = append(r.dest, &w.result, &w.ended, &w.offset, &w.size, &w.line, &w.digest, &r.extra, &w.moves)
	return r
}

// read takes the columns rowColumns from an answer into r.row.
func (r *rowReader) read(from scanner) error {
	r.row.id = 0
	err := scan(from, r.dest...)
	var damaged *DamagedError
	if errors.As(err, &damaged) {
		damaged.What = fmt.Sprintf("game %d", r.row.id)
	}
	if err != nil {
		return err
	}
	r.row.extra = nil
	if r.extra != nil {
		r.row.extra = []byte(*r.extra)
	}
	if !r.row.sound(&r.sum) || len(r.row.moves)%2 != 0 {
		return &DamagedError{What: fmt.Sprintf("game %d", r.row.id), Err: errSum}
	}
	return nil
}

// packMoves appends moves in two bytes each, little-endian, as the file has them.
func packMoves(dst []byte, moves []rules.Move) []byte {
	for _, m := range moves {
		dst = binary.LittleEndian.AppendUint16(dst, uint16(m))
	}
	return dst
}

// unpackMoves appends the moves that packMoves packed.
func unpackMoves(dst []rules.Move, packed []byte) []rules.Move {
	dst = slices.Grow(dst, len(packed)/2)
	for i := 0; i+1 < len(packed); i += 2 {
		dst = append(dst, rules.Move(binary.LittleEndian.Uint16(packed[i:])))
	}
	return dst
}

// record makes a Record of the row, without what lies in other tables per game.
func (r *row) record(ctx context.Context, n *names) (*Record, *form, error) {
	f, err := n.forms.get(ctx, r.form)
	if err != nil {
		return nil, nil, err
	}
	start, err := n.starts.get(ctx, r.start)
	if err != nil {
		return nil, nil, err
	}
	var values [columnTags]string
	for i, id := range r.values {
		if i == dateTag {
			if id >= 0 {
				values[i] = unpackDate(id)
				continue
			}
			id = -id
		}
		if values[i], err = n.strings.get(ctx, id); err != nil {
			return nil, nil, err
		}
	}
	rec := &Record{
		ID:           r.id,
		Start:        start.pos,
		Array:        start.array,
		ArrayAssumed: f.flags&arrayAssumed != 0,
		RulesStated:  f.flags&rulesStated != 0,
		Moves:        unpackMoves(nil, r.moves),
		Result:       rules.Result(r.result),
		Ending:       pgn.Ending{Result: rules.Result(f.ending), Ply: int(r.ended)},
		fromText:     f.flags&fromText != 0,
		unread:       f.flags&unread != 0,
		noResult:     f.flags&noResult != 0,
	}
	if err := f.complete(ctx, n, r, rec, &values, start.fen); err != nil {
		return nil, nil, err
	}
	return rec, f, nil
}
