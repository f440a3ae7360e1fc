package index

import (
	"errors"

	"github.com/diwan-shatranj/diwan/index/segment"
)

// DamageError says that a file of the index is not as it was written. Nothing is
// lost by it: the index can be made again.
type DamageError struct {
	Path string // of the file
	Part string // of it: "section white", "block 7"
}

// Error names the file and the part.
func (e *DamageError) Error() string { return e.Path + ": " + e.Part + " is damaged" }

// isDamage reports whether an error is about bytes of the index that are not as
// they were written.
func isDamage(err error) bool {
	var own *DamageError
	var damaged *segment.DamageError
	var version *segment.VersionError
	return errors.As(err, &own) || errors.As(err, &damaged) || errors.As(err, &version)
}
