package archive

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Compact rewrites the database without the space that is no longer used, and
// returns its size in bytes before and after. IDs stay as they are. There has to be
// room for a second copy on the disk.
func (a *Archive) Compact(ctx context.Context) (before, after int64, err error) {
	err = a.exclusively(ctx, func() error {
		if before, err = a.size(); err != nil {
			return err
		}
		for _, q := range []string{"VACUUM", "PRAGMA optimize", "PRAGMA wal_checkpoint(TRUNCATE)"} {
			if _, err := a.writer.ExecContext(ctx, q); err != nil {
				return err
			}
		}
		after, err = a.size()
		return err
	})
	return before, after, wrap("compact", err)
}

// size is that of the database with its log of writes.
func (a *Archive) size() (int64, error) {
	var sum int64
	for _, name := range []string{a.path(), a.path() + "-wal"} {
		info, err := os.Stat(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return 0, err
		}
		sum += info.Size()
	}
	return sum, nil
}

// Backup makes a copy of the archive, as it is at one moment, in the folder dir,
// which must not have an archive yet. Others may read and write meanwhile. What else
// stands in the archive's folder and is a file, such as lists of its owner's, is
// copied, too; the indexes are not.
func (a *Archive) Backup(ctx context.Context, dir string) error {
	return wrap("back up to "+dir, a.backup(ctx, dir))
}

func (a *Archive) backup(ctx context.Context, dir string) error {
	if a.reader == nil {
		return errors.New("there is no archive yet")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	target := filepath.Join(dir, "games.db")
	if _, err := os.Lstat(target); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", target, fs.ErrExist)
	}
	part := target + ".part"
	if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	_, err := a.reader.ExecContext(ctx, "VACUUM INTO ?", part)
	if err == nil {
		err = syncFile(part)
	}
	if err == nil {
		err = a.copyOthers(dir)
	}
	if err == nil {
		err = os.Rename(part, target)
	}
	if err != nil {
		_ = os.Remove(part) // err says what happened
		return err
	}
	return syncFile(dir)
}

// copyOthers copies the files beside the database, but for those that belong to it or
// only lock, into a folder in which they are not, or are the same already.
func (a *Archive) copyOthers(dir string) error {
	entries, err := os.ReadDir(a.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		name := e.Name()
		if !e.Type().IsRegular() || strings.HasPrefix(name, "games.db") || strings.HasPrefix(name, ".") ||
			name == filepath.Base(lockPath(a.dir)) || filepath.Ext(name) == ".lock" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(a.dir, name))
		if err != nil {
			return err
		}
		target := filepath.Join(dir, name)
		if there, err := os.ReadFile(target); err == nil && !bytes.Equal(there, text) {
			return fmt.Errorf("%s: %w", target, fs.ErrExist)
		}
		if err := os.WriteFile(target, text, 0o666); err != nil {
			return err
		}
		if err := syncFile(target); err != nil {
			return err
		}
	}
	return nil
}

// syncFile waits until a file or a folder is on disk.
func syncFile(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	err = f.Sync()
	if failure := f.Close(); err == nil {
		err = failure
	}
	return err
}
