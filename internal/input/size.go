package input

import (
	"os"
	"strings"
)

// Size is how many bytes the named inputs have in all. ok is false where that is not
// known before they are read: for stdin, and for compressed files, which are told by
// their names here.
func Size(names []string) (bytes int64, ok bool) {
	for name, err := range expand(names, nil) {
		if err != nil || name == Stdin {
			return 0, false
		}
		info, err := os.Stat(name)
		if err != nil || !info.Mode().IsRegular() {
			return 0, false
		}
		for _, s := range []string{".gz", ".bz2", ".zst", ".xz", ".zip"} {
			if strings.HasSuffix(strings.ToLower(name), s) {
				return 0, false
			}
		}
		bytes += info.Size()
	}
	return bytes, true
}
