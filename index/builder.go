package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/diwan-shatranj/diwan/index/segment"
	"github.com/diwan-shatranj/diwan/internal/fold"
)

// A part is kept below these sizes, so that its places fit into 32 bits and its
// columns into memory.
const (
	partGames = 4 << 20
	partBytes = 1 << 30 // of texts
)

// positionBytes is how much memory the positions of a part take before some go to a
// file: 26 million of them, a quarter of a million games.
const positionBytes = 400 << 20

// The names of the files of a part, behind its own name.
const (
	positionsFile = ".positions"
	gamesFile     = ".games"
	movesFile     = ".moves"
	frequentFile  = ".frequent"
	textFolder    = ".text"
)

// The columns of a part. Those of names and other texts hold numbers of a
// dictionary.
const (
	colID       = "id"
	colResult   = "result"
	colFlags    = "flags"
	colPlies    = "plies"
	colArray    = "array"
	colRules    = "rules"
	colEnding   = "ending"
	colWhite    = "white"
	colBlack    = "black"
	colEvent    = "event"
	colSite     = "site"
	colRound    = "round"
	colDate     = "date"  // the tag
	colFirst    = "first" // day that the date can stand for
	colLast     = "last"
	colWhiteElo = "whiteelo"
	colBlackElo = "blackelo"
	colSource   = "source"
	colImported = "imported" // day
	colBlunders = "blunders" // as blundersOf has it

	colWhiteOpening = "white.opening"
	colBlackOpening = "black.opening"
	colWhiteScore   = "white.score" // of the opening, in percent
	colBlackScore   = "black.score"
)

// columnNames are all columns, in their order in the file.
func columnNames() []string {
	return []string{
		colID, colResult, colFlags, colPlies, colArray, colRules, colEnding, colWhite, colBlack, colEvent, colSite,
		colRound, colDate, colFirst, colLast, colWhiteElo, colBlackElo, colSource, colImported, colBlunders,
		colWhiteOpening, colBlackOpening, colWhiteScore, colBlackScore,
	}
}

// The dictionaries of a part: of columns, and of what games have several of.
const (
	dictNames    = "names" // of players
	dictEvents   = "events"
	dictSites    = "sites"
	dictRounds   = "rounds"
	dictDates    = "dates"
	dictKinds    = "kinds" // arrays, rule sets, endings
	dictSources  = "sources"
	dictOpenings = "openings" // name, a tab, other names
	dictTags     = "tags"     // name, a line feed, value
	dictCodes    = "codes"
	dictEvals    = "evals"    // in digits, hundredths of a pawn
	dictComments = "comments" // folded
)

// columnDicts are the dictionaries of columns. Number 0 is the empty text, which
// a game has that lacks the tag.
func columnDicts() []string {
	return []string{dictNames, dictEvents, dictSites, dictRounds, dictDates, dictKinds, dictSources, dictOpenings}
}

// listDicts are the dictionaries of which a game can have several entries.
func listDicts() []string { return []string{dictTags, dictCodes, dictEvals, dictComments} }

// rosterTags are the tags that have columns.
func rosterTags() []string { return []string{"White", "Black", "Event", "Site", "Round", "Date"} }

// rosterColumn is the column of a tag that has one, and its dictionary.
func rosterColumn(tag []byte) (column, dict string) {
	switch string(tag) {
	case "White":
		return colWhite, dictNames
	case "Black":
		return colBlack, dictNames
	case "Event":
		return colEvent, dictEvents
	case "Site":
		return colSite, dictSites
	case "Round":
		return colRound, dictRounds
	case "Date":
		return colDate, dictDates
	}
	return "", ""
}

// partBuilder makes the files of a part in a folder. It is for one goroutine.
type partBuilder struct {
	dir       string
	positions *segment.Builder // nil where the positions come from elsewhere
	moves     *moveWriter
	frequent  *frequentWriter
	columns   map[string]*[]uint32
	dicts     map[string]*collection
	many      map[string]*multitude
	entries   []segment.Entry

	variations variationTable
	key        []byte
	games      uint32
	lastID     uint32
	dense      bool
	firstID    uint32
	row        builderRow
}

// builderRow are the columns that add fills, found once.
type builderRow struct {
	id, result, flags, plies, array, rules, ending, first, last, whiteElo, blackElo, source, imported, blunders *[]uint32
	roster                                                                                                      [6]rosterSlot
	opening, score                                                                                              [2]*[]uint32
}

type rosterSlot struct {
	tag    string
	column *[]uint32
	dict   *collection
}

