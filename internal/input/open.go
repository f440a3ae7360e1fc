package input

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"context"
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

// Streams opens the names one after the other: files, folders with the game files in
// them, and "-" for stdin. Each stream is closed when the loop goes on. A name that
// cannot be opened is yielded as an error, and the rest follows. What lies in a folder
// and is no regular file is left out; skipped, which may be nil, is told so. When ctx
// ends, so does waiting for a pipe or a terminal.
func Streams(ctx context.Context, names []string, stdin io.Reader, skipped func(path string)) iter.Seq2[*Stream, error] {
	return func(yield func(*Stream, error) bool) {
		for file, err := range expand(names, skipped) {
			if err != nil {
				if !yield(nil, err) {
					return
				}
				continue
			}
			if !each(ctx, file, stdin, yield) {
				return
			}
		}
	}
}

// each yields the streams of one file: one, or those of a zip's members.
func each(ctx context.Context, name string, stdin io.Reader, yield func(*Stream, error) bool) bool {
	if name == Stdin {
		return one(&Stream{Name: "<stdin>", Size: -1, raw: &counter{r: Interruptible(ctx, stdin)}}, yield)
	}
	f, err := Open(ctx, name, os.O_RDONLY)
	if err != nil {
		return yield(nil, err)
	}
	defer f.Close()
	s := &Stream{Name: name, Size: -1, raw: &counter{r: f}}
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		s.Size = info.Size()
	} else {
		s.raw.r = Interruptible(ctx, f)
	}
	return one(s, yield)
}

// one decompresses a stream as its first bytes ask for, and yields it.
func one(s *Stream, yield func(*Stream, error) bool) bool {
	br := bufio.NewReaderSize(s.raw, 64<<10)
	head, err := br.Peek(longestMagic)
	if err != nil && !errors.Is(err, io.EOF) {
		return yield(nil, fmt.Errorf("read %s: %w", s.Name, err))
	}
	if magic := cutMagic(head); magic != "" {
		return yield(nil, fmt.Errorf("%s: not a sound %s file: %w", s.Name, magic, io.ErrUnexpectedEOF))
	}
	within := s.Compressed
	s.Compressed = true
	fail := func(format string, err error) bool {
		return yield(nil, fmt.Errorf("%s: not a sound %s file: %w", s.Name, format, err))
	}
	switch {
	case bytes.HasPrefix(head, []byte(gzipMagic)):
		z, err := gzip.NewReader(br)
		if err != nil {
			return fail("gzip", err)
		}
		return text(s, z, yield)
	case bytes.HasPrefix(head, []byte(bzip2Magic)):
		return text(s, bzip2.NewReader(br), yield)
	case bytes.HasPrefix(head, []byte(zstdMagic)):
		z, err := zstd.NewReader(br, zstd.WithDecoderConcurrency(1))
		if err != nil {
			return fail("zstd", err)
		}
		defer z.Close()
		return text(s, z, yield)
	case bytes.HasPrefix(head, []byte(xzMagic)):
		z, err := xz.NewReader(br)
		if err != nil {
			return fail("xz", err)
		}
		return text(s, &footed{z, s.raw}, yield)
	case bytes.HasPrefix(head, []byte(zipMagic)), bytes.HasPrefix(head, []byte(emptyZipMagic)): // the latter is empty
		return members(s, br, yield)
	}
	s.Compressed = within
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
		member := &Stream{Name: s.Name + ":" + f.Name, Size: int64(f.UncompressedSize64), Compressed: true, raw: &counter{r: r}}
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
