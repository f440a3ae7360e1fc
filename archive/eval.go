package archive

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/diwan-shatranj/diwan/rules"
)

// EvalKey says what an evaluation is of and how it was made. Evaluations with
// equal keys may stand for each other. It is comparable.
type EvalKey struct {
	Position uint64 // the canonical key of the position
	Halfmove int    // the plies without capture or pawn move, where they matter, else 0
	Rules    string // the name of the rule set
	Engine   string // name and version
	Effort   string // how far was searched, such as "depth 12"
	MultiPV  int    // how many lines were asked for
}

// Eval is an evaluation of the image of a position whose key is the canonical one.
type Eval struct {
	Lines []EvalLine // the best first
	Nodes uint64
	Time  time.Duration // in whole milliseconds
}

// EvalLine is a line of best play and what it is worth.
type EvalLine struct {
	CP    int // hundredths of a pawn, from White's point of view
	Mate  int // plies to the forced end, negative if Black wins, 0 where there is none in sight
	Depth int // in plies
	Moves []rules.Move
}

// EvalRecord is an evaluation with its key.
type EvalRecord struct {
	EvalKey
	Eval
}

// judge is the row of the table judges that a key refers to.
func (k *EvalKey) judge() []any { return []any{k.Rules, k.Engine, k.Effort, k.MultiPV} }

const judgeID = "SELECT id FROM judges WHERE rules = ? AND engine = ? AND effort = ? AND lines = ?"

// PositionEvals returns the evaluations kept of a position under a rule set, with the
// same number of plies without capture or pawn move where that matters: those of all
// engines and efforts, in the order in which these came to the archive.
func (a *Archive) PositionEvals(ctx context.Context, position uint64, halfmove int, rules string) ([]EvalRecord, error) {
	if a.reader == nil {
		return nil, nil
	}
	rows, err := a.asked.QueryContext(ctx, evalSelect+" WHERE e.position = ? AND e.halfmove = ? AND j.rules = ? ORDER BY e.judge, e.line", int64(position), halfmove, rules)
	if err != nil {
		return nil, wrap("read an evaluation", err)
	}
	defer func() { _ = rows.Close() }() // rows.Err says what there is to say
	var all []EvalRecord
	err = eachEval(rows, func(r *EvalRecord) error {
		all = append(all, *r)
		return nil
	})
	return all, wrap("read an evaluation", err)
}

// Evals iterates over all evaluations, in the order of the positions. What is written
// meanwhile is not seen.
func (a *Archive) Evals(ctx context.Context) iter.Seq2[*EvalRecord, error] {
	return func(yield func(*EvalRecord, error) bool) {
		err := a.view(ctx, func(q querier) error {
			rows, err := q.QueryContext(ctx, evalSelect+" ORDER BY e.position, e.halfmove, e.judge, e.line")
			if err != nil {
				return err
			}
			defer func() { _ = rows.Close() }() // rows.Err says what there is to say
			return eachEval(rows, func(r *EvalRecord) error {
				if !yield(r, nil) {
					return errStop
				}
				return ctx.Err()
			})
		})
		if err != nil && !errors.Is(err, errStop) {
			yield(nil, wrap("read the evaluations", err))
		}
	}
}

const evalSelect = "SELECT e.position, e.halfmove, e.judge, e.line, e.score, e.mate, e.depth, e.nodes, e.millis, e.moves, e.sum," +
	" j.rules, j.engine, j.effort, j.lines, j.id, j.sum FROM evals e JOIN judges j ON j.id = e.judge"

// eachEval calls f with each evaluation in the answer to an evalSelect whose lines
// stand together. The record is f's own.
func eachEval(rows *sql.Rows, f func(*EvalRecord) error) error {
	var r *EvalRecord
	for rows.Next() {
		var e evalRow
		var k EvalKey
		var id, sum int64
		if err := e.read(rows, &k.Rules, &k.Engine, &k.Effort, &k.MultiPV, &id, &sum); err != nil {
			return err
		}
		if sum != sumOfJudge(id, &k) {
			return &DamagedError{What: fmt.Sprintf("the engine number %d of the evaluations", id), Err: errSum}
		}
		k.Position, k.Halfmove = uint64(e.position), int(e.halfmove)
		if r == nil || r.EvalKey != k {
			if r != nil {
				if err := f(r); err != nil {
					return err
				}
			}
			r = &EvalRecord{EvalKey: k, Eval: Eval{Nodes: uint64(e.nodes), Time: time.Duration(e.millis) * time.Millisecond}}
		}
		r.Lines = append(r.Lines, EvalLine{CP: int(e.score), Mate: int(e.mate), Depth: int(e.depth), Moves: unpackMoves(nil, e.moves)})
	}
	if err := rows.Err(); err != nil || r == nil {
		return err
	}
	return f(r)
}

// PutEvals keeps evaluations, in one transaction, in place of earlier ones of the
// same keys, and forgets those of the keys in drop. One without lines is not kept.
// Evaluations can be made again, so the disk is not waited for: they survive the end
// of the process, however it ends; after a power failure, and only then, the latest
// may be missing.
func (a *Archive) PutEvals(ctx context.Context, records []EvalRecord, drop []EvalKey) error {
	if len(records) == 0 && len(drop) == 0 {
		return nil
	}
	err := a.exclusively(ctx, func() error {
		s, err := a.newSession(ctx)
		if err != nil {
			return err
		}
		return s.end(s.putEvals(records, drop))
	})
	return wrap("keep evaluations", err)
}

