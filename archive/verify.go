package archive

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/diwan-shatranj/diwan/rules"
)

// Damage is something that is not as it was written.
type Damage struct {
	What string // the place, such as "game 17", "games.db" or "string 3"
	Game int64  // the game concerned, 0 where it is none in particular
	Err  error  // what is wrong with it
}

// VerifyReport says how much was looked at.
type VerifyReport struct {
	Games       int64 `json:"games"`
	Plies       int64 `json:"plies"`
	Quarantined int64 `json:"quarantined"`
	Binned      int64 `json:"binned"`
	Evals       int64 `json:"evals"`
	Damaged     int64 `json:"damaged"` // how often report was called
}

// Verify reads the whole archive again: the pages of the file, the references
// between tables, the checksum of every row, the texts against their digests, the
// counts, and every game, which it plays again. report is called for each damage,
// by one goroutine. An error means that the verification could not be done.
//
// What Verify does not look at is the index.
func (a *Archive) Verify(ctx context.Context, report func(Damage)) (VerifyReport, error) {
	v := &verifier{a: a, report: report}
	err := a.view(ctx, func(q querier) error { return v.run(ctx, q) })
	return v.done, wrap("verify", err)
}

type verifier struct {
	a      *Archive
	report func(Damage)
	done   VerifyReport
	hashes map[int64]uint32 // of the games, as the table twins should have them
}

func (v *verifier) say(what string, game int64, err error) {
	v.done.Damaged++
	if v.report != nil {
		v.report(Damage{What: what, Game: game, Err: err})
	}
}

// sayf reports damage of the file as such.
func (v *verifier) sayf(what, format string, args ...any) {
	v.say(what, 0, fmt.Errorf(format, args...))
}

func (v *verifier) run(ctx context.Context, q querier) error {
	for _, step := range []func(context.Context, querier) error{
		v.pages, v.references, v.shared, v.games, v.counts, v.twins, v.quarantine, v.bin, v.evals,
	} {
		err := step(ctx, q)
		var damaged *DamagedError
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.As(wrap("", err), &damaged):
			v.say(damaged.What, 0, cause(damaged))
		case err != nil:
			return err
		}
	}
	return nil
}

// cause is what a damage comes from.
func cause(d *DamagedError) error {
	if d.Err != nil {
		return d.Err
	}
	return d
}

// pages has the database look through its own structure.
func (v *verifier) pages(ctx context.Context, q querier) error {
	rows, err := q.QueryContext(ctx, "PRAGMA integrity_check(100)")
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }() // rows.Err says what there is to say
	for rows.Next() {
		var text string
		if err := scan(rows, &text); err != nil {
			return err
		}
		if text != "ok" {
			v.sayf("games.db", "%s", text)
		}
	}
	return rows.Err()
}

// references looks for rows that refer to rows that are not there.
func (v *verifier) references(ctx context.Context, q querier) error {
	rows, err := q.QueryContext(ctx, "PRAGMA foreign_key_check")
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }() // rows.Err says what there is to say
	for rows.Next() {
		var table, parent string
		var id *int64
		var constraint int
		if err := scan(rows, &table, &id, &parent, &constraint); err != nil {
			return err
		}
		what := "a row of " + table
		if id != nil {
			what = fmt.Sprintf("row %d of %s", *id, table)
		}
		v.sayf(what, "it refers to a row of %s that is not there", parent)
	}
	return rows.Err()
}

