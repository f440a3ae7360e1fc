package archive

import (
	"testing"

	"pgregory.net/rapid"
)

func TestDate(t *testing.T) {
	for text, want := range map[string]int64{
		"1234.05.06": 12340506, "0920.??.??": 9200000, "????.??.??": 0, "????.12.??": 1200, "9999.99.99": 99999999,
	} {
		if n, ok := packDate(text); n != want || !ok {
			t.Errorf("%s: %d, %v", text, n, ok)
		}
		if s := unpackDate(want); s != text {
			t.Errorf("%d: %s, want %s", want, s, text)
		}
	}
	for _, text := range []string{
		"", "920.??.??", "0000.01.01", "1000.00.01", "1000.01.00", "10?0.01.01", "100?.01.01", "1000.0?.01", "1000.?0.01",
		"1000-01-01", "1000.01.01 ", "1000.01.0x", "?", "????.??.0?",
	} {
		if n, ok := packDate(text); ok {
			t.Errorf("%q: %d", text, n)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[0-9?]{4}[.][0-9?]{2}[.][0-9?]{2}`).Draw(t, "text")
		if n, ok := packDate(text); ok && unpackDate(n) != text {
			t.Errorf("%s became %d, and that %s", text, n, unpackDate(n))
		}
	})
}
