package program_test

import (
	"errors"
	"fmt"

	"github.com/diwan-shatranj/diwan/analyze/program"
)

func Example() {
	c := program.Config{Command: []string{"./no-such-engine"}}.WithDefaults()
	_, err := program.Run(&c)
	fmt.Println(errors.Is(err, program.ErrStart))
	// Output: true
}
