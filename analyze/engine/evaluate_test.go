package engine

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/diwan-shatranj/diwan/rules"
)

// A position and its images are worth the same to the side to move.
func TestEvaluateImages(t *testing.T) {
	e := newEvaluator(&defaultWeights)
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		want := e.evaluate(&p)
		for o := rules.Mirror; o <= rules.MirrorColors; o++ {
			q := p.Image(o)
			if got := e.evaluate(&q); got != want {
				t.Fatalf("%v is worth %d, its image %v %d", p, want, o, got)
			}
		}
	})
}

func TestTapered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(-3000, 3000)
		a, b := n.Draw(t, "full"), n.Draw(t, "empty")
		c, d := n.Draw(t, "full"), n.Draw(t, "empty")
		sum := pair(a, b) + pair(c, d)*2 - pair(b, a)
		if sum.full() != a+2*c-b || sum.empty() != b+2*d-a {
			t.Fatalf("got %d, %d", sum.full(), sum.empty())
		}
	})
}

func BenchmarkEvaluate(b *testing.B) {
	e := newEvaluator(&defaultWeights)
	p := mustPosition(b, "1r2k1r1/p2f1p2/1pnapnp1/2pp3p/2PP3P/1PNAPNP1/P2F1P2/1R2K1R1 w - - 0 20")
	for b.Loop() {
		e.evaluate(&p)
	}
}
