package pgn

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

// TestReaderReset holds that a Reader that is used again reads as a new one, also
// after a stream that ended with an error, text left over, or another encoding.
func TestReaderReset(t *testing.T) {
	const one = "[Event \"a\"]\n\n1. e3 e6 *\n\n{left over}\n"
	utf16 := []byte{0xFE, 0xFF}
	for _, c := range []byte(one) {
		utf16 = append(utf16, 0, c)
	}
	rd := NewReader(strings.NewReader(""))
	for i, src := range []io.Reader{
		bytes.NewReader(utf16),
		io.MultiReader(strings.NewReader("1. e3 *\n\n1. f3"), &failing{}),
		strings.NewReader(one),
		strings.NewReader(""),
		strings.NewReader(one),
	} {
		var text bytes.Buffer
		src = io.TeeReader(src, &text)
		rd.Reset(src)
		var g Game
		var again []string
		var err error
		for err == nil {
			if err = rd.Read(&g); err == nil {
				again = append(again, string(g.Text))
			}
		}
		fresh := NewReader(&text)
		for _, want := range again {
			if err := fresh.Read(&g); err != nil || string(g.Text) != want {
				t.Errorf("stream %d: %q (%v), want %q", i, want, err, g.Text)
			}
		}
		if e := fresh.Read(&g); e != io.EOF {
			t.Errorf("stream %d: games are missing after %d", i, len(again))
		}
		if got, want := rd.Tail(), fresh.Tail(); string(got.Text) != string(want.Text) || got.Line != want.Line {
			t.Errorf("stream %d: tail %+v, want %+v", i, got, want)
		}
	}
}

// TestTailLine holds that the line of what is left over is that of its first byte.
func TestTailLine(t *testing.T) {
	for text, want := range map[string]int{
		"1. e3 *\n\n\n{left\nover}\n": 4,
		"{left over}":                 1,
		"\r\n\r\n; left over":         3,
	} {
		rd := NewReader(strings.NewReader(text))
		var g Game
		for rd.Read(&g) == nil {
			continue
		}
		if tail := rd.Tail(); tail.Line != want || len(tail.Text) == 0 {
			t.Errorf("%q: line %d of %q, want %d", text, tail.Line, tail.Text, want)
		}
	}
}

type failing struct{}

func (*failing) Read([]byte) (int, error) { return 0, io.ErrClosedPipe }
