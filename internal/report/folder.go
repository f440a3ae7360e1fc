package report

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
)

// indexName is the page that a folder begins with.
const indexName = "index.html"

// ErrNotEmpty means that a folder to be written holds files already.
var ErrNotEmpty = errors.New("the folder is not empty")

// Folder writes a collection as a page a game and an index. The pages lie in a folder
// beside the one wanted until Close puts them in its place, so that there is all of
// it or nothing.
type Folder struct {
	dir, work string
	o         Options
	list      *listing
	last      *view // waits to know whether another game comes
}

// NewFolder returns a Folder that writes to dir, which must be empty or not there; the
// error is ErrNotEmpty otherwise.
func NewFolder(dir string, o Options) (*Folder, error) {
	dir = filepath.Clean(dir)
	if err := mustBeEmpty(dir); err != nil {
		return nil, err
	}
	p, err := newPages(&o)
	if err != nil {
		return nil, err
	}
	work, err := os.MkdirTemp(filepath.Dir(dir), ".diwan-report-*")
	if err != nil {
		return nil, err
	}
	list, err := newListing(p, work)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(work))
	}
	return &Folder{dir: dir, work: work, o: o, list: list}, nil
}

func mustBeEmpty(dir string) error {
	f, err := os.Open(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.Readdirnames(1)
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err != nil {
		return err
	}
	return fmt.Errorf("%s: %w", dir, ErrNotEmpty)
}

// pageName is the file of game number n, counted from 1.
func pageName(n int) string { return "game-" + strconv.Itoa(n) + ".html" }

// Add takes a game. It keeps nothing of it.
func (f *Folder) Add(g Game) error {
	v, err := newView(&g, &f.o, "")
	if err != nil {
		return err
	}
	n := f.list.games + 1
	v.Nav = &nav{Index: indexName}
	if f.last != nil {
		v.Nav.Before, f.last.Nav.After = pageName(n-1), pageName(n)
		if err := f.writeLast(); err != nil {
			return err
		}
	}
	f.last = v
	v.row.Link = pageName(n)
	return f.list.add(v.row)
}

// writeLast writes the page of the game that was added last.
func (f *Folder) writeLast() error {
	if f.last == nil {
		return nil
	}
	return f.write(pageName(f.list.games), func(w io.Writer) error { return f.list.pages.write(w, f.last) })
}

// write writes a file of the folder.
func (f *Folder) write(name string, fill func(io.Writer) error) error {
	file, err := os.Create(filepath.Join(f.work, name))
	if err != nil {
		return err
	}
	w := bufio.NewWriter(file)
	if err = fill(w); err == nil {
		err = w.Flush()
	}
	return errors.Join(err, file.Close())
}

// Close writes the index and puts the folder in its place. It is to be called once,
// with whole false to give it up.
func (f *Folder) Close(whole bool) error {
	var err error
	if whole {
		err = errors.Join(f.writeLast(), f.write(indexName, f.index))
	}
	f.list.rows.drop()
	if whole && err == nil {
		err = f.place()
	}
	return errors.Join(err, os.RemoveAll(f.work))
}

// index writes the page with the list of the games.
func (f *Folder) index(w io.Writer) error {
	p := f.list.pages
	if err := p.head(w, titleOr(f.o.Title)); err != nil {
		return err
	}
	if _, err := io.WriteString(w, "<main class=\"sheet\">\n"); err != nil {
		return err
	}
	if err := f.list.write(w, &f.o); err != nil {
		return err
	}
	if _, err := io.WriteString(w, "</main>\n"); err != nil {
		return err
	}
	return p.tail(w)
}

// place puts the folder where it is wanted. An empty folder there is replaced; one
// that has been filled meanwhile is not.
func (f *Folder) place() error {
	if err := os.Chmod(f.work, 0o755); err != nil {
		return err
	}
	if err := os.Remove(f.dir); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return os.Rename(f.work, f.dir)
}
