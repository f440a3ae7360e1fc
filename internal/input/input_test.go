package input

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

const games = "1. e3 e6 *\n"

// bzipped is games as bzip2 has them; the standard library only reads that.
const bzipped = "\x42\x5a\x68\x39\x31\x41\x59\x26\x53\x59\xb2\x1e\x78\x2e\x00\x00\x03\x59\x00\x00\x10\x40\x11\x29\x00\x02\x00\x20\x00\x21\xa6\x9a\x3d\x41\x0c\x08\xb3\x0d\x0e\x51\x78\xbb\x92\x29\xc2\x84\x85\x90\xf3\xc1\x70"

func packed(t *testing.T, pack func(io.Writer) (io.WriteCloser, error)) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := pack(&b)
	if err == nil {
		_, err = io.WriteString(w, games)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zipped(t *testing.T, names ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range names {
		w, err := z.Create(name)
		if err == nil {
			_, err = io.WriteString(w, games)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// collect reads all streams; an error stands as its text.
func collect(names []string, stdin io.Reader) (out []string) {
	for s, err := range Streams(context.Background(), names, stdin, nil) {
		if err != nil {
			out = append(out, "error: "+err.Error())
			continue
		}
		text, err := io.ReadAll(s)
		if err != nil {
			out = append(out, s.Name+" broken")
			continue
		}
		out = append(out, filepath.Base(s.Name)+" "+string(text))
	}
	return out
}

// What a file is, its bytes say and not its name.
func TestCompressedByContent(t *testing.T) {
	for name, contents := range map[string][]byte{
		"plain": []byte(games),
		"bzip2": []byte(bzipped),
		"gzip":  packed(t, func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil }),
		"zstd":  packed(t, func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w) }),
		"xz":    packed(t, func(w io.Writer) (io.WriteCloser, error) { return xz.NewWriter(w) }),
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "games.pgn")
			if err := os.WriteFile(path, contents, 0o644); err != nil {
				t.Fatal(err)
			}
			want := []string{"games.pgn " + games}
			if diff := cmp.Diff(want, collect([]string{path}, nil)); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff([]string{"<stdin> " + games}, collect([]string{Stdin}, bytes.NewReader(contents))); diff != "" {
				t.Error(diff)
			}
			if len(contents) > 12 && name != "plain" {
				if got := collect([]string{Stdin}, bytes.NewReader(contents[:len(contents)*2/3])); !strings.Contains(got[0], "error") && !strings.Contains(got[0], "broken") {
					t.Errorf("a cut file is read as %q", got)
				}
			}
		})
	}
}

// The members of a zip are inputs of their own.
func TestZip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.bin")
	if err := os.WriteFile(path, zipped(t, "a.pgn", "readme.txt", "sub/b.pgn"), 0o644); err != nil {
		t.Fatal(err)
	}
	want := []string{"games.bin:a.pgn " + games, "b.pgn " + games}
	if diff := cmp.Diff(want, collect([]string{path}, nil)); diff != "" {
		t.Error(diff)
	}
	if err := os.WriteFile(path, zipped(t, "readme.txt"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, err := range Streams(context.Background(), []string{path}, nil, nil) {
		if !errors.Is(err, ErrNoGames) {
			t.Errorf("got %v", err)
		}
	}
}

func TestFolders(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"b.pgn", "a.PGN", "x/c.pgn.gz", "x/notes.txt", ".hidden/d.pgn", "x/.e.pgn"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(games), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for s, err := range Streams(context.Background(), []string{dir, filepath.Join(dir, "x", "notes.txt")}, nil, nil) {
		if err != nil {
			t.Fatal(err)
		}
		rel, err := filepath.Rel(dir, s.Name)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, filepath.ToSlash(rel))
	}
	if diff := cmp.Diff([]string{"a.PGN", "b.pgn", "x/c.pgn.gz", "x/notes.txt"}, got); diff != "" {
		t.Error(diff)
	}
}

// What cannot be read is told, and the rest is read.
func TestErrorsDoNotEndTheList(t *testing.T) {
	dir := t.TempDir()
	sound := filepath.Join(dir, "sound.pgn")
	binary := filepath.Join(dir, "binary.pgn")
	empty := filepath.Join(dir, "empty")
	for path, contents := range map[string]string{sound: games, binary: strings.Repeat("\x00\x01\x02ab", 100)} {
		if err := os.WriteFile(path, []byte(contents), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(empty, 0o755); err != nil {
		t.Fatal(err)
	}
	var errs []error
	read := 0
	for _, err := range Streams(context.Background(), []string{filepath.Join(dir, "none.pgn"), binary, empty, sound}, nil, nil) {
		if err != nil {
			errs = append(errs, err)
			continue
		}
		read++
	}
	if read != 1 || len(errs) != 3 || !errors.Is(errs[0], fs.ErrNotExist) || !errors.Is(errs[1], ErrBinary) || !errors.Is(errs[2], ErrNoGames) {
		t.Errorf("%d read, errors %v", read, errs)
	}
}

func TestTextIsNotBinary(t *testing.T) {
	for _, text := range []string{"", games, "\xff\xfe1\x00.\x00 \x00e\x003\x00", "[White \"\xcc\xfc\"]", "{\x1b[1m}" + games, strings.Repeat("الصولي ", 50),
		games + strings.Repeat("\x00", 512), strings.Repeat("\x00", 512) + "[White \"A\"]", "12. Кf3\n" + strings.Repeat("\x00", 5000)} {
		if isBinary([]byte(text)) {
			t.Errorf("%q is taken for binary", text)
		}
	}
}

func TestBinaryIsNotText(t *testing.T) {
	for _, data := range []string{strings.Repeat("\x00", 64), "\x7fELF\x02\x01\x01" + strings.Repeat("\x00", 60), strings.Repeat("1. e3\x00\x01\x02\x03", 9)} {
		if !isBinary([]byte(data)) {
			t.Errorf("%q is taken for text", data)
		}
	}
}

// Games behind a hole in a file are read, and so are those before one.
func TestHoles(t *testing.T) {
	hole := strings.Repeat("\x00", 8192)
	for _, text := range []string{games + hole, hole + games} {
		if diff := cmp.Diff([]string{"<stdin> " + text}, collect([]string{Stdin}, strings.NewReader(text))); diff != "" {
			t.Error(diff)
		}
	}
}

// A followed file yields what is written to it, until it is no longer wanted.
func TestFollow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "match.pgn")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	ctx, cancel := context.WithCancel(context.Background())
	s, closeFile, err := Follow(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	defer closeFile()
	for _, part := range []string{"1. e3", " e6 *\n"} {
		if _, err := f.WriteString(part); err != nil {
			t.Fatal(err)
		}
		buf := make([]byte, len(part))
		if _, err := io.ReadFull(s, buf); err != nil || string(buf) != part {
			t.Fatalf("got %q, %v", buf, err)
		}
	}
	time.AfterFunc(10*time.Millisecond, cancel)
	if _, err := s.Read(make([]byte, 1)); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if err := f.Truncate(0); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Read(make([]byte, 1)); !errors.Is(err, ErrShrunk) {
		t.Errorf("got %v", err)
	}
}
