package archive

import "github.com/diwan-shatranj/diwan/pgn"

// chunkGames is how many games go from the reader to a worker at a time.
const chunkGames = 128

// chunkBytes ends a chunk early, so that long games do not pile up.
const chunkBytes = 1 << 20

// A chunk is a piece of an input on its way from the reader through a worker to
// the writer. Its memory is used again.
type chunk struct {
	games   []pgn.Game
	used    int // of games
	entries []entry
	buf     []byte   // the bytes of the entries
	cut     bool     // the input could not be read behind the last game
	words   []uint64 // what the observer wants to keep
	done    chan struct{}

	// What the reader has to say once the games of the chunk are done.
	bytes int64     // of text that the games take
	begin *Input    // the input begins with this chunk
	end   *inputEnd // the input ends with it
}

// inputEnd is how an input ended.
type inputEnd struct {
	err  error
	tail pgn.Tail
}

func newChunk() *chunk {
	return &chunk{games: make([]pgn.Game, chunkGames), done: make(chan struct{}, 1)}
}

func (c *chunk) reset() {
	c.used, c.bytes, c.cut, c.begin, c.end = 0, 0, false, nil, nil
	c.entries, c.buf, c.words = c.entries[:0], c.buf[:0], c.words[:0]
}

// put lets f append bytes and returns where they are.
func (c *chunk) put(f func(b []byte) []byte) span {
	from := len(c.buf)
	c.buf = f(c.buf)
	return span{from, len(c.buf)}
}

func (c *chunk) putBytes(b []byte) span {
	from := len(c.buf)
	c.buf = append(c.buf, b...)
	return span{from, len(c.buf)}
}
