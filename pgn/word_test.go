package pgn

import (
	"testing"

	"pgregory.net/rapid"
)

// plainAgrees holds that the fast reading of a word is that of the careful one,
// and tells whether there was a fast one.
func plainAgrees(t interface{ Fatalf(string, ...any) }, w []byte) bool {
	var plain, any word
	if !plain.parsePlain(w) {
		return false
	}
	any.parseAny(w)
	if plain != any {
		t.Fatalf("%q: at once %+v, with care %+v", w, plain, any)
	}
	return true
}

// TestPlainWordsShort tries all words of up to four bytes over an alphabet that
// has every kind of byte a move is made of.
func TestPlainWordsShort(t *testing.T) {
	const alphabet = "aehi0189KNQPpkx:-+#=~.O\x80"
	read := 0
	var w [4]byte
	var extend func(n int)
	extend = func(n int) {
		if plainAgrees(t, w[:n]) {
			read++
		}
		if n == len(w) {
			return
		}
		for i := range len(alphabet) {
			w[n] = alphabet[i]
			extend(n + 1)
		}
	}
	extend(0)
	if read < 200 {
		t.Errorf("only %d words were read at once", read)
	}
}

func TestPlainWordsLong(t *testing.T) {
	form := rapid.StringMatching(`[KFQGRNABEP]?[a-h]?[1-8]?x?[a-h][1-8](=[A-Z])?[+#]{0,2}`)
	loose := rapid.StringMatching(`[a-zA-Z0-9x+#=~:.-]{1,9}`)
	rapid.Check(t, func(t *rapid.T) {
		plainAgrees(t, []byte(rapid.OneOf(form, loose).Draw(t, "word")))
	})
}

// The forms that nearly all moves have are read at once.
func TestPlainWordsAreThose(t *testing.T) {
	for _, w := range []string{"e4", "exd5", "Nf3", "Nxf3", "N1f3", "Nge2", "Ngxe2", "R1xd4+", "e4+", "Kd2#", "Pe4"} {
		if !plainAgrees(t, []byte(w)) {
			t.Errorf("%s is not read at once", w)
		}
	}
	for _, w := range []string{"e8=F", "e2e4", "ee4", "K~b3", "Ng1f3", "Ng1xf3", "O-O", "nf3", "N", "+", "xe4", "xd"} {
		if plainAgrees(t, []byte(w)) {
			t.Errorf("%s is read at once", w)
		}
	}
}
