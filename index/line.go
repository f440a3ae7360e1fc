package index

import (
	"fmt"
	"strings"

	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/rules"
)

// moveMask is what a move of a line has to be: some bits of it have to have
// certain values.
type moveMask struct {
	mask, value rules.Move
	capture     bool // it has to take something
}

// sequence is the looker for a line. Its runs of moves come one after the other,
// with any number of moves between them; the moves of a run directly.
type sequence struct {
	query.Scope
	runs  [][]moveMask
	board bool // the men have to be looked at, not only the moves
	holds func(c *census) (bool, rules.Orientation)
}

// line makes the node of a line.
func (c *compiler) line(e query.Line) (*node, error) {
	if err := unsupported(e); err != nil {
		return nil, err
	}
	s, err := newSequence(e)
	if err != nil {
		return nil, err
	}
	return &node{set: c.all(), look: withVariations(s, &e.Scope)}, nil
}

// newSequence makes the looker of a line.
func newSequence(e query.Line) (*sequence, error) {
	s := &sequence{Scope: e.Scope, holds: withAlfils(e.Alfils, nil)}
	s.board = s.holds != nil
	s.runs = [][]moveMask{nil}
	for _, text := range e.Moves {
		if text == query.Gap {
			s.runs = append(s.runs, nil)
			continue
		}
		m, ok := parseMask(text)
		if !ok {
			return nil, &query.Error{Column: e.Column, Msg: fmt.Sprintf("`%s` is no move", text)}
		}
		s.board = s.board || m.capture
		last := len(s.runs) - 1
		s.runs[last] = append(s.runs[last], m)
	}
	return s, nil
}

// The fields of a rules.Move.
const (
	maskFromFile rules.Move = 7
	maskFromRank rules.Move = 7 << 3
	maskFrom                = maskFromFile | maskFromRank
	maskTo       rules.Move = 63 << 6
	maskKind     rules.Move = 7 << 12
	exchangeKind rules.Move = 7 << 12
)

// parseMask reads a move as query.Line has them.
func parseMask(s string) (m moveMask, ok bool) {
	if s == query.AnyMove {
		return m, true
	}
	want := func(mask, value rules.Move) { m.mask, m.value = m.mask|mask, m.value|value }
	square := func(s string) (rules.Move, bool) {
		if len(s) != 2 || s[0] < 'a' || s[0] > 'h' || s[1] < '1' || s[1] > '8' {
			return 0, false
		}
		return rules.Move(s[0]-'a') | rules.Move(s[1]-'1')<<3, true
	}
	if man, found := strings.CutPrefix(s, "K~"); found {
		to, ok := square(man)
		want(maskKind|maskTo, exchangeKind|to<<6)
		return m, ok
	}
	if len(s) >= 4 {
		from, isFrom := square(s[:2])
		to, isTo := square(s[2:4])
		if isFrom && isTo {
			want(maskFrom|maskTo, from|to<<6)
			if s[4:] == "f" {
				want(maskKind, rules.Move(rules.Pawn)<<12)
			}
			return m, s[4:] == "" || s[4:] == "f"
		}
	}
	kind := rules.Pawn
	if s[0] >= 'A' && s[0] <= 'Z' {
		if kind = rules.KindOf(s[0]); kind == rules.NoKind {
			return m, false
		}
		s = s[1:]
	}
	want(maskKind, rules.Move(kind)<<12)
	s = strings.TrimSuffix(s, "=F")
	if len(s) < 2 {
		return m, false
	}
	to, ok := square(s[len(s)-2:])
	if !ok {
		return m, false
	}
	want(maskTo, to<<6)
	origin := s[:len(s)-2]
	origin, m.capture = strings.CutSuffix(origin, "x")
	if kind == rules.Pawn && origin == "" {
		want(maskFromFile, to&7) // a pawn that takes nothing stays on its file
	}
	for i := range len(origin) {
		switch c := origin[i]; {
		case 'a' <= c && c <= 'h':
			want(maskFromFile, rules.Move(c-'a'))
		case '1' <= c && c <= '8':
			want(maskFromRank, rules.Move(c-'1')<<3)
		default:
			return m, false
		}
	}
	return m, true
}

// look implements looker. A line is found at the ply of its first move: the
// position after it.
func (s *sequence) look(v *view) (bool, []PlyHit, error) {
	start, moves, err := v.lines.line(v.row)
	if err != nil {
		return false, nil, err
	}
	plies := len(moves) / 2
	if s.board {
		s.note(v, start, moves)
	}
	fits := func(run []moveMask, at int) bool {
		for i, want := range run {
			if moveAt(moves, at+i)&want.mask != want.value || want.capture && !v.takes[at+i] {
				return false
			}
		}
		return true
	}
	// From the end backwards: the latest place of each run but the first, which
	// leaves the most room to those before it.
	limit, end := plies, 0
	for i := len(s.runs) - 1; i >= 0; i-- {
		run := s.runs[i]
		at := limit - len(run)
		for at >= 0 && !fits(run, at) {
			at--
		}
		if at < 0 {
			return false, nil, nil
		}
		if i == len(s.runs)-1 {
			end = at + len(run)
		}
		if i == 0 {
			limit = at
			break
		}
		limit = at
	}
	var hits []PlyHit
	for at := 0; at <= limit; at++ {
		if !fits(s.runs[0], at) || s.holds != nil && !v.held[at] {
			continue
		}
		last := end
		if len(s.runs) == 1 {
			last = at + len(s.runs[0])
		}
		ply := at + 1
		if s.At != nil && (ply < s.At.From || s.At.To >= 0 && ply > s.At.To) || last-at < s.For {
			continue
		}
		hits = append(hits, PlyHit{Ply: ply})
	}
	return len(hits) > 0, hits, nil
}

// note goes through the game and notes which moves take something, and whether the
// position after each has the alfils that are wanted.
func (s *sequence) note(v *view, start *rules.Position, moves []byte) {
	v.takes, v.held = v.takes[:0], v.held[:0]
	v.board.set(start)
	held, known := false, false
	for ply := range len(moves) / 2 {
		m := moveAt(moves, ply)
		taken, becoming := v.board.play(m)
		if s.holds != nil && (!known || taken != 0 || becoming) {
			v.census.take(&v.board)
			held, _ = s.holds(&v.census)
			known = true
		}
		v.takes, v.held = append(v.takes, taken != 0), append(v.held, held)
	}
}
