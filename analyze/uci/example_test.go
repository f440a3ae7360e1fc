package uci_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/diwan-shatranj/diwan/analyze/program"
	"github.com/diwan-shatranj/diwan/analyze/uci"
)

func Example() {
	_, err := uci.Start(context.Background(), program.Config{Command: []string{"./no-such-engine"}})
	fmt.Println(errors.Is(err, program.ErrStart))
	// Output: true
}
