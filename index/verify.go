package index

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"
	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/rules"
)

// Fault is something that Verify has found wrong. What is wrong with an index is
// mended by making it again.
type Fault struct {
	Game int64 // 0 where it is not one game's matter
	What string
}

// Verify reads the whole index, and the archive beside it, and compares: all
// checksums; what the index has of each game with the game, replayed; the full-text
// index with the comments. It calls report for each fault. The index should be
// current, or what has changed since is reported. An error is one of reading.
func (ix *Index) Verify(ctx context.Context, report func(Fault)) error {
	if err := ix.Settle(ctx); err != nil {
		return fmt.Errorf("verify the index: %w", err)
	}
	const tries = 10
	for i := 0; ; i++ {
		s, err := ix.acquire()
		if err != nil {
			return err
		}
		err = ix.verify(ctx, s, report)
		// Files are opened anew, and another process may have merged them meanwhile.
		stale := i < tries && errors.Is(err, fs.ErrNotExist) && ix.isStale(s)
		err = errors.Join(err, s.release())
		if !stale {
			return err
		}
		if err := ix.Reopen(); err != nil {
			return err
		}
	}
}

func (ix *Index) verify(ctx context.Context, s *snapshot, report func(Fault)) error {
	v := &verifier{ctx: ctx, archive: ix.archive, report: report, seen: map[int64]bool{}}
	v.digests.tabiyat = ix.tabiyat
	for _, p := range s.parts {
		if err := v.part(p); err != nil {
			if !isDamage(err) {
				return fmt.Errorf("verify the index: %w", err)
			}
			report(Fault{What: err.Error()})
		}
	}
	if err := v.missing(s.Skipped); err != nil {
		return fmt.Errorf("verify the index: %w", err)
	}
	return nil
}

type verifier struct {
	ctx     context.Context
	archive *archive.Archive
	report  func(Fault)
	seen    map[int64]bool
	digests digester
	player  *archive.Player
}

// part verifies one part.
func (v *verifier) part(p *part) error {
	if err := p.positions.Verify(v.ctx); err != nil {
		return err
	}
	for name := range p.games.table {
		if _, err := p.games.read(name); err != nil {
			return err
		}
	}
	if wrong, err := verifyFrequent(p); err != nil {
		return err
	} else if wrong != "" {
		v.report(Fault{What: wrong})
	}
	sum, err := v.games(p)
	if err != nil {
		return err
	}
	for e, err := range p.positions.All() {
		if err != nil {
			return err
		}
		if _, dead := slices.BinarySearch(p.Dead, e.Game); !dead {
			sum -= entrySum(e.Key, e.Game, uint32(e.Place))
		}
	}
	if sum != 0 {
		v.report(Fault{What: fmt.Sprintf("part %s: its positions are not those of its games", p.Name)})
	}
	return v.text(p)
}

// entrySum is what an occurrence adds to a sum by which sets of them are compared,
// whatever their order.
func entrySum(key uint64, game, place uint32) uint64 {
	var b [16]byte
	binary.LittleEndian.PutUint64(b[:], key)
	binary.LittleEndian.PutUint32(b[8:], game)
	binary.LittleEndian.PutUint32(b[12:], place)
	return xxhash.Sum64(b[:])
}

