package index

import (
	"testing"

	"github.com/diwan-shatranj/diwan/pgn"
	"pgregory.net/rapid"
)

func TestHuman(t *testing.T) {
	for _, c := range []struct {
		comment, text string
		annotates     bool
	}{
		{"a fine sacrifice", "a fine sacrifice", true},
		{"+0.14/14 0.081s", "", false},
		{"-M5/10 0.1s", "", false},
		{"+2.43/4 0s", "", false},
		{"-10.41/4", "", false},
		{"0.00/1 1:05", "", false},
		{"+M1/3 0.000s, White mates", "White mates", true},
		{"+1.25 12s better was e3", "better was e3", true},
		{"book", "", false},
		{"by the book", "by the book", true},
		{"12 moves later", "12 moves later", true},
		{"see 3:16 and 1/2", "see 3:16 and 1/2", true},
		{"Black wins 2-1", "Black wins 2-1", true},
		{"[%clk 0:10:00]", "", false},
		{"[%eval 2.1] book", "", true},
		{"[%emt 1.2] so played by all [%cal Ge2e4]", "so played by all", true},
		{"[%eval 2.1", "", true},
		{"", "", false},
	} {
		if got := human(c.comment); got != c.text {
			t.Errorf("human(%q) = %q, want %q", c.comment, got, c.text)
		}
		if isAnnotation(c.comment) != c.annotates {
			t.Errorf("isAnnotation(%q) = %v", c.comment, !c.annotates)
		}
	}
}

func TestDateInterval(t *testing.T) {
	for _, c := range []struct {
		date        string
		first, last uint32
	}{
		{"0920.05.14", 9200514, 9200514},
		{"0920.05.??", 9200501, 9200531},
		{"0920.??.??", 9200101, 9201231},
		{"0920.??.14", 9200101, 9201231},
		{"09??.??.??", 9000101, 9991231},
		{"920", 9200101, 9201231},
		{"c. 950", 9400101, 9601231},
		{"1998/12/31", 19981231, 19981231},
		{"2024-02-29", 20240229, 20240229},
		{"2024.13.01", 20240101, 20241231},
		{"????.??.??", 0, 0},
		{"?", 0, 0},
		{"", 0, 0},
		{"in the spring", 0, 0},
		{"0000.00.00", 0, 0},
		{"920?", 9100101, 9301231},
		{"192?", 19200101, 19291231},
		{"0920-0925", 9200101, 9251231},
		{"920–925", 9200101, 9251231},
		{"920/921", 9200101, 9211231},
		{"c. 880-946", 8700101, 9561231},
		{"0920.05..0920.07", 9200501, 9200731},
		{"0920.05.14-0920.05.16", 9200514, 9200516},
		{"925-920", 0, 0},
		{"before 920", 10101, 9200100},
		{"After 0920.05.14", 9200515, 99991231},
		{"before noon", 0, 0},
		{"10th century", 9000101, 9991231},
		{"9th c.", 8000101, 8991231},
		{"920 CE", 9200101, 9201231},
		{"AD 920", 9200101, 9201231},
		{"308 AH", 9200523, 9210511},
		{"A.H. 308", 9200523, 9210511},
		{"308h", 9200523, 9210511},
		{"308 هـ", 9200523, 9210511},
		{"308-310 AH", 9200523, 9230420},
	} {
		if first, last := dateInterval(c.date, false); first != c.first || last != c.last {
			t.Errorf("%q is %d to %d, want %d to %d", c.date, first, last, c.first, c.last)
		}
	}
}

// What is written as columns, lists of texts and postings reads back the same, and
// what is none is refused.
func TestFormsLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOf(rapid.Uint32Max(rapid.SampledFrom([]uint32{3, 300, 70_000, 1 << 31}).Draw(t, "most"))).Draw(t, "values")
		column := appendColumn(nil, values)
		back, ok := parseColumn(column, len(values))
		if !ok || len(back) != len(values) {
			t.Fatalf("the column does not read back")
		}
		for i := range values {
			if back[i] != values[i] {
				t.Fatalf("row %d is %d, was %d", i, back[i], values[i])
			}
		}
		texts := rapid.SliceOf(rapid.String()).Draw(t, "texts")
		list, ok := parseStrings(appendStrings(nil, texts))
		if !ok || list.len() != len(texts) {
			t.Fatal("the texts do not read back")
		}
		for i, s := range texts {
			if list.at(uint32(i)) != s {
				t.Fatalf("text %d is %q, was %q", i, list.at(uint32(i)), s)
			}
		}
		m := newMultitude()
		rows := rapid.SliceOfNDistinct(rapid.Uint32Max(1000), 0, 20, rapid.ID).Draw(t, "rows")
		want := map[string][]uint32{}
		for row := range uint32(1001) {
			for i, r := range rows {
				if r == row {
					name := string(rune('a' + i%3))
					m.add([]byte(name), row)
					m.add([]byte(name), row)
					want[name] = append(want[name], row)
				}
			}
		}
		lists, ok := parsePostings(appendPostings(nil, m.lists))
		if !ok {
			t.Fatal("the postings do not read back")
		}
		for i, name := range m.texts {
			var got []uint32
			lists.each(uint32(i), func(row uint32) { got = append(got, row) })
			if len(got) != len(want[name]) {
				t.Fatalf("%s has rows %v, want %v", name, got, want[name])
			}
			for k := range got {
				if got[k] != want[name][k] {
					t.Fatalf("%s has rows %v, want %v", name, got, want[name])
				}
			}
		}
	})
}

func FuzzParseForms(f *testing.F) {
	f.Add([]byte{1, 2, 3}, 2)
	f.Add(appendStrings(nil, []string{"a", "bc"}), 1)
	f.Add(appendPostings(nil, [][]byte{{1}, {2, 3}}), 1)
	f.Fuzz(func(t *testing.T, b []byte, n int) {
		if c, ok := parseColumn(b, max(n, 0)); ok && len(c) != max(n, 0) {
			t.Errorf("a column of %d has %d values", n, len(c))
		}
		if s, ok := parseStrings(b); ok {
			for i := range s.len() {
				_ = s.at(uint32(i))
			}
		}
		if p, ok := parsePostings(b); ok {
			for i := range p.ends {
				p.each(uint32(i), func(uint32) {})
			}
		}
		var facts facts
		_ = facts.read(b)
	})
}

// The dates of a game are those that both calendars allow.
func TestDates(t *testing.T) {
	for _, c := range []struct {
		date, hijri string
		first, last uint32
	}{
		{"????.??.??", "308", 9200523, 9210511},
		{"", "0308.01.??", 9200523, 9200621},
		{"", "308.12.29", 9210511, 9210511},
		{"", "30?", 9120818, 9220430},
		{"", "c. 308", 9100909, 9310123},
		{"0920.??.??", "308", 9200523, 9201231},
		{"0920.06.??", "308", 9200601, 9200631},
		{"0930.??.??", "308", 9300101, 9301231},
		{"0930.??.??", "?", 9300101, 9301231},
		{"", "long ago", 0, 0},
	} {
		first, last := Dates([]pgn.Tag{{Name: "Date", Value: c.date}, {Name: "DateHijri", Value: c.hijri}})
		if first != c.first || last != c.last {
			t.Errorf("%q and %q AH are %d to %d, want %d to %d", c.date, c.hijri, first, last, c.first, c.last)
		}
	}
}
