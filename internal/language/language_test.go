package language

import (
	"testing"

	"github.com/diwan-shatranj/diwan/internal/fold"
	"pgregory.net/rapid"
)

func TestOf(t *testing.T) {
	for text, want := range map[string]Language{
		"The ferz is attacking the pawns, and White has a good game.":  English,
		"Der Turm greift den Läufer an, und die Türme bleiben stehen.": German,
		"De toren valt de loper aan en het paard staat niet goed.":     Dutch,
		"L'alfil ataca la torre, però els peons són molt febles.":      Catalan,
		"Белые развивают коней, и чёрные отвечают тем же.":             Russian,
		"الفرس في مكانه والرخ على الصف الأول":                          Arabic,
		"اسب در جای خود است و رخ را می‌گیرد":                           Persian,
		"zugzwang": English,
		"象棋":       Other,
		"":         Other,
		"1 2 3":    Other,
	} {
		if got := Of(fold.Words(text)); got != want {
			t.Errorf("%q is taken for %q, not %q", text, got, want)
		}
	}
}

func TestStem(t *testing.T) {
	for _, tt := range []struct {
		language Language
		forms    []string
		other    string // is no form of them
	}{
		{English, []string{"attack", "attacks", "attacked", "attacking"}, "attic"},
		{German, []string{"Turm", "Türme", "Türmen"}, "Tor"},
		{Dutch, []string{"paard", "paarden"}, "pion"},
		{Catalan, []string{"alfil", "l'alfil", "d'alfil"}, "torre"},
		{Russian, []string{"конь", "коня", "коней", "коню"}, "король"},
		{Russian, []string{"белый", "белые", "белой", "белого"}, "чёрный"},
		{Arabic, []string{"لاعب", "اللاعب", "لاعبون", "لاعبين"}, "ملك"},
		{Persian, []string{"اسب"}, "اسبها"},
	} {
		stem := func(form string) string { return Stem(tt.language, fold.Text(form)) }
		for _, form := range tt.forms {
			if got, want := stem(form), stem(tt.forms[0]); got != want {
				t.Errorf("%s: the stem of %s is %s, that of %s is %s", tt.language, form, got, tt.forms[0], want)
			}
		}
		if stem(tt.other) == stem(tt.forms[0]) {
			t.Errorf("%s: %s has the stem of %s", tt.language, tt.other, tt.forms[0])
		}
	}
}

// Every word has a stem, and always the same.
func TestStemLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, w := range fold.Words(rapid.String().Draw(t, "text")) {
			for _, l := range append(All(), Other) {
				stem := Stem(l, w)
				if stem == "" || Stem(l, w) != stem {
					t.Fatalf("%s: the stem of %q is %q, then %q", l, w, stem, Stem(l, w))
				}
			}
		}
	})
}
