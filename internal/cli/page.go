package cli

import (
	"bytes"
	"fmt"
	"html/template"
	"strconv"
	"strings"

	"github.com/diwan-shatranj/diwan/internal/diagram"
	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

// pageTemplate is one game as a page that needs nothing else. Text has its own
// direction, for comments and names in Arabic script.
var pageTemplate = template.Must(template.New("page").Parse(`<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Title}}</title>
<style>
:root{color-scheme:light dark;--line:#c9b48a;--soft:#7a6543}
body{font:16px/1.55 Georgia,serif;max-width:60rem;margin:1.5rem auto;padding:0 1rem}
main{display:flex;flex-wrap:wrap;gap:1.5rem}
figure{margin:0;flex:1 1 20rem;max-width:26rem}figcaption{color:var(--soft);text-align:center}
article{flex:2 1 22rem}
dl{display:grid;grid-template-columns:auto 1fr;gap:.1rem 1rem}dt{color:var(--soft)}dd{margin:0}
.m{font-weight:bold}.c{font-style:italic}.v{border-left:2px solid var(--line);margin:.3rem 0 .3rem .6rem;padding-left:.6rem;display:block}
@media print{figure{break-inside:avoid}}
</style>
<h1 dir="auto">{{.Title}}</h1>
<main>
<figure>{{.Board}}<figcaption>{{.Caption}}</figcaption></figure>
<article>
<dl>{{range .Tags}}<dt>{{.Name}}</dt><dd dir="auto">{{.Value}}</dd>{{end}}</dl>
<p>{{range .Moves}}{{if eq .Class "("}}<span class="v">{{else if eq .Class ")"}}</span>{{else}}<span class="{{.Class}}" dir="auto">{{.Text}}</span> {{end}}{{end}}</p>
</article>
</main>
</html>
`))

// pagePiece is a piece of a game's text on a page. Class is m for a move of the main
// line, v for other moves, c for a comment, n for a mark or result, or a bracket.
type pagePiece struct{ Class, Text string }

// showPage prints a game as a page, with the board after ply n.
func (s *session) showPage(p *pgn.Replay, n int, pos rules.Position, last rules.Move, caption string) error {
	board, err := boardSVG(p, n, pos, last)
	if err != nil {
		return err
	}
	white, _ := p.Game.Tag("White")
	black, _ := p.Game.Tag("Black")
	// The board is made here, of nothing but numbers and escaped text.
	return pageTemplate.Execute(s.out, struct {
		Title, Caption string
		Board          template.HTML
		Tags           []pgn.Tag
		Moves          []pagePiece
	}{orUnknown(white) + " – " + orUnknown(black), caption, template.HTML(board), p.Game.Tags(), pagePieces(p)})
}

// boardSVG draws the board after ply n, with what the comment on that move draws.
func boardSVG(p *pgn.Replay, n int, pos rules.Position, last rules.Move) (string, error) {
	d := diagram.Diagram{Position: pos, Last: last}
	ply := 0
	for i := range p.MainLine() {
		if ply++; ply == n {
			for _, it := range p.Game.Items[i+1:] {
				if it.Kind == pgn.MoveItem || it.Kind == pgn.OpenItem {
					break
				}
				if it.Kind == pgn.CommentItem {
					marks, arrows := diagram.FromComment(p.Game.Comment(it))
					d.Marks, d.Arrows = append(d.Marks, marks...), append(d.Arrows, arrows...)
				}
			}
		}
	}
	var out bytes.Buffer
	err := d.SVG(&out)
	return out.String(), err
}

// pagePieces is a game's movetext for a page.
func pagePieces(p *pgn.Replay) (out []pagePiece) {
	type line struct {
		pos, prev rules.Position
		moved     bool
		number    bool
	}
	lines := []line{{pos: p.Start, number: true}}
	for i, it := range p.Game.Items {
		l := &lines[len(lines)-1]
		switch it.Kind {
		case pgn.MoveItem:
			m := p.Move(i)
			if m == rules.NoMove {
				out = append(out, pagePiece{"n", string(p.Game.ItemText(it))})
				continue
			}
			text := p.Rules.SAN(&l.pos, m)
			if l.pos.Turn() == rules.White || l.number {
				dots := "."
				if l.pos.Turn() == rules.Black {
					dots = "..."
				}
				text = strconv.Itoa(l.pos.Fullmove()) + dots + "\u00a0" + text
			}
			class := "m"
			if len(lines) > 1 {
				class = "n"
			}
			out = append(out, pagePiece{class, text})
			l.prev, l.pos, l.moved, l.number = l.pos, l.pos.Play(m), true, false
		case pgn.CommentItem, pgn.LineCommentItem:
			out = append(out, pagePiece{"c", strings.TrimSpace(p.Game.Comment(it))})
			l.number = true
		case pgn.NAGItem:
			out = append(out, pagePiece{"n", nagText(int(it.Value))})
		case pgn.OpenItem:
			next := line{pos: l.pos, number: true}
			if l.moved {
				next.pos = l.prev
			}
			lines = append(lines, next)
			out = append(out, pagePiece{Class: "("})
		case pgn.CloseItem:
			if len(lines) > 1 {
				lines = lines[:len(lines)-1]
				lines[len(lines)-1].number = true
				out = append(out, pagePiece{Class: ")"})
			}
		case pgn.ResultItem:
			out = append(out, pagePiece{"m", string(p.Game.ItemText(it))})
		}
	}
	for range lines[1:] {
		out = append(out, pagePiece{Class: ")"})
	}
	return out
}

// nagText is how a numeric annotation is shown.
func nagText(n int) string {
	if marks := [...]string{"", "!", "?", "!!", "??", "!?", "?!"}; n < len(marks) {
		return marks[n]
	}
	return fmt.Sprintf("$%d", n)
}