// newPartBuilder begins a part in an empty folder. Positions that occur so often are
// frequent.
func newPartBuilder(dir string, withPositions bool, frequent int) (*partBuilder, error) {
	b := &partBuilder{
		dir: dir, columns: map[string]*[]uint32{}, dicts: map[string]*collection{}, many: map[string]*multitude{}, dense: true,
	}
	for _, name := range columnNames() {
		b.columns[name] = new([]uint32)
	}
	for _, name := range columnDicts() {
		b.dicts[name] = newCollection("")
	}
	for _, name := range listDicts() {
		b.many[name] = newMultitude()
	}
	c := b.columns
	b.row = builderRow{
		id: c[colID], result: c[colResult], flags: c[colFlags], plies: c[colPlies], array: c[colArray], rules: c[colRules],
		ending: c[colEnding], first: c[colFirst], last: c[colLast], whiteElo: c[colWhiteElo], blackElo: c[colBlackElo],
		source: c[colSource], imported: c[colImported], blunders: c[colBlunders],
		opening: [2]*[]uint32{c[colWhiteOpening], c[colBlackOpening]}, score: [2]*[]uint32{c[colWhiteScore], c[colBlackScore]},
	}
	for i, tag := range rosterTags() {
		column, dict := rosterColumn([]byte(tag))
		b.row.roster[i] = rosterSlot{tag, c[column], b.dicts[dict]}
	}
	var err error
	if b.moves, err = newMoveWriter(filepath.Join(dir, movesFile)); err != nil {
		return nil, err
	}
	if b.frequent, err = newFrequentWriter(filepath.Join(dir, frequentFile), c[colID]); err != nil {
		return nil, errors.Join(err, b.moves.abandon())
	}
	if withPositions {
		b.positions = segment.NewBuilder(dir, segment.Options{MemoryBytes: positionBytes, KeyBits: 64 - keyShift, Frequent: b.frequent.asked(frequent)})
	}
	return b, nil
}

// full reports whether the part should not grow any more.
func (b *partBuilder) full() bool {
	bytes := 0
	for _, d := range b.dicts {
		bytes += d.bytes
	}
	for _, m := range b.many {
		bytes += m.bytes
	}
	return b.games >= partGames || bytes >= partBytes
}

// add adds a game. IDs rise. keys, as appendKeys makes them, are nil where the
// positions come from elsewhere.
func (b *partBuilder) add(id int64, f *facts, keys []uint64) error {
	if id <= int64(b.lastID) || id > math.MaxUint32 {
		return fmt.Errorf("game %d cannot be indexed behind game %d", id, b.lastID)
	}
	row := b.games
	if row == 0 {
		b.firstID = uint32(id)
	}
	b.lastID = uint32(id)
	b.dense = b.dense && b.lastID-b.firstID == row
	b.games++

	r := &b.row
	put := func(column *[]uint32, v uint32) { *column = append(*column, v) }
	kinds := b.dicts[dictKinds]
	put(r.id, uint32(id))
	put(r.result, uint32(f.result))
	put(r.flags, uint32(f.flags))
	put(r.plies, uint32(len(f.moves)/2))
	put(r.array, kinds.number(f.array))
	put(r.rules, kinds.number(f.rules))
	put(r.ending, kinds.number(f.ended))
	put(r.source, b.dicts[dictSources].number([]byte(f.source)))
	put(r.imported, f.day)
	put(r.blunders, f.blunders)
	for i := range f.openings {
		put(r.opening[i], b.dicts[dictOpenings].number(f.openings[i].text))
		put(r.score[i], uint32(f.openings[i].score))
	}
	b.addTags(row, f.tags)
	for _, c := range f.codes {
		b.many[dictCodes].add(c, row)
	}
	for _, n := range f.evals {
		b.many[dictEvals].add(n, row)
	}
	for _, c := range f.comments {
		b.many[dictComments].add(c, row)
	}
	start := f.fen
	if len(start) == 0 {
		start = f.array
	}
	b.moves.add(start, f.moves)
	b.frequent.game(f.moves)
	if len(f.variations) > 0 {
		b.variations.add(row, f.variations)
	}
	if b.positions == nil {
		return nil
	}
	b.entries = b.entries[:0]
	for ply, word := range keys {
		b.entries = append(b.entries, segment.Entry{
			Key:   word &^ (3 << placeShift),
			Game:  uint32(id),
			Place: segment.NewPlace(uint32(ply), uint8(word>>placeShift)),
		})
	}
	return b.positions.AddBatch(b.entries)
}

