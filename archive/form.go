package archive

import (
	"context"
	"fmt"
	"slices"

	"github.com/diwan-shatranj/diwan/pgn"
)

// The bits of the column flags.
const (
	rulesStated  = 1 << iota // the rule set is stated by the record, or was at import
	arrayAssumed             // the start array was assumed
	hasMovetext              // there is a row in movetexts
	hasText                  // there is a row in texts
	unread                   // the text goes on behind the moves, with something that could not be read
	fromText                 // the game is to be read from texts: its canonical form does not read back equal
	noResult                 // no result stands behind the moves, nor is one told by the tag
)

// form is a row of the table forms: what a game has in common with many others of
// its input. It is comparable.
type form struct {
	source  int64
	flags   int64
	ending  int64
	reason  int64
	rules   int64
	shape   int64
	remarks int64 // 0 for none, which is NULL in the file
}

const formColumns = "source, flags, ending, reason, rules, shape, remarks, sum"

// args are the columns of the row with that ID.
func (f *form) args(id int64) []any {
	args := []any{id, f.source, f.flags, f.ending, f.reason, f.rules, f.shape, f.remarks, f.checksum(id)}
	if f.remarks == 0 {
		args[7] = nil
	}
	return args
}

func (f *form) checksum(id int64) int64 {
	var s summer
	s.numbers(id, f.source, f.flags, f.ending, f.reason, f.rules, f.shape, f.remarks)
	return int64(s.sum())
}

// complete fills in what the form says of a game.
func (f *form) complete(ctx context.Context, n *names, r *row, rec *Record, values *[columnTags]string, fen string) (err error) {
	if rec.Rules, err = n.strings.get(ctx, f.rules); err != nil {
		return err
	}
	reason, err := n.strings.get(ctx, f.reason)
	if err != nil {
		return err
	}
	rec.Ending.Reason = pgn.EndReason(reason)
	src, err := n.sources.get(ctx, f.source)
	if err != nil {
		return err
	}
	rec.Source = src.provenance(r.offset, r.size, r.line, r.digest)
	sh, err := n.shapes.get(ctx, f.shape)
	if err != nil {
		return err
	}
	if rec.Tags, err = sh.tags(values, rec.Result, fen, string(r.extra)); err != nil {
		return &DamagedError{What: fmt.Sprintf("the tags of game %d", r.id), Err: err}
	}
	if f.remarks == 0 {
		return nil
	}
	ds, err := n.remarks.get(ctx, f.remarks)
	if err != nil {
		return err
	}
	rec.Diagnostics = slices.Clone(ds)
	for i := range rec.Diagnostics {
		rec.Diagnostics[i].Line += int(r.line)
	}
	return nil
}
