package pgn

import (
	"encoding/binary"
	"strings"
)

// thereAndBack are rows that once did not come back from writing as they went in.
func thereAndBack() []neighbour {
	le, be := binary.LittleEndian, binary.BigEndian
	return []neighbour{
		// Bytes.
		{name: "utf16 nul in a result", in: in16(le, "1. e3 e6 1\x00-0\n\n1. d3 d6 0-1\n"), plies: "2 2", worst: "clean", board: "1-0 -|0-1 -"},
		{name: "utf16 nul column", in: in16(be, "1. e\x003 e6 2. Nf6 *\n"), plies: "2", worst: "error", says: "illegal-move@1:29"},
		{name: "nul before a percent sign", in: e("1. e3\n\x00% c\ne6 *"), plies: "2", worst: "clean"},
		{name: "nul makes a tag", in: "\xff[n\x00j\"\n[S\"", plies: "0 0", worst: "error", says: "1.encoding 2.unterminated-tag"},
		{name: "1252 nbsp alone", in: second + "\n\xa0\n\n" + second, plies: "2 2", worst: "warning", says: "2.encoding"},
		{name: "1252 nbsp before a word", in: "\xa0ep", plies: "0", worst: "error"},
		{name: "1252 stop and sign alone", in: second + "\n\x85\n" + second, plies: "2 2", worst: "warning"},
		{name: "1252 many halves", in: in1252(strings.Repeat("½-½\n", 300)), plies: strings.TrimSpace(strings.Repeat("0 ", 300)), worst: "warning"},
		{name: "control characters at the end", in: e("1. e3 {\f"), plies: "1", worst: "error", says: "unterminated-comment"},
		{name: "bracket and form feed", in: e("1. e3 [\f"), plies: "1", says: "odd-move-text"},
		{name: "odd text and a zero-width space", in: e("1. e3 #\u200b e6 *"), plies: "2", says: "odd-move-text"},
		{name: "odd rune with a continuation like a blank", in: e("1. e3 \u2d20 e6 *"), plies: "2", says: "odd-move-text"},
		{name: "blanks of all kinds in a tag", in: "[\u00a0Event\u2002\"E\"\f]\n[Variant\u00a0\"Shatranj\"]\n\n1. e3 *\n", plies: "1", worst: "clean", says: "!variant-assumed"},

		// What means nothing.
		{name: "odd text after the result", in: e("1. e3 1-0 $") + second, plies: "1 2", says: "1.odd-move-text"},
		{name: "brace after a result only", in: "*}\n\n" + second, plies: "0 2", says: "1.odd-move-text"},
		{name: "percent sign begins the faulty rest", in: e("1. e3 e6 } %f3 *"), plies: "2", worst: "error"},
		{name: "percent sign where a line would begin", in: e("1. e3 {" + strings.Repeat("x", 66) + "} %x e6 *"), plies: "2", says: "odd-move-text"},
		{name: "bracket behind a number and a remark", in: e("7 {c}\n[f1] *"), plies: "0", worst: "error", says: "unknown-move"},
		{name: "stop before the tags", in: second + "\n. …\n" + second, plies: "2 2", worst: "clean"},
		{name: "sign alone is a game", in: "$1\n\n" + second, plies: "0 2", worst: "warning"},
		{name: "numbers only, board decided", in: "[FEN \"4k3/8/8/8/8/8/8/RR2K3 w - - 0 1\"]\n0\n[A \"1\" 2", plies: "0 0", worst: "error", says: "2.unterminated-tag"},
		{name: "number before a comment", in: e("3 {c} e3 4... {d} e6 *"), plies: "2", worst: "warning", says: "move-number"},
		{name: "nag beyond a byte", in: e("1. e3 $99999 e6 $0256 $007 *"), plies: "2", says: "nag-range"},

		// Tags.
		{name: "empty brackets, then a game", in: "[]\n\n" + second, plies: "0 2"},
		{name: "empty brackets before the tags", in: "{c}\n[]\n[Event \"E\"]\n[Variant \"Shatranj\"]\n\n1. e3 *\n", plies: "1", worst: "warning", says: "tag-syntax"},
		{name: "bracket and sign at the end", in: second + "\n[#", plies: "2 0", says: "2.odd-move-text"},
		{name: "value over two lines, then a tag", in: "[t \"a\r\nb\"][Event \"E\"]\n\n1. e3 *\n", plies: "1", worst: "error", says: "unterminated-tag"},
		{name: "array tag of an unknown array", in: "[Variant \"Shatranj\"]\n[Array \"x\"]\n\n1. e3 *\n", plies: "1", says: "array-assumed"},
		{name: "array tag of another assumption", in: e("1. e3 *", "[Array \"shah-d (assumed)\"]\n"), plies: "1", worst: "clean", says: "!array-assumed"},
		{name: "array tag of an assumption that the moves prove", in: "[Variant \"Shatranj\"]\n[Array \"shah-e (assumed)\"]\n\n1. e3 e6 2. Fe2 Fe7 3. Kd1 Kd8 *\n", plies: "6", says: "!array-assumed"},

		{name: "evaluation in an open comment", in: "[t\ne3 {0/8", plies: "1", worst: "error", board: "- - shah-e"},

		// Where a game ends, and its letters.
		{name: "result in an open variation before a tag", in: "1. e3 (e6 1/2-1/2\n" + second, plies: "1 2", worst: "error", board: "1/2-1/2 -"},
		{name: "faulty rest in other letters", in: "[Variant \"Shatranj\"]\n\n1. f3 Pf6 2. Ld3 Fd8 *\n", plies: "2", worst: "error"},
		{name: "faulty rest in other letters, remarks between tags", in: "[j \"\"]\n{c}\n[][p \"1\"]\n\n1. Sf3 Sf6 2. Fe8 *\n", plies: "2", worst: "error", says: "letters"},
		{name: "many moves in one word", in: e(strings.Repeat("e3", 300)), plies: "0", worst: "error"},
	}
}