func (s *session) putEvals(records []EvalRecord, drop []EvalKey) error {
	if err := s.exec("PRAGMA synchronous = NORMAL"); err != nil {
		return err
	}
	err := s.begin()
	for i := 0; i < len(drop) && err == nil; i++ {
		err = s.dropEval(&drop[i])
	}
	judges := judgeCache{}
	for i := 0; i < len(records) && err == nil; i++ {
		if len(records[i].Lines) > 0 {
			err = s.putLines(&records[i].EvalKey, &records[i].Eval, judges)
		}
	}
	if err == nil {
		err = s.commit()
	}
	if err != nil {
		_ = s.rollback() // err says what happened
	}
	if again := s.exec("PRAGMA synchronous = FULL"); err == nil {
		err = again
	}
	return err
}

func (s *session) dropEval(k *EvalKey) error {
	args := append([]any{int64(k.Position), k.Halfmove}, k.judge()...)
	return s.exec("DELETE FROM evals WHERE position = ? AND halfmove = ? AND judge = ("+judgeID+")", args...)
}

// judgeCache are IDs of judges by keys without a position.
type judgeCache map[EvalKey]int64

// judge is the ID of the judge of a key, who is put in where there is none.
func (s *session) judge(k *EvalKey, known judgeCache) (int64, error) {
	who := *k
	who.Position, who.Halfmove = 0, 0
	if id, ok := known[who]; ok {
		return id, nil
	}
	id, found, err := s.number(judgeID, k.judge()...)
	if err != nil {
		return 0, err
	}
	if !found {
		last, err := s.lastID("judges")
		if err != nil {
			return 0, err
		}
		id = last + 1
		args := append([]any{id, sumOfJudge(id, k)}, k.judge()...)
		if err := s.exec("INSERT INTO judges (id, sum, rules, engine, effort, lines) VALUES (?, ?, ?, ?, ?, ?)", args...); err != nil {
			return 0, err
		}
	}
	known[who] = id
	return id, nil
}

func (s *session) putLines(k *EvalKey, v *Eval, judges judgeCache) error {
	judge, err := s.judge(k, judges)
	if err != nil {
		return err
	}
	if err := s.exec("DELETE FROM evals WHERE position = ? AND halfmove = ? AND judge = ?", int64(k.Position), k.Halfmove, judge); err != nil {
		return err
	}
	for i, l := range v.Lines {
		e := evalRow{
			position: int64(k.Position), halfmove: int64(k.Halfmove), judge: judge, line: int64(i + 1),
			score: int64(l.CP), mate: int64(l.Mate), depth: int64(l.Depth),
			nodes: int64(v.Nodes), millis: v.Time.Milliseconds(), moves: packMoves([]byte{}, l.Moves),
		}
		err := s.exec("INSERT INTO evals ("+evalColumns+") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
			e.position, e.halfmove, e.judge, e.line, e.score, e.mate, e.depth, e.nodes, e.millis, e.moves, e.checksum())
		if err != nil {
			return err
		}
	}
	return nil
}

// EvalCount is the number of positions with an evaluation, one for each way that
// it was made.
func (a *Archive) EvalCount(ctx context.Context) (n int64, err error) {
	if a.reader == nil {
		return 0, nil
	}
	err = scan(a.reader.QueryRowContext(ctx, "SELECT count(*) FROM evals WHERE line = 1"), &n)
	return n, wrap("count the evaluations", err)
}

// evalRow is a row of the table evals.
type evalRow struct {
	position, halfmove, judge, line, score, mate, depth, nodes, millis int64
	moves                                                              []byte
}

const evalColumns = "position, halfmove, judge, line, score, mate, depth, nodes, millis, moves, sum"

func (e *evalRow) checksum() int64 {
	var s summer
	s.numbers(e.position, e.halfmove, e.judge, e.line, e.score, e.mate, e.depth, e.nodes, e.millis)
	s.bytes(e.moves)
	return int64(s.sum())
}

// read takes evalColumns from an answer, and behind them what else it holds.
func (e *evalRow) read(from scanner, more ...any) error {
	var sum int64
	columns := []any{&e.position, &e.halfmove, &e.judge, &e.line, &e.score, &e.mate, &e.depth, &e.nodes, &e.millis, &e.moves, &sum}
	err := scan(from, append(columns, more...)...)
	if err == nil && (sum != e.checksum() || len(e.moves)%2 != 0) {
		err = &DamagedError{What: fmt.Sprintf("the evaluation of the position %016x", uint64(e.position)), Err: errSum}
	}
	return err
}

func sumOfJudge(id int64, k *EvalKey) int64 {
	var s summer
	s.number(id)
	s.text(k.Rules)
	s.text(k.Engine)
	s.text(k.Effort)
	s.number(int64(k.MultiPV))
	return int64(s.sum())
}
