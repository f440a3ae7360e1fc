package pgn

import (
	"bytes"
	"encoding/binary"
	"io"
	"slices"
	"strings"
	"testing"
)

// TestRepeatedTokens reads, plays and writes long runs of one thing. Whatever takes
// more than in proportion to the length of some run shows: the test does not end.
func TestRepeatedTokens(t *testing.T) {
	tokens := []string{
		"e3", "Nf3", "e3e6 ", "Nf3 Nf6 Ng1 Ng8 ", "Xf6 ", "e8=", "--", "1.", "1... ",
		"(", "(e3 ", ")", "(e3)", "(1-0 ", "(½[", "{", "{ \n\n[A \"b\"]\n", "{x} ", "; x\n", "%\n",
		"[", "]", "][", "[]", "[a]", "[a b] ", "[A \"", "[A \"\\\"", "[A \"x\"]", "[A \"\n", "\"]\n", "[%x ", "\n[", "\r[",
		"$1 ", "$", "*", "* {c} ", "*(", "½", "\xbd", "\xbd\n\n", "1. e3 \xe4 *\n\n", "\xa0", "\x85", "1. e3 1\x00-0\n\n", "\x00*", "\u200b", "\r",
	}
	inputs := func(yield func(string) bool) {
		for _, token := range tokens {
			run := strings.Repeat(token, 100_000/len(token))
			if !yield(run) || !yield(e("1. e3 Xf6 ")+run) || !yield(in16(binary.LittleEndian, run)) {
				return
			}
		}
	}
	r, err := NewReplayer(Options{})
	if err != nil {
		t.Fatal(err)
	}
	for in := range inputs {
		rd := NewReader(strings.NewReader(in))
		var out bytes.Buffer
		w := NewWriter(&out, WriterOptions{})
		var g Game
		for err = rd.Read(&g); err == nil; err = rd.Read(&g) {
			if err := w.Write(r.Replay(&g)); err != nil {
				t.Fatal(err)
			}
		}
		if err != io.EOF {
			t.Fatal(err)
		}
		if n := len(slices.Collect(gamesOf(out.Bytes()))); n != rd.games {
			t.Errorf("%.40q and so on: %d games became %d", in, rd.games, n)
		}
	}
}
