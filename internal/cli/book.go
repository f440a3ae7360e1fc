package cli

import (
	"context"
	"sync"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/index"
	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/pgn"
)

// book knows which positions many games of the archive have.
type book struct {
	index *index.Index
	least int64 // games

	mu    sync.Mutex
	known map[uint64]bool // by canonical key: images count as one position
}

// openBook opens the book of positions that at least so many games have.
func (s *session) openBook(a *archive.Archive, least int) (*book, error) {
	ix, err := s.openIndex(a)
	if err != nil {
		return nil, err
	}
	return &book{index: ix, least: int64(least), known: map[uint64]bool{}}, nil
}

func (b *book) close() error { return b.index.Close() }

// plies is the number of positions at the beginning of a game that are in the book.
func (b *book) plies(ctx context.Context, p *pgn.Replay) (int, error) {
	pos := p.Start
	for i := 0; ; i++ {
		key, _ := pos.Key()
		b.mu.Lock()
		in, asked := b.known[key]
		b.mu.Unlock()
		if !asked {
			games, _, err := b.index.Count(ctx, query.Position{FEN: pos.FEN(), Images: query.Any})
			if err != nil {
				return 0, err
			}
			in = games >= b.least
			b.mu.Lock()
			b.known[key] = in
			b.mu.Unlock()
		}
		if !in {
			return i, nil
		}
		if i == len(p.Moves) {
			return i + 1, nil
		}
		pos = pos.Play(p.Moves[i])
	}
}
