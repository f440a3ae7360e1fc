package program

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/diwan-shatranj/diwan/rules"
)

// The FEN sent, read again, is the position.
func TestFEN(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(rules.Arrays()).Draw(t, "array").Position()
		for range rapid.IntRange(0, 60).Draw(t, "plies") {
			all := p.AppendMoves(nil)
			if len(all) == 0 {
				break
			}
			p = p.Play(rapid.SampledFrom(all).Draw(t, "move"))
		}
		fen := Letters{}.or().FEN(&p)
		q, err := rules.ParsePosition(fen)
		if err != nil || q != p {
			t.Fatalf("%v is sent as %q: %v, %v", p, fen, q, err)
		}
		if strings.ContainsAny(strings.Fields(fen)[0], "FfAa") {
			t.Fatalf("%q has other letters", fen)
		}
	})
}
