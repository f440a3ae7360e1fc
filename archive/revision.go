package archive

import (
	"context"
	"errors"
	"iter"
	"slices"

	"github.com/diwan-shatranj/diwan/pgn"
)

// Revision is a game that is to be put in the place of the one with its ID.
type Revision struct {
	ID   int64
	Game *pgn.Replay // valid until the next one is asked for
}

// ReviseAll is [Archive.Revise] for many games, in one write, which happens as a whole
// or not at all; its generation is that of [Archive.Revert], 0 where there was nothing
// to do. Games that cannot be accepted are told to refused, with [ErrRefused], and stay
// as they were. Any other error, also one that the revisions give, ends it.
func (a *Archive) ReviseAll(ctx context.Context, revisions iter.Seq2[Revision, error], refused func(id int64, err error)) (generation int64, err error) {
	err = a.within(ctx, func(s *session) error {
		rv, err := a.newReviser(s)
		if err != nil {
			return err
		}
		next, err := s.bump()
		if err != nil {
			return err
		}
		var done []int64
		for v, err := range revisions {
			if err != nil {
				return err
			}
			err = rv.revise(next, v.ID, v.Game, true)
			switch {
			case errors.Is(err, ErrRefused):
				refused(v.ID, err)
				continue
			case err != nil:
				return err
			}
			done = append(done, v.ID)
		}
		if len(done) == 0 {
			return errNothing
		}
		slices.Sort(done)
		generation = next
		return s.record(next, Replaced, 0, runsOf(done))
	})
	if errors.Is(err, errNothing) {
		return 0, nil
	}
	return generation, wrap("change games", err)
}

// errNothing takes a write back in which nothing was done.
var errNothing = errors.New("there was nothing to do")
