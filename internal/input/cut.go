package input

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"strings"
)

// The first bytes of compressed files.
const (
	gzipMagic     = "\x1F\x8B"
	bzip2Magic    = "BZh"
	zstdMagic     = "\x28\xB5\x2F\xFD"
	xzMagic       = "\xFD7zXZ\x00"
	zipMagic      = "PK\x03\x04"
	emptyZipMagic = "PK\x05\x06"
)

// longestMagic is how many bytes the longest of them has.
const longestMagic = len(xzMagic)

// cutMagic is the format of a compressed file that was cut within its first bytes; head
// is all of it. It is "" for any other: a single letter may be anything.
func cutMagic(head []byte) string {
	for magic, format := range map[string]string{gzipMagic: "gzip", bzip2Magic: "bzip2", zstdMagic: "zstd", xzMagic: "xz", zipMagic: "zip"} {
		if len(head) > 0 && len(head) < len(magic) && strings.HasPrefix(magic, string(head)) && (len(head) > 1 || head[0] < ' ' || head[0] > '~') {
			return format
		}
	}
	return ""
}

// counter counts what is read, and knows its end.
type counter struct {
	r     io.Reader
	n     int64
	end   []byte // the last bytes but for the zeros behind them, at most footer
	zeros int    // how many there are behind them
}

// footer is how many bytes stand at the end of an xz file, before padding of zeros.
const footer = 12

func (c *counter) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n += int64(n)
	if whole := len(bytes.TrimRight(b[:n], "\x00")); whole > 0 {
		c.end = append(c.end, make([]byte, min(c.zeros, footer))...)
		c.end = append(c.end, b[max(0, whole-footer):whole]...)
		c.end = append([]byte{}, c.end[max(0, len(c.end)-footer):]...)
		c.zeros = n - whole
	} else {
		c.zeros += n
	}
	return n, err
}

// footed is the contents of an xz file. Its decoder takes a file that was cut behind a
// header for one that has ended; whether it has, its footer tells.
type footed struct {
	io.Reader
	raw *counter
}

func (f *footed) Read(b []byte) (int, error) {
	n, err := f.Reader.Read(b)
	if errors.Is(err, io.EOF) && !isFooter(f.raw.end) {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// isFooter reports whether b is the footer of an xz stream (xz file format, 2.1.2): the
// checksum of the six bytes behind it, these, and the magic.
func isFooter(b []byte) bool {
	return len(b) == footer && string(b[10:]) == "YZ" && binary.LittleEndian.Uint32(b) == crc32.ChecksumIEEE(b[4:10])
}
