package index

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/gofrs/flock"
)

// The names in the folder of an index beside those of parts.
const (
	manifestFile = "manifest.json"
	lockFile     = "lock"
	// mergeLockFile is locked by the process that merges parts.
	mergeLockFile = "merge.lock"
	workPrefix    = "work-" // of folders in which parts are built
)

// formatVersion is that of all files of the index.
const formatVersion = 3

// manifest says what the index consists of. It is replaced as a whole.
type manifest struct {
	Format     int       `json:"format"`
	Archive    string    `json:"archive"` // its ID
	Generation int64     `json:"generation"`
	Tabiyat    string    `json:"tabiyat"` // fingerprint of the list of opening arrays
	Next       int64     `json:"next"`    // number of the next part
	Parts      []partRow `json:"parts"`
	// Skipped are the games that could not be read when the index was made.
	Skipped []int64 `json:"skipped,omitempty"`
}

// partRow is a part as the manifest has it.
type partRow struct {
	Name  string   `json:"name"`
	Games int      `json:"games"`
	First int64    `json:"first"` // IDs
	Last  int64    `json:"last"`
	Plies int64    `json:"plies"`
	Dead  []uint32 `json:"dead,omitempty"` // IDs that no longer count here, rising
	// Text are the files of the full-text index, with their checksums; none where
	// no game has a comment.
	Text []textFile `json:"text,omitempty"`
}

// textFile is a file below the folder of a full-text index.
type textFile struct {
	Name string `json:"name"`
	Size int64  `json:"size"`
	Sum  uint64 `json:"sum,string"`
}

// readManifest reads the manifest of a folder. The error is fs.ErrNotExist where
// there is none, and a *DamageError where it cannot be understood.
func readManifest(dir string) (*manifest, error) {
	path := filepath.Join(dir, manifestFile)
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	m := &manifest{}
	if err := json.Unmarshal(b, m); err != nil {
		return nil, fmt.Errorf("%w: %w", &DamageError{Path: path, Part: "the list of parts"}, err)
	}
	return m, nil
}

// write replaces the manifest of a folder.
func (m *manifest) write(dir string) error {
	b, err := json.MarshalIndent(m, "", "\t")
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, manifestFile+".*")
	if err != nil {
		return err
	}
	_, err = f.Write(append(b, '\n'))
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), filepath.Join(dir, manifestFile))
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return syncFolder(dir)
}

// syncFolder puts the names in a folder on disk, where the system can.
func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	_ = d.Sync() // not all systems know it
	return d.Close()
}

// owns reports whether a name in the folder belongs to a part of the manifest.
func (m *manifest) owns(name string) bool {
	part, _, _ := strings.Cut(name, ".")
	for i := range m.Parts {
		if m.Parts[i].Name == part {
			return true
		}
	}
	return false
}

// sweep removes what is in the folder and belongs to nothing: files of parts that
// were given up, folders of builders that were killed. The caller holds the lock.
// What cannot be removed, since another process has it open, is left for the next
// time.
func (m *manifest) sweep(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		name := e.Name()
		path := filepath.Join(dir, name)
		switch {
		case name == manifestFile || name == lockFile || m.owns(name):
		case strings.HasPrefix(name, workPrefix):
			w := flock.New(filepath.Join(path, lockFile))
			if free, err := w.TryLock(); err == nil && free {
				_ = w.Close()
				_ = os.RemoveAll(path)
			}
		case isPartName(name) || strings.HasPrefix(name, manifestFile):
			_ = os.RemoveAll(path)
		}
	}
}

// isPartName reports whether a name is one that files of parts have.
func isPartName(name string) bool {
	part, _, found := strings.Cut(name, ".")
	return found && len(part) == len(partName(0)) && isNumber(part)
}

// partName is the name of a part by its number.
func partName(n int64) string { return fmt.Sprintf("%08d", n) }

// A workshop is a folder in which a part is built. As long as its lock is held,
// nobody sweeps it away.
type workshop struct {
	dir  string
	lock *flock.Flock
}

func newWorkshop(dir string) (*workshop, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	work, err := os.MkdirTemp(dir, workPrefix)
	if err != nil {
		return nil, err
	}
	w := &workshop{dir: work, lock: flock.New(filepath.Join(work, lockFile))}
	held, err := w.lock.TryLock()
	if err == nil && !held {
		err = fs.ErrExist
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(work))
	}
	return w, nil
}

// close removes the folder with what is left in it.
func (w *workshop) close() error {
	return errors.Join(w.lock.Close(), os.RemoveAll(w.dir))
}

// deliver moves the files of a part out of the workshop, under its name. What has
// that name already was left by an update that did not come to its end.
func (w *workshop) deliver(from, dir, name string) error {
	for _, file := range []string{positionsFile, gamesFile, movesFile, frequentFile, textFolder} {
		to := filepath.Join(dir, name+file)
		if err := os.RemoveAll(to); err != nil {
			return err
		}
		err := os.Rename(filepath.Join(from, file), to)
		if err != nil && !(file == textFolder && errors.Is(err, fs.ErrNotExist)) {
			return err
		}
	}
	return nil
}
