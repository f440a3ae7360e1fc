package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/diwan-shatranj/diwan/pgn"
	"golang.org/x/term"
)

// colors are the escape sequences of a terminal; empty where none are wanted.
type colors struct{ err, warn, note, bold, dim, reset string }

// colors decides whether the output is coloured.
func (s *session) colors() colors {
	on := s.Color == "always"
	if s.Color == "auto" && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" {
		on = isTerminal(s.Out)
	}
	if !on {
		return colors{}
	}
	return colors{err: "\x1b[1;31m", warn: "\x1b[1;33m", note: "\x1b[1;36m", bold: "\x1b[1m", dim: "\x1b[2m", reset: "\x1b[0m"}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

func (c colors) of(s pgn.Severity) string {
	switch s {
	case pgn.Error:
		return c.err
	case pgn.Warning:
		return c.warn
	}
	return c.note
}

// excerptWidth is how much of a source line is shown.
const excerptWidth = 100

// writeDiagnostic writes one diagnostic with its place, its line of text and a
// caret below what is meant.
func writeDiagnostic(buf *bytes.Buffer, file string, g *pgn.Game, d pgn.Diagnostic, c colors) {
	fmt.Fprintf(buf, "%s%s:%d:%d:%s %s%s:%s %s %s[%s]%s\n", c.bold, file, d.Line, d.Col, c.reset, c.of(d.Severity), d.Severity, c.reset, d.Message, c.dim, d.Code, c.reset)
	line, caret, width := excerpt(g.Text, d.Offset, d.Width)
	if strings.TrimSpace(line) != "" {
		fmt.Fprintf(buf, "    %s\n    %s%s%s%s\n", line, strings.Repeat(" ", caret), c.of(d.Severity), strings.Repeat("^", width), c.reset)
	}
	if d.Hint != "" {
		fmt.Fprintf(buf, "    hint: %s\n", d.Hint)
	}
}

// excerpt is the line of text around an offset, cut to what a screen shows, with
// the column and width, in characters, of what is meant. It looks no further than
// it shows: lines may be as long as a file.
func excerpt(text []byte, offset, width int) (line string, caret, marks int) {
	const reach = excerptWidth / 2 * utf8.UTFMax
	offset = min(max(offset, 0), len(text))
	before, after := text[max(0, offset-reach):offset], text[offset:min(len(text), offset+reach)]
	before = before[bytes.LastIndexAny(before, "\r\n")+1:]
	if n := bytes.IndexAny(after, "\r\n"); n >= 0 {
		after = after[:n]
	}
	prefix, suffix := "", ""
	if utf8.RuneCount(before) > excerptWidth/2 {
		before = lastRunes(before, excerptWidth/2)
		prefix = "…"
	}
	if utf8.RuneCount(after) > excerptWidth/2 {
		after = firstRunes(after, excerptWidth/2)
		suffix = "…"
	}
	lead := prefix + printable(before)
	marks = max(utf8.RuneCount(after[:min(width, len(after))]), 1)
	return lead + printable(after) + suffix, utf8.RuneCountInString(lead), marks
}

func lastRunes(b []byte, n int) []byte {
	i := len(b)
	for ; n > 0 && i > 0; n-- {
		_, size := utf8.DecodeLastRune(b[:i])
		i -= size
	}
	return b[i:]
}

func firstRunes(b []byte, n int) []byte {
	i := 0
	for ; n > 0 && i < len(b); n-- {
		_, size := utf8.DecodeRune(b[i:])
		i += size
	}
	return b[:i]
}

// printable replaces control characters, which could play tricks on a terminal.
func printable(b []byte) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7F || r >= 0x80 && r < 0xA0 || r == utf8.RuneError || r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 {
			return ' '
		}
		return r
	}, string(b))
}
