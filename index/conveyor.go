package index

import (
	"context"
	"errors"
	"iter"
	"runtime"
	"slices"
	"time"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/rules"
)

// conveyor carries games from the archive into parts: one goroutine reads, several
// make digests, one builds.
type conveyor struct {
	update   *update
	progress func(Progress)
	done     Progress
	building *building
}

func newConveyor(u *update, progress func(Progress), total int64) *conveyor {
	if progress == nil {
		progress = func(Progress) {}
	}
	return &conveyor{update: u, progress: progress, done: Progress{Total: total}}
}

// building is a part that is being built, with its row of the manifest.
type building struct {
	*partBuilder
	row   partRow
	facts facts
	buf   []byte
}

func newBuilding(folder string, withPositions bool, frequent int) (*building, error) {
	b, err := newPartBuilder(folder, withPositions, frequent)
	if err != nil {
		return nil, err
	}
	return &building{partBuilder: b}, nil
}

// addDigest adds the game with that digest.
func (b *building) addDigest(id int64, words []uint64, source string, day uint32) error {
	keys, blob, ok := openDigest(words, b.buf)
	b.buf = blob
	if !ok || !b.facts.read(blob) {
		return errors.New("what was kept of a game cannot be read")
	}
	b.facts.source, b.facts.day = source, day
	return b.addFacts(id, &b.facts, keys)
}

func (b *building) addFacts(id int64, f *facts, keys []uint64) error {
	if b.row.Games == 0 {
		b.row.First = id
	}
	b.row.Last = id
	b.row.Games++
	b.row.Plies += int64(len(f.moves) / 2)
	return b.add(id, f, keys)
}

// bundle is some games on their way.
type bundle struct {
	games []bundled
	words []uint64
	err   error // of making the digests
	ready chan struct{}
}

type bundled struct {
	header *archive.Header
	start  *rules.Position
	packed []byte
	end    int // of its digest in words
}

const bundleGames = 128

// again brings in single games, which lie before those that tail brings in.
func (c *conveyor) again(ctx context.Context, ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	player := archive.NewPlayer()
	var words []uint64
	for r, err := range c.update.archive.Games(ctx, ids...) {
		switch {
		case errors.Is(err, archive.ErrNoGame):
			continue
		case err != nil:
			if err := c.skip(ctx, err, 0); err != nil {
				return err
			}
			continue
		}
		p, err := player.Replay(r)
		if err != nil {
			if err := c.skip(ctx, err, r.ID); err != nil {
				return err
			}
			continue
		}
		words = c.update.digests.ofRecord(words[:0], r, p)
		if err := c.build(ctx, r.ID, words, r.Source.File, dayOf(r.Source.Time)); err != nil {
			return err
		}
	}
	return c.finish(ctx)
}

// skip passes over a game that cannot be read, so that the others can be found.
// Where it is not the game's fault, the error is returned.
func (c *conveyor) skip(ctx context.Context, err error, id int64) error {
	var damaged *archive.DamagedError
	if ctx.Err() != nil || id == 0 && !errors.As(err, &damaged) {
		return err
	}
	if id != 0 {
		c.update.next.Skipped = append(c.update.next.Skipped, id)
	}
	return nil
}

// tail brings in all games behind an ID.
func (c *conveyor) tail(ctx context.Context, after int64) error {
	working, stop := context.WithCancel(ctx)
	defer stop()
	jobs := runtime.GOMAXPROCS(0)
	todo, order := make(chan *bundle, 4*jobs), make(chan *bundle, 4*jobs)
	ended := make(chan struct{}, jobs)
	for range jobs {
		go func() {
			defer func() { ended <- struct{}{} }()
			var moves []rules.Move
			player := archive.NewPlayer()
			for b := range todo {
				moves, b.err = c.digest(working, b, moves, player)
				b.ready <- struct{}{}
			}
		}()
	}
	var readErr error
	go func() {
		defer func() { close(todo); close(order) }()
		readErr = c.read(working, after, func(b *bundle) bool {
			select {
			case <-working.Done():
				return false
			case order <- b:
			}
			todo <- b
			return true
		})
	}()
	var err error
	for b := range order {
		<-b.ready
		if err == nil {
			err = b.err
		}
		if err == nil {
			if err = c.take(ctx, b); err != nil {
				stop()
			}
		}
	}
	for range jobs {
		<-ended
	}
	if err == nil {
		err = readErr
	}
	if err == nil {
		return c.finish(ctx)
	}
	if c.building != nil {
		err = errors.Join(err, c.building.abandon())
	}
	return err
}

