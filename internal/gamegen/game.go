package gamegen

import (
	"math/rand/v2"
	"strconv"

	"github.com/diwan-shatranj/diwan/rules"
)

// maker makes one game after the other and keeps its memory.
type maker struct {
	opts  Options
	rules *rules.Ruleset
	moves []rules.Move
	text  []byte
	col   int // columns used on the line of moves
	line  rules.History
	word  []byte
}

func newMaker(o Options) *maker {
	m := &maker{opts: o, rules: o.Rules}
	if m.rules == nil {
		m.rules = rules.Rulesets()[0]
	}
	return m
}

// game appends game number n, from 0, to dst.
func (m *maker) game(dst []byte, n int) []byte {
	r := random(m.opts.Seed, n)
	if n > 0 && r.Float64() < m.opts.Duplicates {
		r = random(m.opts.Seed, r.IntN(n))
		r.Float64()
	}
	fault := NoFault
	if r.Float64() < m.opts.Errors {
		fault = 1 + Fault(r.IntN(int(faults)-1))
	}
	h := newHeading(r)
	arrays := rules.Arrays()
	array := arrays[0]
	if m.opts.FEN {
		array = arrays[r.IntN(len(arrays))]
	}
	start, fen := array.Position(), array.FEN
	if m.opts.Start != nil {
		start, fen = *m.opts.Start, m.opts.Start.FEN()
	}

	m.text, m.col = m.text[:0], 0
	result := m.play(r, start, fault)

	dst = appendTag(dst, "Event", h.event)
	dst = appendTag(dst, "Site", h.site)
	dst = appendTag(dst, "Date", h.date)
	dst = appendTag(dst, "Round", h.round)
	dst = appendTag(dst, "White", h.white)
	dst = appendTag(dst, "Black", h.black)
	dst = appendTag(dst, "Result", result.String())
	switch fault {
	case WrongVariant:
		dst = appendTag(dst, "Variant", "Makruk")
	default:
		dst = appendTag(dst, "Variant", "Shatranj")
	}
	switch {
	case fault == BadFEN:
		dst = appendTag(appendTag(dst, "SetUp", "1"), "FEN", fen[1:])
	case fault == NoKing:
		dst = appendTag(appendTag(dst, "SetUp", "1"), "FEN", "8/8/8/3k4/8/8/8/8 w - - 0 1")
	case m.opts.FEN || m.opts.Start != nil:
		dst = appendTag(appendTag(dst, "SetUp", "1"), "FEN", fen)
	}
	dst = append(dst, '\n')
	dst = append(dst, m.text...)
	return append(dst, '\n', '\n')
}

// random is the source of all that is random in game n.
func random(seed uint64, n int) *rand.Rand { return rand.New(rand.NewPCG(seed, uint64(n))) }

func appendTag(dst []byte, name, value string) []byte {
	dst = append(dst, '[')
	dst = append(dst, name...)
	dst = append(dst, ' ', '"')
	dst = append(dst, value...)
	return append(dst, '"', ']', '\n')
}

// play writes the movetext of a random game with its result.
func (m *maker) play(r *rand.Rand, pos rules.Position, fault Fault) rules.Result {
	least, most := m.opts.plies()
	length := least + r.IntN(most-least+1)
	wrongAt := -1
	if fault != NoFault && length > 0 {
		wrongAt = r.IntN(min(length, 40))
	}
	m.line.Reset(&pos)
	out := m.rules.Outcome(&pos, 1)
	number := true
	for ply := 0; ply < length && !out.Over(); ply++ {
		if ply == wrongAt && m.spoil(fault) {
			number = true
		}
		m.moves = m.rules.AppendMoves(&pos, m.moves[:0])
		move := m.moves[r.IntN(len(m.moves))]
		other := m.moves[r.IntN(len(m.moves))]
		m.move(&pos, move, number)
		number = false
		if r.Float64() < m.opts.Comments {
			m.comment(r)
			number = true
		}
		if r.Float64() < m.opts.Variations {
			m.pre("(")
			m.move(&pos, other, true)
			m.text = append(m.text, ')')
			m.col++
			number = true
		}
		pos = pos.Play(move)
		out = m.rules.Outcome(&pos, m.line.Push(&pos))
	}
	result := out.Result
	if !out.Over() {
		result = rules.Result(r.IntN(4))
	}
	m.token([]byte(result.String()))
	return result
}

// spoil writes the fault, if it is one of the movetext, and reports whether it
// did.
func (m *maker) spoil(fault Fault) bool {
	switch fault {
	case IllegalMove:
		m.token([]byte("--"))
	case UnknownMove:
		m.token([]byte("fikr"))
	case OpenComment:
		m.token([]byte("{the copyist's page"))
	case OpenVariation:
		m.token([]byte("("))
	default:
		return false
	}
	return true
}

// remarks are what comments are made of.
var remarks = [...]string{
	"the rukh takes the open file", "better was to wait", "so played by the old masters", "the firzan comes too late",
	"threatens mate", "a fine sacrifice", "the fil is worth little here", "and White is winning", "drawn with best play", "?!",
}

func (m *maker) comment(r *rand.Rand) {
	m.word = m.word[:0]
	m.word = append(m.word, '{')
	if r.IntN(2) == 0 {
		m.word = append(m.word, remarks[r.IntN(len(remarks))]...)
	} else { // as engines write it
		m.word = strconv.AppendFloat(append(m.word, '+'), float64(r.IntN(900))/100, 'f', 2, 64)
		m.word = strconv.AppendInt(append(m.word, '/'), int64(1+r.IntN(30)), 10)
		m.word = strconv.AppendFloat(append(m.word, ' '), float64(r.IntN(9000))/1000, 'f', 3, 64)
		m.word = append(m.word, 's')
	}
	m.token(append(m.word, '}'))
}

// move writes a move, and its number where White moves or where number is set.
func (m *maker) move(pos *rules.Position, move rules.Move, number bool) {
	if white := pos.Turn() == rules.White; white || number {
		m.word = strconv.AppendInt(m.word[:0], int64(pos.Fullmove()), 10)
		m.word = append(m.word, '.')
		if !white {
			m.word = append(m.word, '.', '.')
		}
		m.token(m.word)
	}
	m.word = m.rules.AppendSAN(m.word[:0], pos, move)
	m.token(m.word)
}

// width is how many columns a line of moves may fill.
const width = 79

// token writes a word, on the next line if this one has no room for it.
func (m *maker) token(word []byte) {
	m.blank(len(word))
	m.text = append(m.text, word...)
	m.col += len(word)
}

// blank writes what divides the next word, of n columns, from the last.
func (m *maker) blank(n int) {
	switch {
	case m.col == 0 || m.text[len(m.text)-1] == '(':
	case m.col+1+n > width:
		m.text, m.col = append(m.text, '\n'), 0
	default:
		m.text = append(m.text, ' ')
		m.col++
	}
}

// pre writes a bracket that belongs to the word that follows.
func (m *maker) pre(bracket string) { m.token([]byte(bracket)) }
