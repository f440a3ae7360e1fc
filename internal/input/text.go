package input

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
)

// sniffed is how many bytes are looked at to tell text from binary data.
const sniffed = 4096

// text yields a stream of decompressed bytes, unless they are no text.
func text(s *Stream, r io.Reader, yield func(*Stream, error) bool) bool {
	br := bufio.NewReaderSize(r, 64<<10)
	head, err := br.Peek(sniffed)
	if len(head) > 0 && len(bytes.Trim(head, "\x00")) == 0 {
		head, err = br.Peek(br.Size()) // a hole, behind which there may be games
	}
	if err != nil && !errors.Is(err, io.EOF) && len(head) == 0 {
		return yield(nil, fmt.Errorf("read %s: %w", s.Name, err))
	}
	if isBinary(head) {
		return yield(nil, fmt.Errorf("%s: %w", s.Name, ErrBinary))
	}
	s.Reader = br
	return yield(s, nil)
}

// gameText finds what only a text with games has: a tag pair, or a move number with a move.
var gameText = regexp.MustCompile(`\[\s*[A-Za-z]\w*\s+"|\b[0-9]{1,4}\s*\.[\s.]*[\pL♔-♟]{1,2}[x-]?[a-h]?[1-8]`)

// isBinary reports whether more than a tenth of b are control characters that no
// text has. UTF-16, told by its byte order mark, is text. So is what has the look of
// games and no other such characters than NUL, which readers skip: there are many
// where a disk was full or a machine went down.
func isBinary(b []byte) bool {
	if bytes.HasPrefix(b, []byte{0xFF, 0xFE}) || bytes.HasPrefix(b, []byte{0xFE, 0xFF}) {
		return false
	}
	nuls, others := 0, 0
	for _, c := range b {
		switch {
		case c == 0:
			nuls++
		case c < ' ' && (c < '\t' || c > '\r') && c != 0x1A && c != 0x1B || c == 0x7F:
			others++
		}
	}
	if others > (len(b)-nuls)/10 {
		return true
	}
	return nuls+others > len(b)/10 && !gameText.Match(bytes.ReplaceAll(b, []byte{0}, nil))
}
