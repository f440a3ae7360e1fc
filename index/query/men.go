package query

import (
	"fmt"
	"math/bits"
	"strings"
)

// letters are the men in the order of the bits of Men, from bit 1 on.
const letters = "KFRNAPkfrnap"

const menExpected = "a man as K F R N A P, small for Black"

// man returns the set of the man that a letter stands for: Q and G are also
// read for F, B and E for A.
func man(letter byte) (Men, bool) {
	switch letter {
	case 'Q', 'G':
		letter = 'F'
	case 'q', 'g':
		letter = 'f'
	case 'B', 'E':
		letter = 'A'
	case 'b', 'e':
		letter = 'a'
	}
	i := strings.IndexByte(letters, letter)
	if i < 0 {
		return 0, false
	}
	return 1 << (1 + i), true
}

// parseFEN reads the placement and the side to move of a FEN, and writes them
// anew. Without a side White is to move; what follows the side is not looked
// at.
func parseFEN(s string) (string, *fault) {
	s, lead := trimLeft(s)
	placement, after, hasSide := strings.Cut(s, " ")
	board, bad := rows(placement, lead, func(row string, at int) (Men, int, int, *fault) {
		c := row[0]
		if '1' <= c && c <= '8' {
			return Empty, int(c - '0'), 1, nil
		}
		m, ok := man(c)
		if !ok {
			return 0, 0, 0, &fault{at: at, msg: "`" + first(row) + "` is nothing on a board", expected: menExpected + ", or a number of empty squares"}
		}
		return m, 1, 1, nil
	})
	if bad != nil {
		return "", bad
	}
	for _, side := range []struct {
		name string
		king Men
	}{{"white", ManOf(White, 0)}, {"black", ManOf(Black, 0)}} {
		kings := 0
		for _, m := range board {
			if m == side.king {
				kings++
			}
		}
		if kings != 1 {
			return "", &fault{at: lead, msg: fmt.Sprintf("the position has %d %s kings", kings, side.name), expected: "one of each side"}
		}
	}
	side := "w"
	if fields := strings.Fields(after); hasSide && len(fields) > 0 {
		side = fields[0]
		if side != "w" && side != "b" {
			at := lead + len(placement) + 1 + strings.Index(after, side)
			return "", &fault{at: at, msg: "`" + shorten(side) + "` is no side to move", expected: "w or b"}
		}
	}
	var b strings.Builder
	writeRows(&b, board, Empty)
	return b.String() + " " + side, nil
}

// parseBoard reads a pattern of eight rows, or rows by name: rank4:3P4.
func parseBoard(s string) (board [64]Men, bad *fault) {
	s, lead := trimLeft(s)
	s = strings.TrimRight(s, " ")
	if !strings.HasPrefix(strings.ToLower(s), "rank") {
		if i := strings.IndexByte(s, ' '); i >= 0 {
			return board, &fault{at: lead + i, msg: "something stands behind the rows", expected: "the end: a pattern has no side to move"}
		}
		return rows(s, lead, cell)
	}
	for i := range board {
		board[i] = Anything
	}
	var seen [8]bool
	at := lead
	for term := range strings.SplitSeq(s, " ") {
		if term == "" {
			at++
			continue
		}
		name, row, found := strings.Cut(term, ":")
		if !found || len(name) != len("rank4") || !strings.EqualFold(name[:4], "rank") || name[4] < '1' || name[4] > '8' {
			return board, &fault{at: at, msg: "`" + shorten(term) + "` is no row", expected: "rank1: to rank8: and a row, as rank4:3P4"}
		}
		rank := int(name[4] - '1')
		if seen[rank] {
			return board, &fault{at: at, msg: "`" + name + ":` a second time", expected: "every rank once"}
		}
		seen[rank] = true
		squares, bad := oneRow(row, at+len(name)+1, cell)
		if bad != nil {
			return board, bad
		}
		copy(board[rank*8:], squares[:])
		at += len(term) + 1
	}
	return board, nil
}

// A cellReader reads what stands at the beginning of a row: what the squares
// hold, how many there are, how many bytes were read.
type cellReader func(row string, at int) (m Men, squares, read int, bad *fault)

