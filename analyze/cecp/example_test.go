package cecp_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/diwan-shatranj/diwan/analyze/cecp"
	"github.com/diwan-shatranj/diwan/analyze/program"
)

func Example() {
	_, err := cecp.Start(context.Background(), program.Config{Command: []string{"./no-such-engine"}})
	fmt.Println(errors.Is(err, program.ErrStart))
	// Output: true
}
