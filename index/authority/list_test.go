package authority

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/diwan-shatranj/diwan/internal/fold"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func builtin(t *testing.T) *List {
	t.Helper()
	l, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func read(t *testing.T, l *List, entries ...Entry) *List {
	t.Helper()
	text, err := Append(nil, entries...)
	if err != nil {
		t.Fatal(err)
	}
	if l, err = l.Read(bytes.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	return l
}

func ExampleList_Person() {
	l, err := Builtin()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"as-Suli", "الصولي", "SULI, Abu Bakr", "ас-Сули", "Suli, Hasan"} {
		fmt.Println(l.Name(name))
	}
	p, _ := l.Person("Lajlaj")
	fmt.Println(p.Floruit)
	// Output:
	// as-Suli, Abu Bakr
	// as-Suli, Abu Bakr
	// as-Suli, Abu Bakr
	// as-Suli, Abu Bakr
	// Suli, Hasan
	// c. 920-970
}

func TestMasters(t *testing.T) {
	l := builtin(t)
	for name, want := range map[string]string{
		"al-ʿAdlī":    "al-Adli ar-Rumi",
		"العدلي":      "al-Adli ar-Rumi",
		"аль-Адли":    "al-Adli ar-Rumi",
		"ar-Rāzī":     "ar-Razi",
		"الرازى":      "ar-Razi",
		"Rabrab":      "Rabrab",
		"Рабраб":      "Rabrab",
		"جابر الكوفي": "Jabir al-Kufi",
		"Kufi, Jabir": "Jabir al-Kufi",
		"Abū'n-Naʿām": "Abu'n-Na'am",
		"ابو النعام":  "Abu'n-Na'am",
		"Laǧlāǧ":      "al-Lajlaj, Abu'l-Faraj",
		"اللجلاج":     "al-Lajlaj, Abu'l-Faraj",
		"al-Mawardi":  "al-Mawardi",
	} {
		if p, ok := l.Person(name); !ok || p.Name != want {
			t.Errorf("Person(%q) = %v, want %s", name, p, want)
		}
	}
	if p, ok := l.Person("?"); ok {
		t.Errorf("? is %s", p.Name)
	}
	if l.Key("?") != "" || l.Key("as-Suli") != l.Key("الصولي") || l.Key("Suli, Hasan") != "hasan suli" {
		t.Error("keys of names")
	}
}

// The list that is built in says nothing twice and contradicts itself nowhere.
func TestMastersAreInOrder(t *testing.T) {
	if taken := builtin(t).Taken(); len(taken) > 0 {
		t.Errorf("aliases of several persons: %v", taken)
	}
	seen := map[string]string{}
	for _, line := range strings.Split(strings.TrimSpace(string(masters)), "\n")[1:] {
		alias, _, _ := strings.Cut(line, "\t")
		key := fold.Name(alias)
		if other, ok := seen[key]; ok || key == "" {
			t.Errorf("%q is %q over again", alias, other)
		}
		seen[key] = alias
	}
}

func TestOwnerBeatsMasters(t *testing.T) {
	l := read(t, builtin(t),
		Entry{"Souly", "as-Suli", "880-946"},         // by an alias
		Entry{"ar-Razi", "Fakhr ad-Din ar-Razi", ""}, // to another
		Entry{"Rabrab", "", ""},                      // to nobody
		Entry{"", "Hasan", "1900"},
		Entry{"Hassan \t x", "Hasan", ""},
	)
	for name, want := range map[string]string{
		"Souly": "as-Suli, Abu Bakr", "ar-Razi": "Fakhr ad-Din ar-Razi", "الرازي": "ar-Razi",
		"Rabrab": "Rabrab", "Hasan": "Hasan", "Hassan x": "Hasan",
	} {
		if got := l.Name(name); got != want {
			t.Errorf("Name(%q) = %q, want %q", name, got, want)
		}
	}
	if _, ok := l.Person("Rabrab"); ok {
		t.Error("Rabrab is somebody's name still")
	}
	if p, _ := l.Person("الصولي"); p.Floruit != "880-946" {
		t.Errorf("floruit %q", p.Floruit)
	}
	if p, _ := builtin(t).Person("الصولي"); p.Floruit != "c. 880-946" {
		t.Error("the list that was added to has changed")
	}
	if taken := l.Taken(); len(taken) > 0 {
		t.Errorf("%v: that is what the file is for", taken)
	}
}

