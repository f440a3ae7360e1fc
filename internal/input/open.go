package input

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

// Stdin is the name that stands for standard input.
const Stdin = "-"

// ErrBinary means that a stream is not text.
var ErrBinary = errors.New("this is binary data, not a file of games")

// Stream is one opened input, decompressed.
type Stream struct {
	Name string // as it is to be shown: a path, "<stdin>", or games.zip:member
	Size int64  // bytes of the file as it lies on disk, -1 where unknown
	// Compressed tells that the file's own bytes are others than the stream's.
	Compressed bool
	io.Reader
	raw *counter
}

// Done is how many of the Size bytes have been read.
func (s *Stream) Done() int64 { return s.raw.n }

type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n += int64(n)
	return n, err
}

// Streams opens the names one after the other: files, folders (see [Expand]) and
// "-" for stdin. Each stream is closed when the loop goes on. A name that cannot
// be opened is yielded as an error, and the rest follows.
func Streams(names []string, stdin io.Reader) iter.Seq2[*Stream, error] {
	return func(yield func(*Stream, error) bool) {
		for file, err := range expand(names) {
			if err != nil {
				if !yield(nil, err) {
					return
				}
				continue
			}
			if !each(file, stdin, yield) {
				return
			}
		}
	}
}

// each yields the streams of one file: one, or those of a zip's members.
func each(name string, stdin io.Reader, yield func(*Stream, error) bool) bool {
	if name == Stdin {
		return one(&Stream{Name: "<stdin>", Size: -1, raw: &counter{r: stdin}}, yield)
	}
	f, err := os.Open(name)
	if err != nil {
		return yield(nil, err)
	}
	defer f.Close()
	s := &Stream{Name: name, Size: -1, raw: &counter{r: f}}
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		s.Size = info.Size()
	}
	return one(s, yield)
}

// one decompresses a stream as its first bytes ask for, and yields it.
func one(s *Stream, yield func(*Stream, error) bool) bool {
	br := bufio.NewReaderSize(s.raw, 64<<10)
	head, err := br.Peek(6)
	if err != nil && !errors.Is(err, io.EOF) {
		return yield(nil, fmt.Errorf("read %s: %w", s.Name, err))
	}
	s.Compressed = true
	fail := func(format string, err error) bool {
		return yield(nil, fmt.Errorf("%s: not a sound %s file: %w", s.Name, format, err))
	}
	switch {
	case bytes.HasPrefix(head, []byte{0x1F, 0x8B}):
		z, err := gzip.NewReader(br)
		if err != nil {
			return fail("gzip", err)
		}
		return text(s, z, yield)
	case bytes.HasPrefix(head, []byte("BZh")):
		return text(s, bzip2.NewReader(br), yield)
	case bytes.HasPrefix(head, []byte{0x28, 0xB5, 0x2F, 0xFD}):
		z, err := zstd.NewReader(br, zstd.WithDecoderConcurrency(1))
		if err != nil {
			return fail("zstd", err)
		}
		defer z.Close()
		return text(s, z, yield)
	case bytes.HasPrefix(head, []byte{0xFD, '7', 'z', 'X', 'Z', 0}):
		z, err := xz.NewReader(br)
		if err != nil {
			return fail("xz", err)
		}
		return text(s, z, yield)
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return members(s, br, yield)
	}
	s.Compressed = false
	return text(s, br, yield)
}

// members yields the game files in a zip. Its directory stands at the end, so that
// it is taken into memory as it is.
func members(s *Stream, r io.Reader, yield func(*Stream, error) bool) bool {
	all, err := io.ReadAll(r)
	if err != nil {
		return yield(nil, fmt.Errorf("read %s: %w", s.Name, err))
	}
	z, err := zip.NewReader(bytes.NewReader(all), int64(len(all)))
	if err != nil {
		return yield(nil, fmt.Errorf("%s: not a sound zip file: %w", s.Name, err))
	}
	found := false
	for _, f := range z.File {
		if f.FileInfo().IsDir() || !isGameFile(f.Name) {
			continue
		}
		found = true
		r, err := f.Open()
		if err != nil {
			if !yield(nil, fmt.Errorf("%s:%s: %w", s.Name, f.Name, err)) {
				return false
			}
			continue
		}
		member := &Stream{Name: s.Name + ":" + f.Name, Size: int64(f.UncompressedSize64), raw: &counter{r: r}}
		goOn := one(member, yield)
		r.Close()
		if !goOn {
			return false
		}
	}
	if !found {
		return yield(nil, fmt.Errorf("%s: %w", s.Name, ErrNoGames))
	}
	return true
}

// sniffed is how many bytes are looked at to tell text from binary data.
const sniffed = 4096

// text yields a stream of decompressed bytes, unless they are no text.
func text(s *Stream, r io.Reader, yield func(*Stream, error) bool) bool {
	br := bufio.NewReaderSize(r, 64<<10)
	head, err := br.Peek(sniffed)
	if err != nil && !errors.Is(err, io.EOF) && len(head) == 0 {
		return yield(nil, fmt.Errorf("read %s: %w", s.Name, err))
	}
	if binary(head) {
		return yield(nil, fmt.Errorf("%s: %w", s.Name, ErrBinary))
	}
	s.Reader = br
	return yield(s, nil)
}

// binary reports whether more than a tenth of b are control characters that no
// text has. UTF-16, told by its byte order mark, is text.
func binary(b []byte) bool {
	if bytes.HasPrefix(b, []byte{0xFF, 0xFE}) || bytes.HasPrefix(b, []byte{0xFE, 0xFF}) {
		return false
	}
	n := 0
	for _, c := range b {
		if c < ' ' && (c < '\t' || c > '\r') && c != 0x1A && c != 0x1B || c == 0x7F {
			n++
		}
	}
	return n > len(b)/10
}
