package cli

import (
	"iter"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/pgn"
)

// openArchive opens the archive that --archive names.
func (s *session) openArchive(writing bool) (*archive.Archive, error) {
	return archive.Open(s.Archive, archive.Options{ReadOnly: !writing, Tool: "diwan " + s.version})
}

// archived is a game of the archive, replayed.
func (s *session) archived(id int64) (*pgn.Replay, error) {
	a, err := s.openArchive(false)
	if err != nil {
		return nil, err
	}
	defer a.Close()
	r, err := a.Get(s.ctx, id)
	if err != nil {
		return nil, err
	}
	return r.Replay()
}

// selected are the games of the archive that a query selects, in the order of
// their IDs.
func (s *session) selected(a *archive.Archive, terms []string) iter.Seq2[*archive.Record, error] {
	return a.Games(s.ctx)
}