// shared reads the rows that games refer to.
func (v *verifier) shared(ctx context.Context, q querier) error {
	n := newNames(v.a.asked) // with nothing in memory
	for _, t := range []struct {
		table string
		get   func(id int64) error
	}{
		{"strings", func(id int64) error { _, err := n.strings.get(ctx, id); return err }},
		{"starts", func(id int64) error { _, err := n.starts.get(ctx, id); return err }},
		{"shapes", func(id int64) error { _, err := n.shapes.get(ctx, id); return err }},
		{"remarks", func(id int64) error { _, err := n.remarks.get(ctx, id); return err }},
		{"forms", func(id int64) error { _, err := n.forms.get(ctx, id); return err }},
		{"sources", func(id int64) error { _, err := n.sources.get(ctx, id); return err }},
	} {
		ids, err := idsOf(ctx, q, t.table)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if err := t.get(id); err != nil {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				v.say(fmt.Sprintf("row %d of %s", id, t.table), 0, err)
			}
		}
	}
	return nil
}

func idsOf(ctx context.Context, q querier, table string) (ids []int64, err error) {
	rows, err := q.QueryContext(ctx, "SELECT id FROM "+table+" ORDER BY id")
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // rows.Err says what there is to say
	for rows.Next() {
		var id int64
		if err := scan(rows, &id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// verified is a game on its way through a worker.
type verified struct {
	id  int64
	rec *Record
	err error
}

// games reads every game and plays it again, on all cores.
func (v *verifier) games(ctx context.Context, q querier) error {
	v.hashes = map[int64]uint32{}
	var workers sync.WaitGroup
	todo := make(chan []verified)
	done := make(chan []verified)
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			player := NewPlayer()
			for games := range todo {
				for i := range games {
					if g := &games[i]; g.err == nil {
						g.err = proof(player, g.rec)
					}
				}
				done <- games
			}
		})
	}
	collected := make(chan struct{})
	go func() {
		defer close(collected)
		for games := range done {
			for _, g := range games {
				v.game(g)
			}
		}
	}()
	rd := newRowReader()
	var some []verified
	err := v.a.rows(ctx, q, rd, 0, func(w *row, err error) error {
		g := verified{id: w.id, err: err}
		if err == nil {
			g.rec, g.err = v.a.record(ctx, q, w)
		}
		if some = append(some, g); len(some) == piece {
			todo <- some
			some = nil
		}
		return ctx.Err()
	})
	todo <- some
	close(todo)
	workers.Wait()
	close(done)
	<-collected
	return err
}

// game takes what has become of a game.
func (v *verifier) game(g verified) {
	v.done.Games++
	if g.rec != nil {
		v.done.Plies += int64(len(g.rec.Moves))
	}
	if g.err != nil {
		v.say(fmt.Sprintf("game %d", g.id), g.id, g.err)
		return
	}
	v.hashes[g.id] = g.rec.identity().hash()
}

// proof plays a record and compares.
func proof(player *Player, r *Record) error {
	p, err := player.Replay(r)
	switch {
	case err != nil:
		return err
	case !p.Played:
		return errors.New("it cannot be played again")
	case p.Start != r.Start:
		return errors.New("played again, it begins elsewhere")
	case !slices.Equal(p.Moves, r.Moves):
		return fmt.Errorf("played again, its moves differ from ply %d on", firstDifference(p.Moves, r.Moves)+1)
	case p.Result != r.Result:
		return fmt.Errorf("played again, its result is %v, not %v", p.Result, r.Result)
	}
	return nil
}

func firstDifference(a, b []rules.Move) int {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	return i
}

// identity is what the record has in common with its duplicates.
func (r *Record) identity() *identity {
	d := &identity{fen: r.Start.FEN(), moves: packMoves(nil, r.Moves), result: int64(r.Result)}
	for i := range d.values {
		value, ok := r.Tag(columnNames[i])
		if !ok {
			value = unknownValue(i)
		}
		d.values[i] = value
	}
	if r.unread {
		d.unread = r.Movetext
	}
	return d
}

