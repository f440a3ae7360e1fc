package fold

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

func ExampleName() {
	fmt.Println(Name("al-Ṣūlī, Abū Bakr"))
	fmt.Println(Name("Abu Bakr as-Suli"))
	// Output:
	// abu bakr suli
	// abu bakr suli
}

func TestText(t *testing.T) {
	tests := []struct{ in, want string }{
		{"", ""},
		{" ,.-!", ""},
		{"Suli", "suli"},
		{"al-Ṣūlī", "suli"},
		{"aṣ-Ṣūlī", "suli"},
		{"As-Suli", "suli"},
		{"AL-ADLI", "adli"},
		{"al-ʿAdlī", "adli"},
		{"al‑ʿAdlī", "adli"}, // U+2011
		{"al–Adli", "adli"},
		{"el-Adli", "adli"},
		{"ul-Haq", "haq"},
		{"ash-Shatranji", "shatranji"},
		{"aš-Šaṭranǧī", "satrangi"},
		{"asch-Schatrandschi", "schatrandschi"},
		{"ar-Razi", "razi"},
		{"az-Zairab", "zairab"},
		{"at-Tabari", "tabari"},
		{"an-Nasir", "nasir"},
		{"Salah ad-Din", "salah din"},
		{"Salah ud-din", "salah din"},
		{"adh-Dhahabi", "dhahabi"},
		{"Abd al-Rahman ibn al-Hasan", "abd rahman ibn hasan"},
		// The letter must be the word's own.
		{"an-Suli", "an suli"},
		{"as-Razi", "as razi"},
		// Glued or apart it is a name.
		{"Alfred", "alfred"},
		{"alSuli", "alsuli"},
		{"Al Smith", "al smith"},
		{"Ed Davis", "ed davis"},
		{"Ed-Davis", "davis"},
		{"As Suli", "as suli"},
		// Elided.
		{"Abu'l-Fath", "abu fath"},
		{"Abū ʾl-Fatḥ", "abu fath"},
		{"Abu l-Fath", "abu fath"},
		{"Abu al-Fath", "abu fath"},
		{"l'éléphant", "lelephant"},
		// Alone.
		{"al-", "al"},
		{"al- el-", "al el"},
		{"Suli, Abu Bakr al-", "suli abu bakr"},
		{"al-, Suli", "al suli"},
		{"al-al-Suli", "suli"},
		{"Cid El- ", "cid"},
		// Apostrophes, ʿayn and hamza, in every disguise.
		{"ʿUmar ‘Umar ’Umar 'Umar `Umar ´Umar ʻUmar ʾUmar ᶜUmar ʕUmar", "umar umar umar umar umar umar umar umar umar umar"},
		{"O'Kelly", "okelly"},
		// Latin letters.
		{"Weiß Łódź Søren Đorđe Sıfır İstanbul Þór Æsop Œuvre", "weiss lodz soren dorde sifir istanbul thor aesop oeuvre"},
		{"GROẞ", "gross"},
		{"Müller Muller", "muller muller"},
		{"Mu\u0308ller", "muller"},
		{"ﬁnal Ａｂｃ", "final abc"},
		{"col·lecció", "colleccio"},
		{"Jean-Pierre", "jean pierre"},
		{"M.N. van_der", "m n van der"},
		{"1-0 e2-e4 Elo2000", "1 0 e2 e4 elo2000"},
		// Cyrillic and Greek.
		{"Алёхин АЛЕХИН", "алехин алехин"},
		{"ас-Сули", "сули"},
		{"аль-Адли", "адли"},
		{"аш-Шатранджи", "шатранджи"},
		{"Ἀλέξανδρος ΑΛΕΞΑΝΔΡΟΣ", "αλεξανδροσ αλεξανδροσ"},
		// Arabic script.
		{"أبو بكر الصُّولي", "ابو بكر صولي"},
		{"ابو بکر صولی", "ابو بكر صولي"},
		{"إبراهيم ٱلرازي آدم", "ابراهيم رازي ادم"},
		{"محمـــد", "محمد"},
		{"شطرنجة شطرنجه", "شطرنجه شطرنجه"},
		{"مصطفى مصطفي", "مصطفي مصطفي"},
		{"مؤمن رئيس ماء", "مومن رييس ما"},
		{"الله", "الله"},
		{"ال-صولي", "صولي"},
		{"می\u200cروم", "ميروم"},
		{"سنة ٣٠٨ ۳۰۸", "سنه 308 308"},
		{"ﷲ ﻻ", "الله لا"},
		// Other scripts keep what makes their letters.
		{"שָׁלוֹם", "שלום"},
		{"が か", "が か"},
		{"한국", "한국"},
		{"चतुरंग", "चतुरंग"},
		{"象棋", "象棋"},
		// No letters at all, or no text.
		{"♔ = ?", ""},
		{"a\u200bb a\u00adb a\ufeffb", "a b ab ab"},
		{"a\xffb", "a b"},
	}
	for _, tt := range tests {
		if got := Text(tt.in); got != tt.want {
			t.Errorf("Text(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestName(t *testing.T) {
	groups := [][]string{
		{
			"al-Ṣūlī, Abū Bakr", "Abu Bakr as-Suli", "ABU BAKR AS-SULI", "Suli, Abu Bakr", "Abu Bakr Suli",
			"Suli, Abu Bakr al-", "Suli, Abu Bakr as-", "aṣ-Ṣūlī,Abū  Bakr", " Abū Bakr  al‐Ṣūlī ",
		},
		{"Morphy, Paul", "Paul Morphy", "MORPHY, PAUL", "Paul  Morphy", "Morphy，Paul"},
		{"Paul Charles, Morphy"},
		{"الصولي، أبو بكر", "ابو بكر صولي"},
		{"Ali Hasan", "Hasan, Ali"},
		{"Hasan Ali", "Ali, Hasan"},
		{"Al Smith", "Smith, Al"},
		{"Smith", "Smith,", ",Smith"},
		{"", "?", " , "},
	}
	seen := map[string]string{}
	for _, names := range groups {
		key := Name(names[0])
		for _, name := range names[1:] {
			if got := Name(name); got != key {
				t.Errorf("Name(%q) = %q, Name(%q) = %q: want them equal", name, got, names[0], key)
			}
		}
		if other, ok := seen[key]; ok {
			t.Errorf("Name(%q) = Name(%q) = %q: want them apart", names[0], other, key)
		}
		seen[key] = names[0]
	}
	if got, want := Name("King, Martin Luther, Jr."), "martin luther king jr"; got != want {
		t.Errorf("Name keeps the third part last: got %q, want %q", got, want)
	}
}

func TestWords(t *testing.T) {
	if got := Words(" - "); got != nil {
		t.Errorf("Words of nothing = %q, want nil", got)
	}
	want := []string{"shatranj", "of", "as", "suli"}
	if diff := cmp.Diff(want, Words("Shatranj, of as Ṣūlī")); diff != "" {
		t.Errorf("Words (-want +got):\n%s", diff)
	}
}

// TestEveryRune folds each character there is: twice is as once, and nothing
// is left that folding takes away.
func TestEveryRune(t *testing.T) {
	for r := range rune(unicode.MaxRune + 1) {
		if !unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z, unicode.Cc, unicode.Cf) {
			continue // not assigned
		}
		for _, s := range []string{string(r), "a" + string(r) + "b"} {
			checkFolded(t, s)
		}
		if t.Failed() {
			return
		}
	}
}

func checkFolded(t interface{ Errorf(string, ...any) }, s string) {
	text, name := Text(s), Name(s)
	if again := Text(text); again != text {
		t.Errorf("Text(%q) = %q, but again %q", s, text, again)
	}
	if again := Name(name); again != name {
		t.Errorf("Name(%q) = %q, but again %q", s, name, again)
	}
	if words := strings.Join(Words(s), " "); words != text {
		t.Errorf("Words(%q) joined = %q, Text = %q", s, words, text)
	}
	for _, form := range []norm.Form{norm.NFC, norm.NFD} {
		if other := Text(form.String(s)); other != text {
			t.Errorf("Text(%q) = %q, but of another form of it %q", s, text, other)
		}
	}
	for _, w := range Words(s) {
		if w == "" || strings.IndexFunc(w, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) }) >= 0 {
			t.Errorf("Words(%q) has the word %q", s, w)
		}
	}
}

