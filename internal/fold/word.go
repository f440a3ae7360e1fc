package fold

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// A word is a folded word and how it stands to the next.
type word struct {
	text string
	// joined: a hyphen follows, and nothing but blanks comes between it and
	// the next word, or the end.
	joined bool
}

// scan cuts a decomposed text into folded words.
func scan(s string) []word {
	var (
		words []word
		buf   []byte
	)
	flush := func() {
		if len(buf) > 0 {
			words = append(words, word{text: finish(buf)})
			buf = buf[:0]
		}
	}
	for i, r := range s {
		switch {
		case isApostrophe(r):
			if isElided(s[i+utf8.RuneLen(r):]) {
				flush()
			}
		case isSilent(r):
		case isHyphen(r):
			ended := len(buf) > 0
			flush()
			if n := len(words); n > 0 {
				words[n-1].joined = ended
			}
		case isLetter(r):
			buf = appendFolded(buf, r)
		case unicode.IsSpace(r):
			flush()
		default:
			flush()
			if n := len(words); n > 0 {
				words[n-1].joined = false
			}
		}
	}
	flush()
	return words
}

// isLetter reports whether r is part of a word. Marks that isSilent has let
// through are: they are the vowels of Indic and other scripts.
func isLetter(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r)
}

// isHyphen reports whether r joins an article to its word.
func isHyphen(r rune) bool {
	return r == '-' || r == '\u2212' || r >= utf8.RuneSelf && unicode.Is(unicode.Pd, r)
}

// isElided reports whether the text after an apostrophe is the article of
// Abu'l-Fath.
func isElided(after string) bool {
	if after == "" || after[0] != 'l' && after[0] != 'L' {
		return false
	}
	r, _ := utf8.DecodeRuneInString(after[1:])
	return isHyphen(r)
}

// isApostrophe reports whether r is an apostrophe, or a mark written for ʿayn
// or hamza, or for the soft sign of transliterated Russian.
func isApostrophe(r rune) bool {
	switch r {
	case '\'', '`',
		'\u2018', '\u2019', '\u201B', // quotation marks
		'\u02B9', '\u02BA', '\u02BB', '\u02BC', '\u02BD', '\u02BE', '\u02BF',
		'\u02C0', '\u02C1', '\u02C8', '\u02CA', '\u02CB', // modifier letters
		'\u0294', '\u0295', // phonetic
		'\u2032', '\u2033', '\u2035', // primes
		'\u055A', '\u05F3', '\uA78B', '\uA78C',
		'\uA722', '\uA723', '\uA724', '\uA725': // Egyptological
		return true
	}
	return false
}

// isSilent reports whether r is dropped without parting a word.
func isSilent(r rune) bool {
	if r < utf8.RuneSelf {
		return false
	}
	switch r {
	case '\u0640', // tatweel
		'\u0621', '\u0674', // hamza
		'\u00B7': // of Catalan l·l
		return true
	case '\u200B': // the blank of no width parts words
		return false
	case '\u3099', '\u309A': // the voicing of kana makes other letters
		return false
	}
	if unicode.Is(unicode.Cf, r) {
		return true
	}
	// Accents and vowel signs; in other scripts such marks are vowels proper.
	return unicode.In(r, unicode.Mn, unicode.Me) &&
		unicode.In(r, unicode.Inherited, unicode.Arabic, unicode.Hebrew, unicode.Syriac,
			unicode.Cyrillic, unicode.Latin, unicode.Greek, unicode.Common)
}

// appendFolded appends the folded form of a letter.
func appendFolded(buf []byte, r rune) []byte {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return append(buf, byte(r))
	}
	r = unicode.ToLower(r)
	switch r {
	case 'ß':
		return append(buf, "ss"...)
	case 'æ':
		return append(buf, "ae"...)
	case 'œ':
		return append(buf, "oe"...)
	case 'þ':
		return append(buf, "th"...)
	}
	return utf8.AppendRune(buf, plain(r))
}

// plain returns the letter that stands for r, a small letter without marks.
func plain(r rune) rune {
	switch r {
	case 'ø':
		return 'o'
	case 'đ', 'ð':
		return 'd'
	case 'ł', 'ƚ':
		return 'l'
	case 'ħ':
		return 'h'
	case 'ŧ':
		return 't'
	case 'ı':
		return 'i'
	case 'ȷ':
		return 'j'
	case 'ŋ':
		return 'n'
	case 'ə', 'ɛ':
		return 'e'
	case 'ƀ':
		return 'b'
	case 'ς':
		return 'σ'
	case 'ٱ': // alef wasla; the hamza of other alefs is a mark by now
		return 'ا'
	case 'ة', 'ە', 'ہ', 'ھ', 'ۃ': // ta marbuta, and he in Persian, Urdu and Uyghur
		return 'ه'
	case 'ى', 'ی', 'ے', 'ۍ', 'ې': // alef maqsura, and ye in Persian, Urdu and Pashto
		return 'ي'
	case 'ک', 'ڪ':
		return 'ك'
	}
	switch {
	case '٠' <= r && r <= '٩':
		return r - '٠' + '0'
	case '۰' <= r && r <= '۹':
		return r - '۰' + '0'
	}
	return r
}

// finish makes a word of folded letters: composed again where letters were
// taken apart that are no letters with accents (Hangul, kana), and without
// the article of Arabic script.
func finish(buf []byte) string {
	s := string(norm.NFC.Bytes(buf))
	const article = "ال"
	for {
		rest, found := strings.CutPrefix(s, article)
		// Shorter words, as Allah, are whole without it.
		if !found || utf8.RuneCountInString(rest) < 3 {
			return s
		}
		s = rest
	}
}