// counts compares the numbers that are kept with what is there.
func (v *verifier) counts(ctx context.Context, q querier) error {
	added := "SELECT count(*) FROM games"
	if has, err := hasBin(ctx, q); err != nil {
		return err
	} else if has {
		added = "SELECT (SELECT count(*) FROM games) + (SELECT count(*) FROM bin WHERE deleted = 1)"
	}
	for _, c := range []struct {
		what, kept, real string
	}{
		{"number of games", "SELECT value FROM meta WHERE key = 'games'", "SELECT count(*) FROM games"},
		{"sum of the imports", "SELECT ifnull(sum(added), 0) FROM imports", added},
		{"generation", "SELECT value FROM meta WHERE key = 'generation'", "SELECT ifnull(max(generation), 0) FROM log"},
		{"balance of the imports", "SELECT ifnull(sum(read), 0) FROM imports", "SELECT ifnull(sum(added + duplicate + quarantined), 0) FROM imports"},
	} {
		var kept, found int64
		if err := scan(q.QueryRowContext(ctx, c.kept), &kept); err != nil {
			return err
		}
		if err := scan(q.QueryRowContext(ctx, c.real), &found); err != nil {
			return err
		}
		if kept != found {
			v.sayf("the "+c.what, "it is %d and should be %d", kept, found)
		}
	}
	return nil
}

// twins compares the table twins with the games.
func (v *verifier) twins(ctx context.Context, q querier) error {
	var through int64
	if err := readCounter(ctx, q, metaTwinned, &through); err != nil {
		return err
	}
	rows, err := q.QueryContext(ctx, "SELECT hash, game FROM twins")
	if err != nil {
		return err
	}
	wrong := 0
	defer func() { _ = rows.Close() }() // rows.Err says what there is to say
	for rows.Next() {
		var hash, game int64
		if err := scan(rows, &hash, &game); err != nil {
			return err
		}
		if own, ok := v.hashes[game]; ok {
			if own != uint32(hash) {
				wrong++
			}
			delete(v.hashes, game)
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for id := range v.hashes {
		if id <= through {
			wrong++
		}
	}
	if wrong > 0 {
		v.sayf("the table twins", "it is wrong about %d games", wrong)
	}
	return nil
}

// quarantine reads the games in quarantine.
func (v *verifier) quarantine(ctx context.Context, q querier) error {
	ids, err := idsOf(ctx, q, "quarantine")
	if err != nil {
		return err
	}
	for _, id := range ids {
		v.done.Quarantined++
		if _, err := v.a.GetQuarantined(ctx, id); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			v.say(fmt.Sprintf("game %d in quarantine", id), 0, err)
		}
	}
	return nil
}

// bin reads what is in the bin, and plays it again.
func (v *verifier) bin(ctx context.Context, q querier) error {
	player := NewPlayer()
	return v.a.eachBinned(ctx, q, func(b *Binned, id int64, err error) error {
		v.done.Binned++
		if err == nil {
			err = proof(player, b.Record)
		}
		if err != nil && ctx.Err() == nil {
			v.say(fmt.Sprintf("game %d in the bin", id), 0, err)
		}
		return ctx.Err()
	})
}

// evals reads the evaluations.
func (v *verifier) evals(ctx context.Context, q querier) error {
	rows, err := q.QueryContext(ctx, "SELECT "+evalColumns+" FROM evals")
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }() // rows.Err says what there is to say
	for rows.Next() {
		v.done.Evals++
		var e evalRow
		err := e.read(rows)
		var damaged *DamagedError
		if errors.As(err, &damaged) {
			v.say(damaged.What, 0, cause(damaged))
		} else if err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	judges, err := q.QueryContext(ctx, "SELECT id, rules, engine, effort, lines, sum FROM judges")
	if err != nil {
		return err
	}
	defer func() { _ = judges.Close() }() // judges.Err says what there is to say
	for judges.Next() {
		var id, sum int64
		var k EvalKey
		if err := scan(judges, &id, &k.Rules, &k.Engine, &k.Effort, &k.MultiPV, &sum); err != nil {
			return err
		}
		if sum != sumOfJudge(id, &k) {
			v.say(fmt.Sprintf("row %d of judges", id), 0, errSum)
		}
	}
	return judges.Err()
}
