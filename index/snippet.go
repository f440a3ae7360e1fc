package index

import (
	"slices"
	"strings"
	"unicode"

	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/internal/fold"
)

// Snippet is a piece of a comment with words that a query looks for.
type Snippet struct {
	Text string // with … where the comment goes on
	// Marks are the places of the words, from and to, in bytes, in order.
	Marks [][2]int
}

// How many words of a comment stand before the first one found, and how many in all.
const (
	snippetBefore = 5
	snippetWords  = 20
)

// Snippeter finds the words that a query looks for in comments.
type Snippeter struct {
	wanted  []wanted
	stemmer stemmer
}

// NewSnippeter makes a Snippeter for a query. It is nil where the query looks for no
// words in comments.
func NewSnippeter(e query.Expr) *Snippeter {
	s := &Snippeter{}
	want := func(w wanted) {
		if len(w.words) > 0 {
			s.wanted = append(s.wanted, w)
		}
	}
	query.Walk(e, func(e query.Expr) bool {
		switch e := e.(type) {
		case query.Not:
			return false
		case query.Word:
			want(newWantedText(e.Text, e.Match))
		case query.Phrase:
			want(newWanted(e.Text, e.Match, true))
		case query.Field:
			if text, ok := e.Value.(query.Text); ok && e.Name == "text" {
				want(newWantedText(text.Text, text.Match))
			}
		}
		return true
	})
	if len(s.wanted) == 0 {
		return nil
	}
	return s
}

// Snippets returns a snippet of each comment that has some of the words, at most so
// many. What programs note in comments is left out.
func (s *Snippeter) Snippets(comments []string, most int) []Snippet {
	var all []Snippet
	for _, c := range comments {
		if len(all) == most {
			break
		}
		if found, ok := s.in(human(c)); ok {
			all = append(all, found)
		}
	}
	return all
}

// token is a piece of a comment between blanks.
type token struct{ from, to int }

func (s *Snippeter) in(comment string) (Snippet, bool) {
	var tokens []token
	var words []string
	var of []int // token of each word
	for rest := 0; rest < len(comment); {
		from := strings.IndexFunc(comment[rest:], func(r rune) bool { return !unicode.IsSpace(r) })
		if from < 0 {
			break
		}
		from += rest
		to := strings.IndexFunc(comment[from:], unicode.IsSpace)
		if to < 0 {
			to = len(comment) - from
		}
		to += from
		tokens = append(tokens, token{from, to})
		for _, w := range fold.Words(comment[from:to]) {
			words = append(words, w)
			of = append(of, len(tokens)-1)
		}
		rest = to
	}
	marked := make([]bool, len(tokens))
	stems := s.stemmer.stems(strings.Join(words, " "))
	for i := range s.wanted {
		w := &s.wanted[i]
		for at, stem := range stems {
			if w.hasStem(stem) {
				marked[of[at]] = true
			}
		}
		for at := 0; at+len(w.words) <= len(words); at++ {
			if w.at(words[at:]) {
				for k := range w.words {
					marked[of[at+k]] = true
				}
			}
		}
	}
	first := slices.Index(marked, true)
	if first < 0 {
		return Snippet{}, false
	}
	return excerptOf(comment, tokens, marked, max(first-snippetBefore, 0)), true
}

// excerptOf is the snippet that begins at a token.
func excerptOf(comment string, tokens []token, marked []bool, from int) Snippet {
	var b strings.Builder
	var out Snippet
	if from > 0 {
		b.WriteString("… ")
	}
	end := min(from+snippetWords, len(tokens))
	for i := from; i < end; i++ {
		if i > from {
			b.WriteByte(' ')
		}
		at := b.Len()
		b.WriteString(comment[tokens[i].from:tokens[i].to])
		switch {
		case !marked[i]:
		case i > from && marked[i-1]: // one mark for words in a row
			out.Marks[len(out.Marks)-1][1] = b.Len()
		default:
			out.Marks = append(out.Marks, [2]int{at, b.Len()})
		}
	}
	if end < len(tokens) {
		b.WriteString(" …")
	}
	out.Text = b.String()
	return out
}
