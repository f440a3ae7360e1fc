package language

import (
	"strings"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/analysis/lang/ar"
	"github.com/blevesearch/bleve/v2/analysis/lang/de"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	"github.com/blevesearch/bleve/v2/analysis/lang/nl"
	"github.com/blevesearch/bleve/v2/analysis/lang/ru"
)

// Stem is what the forms of a folded word have in common in a language. It is the
// word itself where nothing is known of its forms.
func Stem(l Language, word string) string {
	var filter analysis.TokenFilter
	switch l {
	case English:
		filter = en.NewEnglishStemmerFilter()
	case German:
		filter = de.NewGermanStemmerFilter()
	case Dutch:
		filter = nl.NewDutchStemmerFilter()
	case Russian:
		// Folding has taken the breve of й away, which endings are known by.
		if stem, ok := strings.CutSuffix(word, "и"); ok {
			if last, _ := utf8.DecodeLastRuneInString(stem); strings.ContainsRune("аеиоуыэюя", last) {
				word = stem + "й"
			}
		}
		filter = ru.NewRussianStemmerFilter()
	case Arabic:
		filter = ar.NewArabicStemmerFilter()
	case Catalan:
		return withoutElision(word)
	default:
		return word
	}
	tokens := filter.Filter(analysis.TokenStream{{Term: []byte(word)}})
	if len(tokens) != 1 || len(tokens[0].Term) == 0 {
		return word
	}
	return string(tokens[0].Term)
}

// withoutElision takes off the article or preposition that an apostrophe joined to a
// word before folding took the apostrophe away: l'alfil is lalfil then.
func withoutElision(word string) string {
	const least = 5 // letters; of shorter ones too many would only look so
	if utf8.RuneCountInString(word) < least || !strings.ContainsRune("ld", rune(word[0])) {
		return word
	}
	if !strings.ContainsRune("aeiouh", rune(word[1])) {
		return word
	}
	return word[1:]
}
