package cli

import (
	"strings"
	"unicode/utf8"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/index"
	"github.com/diwan-shatranj/diwan/pgn"
)

// mostSnippets is how many comments of a game are shown.
const mostSnippets = 3

// snippetJSON is a piece of a comment with words that were looked for.
type snippetJSON struct {
	Text  string   `json:"text"`
	Marks [][2]int `json:"marks"` // places of the words, from and to, in characters
}

// snippets are pieces of the comments of a game.
func (l *hitList) snippets(r *archive.Record) ([]index.Snippet, error) {
	p, err := l.player.Replay(r)
	if err != nil {
		return nil, err
	}
	var comments []string
	for _, it := range p.Game.Items {
		if it.Kind == pgn.CommentItem || it.Kind == pgn.LineCommentItem {
			comments = append(comments, p.Game.Comment(it))
		}
	}
	return l.snippeter.Snippets(comments, mostSnippets), nil
}

func snippetsJSON(all []index.Snippet) []snippetJSON {
	var out []snippetJSON
	for _, s := range all {
		j := snippetJSON{Text: s.Text, Marks: [][2]int{}}
		for _, m := range s.Marks {
			j.Marks = append(j.Marks, [2]int{utf8.RuneCountInString(s.Text[:m[0]]), utf8.RuneCountInString(s.Text[:m[1]])})
		}
		out = append(out, j)
	}
	return out
}

// highlighted is the first snippet for a table, its words bold or, without colours,
// in brackets.
func (l *hitList) highlighted(all []index.Snippet) string {
	if len(all) == 0 {
		return ""
	}
	l.text = true
	before, after := "[", "]"
	if c := l.s.colors(); c.bold != "" {
		before, after = c.bold, c.reset
	}
	var b strings.Builder
	at := 0
	for _, m := range all[0].Marks {
		b.WriteString(all[0].Text[at:m[0]] + before + all[0].Text[m[0]:m[1]] + after)
		at = m[1]
	}
	return b.String() + all[0].Text[at:]
}