// read reads games and their moves side by side.
func (c *conveyor) read(ctx context.Context, after int64, pass func(b *bundle) bool) error {
	lines, stop := iter.Pull2(c.update.archive.Lines(ctx, after))
	defer stop()
	line, lineErr, more := lines()
	b := &bundle{ready: make(chan struct{}, 1)}
	for h, err := range c.update.archive.Headers(ctx, after) {
		if err != nil {
			if err := c.skip(ctx, err, 0); err != nil {
				return err
			}
			continue // its line will be found without a header
		}
		for more && (line.ID < h.ID || line.ID == h.ID && lineErr != nil) {
			if err := c.skip(ctx, lineErr, line.ID); err != nil {
				return err
			}
			line, lineErr, more = lines()
		}
		if !more || line.ID != h.ID {
			continue // written after the lines were asked for: the next update sees it
		}
		b.games = append(b.games, bundled{header: h, start: line.Start, packed: append([]byte(nil), line.Packed...)})
		if len(b.games) == bundleGames {
			if !pass(b) {
				return ctx.Err()
			}
			b = &bundle{ready: make(chan struct{}, 1)}
		}
		line, lineErr, more = lines()
	}
	for ; more; line, lineErr, more = lines() {
		if err := c.skip(ctx, lineErr, line.ID); err != nil {
			return err
		}
	}
	if len(b.games) > 0 && !pass(b) {
		return ctx.Err()
	}
	return ctx.Err()
}

// digest makes the digests of a bundle. The variations of a game are in no header:
// the game is replayed for them.
func (c *conveyor) digest(ctx context.Context, b *bundle, moves []rules.Move, player *archive.Player) ([]rules.Move, error) {
	for i := range b.games {
		g := &b.games[i]
		line := archive.Line{Packed: g.packed}
		moves = line.Append(moves[:0])
		var variations []byte
		if g.header.Variations {
			r, err := c.update.archive.Get(ctx, g.header.ID)
			if err != nil {
				return moves, err
			}
			p, err := player.Replay(r)
			if err != nil {
				return moves, err
			}
			if slices.Equal(p.Moves, moves) { // else it has been replaced meanwhile, and is read again
				variations = appendVariations(nil, variationsOf(p))
			}
		}
		b.words = c.update.digests.ofHeader(b.words, g.header, g.start, moves, variations)
		g.end = len(b.words)
	}
	return moves, nil
}

// take puts the games of a bundle into the part that is being built.
func (c *conveyor) take(ctx context.Context, b *bundle) error {
	from := 0
	for i := range b.games {
		g := &b.games[i]
		h := g.header
		if err := c.build(ctx, h.ID, b.words[from:g.end], h.Source.File, dayOf(h.Source.Time)); err != nil {
			return err
		}
		from = g.end
	}
	return nil
}

// build adds a game to the part that is being built.
func (c *conveyor) build(ctx context.Context, id int64, words []uint64, source string, day uint32) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if c.building == nil {
		folder, err := c.update.bench()
		if err != nil {
			return err
		}
		if c.building, err = newBuilding(folder, true, c.update.frequent); err != nil {
			return err
		}
	}
	if err := c.building.addDigest(id, words, source, day); err != nil {
		return err
	}
	c.done.Games++
	if c.done.Games%1024 == 0 {
		c.progress(c.done)
	}
	if c.building.full() {
		return c.finish(ctx)
	}
	return nil
}

// finish ends the part that is being built.
func (c *conveyor) finish(ctx context.Context) error {
	if c.building == nil {
		return nil
	}
	b := c.building
	c.building = nil
	if err := b.finish(ctx, uint64(c.update.next.Generation)); err != nil {
		return err
	}
	c.progress(c.done)
	return c.update.partDone(b.dir, b.row)
}

// dayOf is the day of a time as year*10000 + month*100 + day.
func dayOf(t time.Time) uint32 {
	year, month, day := t.UTC().Date()
	return uint32(year*10000 + int(month)*100 + day)
}
