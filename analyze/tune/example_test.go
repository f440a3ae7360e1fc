package tune_test

import (
	"context"
	"fmt"

	"github.com/diwan-shatranj/diwan/analyze/tune"
)

func Example() {
	samples, err := tune.Play(context.Background(), tune.PlayOptions{Games: 2, Nodes: 30, Seed: 1})
	if err != nil {
		panic(err)
	}
	fitted, err := tune.Fit(context.Background(), samples, tune.FitOptions{Epochs: 5})
	fmt.Println(fitted.After < fitted.Before, err)
	// Output: true <nil>
}
