package archive

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/diwan-shatranj/diwan/pgn"
)

// ErrRefused means that a game cannot take the place of another: an import would
// put it into quarantine, or what would be written does not read back the same.
var ErrRefused = errors.New("the game cannot be accepted")

// Replace puts a game, as one with annotations, in the place of the one with that
// ID. Where the game came from, and its text as it came where that is kept, stay as
// they are; so do the diagnostics as long as start and moves stay the same. The
// error is [ErrNoGame] if there is no game of that ID, [ErrRefused] if the new one
// cannot be accepted.
func (a *Archive) Replace(ctx context.Context, id int64, p *pgn.Replay) error {
	return a.put(ctx, id, p, false)
}

// Replacement is a game that takes the place of the one with that ID.
type Replacement struct {
	ID   int64
	Game *pgn.Replay
}

// ReplaceAll is [Archive.Replace] for several games of different IDs, in one write:
// all of them are replaced, or, after an error, none.
func (a *Archive) ReplaceAll(ctx context.Context, games []Replacement) error {
	if len(games) == 0 {
		return nil
	}
	ids := make([]int64, len(games))
	for i := range games {
		ids[i] = games[i].ID
	}
	slices.Sort(ids)
	return a.within(ctx, func(s *session) error {
		generation, err := s.note(Replaced, 0, runsOf(ids))
		if err != nil {
			return err
		}
		rv, err := a.newReviser(s)
		if err != nil {
			return err
		}
		for _, g := range games {
			if err := rv.revise(generation, g.ID, g.Game, false); err != nil {
				return wrap(fmt.Sprintf("replace game %d", g.ID), err)
			}
		}
		return nil
	})
}

// Revise is [Archive.Replace] for a game that was edited: what it was until now is
// kept in the bin.
func (a *Archive) Revise(ctx context.Context, id int64, p *pgn.Replay) error {
	return a.put(ctx, id, p, true)
}

func (a *Archive) put(ctx context.Context, id int64, p *pgn.Replay, keep bool) error {
	err := a.within(ctx, func(s *session) error {
		generation, err := s.note(Replaced, 0, []run{{id, id}})
		if err != nil {
			return err
		}
		rv, err := a.newReviser(s)
		if err != nil {
			return err
		}
		return rv.revise(generation, id, p, keep)
	})
	return wrap(fmt.Sprintf("replace game %d", id), err)
}

// reviser puts games in the place of others.
type reviser struct {
	archive  *Archive
	session  *session
	encoder  *encoder
	interner *interner
}

func (a *Archive) newReviser(s *session) (*reviser, error) {
	e, err := a.newEncoder(&ImportOptions{})
	if err != nil {
		return nil, err
	}
	in, err := newInterner(s)
	return &reviser{a, s, e, in}, err
}

// revise puts a game in the place of the one with that ID, which the write of a
// generation has noted, and keeps the former one in the bin if it is to be kept.
func (rv *reviser) revise(generation, id int64, p *pgn.Replay, keep bool) error {
	c := newChunk()
	en := rv.encoder.entry(c, p)
	switch {
	case en.reason != "":
		return fmt.Errorf("%w: %s", ErrRefused, en.reason)
	case en.flags&fromText != 0:
		return fmt.Errorf("%w: it would not read back the same", ErrRefused)
	}
	s := rv.session
	rd := newRowReader()
	err := missing(rd.read(s.conn.QueryRowContext(s.ctx, "SELECT "+rowColumns+" FROM games WHERE id = ?", id)))
	switch {
	case errors.Is(err, errMissing):
		return ErrNoGame
	case err != nil:
		return err
	}
	before, err := s.hash(id)
	if err != nil {
		return err
	}
	old := rd.row
	oldForm, err := rv.archive.names.forms.get(s.ctx, old.form)
	if err != nil {
		return err
	}
	r, f, err := rv.interner.row(c, &en, oldForm.source)
	if err != nil {
		return err
	}
	r.id, r.offset, r.size, r.line, r.digest = id, old.offset, old.size, old.line, old.digest
	f.flags = en.flags&^hasText | oldForm.flags&hasText
	if r.start == old.start && bytes.Equal(r.moves, old.moves) {
		f.remarks = oldForm.remarks
	}
	if r.form, err = rv.interner.form(&f); err != nil {
		return err
	}
	if keep {
		if err := s.copyToBin(generation, false, run{id, id}); err != nil {
			return err
		}
	}
	if err := s.overwrite(&r, c, &en); err != nil {
		return err
	}
	return s.retwin(id, before)
}

// overwrite puts a row and its movetext in the place of those that are there.
func (s *session) overwrite(r *row, c *chunk, en *entry) error {
	var sum summer
	r.seal(&sum)
	if err := s.exec("INSERT OR REPLACE"+strings.TrimPrefix(insertSQL("games ("+rowColumns+")", columnCount, 1), "INSERT"), r.appendArgs(nil)...); err != nil {
		return err
	}
	if err := s.exec("DELETE FROM movetexts WHERE game = ?", r.id); err != nil {
		return err
	}
	if en.flags&hasMovetext == 0 {
		return nil
	}
	return s.putMovetext(r.id, c, en)
}

// hash is that of a game in the table twins.
func (s *session) hash(id int64) (uint32, error) {
	var d identity
	err := scan(s.conn.QueryRowContext(s.ctx, "SELECT "+identityColumns+identityTables+" WHERE g.id = ?", id), d.dest()...)
	d.settle()
	return d.hash(), err
}

// retwin brings the table twins up to date with a game that had the hash before.
func (s *session) retwin(id int64, before uint32) error {
	after, err := s.hash(id)
	if err != nil {
		return err
	}
	through, err := s.counter(metaTwinned)
	if err != nil || after == before || id > through {
		return err
	}
	if err := s.exec("DELETE FROM twins WHERE hash = ? AND game = ?", int64(int32(before)), id); err != nil {
		return err
	}
	return s.exec("INSERT INTO twins (hash, game) VALUES (?, ?)", int64(int32(after)), id)
}
