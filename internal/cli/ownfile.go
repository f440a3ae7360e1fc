package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

// changeFile replaces a file in the archive's folder, which its owner may edit, by
// what f makes of it. Others wait meanwhile. What is not there is empty.
func (s *session) changeFile(name string, f func(text []byte) ([]byte, error)) error {
	return changeOwnFile(s.ctx, filepath.Join(s.Archive, name), f)
}

// changeOwnFile does so for a file of any folder, which is made where it is missing.
func changeOwnFile(ctx context.Context, path string, f func(text []byte) ([]byte, error)) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	lock := flock.New(strings.TrimSuffix(path, filepath.Ext(path)) + ".lock")
	if _, err := lock.TryLockContext(ctx, 20*time.Millisecond); err != nil {
		return fmt.Errorf("wait for others who change %s: %w", filepath.Base(path), err)
	}
	defer func() { _ = lock.Close() }() // the file stays; the system frees the lock
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if text, err = f(text); err != nil {
		return err
	}
	return replaceFile(path, text)
}
