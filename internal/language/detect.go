package language

import (
	"bytes"
	"strings"
	"sync"
	"unicode"

	"github.com/blevesearch/bleve/v2/analysis/lang/ar"
	"github.com/blevesearch/bleve/v2/analysis/lang/ca"
	"github.com/blevesearch/bleve/v2/analysis/lang/de"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	"github.com/blevesearch/bleve/v2/analysis/lang/fa"
	"github.com/blevesearch/bleve/v2/analysis/lang/nl"
	"github.com/diwan-shatranj/diwan/internal/fold"
)

// Language is a language that texts are told by.
type Language uint8

// The languages. Other is that of texts in another script than theirs.
const (
	Other Language = iota
	English
	German
	Dutch
	Catalan
	Russian
	Arabic
	Persian
	count
)

// All are all languages that have stems.
func All() []Language { return []Language{English, German, Dutch, Catalan, Russian, Arabic, Persian} }

// String returns the code of ISO 639-1, "" for Other.
func (l Language) String() string {
	if l >= count {
		return ""
	}
	return [count]string{"", "en", "de", "nl", "ca", "ru", "ar", "fa"}[l]
}

// frequentWords are, for each word that is frequent in some of the languages that
// share a script, the languages, a bit each.
var frequentWords = sync.OnceValue(func() map[string]uint16 {
	of := map[string]uint16{}
	for l, list := range map[Language][]byte{
		English: en.EnglishStopWords, German: de.GermanStopWords, Dutch: nl.DutchStopWords, Catalan: ca.CatalanStopWords,
		Arabic: ar.ArabicStopWords, Persian: fa.PersianStopWords,
	} {
		for line := range bytes.Lines(list) {
			text := string(line)
			if i := strings.IndexAny(text, "|#"); i >= 0 {
				text = text[:i] // what follows is a remark
			}
			for _, w := range fold.Words(text) {
				of[w] |= 1 << l
			}
		}
	}
	return of
})

// Of tells the language of a text of folded words: by its script, and among those
// that share one by their frequent words, of which the most decide. Letters that
// only Persian has tell it from Arabic, too.
func Of(words []string) Language {
	var scripts [3]int // letters: Latin, Cyrillic, Arabic
	var votes [count]int
	frequent := frequentWords()
	for _, w := range words {
		for _, r := range w {
			switch {
			case r < 0x80 && unicode.IsLetter(r) || unicode.Is(unicode.Latin, r):
				scripts[0]++
			case unicode.Is(unicode.Cyrillic, r):
				scripts[1]++
			case unicode.Is(unicode.Arabic, r):
				scripts[2]++
				if strings.ContainsRune("پچژگ", r) {
					votes[Persian]++
				}
			}
		}
		of := frequent[w]
		for l := range votes {
			votes[l] += int(of >> l & 1)
		}
	}
	best := func(languages ...Language) Language {
		first := languages[0]
		for _, l := range languages[1:] {
			if votes[l] > votes[first] {
				first = l
			}
		}
		return first
	}
	switch most := max(scripts[0], scripts[1], scripts[2]); {
	case most == 0:
		return Other
	case scripts[0] == most:
		return best(English, German, Dutch, Catalan)
	case scripts[1] == most:
		return Russian
	default:
		return best(Arabic, Persian)
	}
}
