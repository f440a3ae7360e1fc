package rules_test

import (
	"fmt"

	"github.com/diwan-shatranj/diwan/rules"
)

// Black has been bared by a side with just one man left. Most rule sets give
// the bare king one ply to take that man.
func Example() {
	p, err := rules.ParsePosition("8/8/8/8/3k4/3P4/8/3K4 b - - 0 40")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"iggc", "medina"} {
		r, _ := rules.RulesetByName(name)
		outcome := r.Outcome(&p, 1)
		fmt.Println(name, outcome.Result, outcome.Reason)
	}

	iggc, _ := rules.RulesetByName("iggc")
	for _, m := range iggc.AppendMoves(&p, nil) {
		next := p.Play(m)
		outcome := iggc.Outcome(&next, 1)
		fmt.Println(iggc.SAN(&p, m), outcome.Result, outcome.Reason)
	}
	// Output:
	// iggc * bare-king-pending
	// medina 1-0 bare-king
	// Kc3 1-0 bare-king
	// Kxd3 1/2-1/2 both-bare
	// Ke3 1-0 bare-king
	// Kc5 1-0 bare-king
	// Kd5 1-0 bare-king
	// Ke5 1-0 bare-king
}
