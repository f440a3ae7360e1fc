package fold

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Text folds s and returns its words in their order, joined by one space. It
// is idempotent. A text without a letter or digit folds to "".
func Text(s string) string {
	return strings.Join(Words(s), " ")
}

// Words folds s and returns its words in their order: runs of letters and
// digits. It returns nil where there are none.
func Words(s string) []string {
	return dropArticles(scan(decompose(s)))
}

// Name folds s to a key by which the spellings of one name are grouped. It
// differs from [Text] in that the order "Last, First" is turned round: the key
// of "al-Ṣūlī, Abū Bakr" is that of "Abu Bakr as-Suli", and so is that of
// "Suli, Abu Bakr al-". What follows a second comma ("Suli, Abu Bakr, jr")
// stays last. Without a comma the order counts: Ali Hasan is not Hasan Ali.
// Name is idempotent.
func Name(s string) string {
	return strings.Join(dropArticles(scan(turn(decompose(s)))), " ")
}

// decompose takes letters apart into base letters and marks, and compatibility
// forms (ligatures, full width, Arabic presentation forms) into plain ones.
func decompose(s string) string {
	if isASCII(s) {
		return s
	}
	// These would decompose to a blank with a mark, or to a letter, where
	// they are written for an apostrophe or for ʿayn and hamza.
	s = strings.Map(func(r rune) rune {
		switch r {
		case '´', '\u1FFD', 'ᶜ', 'ᵓ':
			return '\''
		}
		return r
	}, s)
	return norm.NFKD.String(s)
}

// turn rewrites "Last, First, rest" as "First Last, rest".
func turn(s string) string {
	const commas = ",،"
	i := strings.IndexAny(s, commas)
	if i < 0 {
		return s
	}
	last, rest := s[:i], strings.TrimLeft(s[i:], commas)
	first := rest
	if j := strings.IndexAny(rest, commas); j >= 0 {
		first, rest = rest[:j], rest[j:]
	} else {
		rest = ""
	}
	return first + " " + last + rest
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