// games compares the games of a part with the archive. It returns the sum of the
// occurrences of their positions.
func (v *verifier) games(p *part) (sum uint64, err error) {
	rows := newRowReader(p)
	if err := rows.first(); err != nil {
		return 0, err
	}
	v.player = archive.NewPlayer()
	var words []uint64
	var buf []byte
	for ; !rows.ended; err = rows.next() {
		if err != nil {
			return 0, err
		}
		if err := v.ctx.Err(); err != nil {
			return 0, err
		}
		have, err := rows.facts()
		if err != nil {
			return 0, err
		}
		if v.seen[rows.id] {
			v.report(Fault{Game: rows.id, What: "it is in the index twice"})
		}
		v.seen[rows.id] = true
		r, err := v.archive.Get(v.ctx, rows.id)
		if errors.Is(err, archive.ErrNoGame) {
			v.report(Fault{Game: rows.id, What: "the archive does not have it"})
			continue
		}
		if err != nil {
			return 0, err
		}
		replay, err := v.player.Replay(r)
		if err != nil {
			return 0, err
		}
		words = v.digests.ofRecord(words[:0], r, replay)
		keys, blob, _ := openDigest(words, buf)
		buf = blob
		var want facts
		want.read(blob)
		want.source, want.day = r.Source.File, dayOf(r.Source.Time)
		if want.canonical() != have.canonical() {
			v.report(Fault{Game: rows.id, What: "the index has it otherwise than the archive"})
		}
		for ply, k := range keys {
			place := uint32(ply)<<2 | uint32(k>>placeShift)
			sum += entrySum(k&^(3<<placeShift), uint32(rows.id), place)
		}
	}
	return sum, nil
}

// canonical writes facts so that equal ones are equal texts: without the order of
// things that the index keeps as a set.
func (f *facts) canonical() string {
	set := func(list []string) string {
		slices.Sort(list)
		return strings.Join(slices.Compact(list), "\x00")
	}
	var tags, codes, evals, comments []string
	for _, t := range f.tags {
		tags = append(tags, string(t.name)+"\n"+string(t.value))
	}
	for _, c := range f.codes {
		codes = append(codes, string(c))
	}
	for _, n := range f.evals {
		evals = append(evals, string(n))
	}
	for _, c := range f.comments {
		comments = append(comments, string(c))
	}
	var openings []string
	for _, o := range f.openings {
		openings = append(openings, fmt.Sprintf("%s %d", o.text, o.score))
	}
	return fmt.Sprintf("%d %d %s %s %s %s\n%s\n%s\n%d %s\n%s\n%x\n%x\n%v\n%s %d", f.result, f.flags, f.array, f.rules, f.ended, f.fen,
		set(tags), set(codes), f.blunders, set(evals), set(comments), f.moves, f.variations, openings, f.source, f.day)
}

// text compares the full-text index of a part with its comments: for each word the
// comments that have it.
func (v *verifier) text(p *part) error {
	comments, err := p.textsOf(dictComments)
	if err != nil {
		return err
	}
	text, err := p.openText()
	if err != nil {
		return err
	}
	if text == nil {
		if comments.len() > 0 {
			v.report(Fault{What: fmt.Sprintf("part %s: its comments are in no full-text index", p.Name)})
		}
		return nil
	}
	var stems stemmer
	different := text.count != comments.len()
	for field, wordsOf := range map[string]func(text string) []string{textField: strings.Fields, stemField: stems.stems} {
		want := map[string][]uint32{}
		for i := range comments.len() {
			for _, w := range wordsOf(comments.at(uint32(i))) {
				if list := want[w]; len(list) == 0 || list[len(list)-1] != uint32(i) {
					want[w] = append(list, uint32(i))
				}
			}
		}
		err := text.words(field, func(word string) { different = different || want[word] == nil })
		if err != nil {
			return err
		}
		for word, numbers := range want {
			got, err := text.find(v.ctx, field, [][]string{{word}})
			if err != nil {
				return err
			}
			slices.Sort(got)
			different = different || !slices.Equal(got, numbers)
		}
	}
	if different {
		v.report(Fault{What: fmt.Sprintf("part %s: its full-text index is not that of its comments", p.Name)})
	}
	return nil
}

// missing reports the games of the archive that the index does not have.
func (v *verifier) missing(skipped []int64) error {
	for l, err := range v.archive.Lines(v.ctx, 0) {
		if err != nil {
			if l.Start == (*rules.Position)(nil) && slices.Contains(skipped, l.ID) {
				continue // the archive's own fault, and known
			}
			return err
		}
		if !v.seen[l.ID] {
			what := "the index does not have it"
			if slices.Contains(skipped, l.ID) {
				what = "it could not be read when the index was made"
			}
			v.report(Fault{Game: l.ID, What: what})
		}
	}
	return nil
}
