package archive

import (
	"bytes"
	"context"
	"crypto/sha256"
	"math/big"

	"github.com/diwan-shatranj/diwan/pgn"
)

// Hash is a number for what the archive holds: the sum, modulo 2^256, of the
// SHA-256 of every game in canonical PGN. It does not depend on the order of the
// games, their IDs, where they came from, or the layout of the file, so that an
// archive that was exported and imported again has the same. An error concerns the
// first game that cannot be read.
func (a *Archive) Hash(ctx context.Context) (sum [sha256.Size]byte, err error) {
	var text bytes.Buffer
	w := pgn.NewWriter(&text, pgn.WriterOptions{})
	player := NewPlayer()
	total, one := new(big.Int), new(big.Int)
	for r, err := range a.Games(ctx) {
		if err != nil {
			return sum, wrap("hash", err)
		}
		p, err := player.Replay(r)
		if err != nil {
			return sum, wrap("hash", err)
		}
		text.Reset()
		if err := w.Write(p); err != nil {
			return sum, wrap("hash", err)
		}
		h := sha256.Sum256(text.Bytes())
		total.Add(total, one.SetBytes(h[:]))
	}
	one.Lsh(big.NewInt(1), 8*sha256.Size)
	total.Mod(total, one).FillBytes(sum[:])
	return sum, nil
}
