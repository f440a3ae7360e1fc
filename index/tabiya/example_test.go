package tabiya_test

import (
	"fmt"
	"strings"

	"github.com/diwan-shatranj/diwan/index/tabiya"
	"github.com/diwan-shatranj/diwan/rules"
)

// The arrays of both sides, whatever the order of their moves.
func Example() {
	list, err := tabiya.Builtin()
	if err != nil {
		fmt.Println(err)
		return
	}
	array, _ := rules.ArrayByName("shah-e")
	start := array.Position()
	pos := start
	var moves []rules.Move
	for _, word := range strings.Fields("g3 g6 g4 f6 e3 e6 Ne2 d6 Rg1 c6 f3 b6 f4 a6 f5") {
		m, err := rules.ParseSAN(&pos, word)
		if err != nil {
			fmt.Println(err)
			return
		}
		moves = append(moves, m)
		pos = pos.Play(m)
	}
	found := tabiya.NewClassifier(list).Classify(&start, moves)
	fmt.Println("White:", found[0])
	fmt.Println("Black:", found[1])
	// Output:
	// White: Sayyal of as-Suli (5 of 5)
	// Black: none
}
