package segment

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// tempSuffix ends the name of every file that is not whole yet.
const tempSuffix = ".tmp"

// A tempFile is a file that lies beside its final name until it is whole.
type tempFile struct {
	*os.File
	ended bool // renamed, or removed
}

// createTemp creates a file beside path. Unlike [os.CreateTemp] it leaves the
// permissions to the process's mask, since the file is renamed to stay.
func createTemp(path string) (*tempFile, error) {
	prefix := path + "." + strconv.Itoa(os.Getpid()) + "-"
	for i := 0; ; i++ {
		f, err := os.OpenFile(prefix+strconv.Itoa(i)+tempSuffix, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("creating position segment: %w", err)
		}
		return &tempFile{File: f}, nil
	}
}

// commit puts the file on disk and renames it.
func (f *tempFile) commit(path string) error {
	err := f.Sync()
	if err == nil {
		err = f.Close()
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err == nil {
		f.ended = true
		err = syncDir(filepath.Dir(path))
	}
	if err != nil {
		return fmt.Errorf("writing position segment: %w", err)
	}
	return nil
}

// discard removes the file unless it was committed.
func (f *tempFile) discard() {
	if f.ended {
		return
	}
	f.ended = true
	_ = f.Close()
	_ = os.Remove(f.Name())
}

// syncDir makes a renaming last. Windows has no such call for folders.
func syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

// Sweep removes what builders and merges left in a folder when their process
// was killed. The caller holds the lock under which it writes there: the files
// of a builder at work would be removed, too.
func Sweep(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("sweeping position segments: %w", err)
	}
	for _, e := range entries {
		if e.IsDir() || !strings.HasSuffix(e.Name(), tempSuffix) {
			continue
		}
		if err := os.Remove(filepath.Join(dir, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("sweeping position segments: %w", err)
		}
	}
	return nil
}
