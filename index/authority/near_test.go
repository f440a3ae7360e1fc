package authority

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/diwan-shatranj/diwan/internal/fold"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestCompare(t *testing.T) {
	l := builtin(t)
	for _, c := range []struct {
		a, b string
		want Likeness
	}{
		{"as-Suli", "الصولي", Same},
		{"Morphy, Paul", "Paul Morphy", Same},
		{"as-Suly", "as-Suli, Abu Bakr", Spelling},
		{"as-Souli, Abu Bekr", "as-Suli, Abu Bakr", Spelling}, // nearly another alias
		{"Lajlaj, Abul-Faradj", "al-Lajlaj, Abu'l-Faraj", Part},
		{"Hasan Ali", "Ali Hasan", Order},
		{"Hasan, A.", "Hasan, Ali", Initials},
		{"A. H.", "Ali Hasan", Unlike},
		{"Hasan", "Hasan, Ali", Part},
		{"Ali", "Ali Hasan", Unlike},
		{"Engine 1", "Engine 2", Unlike},
		{"Shams1", "Shams2", Unlike},
		{"Rabrab", "Jabir al-Kufi", Unlike},
		{"al-Adli ar-Rumi", "ar-Razi", Unlike},
		{"Hassan", "Hasan", Spelling},
		{"?", "Hasan", Unlike},
		{"Hasan", "Husain", Unlike},
	} {
		if got := l.Compare(c.a, c.b); got != c.want {
			t.Errorf("Compare(%q, %q) = %q, want %q", c.a, c.b, got, c.want)
		}
		if got := l.Compare(c.b, c.a); got != c.want {
			t.Errorf("Compare(%q, %q) = %q, want %q", c.b, c.a, got, c.want)
		}
	}
}

func TestAlike(t *testing.T) {
	got := builtin(t).Alike([]string{"as-Suly", "as-Suli", "al-Ṣūlī", "Hasan, Ali", "Ali, Hasan", "Hassan, Ali", "Hasan, A.", "?", "Zaid", "Player 1", "Player 2"})
	want := []Pair{
		{"Ali, Hasan", "Hasan, Ali", Order},
		{"Hasan, Ali", "Hassan, Ali", Spelling},
		{"al-Ṣūlī", "as-Suly", Spelling},
		{"Hasan, A.", "Hasan, Ali", Initials},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Alike finds what comparing each with each finds.
func TestAlikeLaw(t *testing.T) {
	l := read(t, nil, Entry{"Sulaiman", "Sulaiman ibn Hasan", ""}, Entry{"Сулайман", "Sulaiman ibn Hasan", ""})
	word := rapid.SampledFrom([]string{"Hasan", "Hassan", "Husain", "Ali", "H.", "Sulaiman", "Sulaman", "Сулаймон", "Abu", "Zaid", "3"})
	rapid.Check(t, func(t *rapid.T) {
		var names []string
		for range rapid.IntRange(0, 12).Draw(t, "names") {
			names = append(names, strings.Join(rapid.SliceOfN(word, 1, 3).Draw(t, "name"), " "))
		}
		got := map[string]Likeness{}
		for _, p := range l.Alike(names) {
			got[l.Key(p.A)+"|"+l.Key(p.B)] = p.Why
		}
		want := map[string]Likeness{}
		all := slices.Clone(names)
		for _, p := range l.Persons() {
			all = append(all, p.Name)
		}
		for _, a := range all {
			for _, b := range all {
				why := l.Compare(a, b)
				x, y := l.Key(a), l.Key(b)
				if _, turned := got[y+"|"+x]; why == Unlike || why == Same || turned {
					continue
				}
				if _, turned := want[y+"|"+x]; !turned {
					want[x+"|"+y] = why
				}
			}
		}
		for key, why := range got {
			x, y, _ := strings.Cut(key, "|")
			if want[key] != why && l.Compare(x, y) != why {
				t.Fatalf("%s: %s", key, why)
			}
			delete(want, key)
		}
		if len(want) > 0 {
			t.Fatalf("not found: %v", want)
		}
	})
}

func BenchmarkAlike(b *testing.B) {
	var names []string
	for i := range 20_000 {
		names = append(names, fmt.Sprintf("%s, %s", letters(i*7919), letters(i/50)))
	}
	l, err := Builtin()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		l.Alike(names)
	}
}

// letters writes a number in letters.
func letters(n int) string {
	s := ""
	for range 6 {
		s += string(rune('a' + n%26))
		n = n/26 + n*31
	}
	return fold.Text(s)
}
