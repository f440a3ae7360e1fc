package index

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
)

// A merge can be given up at any moment, also before the first comment.
func TestWriteTextGivenUp(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := writeText(ctx, filepath.Join(t.TempDir(), "text"), []string{"fine"}); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}
