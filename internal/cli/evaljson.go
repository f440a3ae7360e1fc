package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/diwan-shatranj/diwan/analyze"
	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/rules"
)

// evalJSON is a kept evaluation as a JSON line.
type evalJSON struct {
	Position string         `json:"position"` // the canonical key, 16 hexadecimal digits
	Halfmove int            `json:"halfmove,omitempty"`
	Rules    string         `json:"rules"`
	Engine   string         `json:"engine"`
	Limit    string         `json:"limit"`
	MultiPV  int            `json:"multipv"`
	Nodes    uint64         `json:"nodes"`
	MS       int64          `json:"ms"`
	Lines    []evalLineJSON `json:"lines"`
}

type evalLineJSON struct {
	CP    int      `json:"cp"`
	Mate  int      `json:"mate,omitempty"` // plies to the forced end, negative if Black wins
	Depth int      `json:"depth"`
	Moves []string `json:"moves"`
}

func newEvalJSON(r *archive.EvalRecord) *evalJSON {
	v := &evalJSON{
		Position: fmt.Sprintf("%016x", r.Position), Halfmove: r.Halfmove, Rules: r.Rules, Engine: r.Engine,
		Limit: r.Effort, MultiPV: r.MultiPV, Nodes: r.Nodes, MS: r.Time.Milliseconds(),
	}
	for _, l := range r.Lines {
		line := evalLineJSON{CP: l.CP, Mate: l.Mate, Depth: l.Depth}
		for _, m := range l.Moves {
			line.Moves = append(line.Moves, moveText(m))
		}
		v.Lines = append(v.Lines, line)
	}
	return v
}

// exchangeLetter stands in a move's text for the exchange of the shah.
const exchangeLetter = 'X'

// moveText writes a move so that it can be read without its position.
func moveText(m rules.Move) string {
	letter := byte(exchangeLetter)
	if !m.IsExchange() {
		letter = m.Kind().Letter()
	}
	return string(letter) + m.From().String() + m.To().String()
}

// parseMove reads what moveText writes.
func parseMove(s string) (rules.Move, bool) {
	if len(s) != 5 {
		return rules.NoMove, false
	}
	from, ok := rules.ParseSquare(s[1:3])
	to, also := rules.ParseSquare(s[3:])
	if !ok || !also {
		return rules.NoMove, false
	}
	if s[0] == exchangeLetter {
		return rules.NewExchange(from, to), true
	}
	for k := rules.Pawn; k <= rules.King; k++ {
		if k.Letter() == s[0] {
			return rules.NewMove(k, from, to), true
		}
	}
	return rules.NoMove, false
}

// parseEval reads an evaluation from a JSON line.
func parseEval(line []byte) (*archive.EvalRecord, error) {
	var v evalJSON
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	position, err := strconv.ParseUint(v.Position, 16, 64)
	if err != nil || len(v.Position) != 16 {
		return nil, fmt.Errorf("the position %q is no key of 16 hexadecimal digits", v.Position)
	}
	if _, known := rules.RulesetByName(v.Rules); !known {
		return nil, fmt.Errorf("unknown rule set %q", v.Rules)
	}
	limit, err := analyze.ParseLimit(v.Limit)
	if err != nil {
		return nil, err
	}
	if limit == (analyze.Limit{}) || v.Engine == "" || v.Halfmove < 0 || v.MultiPV < 1 || v.MS < 0 || len(v.Lines) == 0 {
		return nil, errors.New("engine, limit, multipv or lines are missing, or a number is negative")
	}
	r := &archive.EvalRecord{
		EvalKey: archive.EvalKey{Position: position, Halfmove: v.Halfmove, Rules: v.Rules, Engine: v.Engine, Effort: limit.String(), MultiPV: v.MultiPV},
		Eval:    archive.Eval{Nodes: v.Nodes, Time: time.Duration(v.MS) * time.Millisecond},
	}
	for _, l := range v.Lines {
		line := archive.EvalLine{CP: l.CP, Mate: l.Mate, Depth: l.Depth}
		for _, text := range l.Moves {
			m, ok := parseMove(text)
			if !ok {
				return nil, fmt.Errorf("%q is no move", text)
			}
			line.Moves = append(line.Moves, m)
		}
		if len(line.Moves) == 0 {
			return nil, errors.New("a line has no moves")
		}
		r.Lines = append(r.Lines, line)
	}
	return r, nil
}