// cell reads a square of a pattern.
func cell(row string, at int) (Men, int, int, *fault) {
	const expected = menExpected + ", ? _ * + [RN] or a number of squares"
	c := row[0]
	switch {
	case '1' <= c && c <= '8':
		return Anything, int(c - '0'), 1, nil
	case c == '[':
		end := strings.IndexByte(row, ']')
		if end < 0 {
			return 0, 0, 0, &fault{at: at, msg: "`[` is not closed", expected: "a `]`, as in [RN]"}
		}
		var set Men
		for i := 1; i < end; i++ {
			m, ok := menOf(row[i])
			if !ok {
				return 0, 0, 0, &fault{at: at + i, msg: "`" + first(row[i:]) + "` is nothing on a board", expected: menExpected + ", ? _ * or +"}
			}
			set |= m
		}
		if set == 0 {
			return 0, 0, 0, &fault{at: at, msg: "`[]` is no man at all", expected: "one or more, as in [RN]"}
		}
		return set, 1, end + 1, nil
	}
	m, ok := menOf(c)
	if !ok {
		return 0, 0, 0, &fault{at: at, msg: "`" + first(row) + "` is nothing on a board", expected: expected}
	}
	return m, 1, 1, nil
}

// menOf returns the set that a sign of a pattern stands for.
func menOf(c byte) (Men, bool) {
	switch c {
	case '?':
		return Anything, true
	case '_':
		return Empty, true
	case '*':
		return WhiteMen, true
	case '+':
		return BlackMen, true
	}
	return man(c)
}

// rows reads eight rows from the eighth rank down, with / between them.
func rows(s string, at int, read cellReader) (board [64]Men, bad *fault) {
	rank := 7
	for row := range strings.SplitSeq(s, "/") {
		if rank < 0 {
			return board, &fault{at: at - 1, msg: "there are more than 8 rows", expected: "the end, or a blank"}
		}
		squares, bad := oneRow(row, at, read)
		if bad != nil {
			return board, bad
		}
		copy(board[rank*8:], squares[:])
		rank--
		at += len(row) + 1
	}
	if rank >= 0 {
		return board, &fault{at: at - 1, msg: fmt.Sprintf("there are %d rows", 7-rank), expected: "8 rows with / between them, rank 8 first"}
	}
	return board, nil
}

// oneRow reads a row of eight squares.
func oneRow(row string, at int, read cellReader) (squares [8]Men, bad *fault) {
	n := 0
	for i := 0; i < len(row); {
		m, count, used, bad := read(row[i:], at+i)
		if bad != nil {
			return squares, bad
		}
		if n+count > 8 {
			return squares, &fault{at: at + i, msg: "the row has more than 8 squares", expected: fmt.Sprintf("%d more", 8-n)}
		}
		for range count {
			squares[n] = m
			n++
		}
		i += used
	}
	if n < 8 {
		return squares, &fault{at: at + len(row), msg: fmt.Sprintf("the row has %d squares", n), expected: fmt.Sprintf("%d more", 8-n)}
	}
	return squares, nil
}

// writeRows writes a board, with numbers for squares that hold what blank is.
func writeRows(b *strings.Builder, board [64]Men, blank Men) {
	for rank := 7; rank >= 0; rank-- {
		run := 0
		flush := func() {
			if run > 0 {
				b.WriteByte('0' + byte(run))
				run = 0
			}
		}
		for _, m := range board[rank*8:][:8] {
			if m == blank {
				run++
				continue
			}
			flush()
			b.WriteString(m.String())
		}
		flush()
		if rank > 0 {
			b.WriteByte('/')
		}
	}
}

// String returns the set as patterns write it: ?, _, *, +, a letter, or
// several of them in brackets.
func (m Men) String() string {
	if m == Anything {
		return "?"
	}
	var signs []byte
	if m&Empty != 0 {
		signs = append(signs, '_')
	}
	for _, side := range []struct {
		all  Men
		sign byte
	}{{WhiteMen, '*'}, {BlackMen, '+'}} {
		part := m & side.all
		if part == side.all {
			signs = append(signs, side.sign)
			continue
		}
		for ; part != 0; part &= part - 1 {
			signs = append(signs, letters[bits.TrailingZeros16(uint16(part))-1])
		}
	}
	if len(signs) == 1 {
		return string(signs)
	}
	return "[" + string(signs) + "]"
}

// trimLeft cuts blanks off and says how many.
func trimLeft(s string) (string, int) {
	rest := strings.TrimLeft(s, " ")
	return rest, len(s) - len(rest)
}

// first returns the first character.
func first(s string) string {
	for _, r := range s {
		return string(r)
	}
	return ""
}
