package uci_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/diwan-shatranj/diwan/analyze/uci"
)

func Example() {
	_, err := uci.Start(context.Background(), uci.Config{Command: []string{"./no-such-engine"}})
	fmt.Println(errors.Is(err, uci.ErrStart))
	// Output: true
}
