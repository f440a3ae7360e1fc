package input

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

// compressed is games in each format.
func compressed(t *testing.T) map[string][]byte {
	return map[string][]byte{
		"bzip2": []byte(bzipped),
		"gzip":  packed(t, func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil }),
		"zstd":  packed(t, func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w) }),
		"xz":    packed(t, func(w io.Writer) (io.WriteCloser, error) { return xz.NewWriter(w) }),
		"zip":   zipped(t, "a.pgn"),
	}
}

// A compressed file that was cut is an error wherever that was, also in the second of
// two that stand behind each other.
func TestEveryCutIsAnError(t *testing.T) {
	for format, whole := range compressed(t) {
		for n := 2; n < len(whole); n++ { // a single letter may be anything
			for _, before := range [][]byte{nil, whole} {
				if before != nil && (format == "zip" || n < 4) {
					continue // a zip has one end, and what follows others may be garbage to their formats
				}
				got := collect([]string{Stdin}, bytes.NewReader(append(bytes.Clone(before), whole[:n]...)))
				if len(got) != 1 || !strings.Contains(got[0], "error") && !strings.Contains(got[0], "broken") {
					t.Errorf("%s behind %d bytes, cut to %d of %d, is read as %q", format, len(before), n, len(whole), got)
				}
			}
		}
	}
}

// Two compressed files behind each other are one, and xz may be padded.
func TestConcatenated(t *testing.T) {
	for format, whole := range compressed(t) {
		if format == "zip" {
			continue
		}
		want := []string{"<stdin> " + games + games}
		got := collect([]string{Stdin}, bytes.NewReader(append(bytes.Clone(whole), whole...)))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", format, diff)
		}
	}
	padded := append(bytes.Clone(compressed(t)["xz"]), make([]byte, 4096)...)
	if diff := cmp.Diff([]string{"<stdin> " + games}, collect([]string{Stdin}, bytes.NewReader(padded))); diff != "" {
		t.Error(diff)
	}
}

// The empty compressed file is empty, and a zip without members has no games.
func TestCompressedNothing(t *testing.T) {
	var b bytes.Buffer
	w, err := xz.NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"<stdin> "}, collect([]string{Stdin}, &b)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"error: <stdin>: holds no PGN file"}, collect([]string{Stdin}, bytes.NewReader(zipped(t)))); diff != "" {
		t.Error(diff)
	}
}