func TestTaken(t *testing.T) {
	l := read(t, nil, Entry{"Ali", "Ali Hasan", ""}, Entry{"Ali", "Ali Husain", ""})
	want := []Taken{{"Ali", "Ali Hasan", "Ali Husain"}}
	if diff := cmp.Diff(want, l.Taken()); diff != "" {
		t.Error(diff)
	}
	if got := l.Name("Ali"); got != "Ali Husain" {
		t.Errorf("Ali is %s", got)
	}
}

func TestKeys(t *testing.T) {
	l := read(t, nil, Entry{"Сули", "as-Suli, Abu Bakr", ""}, Entry{"Hasan", "Hasan", ""})
	got := l.Keys(func(folded string) bool { return strings.Contains(folded, "suli") })
	if diff := cmp.Diff([]string{"abu bakr suli", "сули"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestBadFiles(t *testing.T) {
	for text, want := range map[string]string{
		"person\nx\n":              "line 1: there is no column alias",
		"# x\nalias\n":             "line 2: there is no column person",
		"alias\tperson\n\t\n":      "line 2: there is neither an alias nor a person",
		"alias\tperson\nAli\t?!\n": `line 2: "?!" is no name`,
	} {
		_, err := (&List{}).Read(strings.NewReader(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	l, err := Open(dir)
	if err != nil || len(l.Persons()) == 0 {
		t.Fatalf("without a file: %d persons, %v", len(l.Persons()), err)
	}
	path := filepath.Join(dir, File)
	for text, want := range map[string]string{"": "", "\ufeffalias\tperson\nSouly\tas-Suli\n": "", "x\n": path} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		l, err := Open(dir)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v", text, err)
		}
		if strings.Contains(text, "Souly") && l.Name("Souly") != "as-Suli, Abu Bakr" {
			t.Error("the file was not read")
		}
	}
}

// Every person is found by every alias, and no two have the same key.
func TestListLaw(t *testing.T) {
	name := rapid.SampledFrom([]string{"Ali", "al-Ali", "Hasan", "Hasan, Ali", "Ali Hasan", "علي", "Zaid", "?"})
	rapid.Check(t, func(t *rapid.T) {
		var l *List
		for range rapid.IntRange(1, 3).Draw(t, "files") {
			var entries []Entry
			for range rapid.IntRange(0, 5).Draw(t, "lines") {
				person := name.Filter(func(s string) bool { return s != "?" }).Draw(t, "person")
				entries = append(entries, Entry{name.Draw(t, "alias"), person, ""})
			}
			text, err := Append(nil, entries...)
			if err == nil {
				l, err = l.Read(bytes.NewReader(text))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		keys := map[string]*Person{}
		for _, p := range l.Persons() {
			for _, a := range p.Aliases {
				if got, ok := l.Person(a); !ok || got != p {
					t.Fatalf("%q is an alias of %s and belongs to %v", a, p.Name, got)
				}
				if key := l.Key(a); keys[key] != nil && keys[key] != p {
					t.Fatalf("%s and %s have the same key", p.Name, keys[key].Name)
				}
				keys[l.Key(a)] = p
			}
		}
	})
}

// What is put behind a file, its owner's columns and lines as they are, reads back.
func TestAppend(t *testing.T) {
	const own = "\ufeffnote\tperson\talias\n# mine\nx\tAli Hasan\tAli\n"
	got, err := Append([]byte(strings.TrimSuffix(own, "\n")), Entry{"\"Zaid\"\tthe \n Lame", "Zaid", "900"}, Entry{"# Umar", "", ""})
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(got, []byte(own)) {
		t.Errorf("what was there has changed: %q", got)
	}
	l, err := (*List)(nil).Read(bytes.NewReader(got))
	if err != nil {
		t.Fatal(err)
	}
	if p, ok := l.Person(`"Zaid" the Lame`); !ok || p.Name != "Zaid" {
		t.Errorf("%q: %v", got, p)
	}
	if _, err := Append([]byte("x\n"), Entry{"a", "b", ""}); err == nil {
		t.Error("a file without the columns was taken")
	}
}
