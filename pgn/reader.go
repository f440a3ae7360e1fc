package pgn

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// windowSize is how much a Reader asks for at a time. A game longer than that
// makes the window grow until it fits.
const windowSize = 256 << 10

// eagerSize is how many bytes of a game are looked at again whenever some more
// have come. Few games are longer.
const eagerSize = 16 << 10

// Reader reads games from a stream. Its memory is bounded by the longest game.
// It is not safe for use by several goroutines at once.
type Reader struct {
	src     io.Reader
	buf     []byte // the window; buf[start:] has not been read yet
	start   int
	atEOF   bool
	err     error // the read error that ended the stream early
	started bool
	short   bool     // what is left in the window has been found to be no whole game
	enc     encoding // of the stream: UTF-8, or UTF-16 of either byte order

	offset int64 // of buf[start], in bytes of the stream
	line   int   // of buf[start], from 1
	col    int   // of buf[start], from 0
	games  int
	tail   Tail
}

// Tail is text behind the last game that belongs to none: a comment alone is no
// game. Text is empty where there is none.
type Tail struct {
	Text []byte
	Line int
}

// NewReader reads PGN text from src, which has to be decompressed already. UTF-16
// is told by its byte order mark.
func NewReader(src io.Reader) *Reader {
	return &Reader{src: src, line: 1}
}

// Reset makes r read src from its beginning, with the memory that it has already,
// as a new Reader would.
func (r *Reader) Reset(src io.Reader) {
	*r = Reader{src: src, buf: r.buf[:0], line: 1}
}

// Read reads the next game into g, whose memory it uses again. At the end of the
// stream it returns io.EOF; any other error comes from the stream, and what was
// read before it has been returned as games.
func (r *Reader) Read(g *Game) error { return r.read(g, true) }

// errWait tells that a game would have to be waited for.
var errWait = errors.New("the next game has not come yet")

// read is Read. Without wait it asks the stream for nothing, and returns errWait
// where the window holds no whole game.
func (r *Reader) read(g *Game, wait bool) error {
	if !r.started {
		if err := r.open(); err != nil {
			return err
		}
	}
	for {
		if len(r.buf)-r.start == 0 && r.atEOF {
			return r.end()
		}
		if r.short {
			if !wait {
				return errWait
			}
			r.fill()
			r.short = false
		}
		g.reset()
		n, found, needMore := lexGame(r.buf[r.start:], r.atEOF, g)
		if needMore {
			r.short = true
			continue
		}
		text := r.buf[r.start : r.start+n]
		if !found {
			own := trimBlanks(text)
			breaks, _ := lineBreaks(text[:max(0, bytes.Index(text, own))])
			r.tail = Tail{Text: r.encodingOf(own).toUTF8(own), Line: r.line + breaks}
			r.start = len(r.buf)
			continue
		}
		text = r.take(g, text)
		r.games++
		g.Number = r.games
		g.Offset, g.firstLine, g.firstCol = r.offset, r.line, r.col
		g.Size = r.streamLen(text)
		g.Line, _ = g.position(firstByte(g.Text))
		r.advance(text)
		return nil
	}
}

// Games iterates over the games that are left. Each is the caller's own. An error
// of the stream comes last, with a nil game.
func (r *Reader) Games() iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		for {
			g := new(Game)
			err := r.Read(g)
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(g, nil) {
				return
			}
		}
	}
}

// Tail is what stood behind the last game, known once Read has returned io.EOF.
func (r *Reader) Tail() Tail { return r.tail }

// Offset is how many bytes of the stream have been read as games so far.
func (r *Reader) Offset() int64 { return r.offset }

func (r *Reader) end() error {
	if r.err != nil {
		return fmt.Errorf("read games: %w", r.err)
	}
	return io.EOF
}

