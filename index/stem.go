package index

import (
	"slices"
	"strings"

	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/internal/language"
)

// stemmer brings the words of comments to their stems. Its zero value is ready; it is
// for one goroutine.
type stemmer struct {
	known map[stemKey]string
}

type stemKey struct {
	language language.Language
	word     string
}

// mostStems is how many stems are kept before they are thrown away.
const mostStems = 1 << 16

// stems are those of the words of a folded text in the language that it is taken to
// be in, each behind the code of the language.
func (s *stemmer) stems(folded string) []string {
	words := strings.Fields(folded)
	l := language.Of(words)
	if s.known == nil || len(s.known) > mostStems {
		s.known = map[stemKey]string{}
	}
	for i, w := range words {
		stem, ok := s.known[stemKey{l, w}]
		if !ok {
			stem = stemOf(l, w)
			s.known[stemKey{l, w}] = stem
		}
		words[i] = stem
	}
	return words
}

// stemOf is the stem of a word behind the code of a language.
func stemOf(l language.Language, word string) string {
	return l.String() + ":" + language.Stem(l, word)
}

// stemsIn are those of a word in every language.
func stemsIn(word string) []string {
	stems := []string{stemOf(language.Other, word)}
	for _, l := range language.All() {
		stems = append(stems, stemOf(l, word))
	}
	return stems
}

// newWantedText is newWanted for comments, in which words stand one behind the other.
// One word alone, as a whole, is wanted in all its forms; in a phrase the words are
// as they are written.
func newWantedText(text string, match query.Match) wanted {
	w := newWanted(text, match, true)
	if len(w.words) == 1 && match == query.Whole {
		w.stems = stemsIn(w.words[0])
	}
	return w
}

// inComment reports whether a folded comment has the words.
func (w *wanted) inComment(folded string) bool {
	if w.stems == nil {
		return w.in(folded)
	}
	var s stemmer
	return slices.ContainsFunc(s.stems(folded), w.hasStem)
}

func (w *wanted) hasStem(stem string) bool { return slices.Contains(w.stems, stem) }
