package pgn

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/diwan-shatranj/diwan/internal/gamegen"
)

// The keys of a replay are those of its positions, however its start was found.
func TestReplayKeys(t *testing.T) {
	r, err := NewReplayer(Options{Keys: true})
	if err != nil {
		t.Fatal(err)
	}
	games := 0
	text := append(generated(t, gamegen.Options{Games: 100, Seed: 5, Errors: 0.3, Variations: 0.2}),
		generated(t, gamegen.Options{Games: 100, Seed: 6, FEN: true})...)
	for g, err := range NewReader(bytes.NewReader(text)).Games() {
		if err != nil {
			t.Fatal(err)
		}
		p := r.Replay(g)
		if !p.Played {
			if len(p.Keys) != 0 {
				t.Errorf("game %d is not played and has %d keys", g.Number, len(p.Keys))
			}
			continue
		}
		games++
		at := p.Start
		var want []LineKey
		note := func() {
			k, image := at.Key()
			want = append(want, LineKey{k, image})
		}
		note()
		for _, m := range p.Moves {
			at = at.Play(m)
			note()
		}
		if diff := cmp.Diff(want, p.Keys); diff != "" {
			t.Fatalf("game %d (-positions +keys):\n%s", g.Number, diff)
		}
	}
	if games < 100 {
		t.Errorf("only %d games were played", games)
	}
}
