package archive

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/diwan-shatranj/diwan/pgn"
)

// Merging is several games that become one.
type Merging struct {
	Keep int64       // the game that stays, in another form
	Game *pgn.Replay // that form, as [pgn.Merge] makes it; valid until the next one is asked for
	Gone []int64     // the games that are in it now and go to the bin
}

// ErrNoChange means that there is no write of that generation that can be taken back,
// or that nothing of it is in the bin any more.
var ErrNoChange = errors.New("there is no such change that could be taken back")

// ChangedError means that a write cannot be taken back since the game was changed by
// a later one.
type ChangedError struct {
	ID         int64
	Generation int64 // of the later write
}

// Error says which game, and by what.
func (e *ChangedError) Error() string {
	return fmt.Sprintf("game %d was changed since, by change %d", e.ID, e.Generation)
}

// Merge makes one game of several, for each merging. Former versions and the games
// that are gone are in the bin. All of it is one write, which happens as a whole or
// not at all; its generation is that of [Archive.Revert], 0 where there was nothing
// to do. The error is one that the mergings give, [ErrNoGame] where one of the games
// is not there, [ErrRefused] where a form cannot be accepted.
func (a *Archive) Merge(ctx context.Context, mergings iter.Seq2[Merging, error]) (generation int64, err error) {
	err = a.within(ctx, func(s *session) error {
		generation, err = a.merge(s, 0, mergings)
		return err
	})
	return generation, wrap("merge", err)
}

// merge is Merge in a session, of an import if importID is not 0.
func (a *Archive) merge(s *session, importID int64, mergings iter.Seq2[Merging, error]) (generation int64, err error) {
	var rv *reviser
	var touched []int64
	for m, err := range mergings {
		if err != nil {
			return 0, err
		}
		if rv == nil {
			if rv, err = a.newReviser(s); err != nil {
				return 0, err
			}
			if generation, err = s.bump(); err != nil {
				return 0, err
			}
		}
		if err := rv.revise(generation, m.Keep, m.Game, true); err != nil {
			return 0, fmt.Errorf("game %d: %w", m.Keep, err)
		}
		there, err := s.amongst("SELECT count(*) FROM games WHERE id = ?", m.Gone)
		if err != nil {
			return 0, err
		}
		if len(there) < len(m.Gone) || slices.Contains(there, m.Keep) {
			return 0, fmt.Errorf("games %v: %w", m.Gone, ErrNoGame)
		}
		if err := s.remove(generation, runsOf(there)); err != nil {
			return 0, err
		}
		if err := s.countGames(-int64(len(there))); err != nil {
			return 0, err
		}
		touched = append(append(touched, m.Keep), there...)
	}
	if len(touched) == 0 {
		return 0, nil
	}
	slices.Sort(touched)
	return generation, s.record(generation, Merged, importID, runsOf(touched))
}

// Revert takes back a write that merged, replaced or deleted games: former versions
// take the place of the present ones, which go to the bin, and what was gone comes
// back. It returns how many games have changed so. The error is [ErrNoChange], or a
// *[ChangedError] where a later write has changed one of the games.
func (a *Archive) Revert(ctx context.Context, generation int64) (games int64, err error) {
	err = a.within(ctx, func(s *session) error {
		games, err = s.revert(generation, 0)
		if err == nil && games == 0 {
			err = ErrNoChange
		}
		return err
	})
	return games, wrap(fmt.Sprintf("take change %d back", generation), err)
}

// revert is Revert in a session. What there is nothing of is no error.
func (s *session) revert(generation, importID int64) (games int64, err error) {
	const of = "FROM bin b JOIN log l ON l.generation = b.generation WHERE b.generation = ? AND l.what IN ('merge', 'replace', 'delete') AND b.deleted = ?"
	former, err := idsIn(s.ctx, s.conn, "SELECT b.game "+of+" ORDER BY b.game", generation, 0)
	if err != nil {
		return 0, err
	}
	gone, err := idsIn(s.ctx, s.conn, "SELECT b.game "+of+" ORDER BY b.game", generation, 1)
	if err != nil {
		return 0, err
	}
	if len(former)+len(gone) == 0 {
		return 0, nil
	}
	for _, id := range former {
		// What an undo has put there was of a later write that is taken back itself.
		later, found, err := s.number(`SELECT b.generation FROM bin b JOIN log l ON l.generation = b.generation
WHERE b.game = ? AND b.generation > ? AND l.what <> 'undo' ORDER BY b.generation DESC LIMIT 1`, id, generation)
		if err != nil {
			return 0, err
		}
		if found {
			return 0, &ChangedError{ID: id, Generation: later}
		}
	}
	now, err := s.bump()
	if err != nil {
		return 0, err
	}
	for _, id := range former {
		if err := s.restore(now, generation, id); err != nil {
			return 0, err
		}
	}
	if err := s.comeBack(gone); err != nil {
		return 0, err
	}
	all := slices.Sorted(slices.Values(slices.Concat(former, gone)))
	return int64(len(all)), s.record(now, Undone, importID, runsOf(all))
}

// restore puts the version of a game that a write has put into the bin in the place
// of the present one, which the write of the generation now puts there.
func (s *session) restore(now, generation, id int64) error {
	before, err := s.hash(id)
	if err != nil {
		return err
	}
	if err := s.copyToBin(now, false, run{id, id}); err != nil {
		return err
	}
	const this = " FROM bin WHERE deleted = 0 AND generation = ? AND game = ?"
	for _, q := range []string{
		"INSERT OR REPLACE INTO games (id, " + restColumns + ") SELECT game, " + restColumns + this,
		"DELETE FROM movetexts WHERE game = (SELECT game" + this + ")",
		"INSERT INTO movetexts (game, preface, text, letters, sum) SELECT game, preface, movetext, letters, movetextsum" + this + " AND movetext IS NOT NULL",
		"DELETE" + this,
	} {
		if err := s.exec(q, generation, id); err != nil {
			return err
		}
	}
	return s.retwin(id, before)
}
