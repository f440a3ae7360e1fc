package pgn

import "testing"

// Letters that could not be read back are refused: those that name files, signs of
// the notation, small ones.
func TestLettersRefused(t *testing.T) {
	for _, name := range []string{"abcdxy", "K+RNAP", "K#R=AP", "KF1NAP", "kfrnap", "KFRNA", "KKRNAP", "K-RNAP"} {
		if set, err := LettersByName(name); err == nil {
			t.Errorf("%q is read: %v", name, set.Name)
		}
		if _, err := ParseAlphabet(name); err == nil {
			t.Errorf("%q is written", name)
		}
	}
	for _, name := range []string{"KDTSLB", "KFRNAP", "ШФРАПБ", "شفرپبج"} {
		if _, err := LettersByName(name); err != nil {
			t.Errorf("%q is refused: %v", name, err)
		}
	}
}

// A promotion in coordinates is read back whatever the letters are.
func TestPromotionInCoordinates(t *testing.T) {
	in := []byte("[Variant \"Shatranj\"]\n[SetUp \"1\"]\n[FEN \"8/P3k3/8/8/8/8/p3K3/8 w - - 0 1\"]\n\n1. a8=F Kd6 2. Fb7 a1=F 3. Kd3 *\n")
	for _, letters := range []string{"KDTSLB", "KDTPLB", "RDTCAP", "KFRNAP", "KQRNBP", "KGRNEP", "ШФРАПБ"} {
		set, err := LettersByName(letters)
		if err != nil {
			t.Fatal(err)
		}
		alphabet, err := ParseAlphabet(letters)
		if err != nil {
			t.Fatal(err)
		}
		_, played, _ := readBytes(t, in, Options{})
		text := NewWriter(nil, WriterOptions{Alphabet: alphabet, Notation: UCI}).Render(played[0]).Text
		_, again, _ := readBytes(t, text, Options{Letters: set})
		if len(again) != 1 || len(again[0].Moves) != 5 {
			t.Errorf("%s: not read back:\n%s", letters, text)
		}
	}
}
