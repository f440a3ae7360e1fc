package index

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/diwan-shatranj/diwan/index/segment"
)

// part is an open part. Columns and dictionaries are read when they are first
// needed, and kept. Several goroutines may use it.
type part struct {
	partRow
	dir       string
	positions *segment.Segment
	games     *sectionFile
	moves     *moveFile
	frequent  *frequentLists

	mu      sync.Mutex
	columns map[string][]uint32
	texts   map[string]*textList
	lists   map[string]*postings
	text    *textIndex
	live    *roaring.Bitmap

	variations *variationTable
}

// openPart opens the files of a part.
func openPart(dir string, row partRow) (p *part, err error) {
	p = &part{
		partRow: row, dir: dir,
		columns: map[string][]uint32{}, texts: map[string]*textList{}, lists: map[string]*postings{},
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, p.close())
		}
	}()
	path := func(file string) string { return filepath.Join(dir, row.Name+file) }
	if p.positions, err = segment.Open(path(positionsFile)); err != nil {
		return p, err
	}
	if p.games, err = openSections(path(gamesFile)); err != nil {
		return p, err
	}
	if p.moves, err = openMoves(path(movesFile), row.Games); err != nil {
		return p, err
	}
	if p.frequent, err = openFrequent(path(frequentFile)); err != nil {
		return p, err
	}
	if len(row.Text) > 0 {
		_, err = os.Stat(path(textFolder))
	}
	return p, err
}

func (p *part) close() error {
	var errs []error
	if p.positions != nil {
		errs = append(errs, p.positions.Close())
	}
	if p.games != nil {
		errs = append(errs, p.games.close())
	}
	if p.moves != nil {
		errs = append(errs, p.moves.close())
	}
	if p.frequent != nil {
		errs = append(errs, p.frequent.close())
	}
	if p.text != nil {
		errs = append(errs, p.text.close())
	}
	return errors.Join(errs...)
}

// column returns a column, a number for each row. It is not to be changed.
func (p *part) column(name string) ([]uint32, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if c, ok := p.columns[name]; ok {
		return c, nil
	}
	b, err := p.games.read(name)
	if err != nil {
		return nil, err
	}
	c, ok := parseColumn(b, p.Games)
	if !ok {
		return nil, p.games.damage("section " + name)
	}
	p.columns[name] = c
	return c, nil
}

// textsOf returns a dictionary, or with the suffix .folded what is compared of it.
func (p *part) textsOf(name string) (*textList, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if t, ok := p.texts[name]; ok {
		return t, nil
	}
	b, err := p.games.read(name)
	if err != nil {
		return nil, err
	}
	t, ok := parseStrings(b)
	if !ok {
		return nil, p.games.damage("section " + name)
	}
	p.texts[name] = &t
	return &t, nil
}

// rowsOf returns the games of each entry of a dictionary.
func (p *part) rowsOf(name string) (*postings, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if l, ok := p.lists[name]; ok {
		return l, nil
	}
	b, err := p.games.read(name + rowsSuffix)
	if err != nil {
		return nil, err
	}
	l, ok := parsePostings(b)
	if !ok {
		return nil, p.games.damage("section " + name + rowsSuffix)
	}
	p.lists[name] = &l
	return &l, nil
}

// isDense reports whether the IDs are those from First to Last without a gap.
func (p *part) isDense() bool { return p.Last-p.First == int64(p.Games-1) }

// id is the ID of the game in a row.
func (p *part) id(row uint32) (int64, error) {
	if p.isDense() {
		return p.First + int64(row), nil
	}
	ids, err := p.column(colID)
	if err != nil {
		return 0, err
	}
	return int64(ids[row]), nil
}

// rowOf finds the row of a game.
func (p *part) rowOf(id int64) (row uint32, found bool, err error) {
	if id < p.First || id > p.Last {
		return 0, false, nil
	}
	if p.isDense() {
		return uint32(id - p.First), true, nil
	}
	ids, err := p.column(colID)
	if err != nil {
		return 0, false, err
	}
	i, found := slices.BinarySearch(ids, uint32(id))
	return uint32(i), found, nil
}

// isLive reports whether the part holds the game and it still counts.
func (p *part) isLive(id int64) (bool, error) {
	_, found, err := p.rowOf(id)
	if err != nil || !found {
		return false, err
	}
	i := sort.Search(len(p.Dead), func(k int) bool { return int64(p.Dead[k]) >= id })
	return i == len(p.Dead) || int64(p.Dead[i]) != id, nil
}

// liveRows are the rows whose games count. It is not to be changed.
func (p *part) liveRows() (*roaring.Bitmap, error) {
	p.mu.Lock()
	live := p.live
	p.mu.Unlock()
	if live != nil {
		return live, nil
	}
	live = roaring.New()
	live.AddRange(0, uint64(p.Games))
	for _, id := range p.Dead {
		row, found, err := p.rowOf(int64(id))
		if err != nil {
			return nil, err
		}
		if found {
			live.Remove(row)
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.live = live
	return live, nil
}

// openText opens the full-text index; nil where no game has a comment.
func (p *part) openText() (*textIndex, error) {
	if len(p.Text) == 0 {
		return nil, nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.text == nil {
		t, err := openText(filepath.Join(p.dir, p.Name+textFolder), p.Text)
		if err != nil {
			return nil, err
		}
		p.text = t
	}
	return p.text, nil
}