// open looks at the first bytes for a byte order mark of UTF-16.
func (r *Reader) open() error {
	r.started = true
	var bom [2]byte
	n, err := io.ReadFull(r.src, bom[:])
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("read games: %w", err)
	}
	r.src = io.MultiReader(bytes.NewReader(bom[:n]), r.src)
	if n == 2 && (bom == [2]byte{0xFF, 0xFE} || bom == [2]byte{0xFE, 0xFF}) {
		endian := unicode.LittleEndian
		r.enc = utf16LE
		if bom[0] == 0xFE {
			endian = unicode.BigEndian
			r.enc = utf16BE
		}
		r.src = transform.NewReader(r.src, unicode.UTF16(endian, unicode.IgnoreBOM).NewDecoder())
	}
	if r.buf == nil {
		r.buf = make([]byte, 0, windowSize)
	}
	return nil
}

// fill reads more bytes behind those in the window: whatever the stream has while
// there are few, so that a game that is being written comes out as soon as it is
// complete; at least as many as there are else, so that a long game is not read
// over and over.
func (r *Reader) fill() {
	if r.start > 0 {
		n := copy(r.buf, r.buf[r.start:])
		r.buf, r.start = r.buf[:n], 0
	}
	if free := cap(r.buf) - len(r.buf); free < cap(r.buf)/2 {
		r.buf = slices.Grow(r.buf, max(cap(r.buf), windowSize))
	}
	enough := len(r.buf) + 1
	if len(r.buf) > eagerSize {
		enough = 2 * len(r.buf)
	}
	for len(r.buf) < enough && !r.atEOF {
		n, err := r.src.Read(r.buf[len(r.buf):cap(r.buf)])
		r.buf = r.buf[:len(r.buf)+n]
		if err != nil {
			r.atEOF = true
			if !errors.Is(err, io.EOF) {
				r.err = err
			}
		}
	}
}

// encodingOf is the encoding of bytes of the stream.
func (r *Reader) encodingOf(text []byte) encoding {
	if r.enc.isUTF16() {
		return r.enc
	}
	return sniff(text)
}

// take gives g its text, and returns the bytes that belong to it. Bytes that are
// not plain UTF-8 are changed into it and read again, so that all offsets are those
// of the text. The game may turn out to end earlier then: a code page has blanks
// and signs among its upper bytes.
func (r *Reader) take(g *Game, text []byte) []byte {
	enc := r.encodingOf(text)
	if enc == utf8Text || enc.isUTF16() {
		g.Text = append(g.Text, text...)
		g.enc = enc
		return text
	}
	decoded := enc.toUTF8(text)
	g.reset()
	n, found, _ := lexGame(decoded, true, g)
	if found && n > 0 && len(trimBlanks(decoded[n:])) > 0 {
		shorter := text[:enc.sourceLen(text, n)]
		g.reset()
		if _, found, _ := lexGame(shorter, true, g); found {
			return r.take(g, shorter)
		}
		g.reset()
		lexGame(decoded, true, g)
	}
	if !found {
		g.unknownText(decoded)
	}
	g.Text = append(g.Text, decoded...)
	g.source = slices.Clone(text)
	g.enc = enc
	if enc != nulSkipped {
		g.faults = append(g.faults, fault{code: Encoding, message: "this text is not UTF-8; it was read as " + enc.String()})
	}
	return text
}

// unknownText keeps text in which no game is to be seen once its encoding is known.
func (g *Game) unknownText(text []byte) {
	g.Items = append(g.Items, Item{Kind: OddItem, End: uint32(len(text))})
	g.faults = append(g.faults, fault{code: OddMoveText, end: uint32(len(text)), message: "no game is to be seen in this text"})
}

// advance moves the window past a game's bytes.
func (r *Reader) advance(text []byte) {
	breaks, last := lineBreaks(text)
	r.offset += int64(r.streamLen(text))
	if breaks > 0 {
		r.line += breaks
		r.col = r.streamLen(text[last:])
	} else {
		r.col += r.streamLen(text)
	}
	r.start += len(text)
}

// streamLen is the number of bytes of the stream that became b.
func (r *Reader) streamLen(b []byte) int {
	if r.enc.isUTF16() {
		return utf16Len(b)
	}
	return len(b)
}
