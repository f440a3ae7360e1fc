package fold

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// dropArticles returns the words without the articles that a hyphen joins to
// a word. A text of articles alone keeps them.
func dropArticles(words []word) []string {
	if len(words) == 0 {
		return nil
	}
	kept := make([]string, 0, len(words))
	next := ""
	for _, w := range slices.Backward(words) {
		if w.joined && isArticle(w.text, next) {
			continue
		}
		kept = append(kept, w.text)
		next = w.text
	}
	if len(kept) == 0 {
		for _, w := range slices.Backward(words) {
			kept = append(kept, w.text)
		}
	}
	slices.Reverse(kept)
	return kept
}

// isArticle reports whether the folded word w is the Arabic article before
// next; next is "" where the article ends a text, as in "Suli, Abu Bakr al-".
func isArticle(w, next string) bool {
	switch w {
	case "al", "el", "ul", "l", "аль", "эль", "ал", "эл", "ال":
		return true
	}
	// Assimilated to a sun letter, the article ends in what its word begins
	// with.
	vowel, n := utf8.DecodeRuneInString(w)
	switch vowel {
	case 'a', 'e', 'u', 'а', 'э', 'у':
		return isSunLetter(w[n:]) && strings.HasPrefix(next, w[n:])
	}
	return false
}

// isSunLetter reports whether s is a folded transliteration of a letter that
// the article is assimilated to.
func isSunLetter(s string) bool {
	switch s {
	case "t", "th", "d", "dh", "r", "z", "s", "sh", "ch", "sch", "n",
		"т", "д", "р", "з", "с", "ш", "н":
		return true
	}
	return false
}