// spelling draws texts rich in what folding is about.
func spelling() *rapid.Generator[string] {
	piece := rapid.OneOf(
		rapid.SampledFrom([]string{
			"al", "as", "ash", "el", "l", "Al", "аль", "ас", "ال", "الصولي", "Ṣūlī", "Suli", "shah", "ʿUmar", "Abū",
			"-", "‑", ",", "،", "'", "ʾ", " ", ".", "\u0301", "ـ", "ß", "İ", "ё", "é",
		}),
		rapid.String(),
	)
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(piece, 0, 8).Draw(t, "pieces"), "")
	})
}

func TestFoldedOnceIsFolded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkFolded(t, spelling().Draw(t, "s"))
	})
}

func TestOrderOfNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		part := rapid.Custom(func(t *rapid.T) string {
			return strings.Map(func(r rune) rune {
				if strings.ContainsRune(norm.NFKD.String(string(r)), ',') || r == '،' {
					return ' '
				}
				return r
			}, spelling().Draw(t, "part"))
		})
		first, last := part.Draw(t, "first"), part.Draw(t, "last")
		turned, straight := Name(last+", "+first), Name(first+" "+last)
		if turned != straight {
			t.Fatalf("%q and %q differ", turned, straight)
		}
	})
}

func TestCaseAndAccentsAreFolded(t *testing.T) {
	accents := []string{"", "\u0301", "\u0304", "\u0323", "\u0331"}
	rapid.Check(t, func(t *rapid.T) {
		plain := rapid.StringMatching(`[a-z]{1,8}( [a-z]{1,8}){0,3}`).Draw(t, "plain")
		var dressed strings.Builder
		for _, r := range plain {
			if rapid.Bool().Draw(t, "upper") {
				r = unicode.ToUpper(r)
			}
			dressed.WriteRune(r)
			if r != ' ' {
				dressed.WriteString(rapid.SampledFrom(accents).Draw(t, "accent"))
			}
		}
		if got := Text(dressed.String()); got != plain {
			t.Fatalf("Text(%q) = %q, want %q", dressed.String(), got, plain)
		}
	})
}

// TestNameIsOfTheWords holds the law that lets a search by words find what a
// grouping by name has grouped.
func TestNameIsOfTheWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := spelling().Draw(t, "s")
		words := Words(s)
		for _, w := range strings.Fields(Name(s)) {
			if !slices.Contains(words, w) {
				t.Fatalf("Name(%q) has %q, which Words %q has not", s, w, words)
			}
		}
	})
}

func FuzzFold(f *testing.F) {
	for _, s := range []string{"al-Ṣūlī, Abū Bakr", "Abu'l-Fath", "الصولي", "Weiß, İ", "a\xff-", "がー"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkFolded(t, s) })
}

func BenchmarkName(b *testing.B) {
	for _, s := range []string{"as-Suli, Abu Bakr", "al-Ṣūlī, Abū Bakr"} {
		b.Run(s, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Name(s)
			}
		})
	}
}
