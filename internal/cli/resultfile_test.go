package cli

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A file keeps its permissions and, where that is allowed, its owner, and a link that
// leads to nothing yet is followed.
func TestReplaceFile(t *testing.T) {
	dir := t.TempDir()
	name, link := filepath.Join(dir, "games.pgn"), filepath.Join(dir, "link.pgn")
	if err := os.Symlink("games.pgn", link); err != nil {
		t.Fatal(err)
	}
	if err := replaceFile(link, []byte("first")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, 0o620); err != nil {
		t.Fatal(err)
	}
	uid := os.Getuid()
	if uid == 0 { // only the superuser can give files away
		uid = 4711
		if err := os.Chown(name, uid, -1); err != nil {
			t.Fatal(err)
		}
	}
	if err := replaceFile(link, []byte("second")); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil || string(text) != "second" {
		t.Errorf("got %q, %v", text, err)
	}
	info, err := os.Lstat(name)
	if err != nil {
		t.Fatal(err)
	}
	if owner := info.Sys().(*syscall.Stat_t).Uid; owner != uint32(uid) || info.Mode() != 0o620 {
		t.Errorf("owner %d, mode %v; want %d, 0620", owner, info.Mode(), uid)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is one no more: %v, %v", info, err)
	}
	if err := os.Symlink("loop", filepath.Join(dir, "loop")); err != nil {
		t.Fatal(err)
	}
	if err := replaceFile(filepath.Join(dir, "loop"), nil); err == nil {
		t.Error("a link to itself can be written")
	}
}
