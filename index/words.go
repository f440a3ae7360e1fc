package index

import (
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/diwan-shatranj/diwan/index/authority"
	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/internal/fold"
)

// wanted is folded words that are looked for in folded texts.
type wanted struct {
	words   []string
	match   query.Match // of the last word
	ordered bool        // one behind the other
	raw     string      // as it was written
	stems   []string    // in comments the one word may have any of these; nil: is itself
	names   []string    // folded names that are wanted as well, of persons who go by another one
}

func newWanted(text string, match query.Match, ordered bool) wanted {
	return wanted{words: fold.Words(text), match: match, ordered: ordered, raw: text}
}

// newWantedName is newWanted for names of players: whoever has an alias with the
// words is wanted under all aliases.
func newWantedName(names *authority.List, text string, match query.Match, ordered bool) wanted {
	w := newWanted(text, match, ordered)
	if len(w.words) > 0 {
		w.names = names.Keys(w.in)
	}
	return w
}

// named reports whether a name that foldName has folded is wanted.
func (w *wanted) named(folded string) bool {
	if w.in(folded) {
		return true
	}
	_, isWanted := slices.BinarySearch(w.names, nameKey(folded))
	return isWanted
}

// matchOf says how word i is compared.
func (w *wanted) matchOf(i int) query.Match {
	if i == len(w.words)-1 {
		return w.match
	}
	return query.Whole
}

// in reports whether a folded text has the words.
func (w *wanted) in(folded string) bool {
	words := strings.Fields(folded)
	if w.ordered {
		for from := 0; from+len(w.words) <= len(words); from++ {
			if w.at(words[from:]) {
				return true
			}
		}
		return false
	}
	for i, want := range w.words {
		found := false
		for _, word := range words {
			if alike(word, want, w.matchOf(i)) {
				found = true
				break
			}
		}
		if !found {
			return false
		}
	}
	return true
}

// at reports whether the words begin with those that are wanted.
func (w *wanted) at(words []string) bool {
	for i, want := range w.words {
		if !alike(words[i], want, w.matchOf(i)) {
			return false
		}
	}
	return true
}

// alike compares two folded words.
func alike(word, want string, m query.Match) bool {
	switch m {
	case query.Prefix:
		return strings.HasPrefix(word, want)
	case query.Fuzzy:
		return fold.Near(word, want, fold.Slips(want))
	default:
		return word == want
	}
}

// inDictionary returns the entries of a dictionary that have the words. Where
// nothing of the text is a word, as in "?", the entries are wanted that are just
// that text.
func (c *compiler) inDictionary(dict string, w *wanted) (*roaring.Bitmap, error) {
	found := roaring.New()
	if len(w.words) == 0 {
		texts, err := c.part.textsOf(dict)
		if err != nil {
			return nil, err
		}
		for i := range texts.len() {
			if strings.TrimSpace(texts.at(uint32(i))) == strings.TrimSpace(w.raw) {
				found.Add(uint32(i))
			}
		}
		return found, nil
	}
	folds, err := c.part.textsOf(dict + foldedSuffix)
	if err != nil {
		return nil, err
	}
	eachCandidate(folds, w, func(i uint32) {
		if w.in(folds.at(i)) {
			found.Add(i)
		}
	})
	if dict != dictNames {
		return found, nil
	}
	for _, name := range w.names {
		eachHolding(folds, name, func(i uint32) {
			if nameKey(folds.at(i)) == name {
				found.Add(i)
			}
		})
	}
	return found, nil
}

// eachCandidate calls f with the texts that can have the words: those that hold
// the longest word that is not fuzzy, which is found without looking at each text.
func eachCandidate(texts *textList, w *wanted, f func(i uint32)) {
	needle := ""
	for i, word := range w.words {
		if w.matchOf(i) != query.Fuzzy && len(word) > len(needle) {
			needle = word
		}
	}
	if needle == "" {
		for i := range texts.len() {
			f(uint32(i))
		}
		return
	}
	eachHolding(texts, needle, f)
}

