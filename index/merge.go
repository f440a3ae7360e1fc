package index

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/diwan-shatranj/diwan/index/segment"
	"github.com/diwan-shatranj/diwan/rules"
	"github.com/gofrs/flock"
)

// manyParts is how many parts an index has at most before some are merged.
const manyParts = 8

// background is the merging that goes on while an index is used.
type background struct {
	cancel context.CancelFunc
	done   chan struct{} // closed when it has ended; nil where nothing goes on
	err    error         // of the last one
}

// tidy begins to merge parts in the background where there are too many of them, or
// too much in one is dead. Searches and updates go on meanwhile, of this process and
// of others.
func (ix *Index) tidy() {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if ix.closed || ix.merging.done != nil || ix.now == nil || len(toMerge(ix.now.Parts)) == 0 {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	ix.merging = background{cancel: cancel, done: done}
	go func() {
		defer cancel()
		err := ix.mergeAll(ctx)
		ix.mu.Lock()
		ix.merging = background{err: err}
		ix.mu.Unlock()
		close(done)
	}()
}

// Settle waits until the merging of parts that [Index.Update] or [Collector.Commit]
// has begun is done, and returns its error. Nobody has to wait: an index whose merging
// was cut short, by Close or by the end of the process, answers as before, and the
// next update begins again.
func (ix *Index) Settle(ctx context.Context) error {
	ix.mu.Lock()
	done := ix.merging.done
	ix.mu.Unlock()
	if done != nil {
		select {
		case <-done:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	ix.mu.Lock()
	defer ix.mu.Unlock()
	return ix.merging.err
}

// mergeAll merges until there is nothing left to merge. One process does at a time.
func (ix *Index) mergeAll(ctx context.Context) error {
	lock := flock.New(filepath.Join(ix.dir, mergeLockFile))
	if mine, err := lock.TryLock(); err != nil || !mine {
		return err // another process is at it
	}
	defer func() { _ = lock.Close() }() // the file stays; the system frees the lock
	for {
		m, err := ix.beginMerge(ctx)
		if err != nil || m == nil {
			return err
		}
		if err := ix.endMerge(ctx, m); err != nil {
			return err
		}
	}
}

// merge is a part that is made of others, whose index may change meanwhile.
type merge struct {
	base   *snapshot
	chosen []int // places of the parts in base
	work   *workshop
	row    partRow // of no games where all were dead
}

// beginMerge makes a part of those that toMerge chooses, beside the index. It is nil
// where there are none.
func (ix *Index) beginMerge(ctx context.Context) (m *merge, err error) {
	ix.mu.Lock()
	base := ix.now
	base.retain()
	ix.mu.Unlock()
	if base == nil {
		return nil, nil
	}
	m = &merge{base: base, chosen: toMerge(base.Parts)}
	defer func() {
		if err != nil {
			err = errors.Join(err, m.close())
			m = nil
		}
	}()
	if len(m.chosen) == 0 {
		return nil, m.close()
	}
	if m.work, err = newWorkshop(ix.dir); err != nil {
		return m, err
	}
	b, err := newBuilding(m.work.dir, false, ix.frequent)
	if err != nil {
		return m, err
	}
	var sources []*rowReader
	for _, i := range m.chosen {
		sources = append(sources, newRowReader(base.parts[i]))
	}
	err = mergeRows(ctx, b, sources)
	if err == nil && b.row.Games > 0 {
		err = errors.Join(m.positions(ctx, b.frequent.asked(ix.frequent)), b.finish(ctx, uint64(base.Generation)))
	}
	if err != nil || b.row.Games == 0 {
		err = errors.Join(err, b.abandon())
	}
	m.row = b.row
	return m, err
}

// endMerge puts the part in the place of those that it was made of, unless they have
// gone meanwhile. Games of them that were replaced or deleted since are dead in it.
func (ix *Index) endMerge(ctx context.Context, m *merge) error {
	err := ix.change(ctx, func(u *update) error {
		if u.base == nil {
			return nil
		}
		rest := slices.Clone(u.next.Parts)
		row := m.row
		for _, i := range m.chosen {
			was := &m.base.Parts[i]
			at := slices.IndexFunc(rest, func(r partRow) bool { return r.Name == was.Name })
			if at < 0 {
				return nil
			}
			for _, id := range rest[at].Dead {
				if _, before := slices.BinarySearch(was.Dead, id); !before {
					row.kill(id)
				}
			}
			rest = slices.Delete(rest, at, at+1)
		}
		u.next.Parts, u.changed = rest, true
		if row.Games == 0 {
			return nil
		}
		return u.partDone(m.work.dir, row)
	})
	return errors.Join(err, m.close())
}

func (m *merge) close() error {
	err := m.base.release()
	if m.work != nil {
		err = errors.Join(err, m.work.close())
	}
	return err
}

// toMerge chooses parts, by their places in the list: from the smallest up, as
// long as one is not much greater than all smaller ones together, so that each
// game is copied only so often as the archive has doubled.
func toMerge(parts []partRow) []int {
	for i, p := range parts {
		if len(p.Dead)*4 > p.Games {
			return []int{i}
		}
	}
	if len(parts) <= manyParts {
		return nil
	}
	order := make([]int, len(parts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(parts[a].Games, parts[b].Games) })
	sum, n := 0, 0
	for _, i := range order {
		if n >= 2 && parts[i].Games > 4*sum || sum+parts[i].Games > partGames {
			break
		}
		sum += parts[i].Games
		n++
	}
	if n < 2 {
		return nil
	}
	chosen := order[:n]
	slices.Sort(chosen)
	return chosen
}

// mergeRows adds the live rows of all sources in the order of their IDs.
func mergeRows(ctx context.Context, b *building, sources []*rowReader) error {
	for _, s := range sources {
		if err := s.first(); err != nil {
			return err
		}
	}
	for n := 0; ; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		var least *rowReader
		for _, s := range sources {
			if !s.ended && (least == nil || s.id < least.id) {
				least = s
			}
		}
		if least == nil {
			return nil
		}
		f, err := least.facts()
		if err != nil {
			return err
		}
		if err := b.addFacts(least.id, f, nil); err != nil {
			return err
		}
		if err := least.next(); err != nil {
			return err
		}
	}
}

// positions writes the positions of the chosen parts that are not dead.
func (m *merge) positions(ctx context.Context, frequent *segment.Frequent) (err error) {
	folder := m.work.dir
	var segments []*segment.Segment
	var opened []*segment.Segment
	defer func() {
		for _, s := range opened {
			err = errors.Join(err, s.Close())
		}
	}()
	generation := uint64(m.base.Generation)
	for _, i := range m.chosen {
		p := m.base.parts[i]
		if len(p.Dead) == 0 {
			segments = append(segments, p.positions)
			continue
		}
		// A game may be dead in one part and live in another: each is cleaned
		// by itself.
		path := filepath.Join(folder, p.Name+positionsFile)
		keep := func(game uint32) bool {
			_, dead := slices.BinarySearch(p.Dead, game)
			return !dead
		}
		if _, err := segment.Merge(ctx, path, generation, keep, nil, p.positions); err != nil {
			return err
		}
		s, err := segment.Open(path)
		if err != nil {
			return err
		}
		opened = append(opened, s)
		segments = append(segments, s)
	}
	_, err = segment.Merge(ctx, filepath.Join(folder, positionsFile), generation, nil, frequent, segments...)
	return err
}

// rowReader reads the live rows of a part one after the other, as the facts that
// they were made of.
type rowReader struct {
	part  *part
	row   uint32
	id    int64
	ended bool

	lines   *lineReader
	columns map[string][]uint32
	texts   map[string]*textList
	lists   map[string][][]uint32 // by dictionary and row, its entries
	live    []uint32
	at      int
	out     facts
}

func newRowReader(p *part) *rowReader {
	return &rowReader{
		part: p, lines: newLineReader(p), columns: map[string][]uint32{}, texts: map[string]*textList{}, lists: map[string][][]uint32{},
	}
}

// first reads what is needed and goes to the first row.
func (r *rowReader) first() error {
	for _, name := range columnNames() {
		if name == colID {
			continue
		}
		c, err := r.part.column(name)
		if err != nil {
			return err
		}
		r.columns[name] = c
	}
	for _, name := range slices.Concat(columnDicts(), listDicts()) {
		t, err := r.part.textsOf(name)
		if err != nil {
			return err
		}
		r.texts[name] = t
	}
	for _, name := range listDicts() {
		l, err := r.part.rowsOf(name)
		if err != nil {
			return err
		}
		by := make([][]uint32, r.part.Games)
		for i := range l.ends {
			l.each(uint32(i), func(row uint32) {
				if int(row) < len(by) {
					by[row] = append(by[row], uint32(i))
				}
			})
		}
		r.lists[name] = by
	}
	live, err := r.part.liveRows()
	if err != nil {
		return err
	}
	r.live, r.at = live.ToArray(), -1
	return r.next()
}

func (r *rowReader) next() error {
	r.at++
	if r.ended = r.at >= len(r.live); r.ended {
		return nil
	}
	r.row = r.live[r.at]
	var err error
	r.id, err = r.part.id(r.row)
	return err
}

// text is the text that a column has in the row.
func (r *rowReader) text(column, dict string) string {
	return r.texts[dict].at(r.columns[column][r.row])
}

// facts returns what is known of the game in the row, valid until the next call.
// The tags that have columns come first.
func (r *rowReader) facts() (*facts, error) {
	f := &r.out
	number := func(column string) uint32 { return r.columns[column][r.row] }
	f.result, f.flags = byte(number(colResult)), byte(number(colFlags))
	f.array = []byte(r.text(colArray, dictKinds))
	f.rules = []byte(r.text(colRules, dictKinds))
	f.ended = []byte(r.text(colEnding, dictKinds))
	f.source, f.day = r.text(colSource, dictSources), number(colImported)
	f.openings = [2]opening{
		{[]byte(r.text(colWhiteOpening, dictOpenings)), byte(number(colWhiteScore))},
		{[]byte(r.text(colBlackOpening, dictOpenings)), byte(number(colBlackScore))},
	}
	f.blunders = number(colBlunders)
	f.tags, f.codes, f.evals, f.comments = f.tags[:0], f.codes[:0], f.evals[:0], f.comments[:0]
	for _, tag := range rosterTags() {
		column, dict := rosterColumn([]byte(tag))
		if value, ok := strings.CutPrefix(r.text(column, dict), " "); ok {
			f.tags = append(f.tags, pair{[]byte(tag), []byte(value)})
		}
	}
	entries := func(dict string, each func(text string)) {
		for _, i := range r.lists[dict][r.row] {
			each(r.texts[dict].at(i))
		}
	}
	entries(dictTags, func(text string) {
		name, value, _ := strings.Cut(text, "\n")
		f.tags = append(f.tags, pair{[]byte(name), []byte(value)})
	})
	entries(dictCodes, func(text string) { f.codes = append(f.codes, []byte(text)) })
	entries(dictEvals, func(text string) { f.evals = append(f.evals, []byte(text)) })
	entries(dictComments, func(text string) { f.comments = append(f.comments, []byte(text)) })
	start, moves, err := r.lines.line(r.row)
	if err != nil {
		return nil, err
	}
	if f.variations, err = r.lines.variationsOf(r.row); err != nil {
		return nil, err
	}
	f.moves, f.fen = moves, nil
	if known, ok := arrayPosition(string(f.array)); !ok || known != *start {
		f.fen = []byte(start.FEN())
	}
	return f, nil
}

// arrayPosition is the start position of an array.
func arrayPosition(name string) (rules.Position, bool) {
	a, ok := rules.ArrayByName(name)
	if !ok {
		return rules.Position{}, false
	}
	return a.Position(), true
}
