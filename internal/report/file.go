package report

import (
	"fmt"
	"io"
	"strconv"
)

// File writes a collection as one page, which shows an index or one of the games. The
// games lie in files until Close, so that one at a time is in memory.
type File struct {
	w     io.Writer
	o     Options
	list  *listing
	games *spool
}

// NewFile returns a File that writes to w at the end. dir holds files meanwhile; ""
// is the system's place for them.
func NewFile(w io.Writer, dir string, o Options) (*File, error) {
	p, err := newPages(&o)
	if err != nil {
		return nil, err
	}
	list, err := newListing(p, dir)
	if err != nil {
		return nil, err
	}
	games, err := newSpool(dir)
	if err != nil {
		list.rows.drop()
		return nil, err
	}
	return &File{w, o, list, games}, nil
}

// Add takes a game. It keeps nothing of it.
func (f *File) Add(g Game) error {
	id := "g" + strconv.Itoa(f.list.games+1)
	v, err := newView(&g, &f.o, id+".")
	if err != nil {
		return err
	}
	// The script takes the way to a game that is not there away.
	v.Nav = &nav{Index: "#", Before: "#g" + strconv.Itoa(f.list.games), After: "#g" + strconv.Itoa(f.list.games+2)}
	v.row.Link = "#" + id
	if err := f.list.add(v.row); err != nil {
		return err
	}
	fmt.Fprintf(f.games.w, "<template id=%q>\n", id)
	if err := f.list.pages.templates.ExecuteTemplate(f.games.w, "game", v); err != nil {
		return err
	}
	_, err = f.games.w.WriteString("</template>\n")
	return err
}

// Close writes the page. It is to be called once, with whole false to give it up.
func (f *File) Close(whole bool) error {
	defer f.games.drop()
	defer f.list.rows.drop()
	if !whole {
		return nil
	}
	p := f.list.pages
	if err := p.head(f.w, titleOr(f.o.Title)); err != nil {
		return err
	}
	if _, err := io.WriteString(f.w, "<main class=\"sheet\" id=\"index\">\n"); err != nil {
		return err
	}
	if err := f.list.write(f.w, &f.o); err != nil {
		return err
	}
	_, err := io.WriteString(f.w, "<noscript><p>Opening a game of this page needs JavaScript; a folder of pages does not.</p></noscript>\n</main>\n<main class=\"sheet\" id=\"stage\" hidden></main>\n")
	if err != nil {
		return err
	}
	if err := f.games.copyTo(f.w); err != nil {
		return err
	}
	return p.tail(f.w)
}
