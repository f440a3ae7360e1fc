package archive

import (
	"cmp"
	"context"
	"slices"
	"strings"
)

// twins finds the games that may be duplicates: those with the same hash.
//
// The table twins is not kept up game by game, which costs more than all the rest
// of an import, but filled in the order of the hashes when an import ends. How far
// it goes is written down beside it, so that an import that was cut short is made
// up for by the next one.
type twins struct {
	fresh map[uint32]int64   // games that the table has not yet
	more  map[uint32][]int64 // further games of the same hash

	stored int64    // how many games the table has
	asked  int64    // how often it was asked
	filter []uint32 // all its hashes in order, once it was asked often
}

func newTwins() *twins {
	return &twins{fresh: map[uint32]int64{}, more: map[uint32][]int64{}}
}

// add tells of a game that the table does not have.
func (t *twins) add(hash uint32, id int64) {
	if _, ok := t.fresh[hash]; ok {
		t.more[hash] = append(t.more[hash], id)
		return
	}
	t.fresh[hash] = id
}

// patience is what share of the table's games has to be asked for before all
// hashes are read into memory.
const patience = 16

// candidates appends the games with the hash to dst.
func (t *twins) candidates(ctx context.Context, q querier, hash uint32, dst []int64) ([]int64, error) {
	if id, ok := t.fresh[hash]; ok {
		dst = append(append(dst, id), t.more[hash]...)
	}
	if t.stored == 0 {
		return dst, nil
	}
	t.asked++
	if t.filter == nil && t.asked > 100+t.stored/patience {
		if err := t.readFilter(ctx, q); err != nil {
			return dst, err
		}
	}
	if t.filter != nil {
		if _, ok := slices.BinarySearch(t.filter, hash); !ok {
			return dst, nil
		}
	}
	rows, err := q.QueryContext(ctx, "SELECT game FROM twins WHERE hash = ?", int64(int32(hash)))
	if err != nil {
		return dst, err
	}
	defer func() { _ = rows.Close() }() // rows.Err says what there is to say
	for rows.Next() {
		var id int64
		if err := scan(rows, &id); err != nil {
			return dst, err
		}
		dst = append(dst, id)
	}
	return dst, rows.Err()
}

func (t *twins) readFilter(ctx context.Context, q querier) error {
	rows, err := q.QueryContext(ctx, "SELECT hash FROM twins")
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }() // rows.Err says what there is to say
	filter := make([]uint32, 0, t.stored)
	for rows.Next() {
		var h int64
		if err := scan(rows, &h); err != nil {
			return err
		}
		filter = append(filter, uint32(h))
	}
	slices.Sort(filter) // the table has them in the order of signed numbers
	t.filter = filter
	return rows.Err()
}

// twinsPerInsert is how many rows go into the table at a time.
const twinsPerInsert = 64

// store puts the fresh games, up to the ID last, into the table.
func (t *twins) store(s *session, last int64) error {
	if len(t.fresh) == 0 {
		return nil
	}
	type twin struct {
		hash, game int64
	}
	all := make([]twin, 0, len(t.fresh))
	for h, id := range t.fresh {
		all = append(all, twin{int64(int32(h)), id})
	}
	for h, ids := range t.more {
		for _, id := range ids {
			all = append(all, twin{int64(int32(h)), id})
		}
	}
	slices.SortFunc(all, func(a, b twin) int { return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.game, b.game)) })
	if err := s.begin(); err != nil {
		return err
	}
	args := make([]any, 0, 2*twinsPerInsert)
	for group := range slices.Chunk(all, twinsPerInsert) {
		args = args[:0]
		for _, w := range group {
			args = append(args, w.hash, w.game)
		}
		if err := s.exec(insertSQL("twins (hash, game)", 2, len(group)), args...); err != nil {
			return err
		}
	}
	t.stored += int64(len(all))
	clear(t.fresh)
	clear(t.more)
	return s.setCounter(metaTwinned, last)
}

// insertSQL is a statement that inserts n rows of so many columns.
func insertSQL(into string, columns, n int) string {
	row := "(" + strings.Repeat("?,", columns-1) + "?)"
	return "INSERT INTO " + into + " VALUES " + strings.Repeat(row+",", n-1) + row
}

// untwinned finds the games that the table twins does not have because an import
// was cut short, and adds them to t.
func (t *twins) untwinned(ctx context.Context, q querier) (last int64, err error) {
	var through int64
	if err := readCounter(ctx, q, metaTwinned, &through); err != nil {
		return 0, err
	}
	if err := readCounter(ctx, q, metaGames, &t.stored); err != nil {
		return 0, err
	}
	last = through
	rows, err := q.QueryContext(ctx, "SELECT g.id, "+identityColumns+identityTables+" WHERE g.id > ? ORDER BY g.id", through)
	if err != nil {
		return 0, err
	}
	var id identity
	dest := append([]any{&last}, id.dest()...)
	defer func() { _ = rows.Close() }() // rows.Err says what there is to say
	for rows.Next() {
		if err := scan(rows, dest...); err != nil {
			return 0, err
		}
		id.settle()
		t.add(id.hash(), last)
		t.stored--
	}
	return last, rows.Err()
}

// identity is what two games have in common if they are duplicates.
type identity struct {
	fen    string
	moves  []byte
	result int64
	values [columnTags]string // but for the site
	unread string             // the movetext where the main line could not be read to its end, else ""

	date     int64
	dateText *string
}

// identityColumns are the columns of dest.
const identityColumns = `p.fen, g.moves, g.result, w.text, b.text, e.text, r.text, g.date, d.text,
CASE WHEN f.flags & 16 THEN ifnull((SELECT m.text FROM movetexts m WHERE m.game = g.id), '') ELSE '' END`

const identityTables = ` FROM games g JOIN starts p ON p.id = g.start JOIN forms f ON f.id = g.form
JOIN strings w ON w.id = g.white JOIN strings b ON b.id = g.black JOIN strings e ON e.id = g.event
JOIN strings r ON r.id = g.round LEFT JOIN strings d ON d.id = -g.date`

func (d *identity) dest() []any {
	v := &d.values
	return []any{&d.fen, &d.moves, &d.result, &v[whiteTag], &v[blackTag], &v[eventTag], &v[roundTag], &d.date, &d.dateText, &d.unread}
}

// settle makes the date's text of what was read.
func (d *identity) settle() {
	if d.dateText != nil {
		d.values[dateTag] = *d.dateText
	} else {
		d.values[dateTag] = unpackDate(d.date)
	}
}

// hash is the hash of the identity, the same as that of an entry.
func (d *identity) hash() uint32 {
	var s summer
	s.text(d.fen)
	s.bytes(d.moves)
	s.number(d.result)
	for i, v := range d.values {
		if i != siteTag {
			s.text(v)
		}
	}
	if d.unread != "" {
		s.text(d.unread)
	}
	return uint32(s.sum())
}
