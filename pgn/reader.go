package pgn

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"unicode/utf8"

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
	coded   int      // bytes at the front of the window that are left of a text that is not plain UTF-8
	codedAs encoding // of that text
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
		var text []byte
		var found, needMore bool
		if r.coded == 0 {
			var n int
			n, found, needMore = lexGame(r.buf[r.start:], r.atEOF, g)
			text = r.buf[r.start : r.start+n]
			if enc := r.encodingOf(text); !found {
			} else if enc.plain(text) {
				g.Text = append(g.Text, text...)
				g.enc = enc
			} else {
				r.coded, r.codedAs = n, enc
			}
		}
		if r.coded > 0 {
			if text, found, needMore = r.decode(g); found {
				r.coded = max(0, r.coded-len(text))
			}
		}
		if needMore {
			r.short = true
			continue
		}
		if !found {
			rest := r.buf[r.start:]
			own := trimBlanks(rest)
			breaks, _ := lineBreaks(rest[:max(0, bytes.Index(rest, own))])
			r.tail = Tail{Text: r.encodingOf(own).toUTF8(own), Line: r.line + breaks}
			r.start = len(r.buf)
			continue
		}
		r.place(g, text)
		return nil
	}
}

// place tells g where in the stream its text stands, and moves the window past it.
func (r *Reader) place(g *Game, text []byte) {
	r.games++
	g.Number = r.games
	g.Offset, g.firstLine, g.firstCol = r.offset, r.line, r.col
	g.Size = r.streamLen(text)
	g.Line, _ = g.position(firstByte(g.Text))
	r.advance(text)
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

// decodeSize is how many bytes of a code page are decoded at first: little, for a
// game can be as short as a result.
const decodeSize = 128

// decode reads the next game into g from bytes that are not plain UTF-8: they are
// changed into it first, so that all offsets are those of the text. The game may
// end elsewhere then, for a code page has signs among its upper bytes, and a result
// that NUL bytes divide is none before they are gone. own is what belongs to the
// game; found is false where only blanks and remarks are left in the stream.
//
// Many such games may have passed for one, so that no more is looked at than the
// first of them needs.
func (r *Reader) decode(g *Game) (own []byte, found, needMore bool) {
	text, enc, final := r.buf[r.start:], r.codedAs, r.atEOF
	size := decodeSize
	for {
		part, all := text, final
		if size < len(text) {
			part, all = text[:size], false
		}
		if !all {
			part = wholeRunes(part)
		}
		decoded := part
		if !enc.plain(part) {
			decoded = enc.toUTF8(part)
		}
		g.reset()
		n, found, needMore := lexGame(decoded, all, g)
		if needMore {
			if size >= len(text) {
				return nil, false, true
			}
			size *= 2
			continue
		}
		if !found {
			return nil, false, false
		}
		own := part[:enc.sourceLen(part, n)]
		if as := r.encodingOf(own); as != enc { // it is another one without what follows
			text, enc, final = own, as, true
			continue
		}
		g.Text = append(g.Text, decoded[:n]...)
		g.enc = enc
		if !enc.plain(own) {
			g.source = slices.Clone(own)
		}
		if enc.guessed() {
			g.faults = append(g.faults, fault{code: Encoding, message: "this text is not UTF-8; it was read as " + enc.String()})
		}
		return own, true, false
	}
}

// wholeRunes is b without the beginning of a character at its end.
func wholeRunes(b []byte) []byte {
	for i := len(b) - 1; i >= max(0, len(b)-utf8.UTFMax); i-- {
		if utf8.RuneStart(b[i]) {
			if !utf8.FullRune(b[i:]) {
				return b[:i]
			}
			break
		}
	}
	return b
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
