package archive

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// A writerLock keeps other processes from writing. The operating system frees it
// when the process ends, however it ends.
type writerLock struct {
	flock *flock.Flock
}

// lockPause is how long to wait between two attempts to get the lock.
const lockPause = 20 * time.Millisecond

// lockPath is the file that is locked.
func lockPath(dir string) string { return filepath.Join(dir, "lock") }

// lockFolder takes the writer's lock of an archive's folder, waiting up to busy
// for it. The error is a *LockedError where another process has it.
func lockFolder(ctx context.Context, dir string, busy time.Duration) (*writerLock, error) {
	path := lockPath(dir)
	l := &writerLock{flock: flock.New(path, flock.SetFlag(os.O_CREATE|os.O_RDWR))}
	ok, err := l.flock.TryLock()
	if err == nil && !ok {
		waiting, cancel := context.WithTimeout(ctx, busy)
		ok, err = l.flock.TryLockContext(waiting, lockPause)
		cancel()
		if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
			err = nil
		}
	}
	switch {
	case err != nil:
		_ = l.flock.Close()
		return nil, wrap("lock the archive", err)
	case !ok:
		_ = l.flock.Close()
		return nil, fmt.Errorf("lock the archive: %w", &LockedError{Holder: readHolder(path)})
	}
	l.sign()
	return l, nil
}

// sign writes into the lock file who holds it. It is for people, so that a failure
// is none of the lock.
func (l *writerLock) sign() {
	host, _ := os.Hostname()
	command := filepath.Base(os.Args[0])
	if len(os.Args) > 1 {
		command += " " + os.Args[1]
	}
	text, err := json.Marshal(Holder{PID: os.Getpid(), Host: host, Command: command, Since: time.Now().Round(time.Second)})
	if err != nil {
		return
	}
	_ = os.WriteFile(l.flock.Path(), append(text, '\n'), 0o644)
}

// readHolder reads who signed the lock file.
func readHolder(path string) (h Holder) {
	text, err := os.ReadFile(path)
	if err != nil || json.Unmarshal(text, &h) != nil {
		return Holder{}
	}
	return h
}

// release lets others write.
func (l *writerLock) release() {
	_ = os.Truncate(l.flock.Path(), 0)
	_ = l.flock.Close()
}