// addTags fills the columns that come from tags, and the list of the other tags.
func (b *partBuilder) addTags(row uint32, tags []pair) {
	r := &b.row
	var values [len(r.roster)][]byte
	var whiteElo, blackElo uint32
	var hijri string
	for _, t := range tags {
		slot := -1
		for i := range r.roster {
			if string(t.name) == r.roster[i].tag {
				slot = i
				break
			}
		}
		if slot >= 0 && values[slot] == nil {
			values[slot] = t.value
			continue
		}
		switch string(t.name) {
		case "WhiteElo":
			whiteElo = rating(t.value)
		case "BlackElo":
			blackElo = rating(t.value)
		case hijriTag:
			hijri = cmp.Or(hijri, string(t.value))
		}
		b.key = append(append(append(b.key[:0], t.name...), '\n'), t.value...)
		b.many[dictTags].add(b.key, row)
	}
	for i := range r.roster {
		n := uint32(0)
		if values[i] != nil {
			// A tag without a value is told from one that is not there.
			b.key = append(append(b.key[:0], ' '), values[i]...)
			n = r.roster[i].dict.number(b.key)
		}
		*r.roster[i].column = append(*r.roster[i].column, n)
	}
	first, last := datesOf(string(values[len(values)-1]), hijri)
	*r.first, *r.last = append(*r.first, first), append(*r.last, last)
	*r.whiteElo, *r.blackElo = append(*r.whiteElo, whiteElo), append(*r.blackElo, blackElo)
}

// rating reads a rating; 0 is none.
func rating(value []byte) uint32 {
	n, err := strconv.ParseUint(strings.TrimSpace(string(value)), 10, 31)
	if err != nil {
		return 0
	}
	return uint32(n)
}

// finish puts the part on disk, but for the positions where they come from
// elsewhere.
func (b *partBuilder) finish(ctx context.Context, generation uint64) error {
	if b.positions != nil {
		_, err := b.positions.Finish(ctx, filepath.Join(b.dir, positionsFile), generation)
		b.positions = nil
		if err != nil {
			return errors.Join(err, b.abandon())
		}
	}
	err := errors.Join(b.moves.finish(), b.frequent.finish())
	b.moves, b.frequent = nil, nil
	if err != nil {
		return err
	}
	if err := b.writeGames(); err != nil {
		return err
	}
	if comments := b.many[dictComments].texts; len(comments) > 0 {
		return writeText(ctx, filepath.Join(b.dir, textFolder), comments)
	}
	return nil
}

// writeGames writes the file of columns and dictionaries.
func (b *partBuilder) writeGames() error {
	w, err := newSectionWriter(filepath.Join(b.dir, gamesFile))
	if err != nil {
		return err
	}
	var buf []byte
	for _, name := range columnNames() {
		if name == colID && b.dense {
			continue
		}
		buf = appendColumn(buf[:0], *b.columns[name])
		w.add(name, buf)
	}
	w.add(sectionVariations, b.variations.encode())
	for _, name := range columnDicts() {
		texts := b.dicts[name].texts
		w.add(name, appendStrings(buf[:0], texts))
		w.add(name+foldedSuffix, appendStrings(buf[:0], foldAll(texts, name == dictNames)))
	}
	for _, name := range listDicts() {
		m := b.many[name]
		w.add(name, appendStrings(buf[:0], m.texts))
		w.add(name+rowsSuffix, appendPostings(buf[:0], m.lists))
		if name == dictTags {
			w.add(name+foldedSuffix, appendStrings(buf[:0], foldAll(tagValues(m.texts), false)))
		}
	}
	return w.finish()
}

// What stands behind the name of a dictionary in the names of its further
// sections.
const (
	foldedSuffix = ".folded"
	rowsSuffix   = ".rows"
)

// foldAll folds texts word by word. With names, a text for which fold.Name gives
// another order has that order behind a bar.
func foldAll(texts []string, names bool) []string {
	folded := make([]string, len(texts))
	for i, t := range texts {
		if names {
			folded[i] = foldName(t)
		} else {
			folded[i] = fold.Text(t)
		}
	}
	return folded
}

// foldName folds a name, in both orders of its words.
func foldName(name string) string {
	folded := fold.Text(name)
	if n := fold.Name(name); n != folded {
		folded += nameBar + n
	}
	return folded
}

// tagValues are the values of entries of the dictionary of tags.
func tagValues(entries []string) []string {
	values := make([]string, len(entries))
	for i, e := range entries {
		_, values[i], _ = strings.Cut(e, "\n")
	}
	return values
}

// nameBar parts two orders of a name's words. No folded text holds it.
const nameBar = " | "

// nameKey is fold.Name of a name that foldName has folded.
func nameKey(folded string) string {
	if i := strings.LastIndex(folded, nameBar); i >= 0 {
		return folded[i+len(nameBar):]
	}
	return folded
}

// abandon closes what is open. The files are left to whoever owns the folder.
func (b *partBuilder) abandon() error {
	if b.positions != nil {
		b.positions.Close()
	}
	var err error
	if b.moves != nil {
		err = errors.Join(b.moves.abandon(), b.frequent.abandon())
	}
	b.positions, b.moves, b.frequent = nil, nil, nil
	return err
}