// eachHolding calls f with the texts that hold the needle, which is not empty.
func eachHolding(texts *textList, needle string, f func(i uint32)) {
	for from := 0; ; {
		at := strings.Index(texts.blob[from:], needle)
		if at < 0 {
			return
		}
		i, _ := texts.of(from + at)
		f(uint32(i))
		from = int(texts.ends[i])
	}
}

// anywhere selects the games with words in a name, event, site or comment.
func (c *compiler) anywhere(text string, match query.Match, ordered bool, column int) (*node, error) {
	w := newWantedName(c.names, text, match, ordered)
	if len(w.words) == 0 {
		return nil, &query.Error{Column: column, Msg: "nothing to look for", Expected: "a word with letters or digits"}
	}
	set := roaring.New()
	for _, in := range [][]string{{dictNames, colWhite, colBlack}, {dictEvents, colEvent}, {dictSites, colSite}} {
		rows, err := c.named(in[0], &w, in[1:]...)
		if err != nil {
			return nil, err
		}
		set.Or(rows)
	}
	w = newWantedText(text, match)
	if ordered {
		w.stems = nil
	}
	rows, err := c.commented(&w)
	if err != nil {
		return nil, err
	}
	set.Or(rows)
	return exactly(set), nil
}

// named returns the rows that have, in any of some columns, an entry with the
// words.
func (c *compiler) named(dict string, w *wanted, columns ...string) (*roaring.Bitmap, error) {
	entries, err := c.inDictionary(dict, w)
	if err != nil {
		return nil, err
	}
	return c.rowsWith(entries, columns...)
}

// rowsWith returns the rows that have, in any of some columns, one of the entries.
func (c *compiler) rowsWith(entries *roaring.Bitmap, columns ...string) (*roaring.Bitmap, error) {
	rows := roaring.New()
	if entries.IsEmpty() {
		return rows, nil
	}
	is := make([]bool, entries.Maximum()+1)
	for it := entries.Iterator(); it.HasNext(); {
		is[it.Next()] = true
	}
	for _, name := range columns {
		column, err := c.part.column(name)
		if err != nil {
			return nil, err
		}
		some := setOf(column, func(v uint32) bool { return v < uint32(len(is)) && is[v] })
		rows.Or(some)
	}
	return rows, nil
}

// setOf is the set of rows whose value in a column fulfils a condition.
func setOf(column []uint32, holds func(v uint32) bool) *roaring.Bitmap {
	words := make([]uint64, (len(column)+63)/64)
	for row, v := range column {
		if holds(v) {
			words[row>>6] |= 1 << (row & 63)
		}
	}
	return roaring.FromDense(words, false)
}

// rowsOf returns the rows that have one of the entries of a dictionary of which a
// game can have several.
func (c *compiler) rowsOf(dict string, entries *roaring.Bitmap) (*roaring.Bitmap, error) {
	rows := roaring.New()
	if entries.IsEmpty() {
		return rows, nil
	}
	lists, err := c.part.rowsOf(dict)
	if err != nil {
		return nil, err
	}
	for it := entries.Iterator(); it.HasNext(); {
		lists.each(it.Next(), func(row uint32) { rows.Add(row) })
	}
	return rows, nil
}

// commented returns the rows with a comment that has the words one behind the
// other.
func (c *compiler) commented(w *wanted) (*roaring.Bitmap, error) {
	text, err := c.part.openText()
	if err != nil {
		return nil, err
	}
	if text == nil || len(w.words) == 0 {
		return roaring.New(), nil
	}
	if w.stems != nil {
		numbers, err := text.find(c.ctx, stemField, [][]string{w.stems})
		if err != nil {
			return nil, err
		}
		return c.rowsOf(dictComments, roaring.BitmapOf(numbers...))
	}
	words := make([][]string, len(w.words))
	for i, word := range w.words {
		words[i] = []string{word}
	}
	if w.match != query.Whole {
		last := len(words) - 1
		want := w.words[last]
		words[last] = nil
		err := text.words(textField, func(word string) {
			if alike(word, want, w.match) {
				words[last] = append(words[last], word)
			}
		})
		if err != nil {
			return nil, err
		}
	}
	numbers, err := text.find(c.ctx, textField, words)
	if err != nil {
		return nil, err
	}
	return c.rowsOf(dictComments, roaring.BitmapOf(numbers...))
}
