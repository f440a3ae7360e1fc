package report

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"html/template"
	"io"

	"github.com/diwan-shatranj/diwan/internal/diagram"
)

//go:embed page
var files embed.FS

// shell is what all pages have around their contents.
type shell struct {
	Title, Generator, Policy string
	Style                    template.CSS
	Script                   template.JS
	Symbols                  template.HTML
}

// pages writes pages by the templates.
type pages struct {
	templates *template.Template
	shell     shell
}

// newPages reads what the program brings along.
func newPages(o *Options) (*pages, error) {
	t, err := template.ParseFS(files, "page/page.html")
	if err != nil {
		return nil, err
	}
	style, err := files.ReadFile("page/page.css")
	if err != nil {
		return nil, err
	}
	script, err := files.ReadFile("page/page.js")
	if err != nil {
		return nil, err
	}
	var symbols bytes.Buffer
	if err := diagram.Symbols(&symbols); err != nil {
		return nil, err
	}
	style = append([]byte(diagram.Style), style...)
	return &pages{t, shell{
		Generator: o.Generator,
		// Nothing is loaded, and nothing runs or is styled but what these sums are of.
		Policy:  "default-src 'none'; script-src " + sum(script) + "; style-src " + sum(style) + "; base-uri 'none'; form-action 'none'",
		Style:   template.CSS(style),
		Script:  template.JS(script),
		Symbols: template.HTML(symbols.String()),
	}}, nil
}

// sum is the source expression of a policy that allows just this text.
func sum(text []byte) string {
	s := sha256.Sum256(text)
	return "'sha256-" + base64.StdEncoding.EncodeToString(s[:]) + "'"
}

// head writes the beginning of a page.
func (p *pages) head(w io.Writer, title string) error {
	s := p.shell
	s.Title = title
	return p.templates.ExecuteTemplate(w, "head", &s)
}

// tail writes the end of a page.
func (p *pages) tail(w io.Writer) error {
	return p.templates.ExecuteTemplate(w, "tail", &p.shell)
}

// write writes a page of one game.
func (p *pages) write(w io.Writer, v *view) error {
	if err := p.head(w, v.Title); err != nil {
		return err
	}
	if _, err := io.WriteString(w, "<main class=\"sheet\">\n"); err != nil {
		return err
	}
	if err := p.templates.ExecuteTemplate(w, "game", v); err != nil {
		return err
	}
	if _, err := io.WriteString(w, "</main>\n"); err != nil {
		return err
	}
	return p.tail(w)
}

// Page writes one game as a page. The error is that of w.
func Page(w io.Writer, g Game, o Options) error {
	p, err := newPages(&o)
	if err != nil {
		return err
	}
	v, err := newView(&g, &o, "")
	if err != nil {
		return err
	}
	return p.write(w, v)
}
