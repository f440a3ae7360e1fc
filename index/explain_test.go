package index

import (
	"context"
	"testing"
)

func TestExplain(t *testing.T) {
	ix, games := someGames(t)
	for _, q := range []string{
		"", "player:suli", "player:suli result:1-0", `player:suli (line:"e3" or board:"rank3:4P3")`, `not line:"e3"`,
		`fen:"rnafkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAFKANR w" ~any plies:>3`,
	} {
		x, err := ix.Explain(context.Background(), parse(t, q))
		if err != nil {
			t.Fatal(err)
		}
		if want := len(naiveSearch(games, parse(t, q))); x.Selected != int64(want) || x.Games != int64(len(games)) || x.Parts < 2 {
			t.Errorf("%s: %d of %d games in %d parts, want %d", q, x.Selected, x.Games, x.Parts, want)
		}
	}
	x, err := ix.Explain(context.Background(), parse(t, `player:suli (line:"e3" or player:nobody)`))
	if err != nil {
		t.Fatal(err)
	}
	if x.Root.How != AllOf || len(x.Root.Steps) != 2 || x.Root.Steps[1].How != AnyOf {
		t.Fatalf("%+v", x.Root)
	}
	suli, line := x.Root.Steps[0], x.Root.Steps[1].Steps[0]
	if suli.Term != "player:suli" || suli.How != ByIndex || suli.Selected != int64(len(naiveSearch(games, parse(t, "player:suli")))) {
		t.Errorf("%+v", suli)
	}
	if line.How != ByLooking || line.Candidates != int64(len(games)) || line.Looked != suli.Selected || line.Selected != x.Selected {
		t.Errorf("%+v", line)
	}
	if _, err := ix.Explain(context.Background(), parse(t, "@saved")); err == nil {
		t.Error("what cannot be asked is explained")
	}
}
