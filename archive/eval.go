package archive

import (
	"context"
	"fmt"
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

// judge is the row of the table judges that a key refers to.
func (k *EvalKey) judge() []any { return []any{k.Rules, k.Engine, k.Effort, k.MultiPV} }

const judgeID = "SELECT id FROM judges WHERE rules = ? AND engine = ? AND effort = ? AND lines = ?"

// GetEval returns the evaluation kept under a key; ok is false if there is none.
func (a *Archive) GetEval(ctx context.Context, k EvalKey) (v Eval, ok bool, err error) {
	if a.reader == nil {
		return Eval{}, false, nil
	}
	args := append([]any{int64(k.Position), k.Halfmove}, k.judge()...)
	rows, err := a.asked.QueryContext(ctx, "SELECT "+evalColumns+" FROM evals WHERE position = ? AND halfmove = ? AND judge = ("+judgeID+") ORDER BY line", args...)
	if err != nil {
		return Eval{}, false, wrap("read an evaluation", err)
	}
	defer func() { _ = rows.Close() }() // rows.Err says what there is to say
	for rows.Next() {
		var e evalRow
		if err := e.read(rows); err != nil {
			return Eval{}, false, wrap("read an evaluation", err)
		}
		v.Nodes, v.Time = uint64(e.nodes), time.Duration(e.millis)*time.Millisecond
		v.Lines = append(v.Lines, EvalLine{CP: int(e.score), Mate: int(e.mate), Depth: int(e.depth), Moves: unpackMoves(nil, e.moves)})
	}
	return v, len(v.Lines) > 0, wrap("read an evaluation", rows.Err())
}

// PutEval keeps an evaluation in place of an earlier one of the same key. One
// without lines is not kept. Evaluations can be made again, so the disk is not
// waited for: after a power failure, and only then, the latest may be missing.
func (a *Archive) PutEval(ctx context.Context, k EvalKey, v Eval) error {
	if len(v.Lines) == 0 {
		return nil
	}
	err := a.exclusively(ctx, func() error {
		s, err := a.newSession(ctx)
		if err != nil {
			return err
		}
		return s.end(s.putEval(&k, &v))
	})
	return wrap("keep an evaluation", err)
}

func (s *session) putEval(k *EvalKey, v *Eval) error {
	if err := s.exec("PRAGMA synchronous = NORMAL"); err != nil {
		return err
	}
	err := s.begin()
	if err == nil {
		err = s.putLines(k, v)
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

func (s *session) putLines(k *EvalKey, v *Eval) error {
	judge, found, err := s.number(judgeID, k.judge()...)
	if err != nil {
		return err
	}
	if !found {
		last, err := s.lastID("judges")
		if err != nil {
			return err
		}
		judge = last + 1
		args := append([]any{judge, sumOfJudge(judge, k)}, k.judge()...)
		if err := s.exec("INSERT INTO judges (id, sum, rules, engine, effort, lines) VALUES (?, ?, ?, ?, ?, ?)", args...); err != nil {
			return err
		}
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

// read takes evalColumns from an answer.
func (e *evalRow) read(from scanner) error {
	var sum int64
	err := scan(from, &e.position, &e.halfmove, &e.judge, &e.line, &e.score, &e.mate, &e.depth, &e.nodes, &e.millis, &e.moves, &sum)
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
