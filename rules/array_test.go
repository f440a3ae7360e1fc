package rules

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestArrays(t *testing.T) {
	var names []string
	for _, a := range Arrays() {
		names = append(names, a.Name)
		p := a.Position()
		if p.FEN() != a.FEN || ArrayOf(&p) != a.Name {
			t.Errorf("%s: position %s, called %s", a.Name, p.FEN(), ArrayOf(&p))
		}
		if again, ok := ArrayByName(a.Name); !ok || again != a {
			t.Errorf("%s by name: %v, %v", a.Name, again, ok)
		}
		if p.CountMoves() != 16 {
			t.Errorf("%s has %d moves", a.Name, p.CountMoves())
		}
		s := p.Setup()
		if problems := s.Problems(false); problems != nil {
			t.Errorf("%s has problems: %v", a.Name, problems)
		}
	}
	if diff := cmp.Diff([]string{"shah-e", "shah-d", "crossed"}, names); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
	if a, ok := ArrayByName("shah-f"); ok || a.Position() != (Position{}) {
		t.Errorf("there is an array %v", a)
	}
}

func TestArrayOf(t *testing.T) {
	shahE := Arrays()[0].Position()
	mirrored := shahE.Image(Mirror)
	if got := ArrayOf(&mirrored); got != "shah-d" {
		t.Errorf("shah-e mirrored is %s", got)
	}
	for _, test := range []struct{ fen, want string }{
		{"rnakfanr/pppppppp/8/8/8/8/PPPPPPPP/RNAFKANR w - - 4 9", "crossed"},
		{"rnafkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAKFANR w", "setup"},
		{"rnafkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAFKANR b", "setup"},
		{"rnafkanr/pppppppp/8/8/8/4P3/PPPP1PPP/RNAFKANR w", "setup"},
	} {
		p := mustPosition(t, test.fen)
		if got := ArrayOf(&p); got != test.want {
			t.Errorf("%s: got %s, want %s", test.fen, got, test.want)
		}
	}
}
