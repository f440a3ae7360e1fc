package archive

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/diwan-shatranj/diwan/pgn"
)

// duplicateText is the text of a duplicate that is to be merged with the game that
// the archive has.
type duplicateText struct {
	id     int64 // of that game
	source string
	line   int
	text   []byte
}

// Unmerged is a duplicate that could not be merged with the game that the archive
// has, which is as it was.
type Unmerged struct {
	Name string // of the input
	Line int    // where it begins
	ID   int64  // of the game in the archive
	Err  error
}

// mergeDuplicates merges the duplicates of a batch, which is on disk, with the games
// that the archive has. Those that bring nothing leave them alone.
func (s *sink) mergeDuplicates() error {
	if len(s.duplicates) == 0 {
		return nil
	}
	slices.SortStableFunc(s.duplicates, func(a, b duplicateText) int { return int(a.id - b.id) })
	ss := s.session
	if err := ss.begin(); err != nil {
		return err
	}
	n := int64(0)
	generation, err := s.im.archive.merge(ss, s.done.ID, counted(s.mergings(), &n))
	if err == nil {
		err = ss.commit()
	}
	if err != nil {
		return err
	}
	s.duplicates = s.duplicates[:0]
	s.done.Merged += n
	if generation != 0 {
		s.done.Generation = generation
	}
	return nil
}

// counted counts what a sequence gives.
func counted[K, V any](seq iter.Seq2[K, V], n *int64) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for k, v := range seq {
			*n++
			if !yield(k, v) {
				return
			}
		}
	}
}

// mergings are those of the duplicates, which are in the order of the games.
func (s *sink) mergings() iter.Seq2[Merging, error] {
	return func(yield func(Merging, error) bool) {
		for group := range chunksOf(s.duplicates, func(d duplicateText) int64 { return d.id }) {
			p, err := s.merged(group)
			switch {
			case errors.Is(err, pgn.ErrUnmergeable):
				for _, d := range group {
					s.unmerged = append(s.unmerged, Unmerged{d.source, d.line, d.id, err})
				}
			case err != nil:
				yield(Merging{}, err)
				return
			case p != nil && !yield(Merging{Keep: group[0].id, Game: p}, nil):
				return
			}
		}
	}
}

// chunksOf divides a list into runs with the same key.
func chunksOf[T any](list []T, key func(T) int64) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		for len(list) > 0 {
			n := 1
			for n < len(list) && key(list[n]) == key(list[0]) {
				n++
			}
			if !yield(list[:n]) {
				return
			}
			list = list[n:]
		}
	}
}

// merged is a game with its duplicates in it, nil where they bring nothing.
func (s *sink) merged(group []duplicateText) (*pgn.Replay, error) {
	r, err := s.im.archive.Get(s.session.ctx, group[0].id)
	if err != nil {
		return nil, err
	}
	into, err := r.Replay()
	if err != nil {
		return nil, err
	}
	o := s.im.opts
	var copies []pgn.Copy
	for _, d := range group {
		var g pgn.Game
		if err := pgn.NewReader(bytes.NewReader(d.text)).Read(&g); err != nil {
			return nil, err
		}
		p, err := pgn.Play(&g, pgn.Options{Rules: o.Rules, Array: o.Array, Letters: o.Letters})
		if err != nil {
			return nil, err
		}
		copies = append(copies, pgn.Copy{Replay: p, Source: fmt.Sprintf("%s:%d", d.source, d.line)})
	}
	m, err := pgn.Merge(into, copies...)
	if err != nil || !m.IsNew() {
		return nil, err
	}
	return m.Replay()
}
