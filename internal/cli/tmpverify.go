package cli

import (
	"context"

	"github.com/diwan-shatranj/diwan/index"
)

func verifyX(ix *index.Index, ctx context.Context, f func(error)) error { return nil }
