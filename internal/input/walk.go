package input

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ErrNoGames means that a folder or a zip holds no file of games.
var ErrNoGames = errors.New("holds no PGN file")

// suffixes are the endings of files that a folder is searched for. A file that is
// named by the user is read whatever its name.
var suffixes = []string{".pgn", ".pgn.gz", ".pgn.bz2", ".pgn.zst", ".pgn.xz", ".zip"}

// isGameFile reports whether a file in a folder or a zip is to be read.
func isGameFile(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(suffixes, func(s string) bool { return strings.HasSuffix(name, s) })
}

// expand replaces folders among names by the game files below them, in the order
// of their paths. Hidden files and folders are left out, and what is no regular file
// nor a link to one, of which skipped is told, if it is not nil.
func expand(names []string, skipped func(path string)) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, name := range names {
			info, err := os.Stat(name)
			switch {
			case name == Stdin:
				err = nil
			case err == nil && info.IsDir():
				if !below(name, skipped, yield) {
					return
				}
				continue
			}
			if !yield(name, err) {
				return
			}
		}
	}
}

func below(dir string, skipped func(path string), yield func(string, error) bool) bool {
	found, goOn := false, true
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			found = true
			if goOn = yield("", err); !goOn {
				return filepath.SkipAll
			}
			return nil
		}
		if path != dir && strings.HasPrefix(d.Name(), ".") {
			if d.IsDir() {
				return filepath.SkipDir
			}
			return nil
		}
		if d.IsDir() || !isGameFile(d.Name()) {
			return nil
		}
		if !isRegular(path, d) {
			if skipped != nil {
				skipped(path)
			}
			return nil
		}
		found = true
		if goOn = yield(path, nil); !goOn {
			return filepath.SkipAll
		}
		return nil
	})
	if !goOn {
		return false
	}
	if err == nil && !found {
		err = fmt.Errorf("%s: %w", dir, ErrNoGames)
	}
	return err == nil || yield("", err)
}

// isRegular reports whether an entry of a folder is a regular file or a link to one. A
// link that leads nowhere passes: opening it says so.
func isRegular(path string, d fs.DirEntry) bool {
	if d.Type()&fs.ModeSymlink == 0 {
		return d.Type().IsRegular()
	}
	info, err := os.Stat(path)
	return err != nil || info.Mode().IsRegular()
}
