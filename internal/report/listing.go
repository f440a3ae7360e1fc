package report

import (
	"fmt"
	"io"
	"strconv"

	"github.com/diwan-shatranj/diwan/rules"
)

// row is a game in the index of a collection.
type row struct {
	Number                       int
	Link                         string
	White, Black                 string
	Result, Date, Event, Ending  string
	Plies                        int
	WhiteAccuracy, BlackAccuracy string

	outcome   rules.Result
	evaluated bool
}

// column is a column of the index.
type column struct {
	Name   string
	Number bool
}

// columns are those of the index behind the number of the game.
func columns() []column {
	return []column{{"Players", false}, {"Result", false}, {"Date", false}, {"Event", false}, {"Plies", true},
		{"Ending", false}, {"Accuracy of White", true}, {"of Black", true}}
}

// listing is the index of a collection: its rows lie in a file until it is known what
// stands above them.
type listing struct {
	pages     *pages
	rows      *spool
	games     int
	evaluated int
	results   map[rules.Result]int
}

func newListing(p *pages, dir string) (*listing, error) {
	rows, err := newSpool(dir)
	return &listing{pages: p, rows: rows, results: map[rules.Result]int{}}, err
}

// add writes a row.
func (l *listing) add(r row) error {
	l.games++
	r.Number = l.games
	l.results[r.outcome]++
	if r.evaluated {
		l.evaluated++
	}
	return l.pages.templates.ExecuteTemplate(l.rows.w, "row", &r)
}

// write writes the whole index.
func (l *listing) write(w io.Writer, o *Options) error {
	err := l.pages.templates.ExecuteTemplate(w, "listhead", struct {
		Title, Summary string
		Columns        []column
	}{titleOr(o.Title), l.summary(), columns()})
	if err != nil {
		return err
	}
	if err := l.rows.copyTo(w); err != nil {
		return err
	}
	foot := "A report of games of shatranj."
	if o.Generator != "" {
		foot = "Made by " + o.Generator + "."
	}
	return l.pages.templates.ExecuteTemplate(w, "listfoot", foot)
}

// summary says what is in the collection.
func (l *listing) summary() string {
	if l.games == 1 {
		return "1 game"
	}
	text := fmt.Sprintf("%d games", l.games)
	for _, r := range []struct {
		result rules.Result
		words  string
	}{{rules.WhiteWins, "won by White"}, {rules.BlackWins, "won by Black"}, {rules.Draw, "drawn"}, {rules.Unknown, "without a result"}} {
		if n := l.results[r.result]; n > 0 {
			text += ", " + strconv.Itoa(n) + " " + r.words
		}
	}
	return text + "; " + strconv.Itoa(l.evaluated) + " with evaluations"
}

// titleOr is the title of a collection.
func titleOr(title string) string {
	if title == "" {
		return "Games"
	}
	return title
}
