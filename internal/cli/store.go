package cli

import (
	"fmt"

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
		return nil, fmt.Errorf("game %d: %w", id, err)
	}
	return r.Replay()
}
