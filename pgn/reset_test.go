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

type failing struct{}

func (*failing) Read([]byte) (int, error) { return 0, io.ErrClosedPipe }
