package report

import "strconv"

// symbol is a numeric annotation as it is shown.
type symbol struct {
	Text  string
	Name  string // in words
	Class string // the class of its colour, "" for none
}

// diagramNAG is the annotation that asks for a diagram; the next one asks for it
// from Black's side.
const diagramNAG = 220

// symbols are the annotations with a sign of their own, as the PGN standard and its
// common continuation number them.
var symbols = map[int]symbol{
	0: {}, // the null annotation
	1: {"!", "good move", "good"}, 2: {"?", "mistake", "mistake"}, 3: {"!!", "very good move", "great"},
	4: {"??", "blunder", "blunder"}, 5: {"!?", "interesting move", "maybe"}, 6: {"?!", "dubious move", "dubious"},
	7: {"□", "only move", ""}, 10: {"=", "even", ""}, 11: {"=", "even and quiet", ""}, 13: {"∞", "unclear", ""},
	14: {"⩲", "White is slightly better", ""}, 15: {"⩱", "Black is slightly better", ""},
	16: {"±", "White is better", ""}, 17: {"∓", "Black is better", ""},
	18: {"+−", "White is winning", ""}, 19: {"−+", "Black is winning", ""},
	22: {"⨀", "zugzwang", ""}, 23: {"⨀", "zugzwang", ""}, 26: {"○", "more room", ""}, 27: {"○", "more room", ""},
	32: {"⟳", "ahead in development", ""}, 33: {"⟳", "ahead in development", ""},
	36: {"↑", "with the initiative", ""}, 37: {"↑", "with the initiative", ""},
	40: {"→", "with an attack", ""}, 41: {"→", "with an attack", ""},
	44: {"=∞", "with compensation", ""}, 45: {"=∞", "with compensation", ""},
	132: {"⇆", "with counterplay", ""}, 133: {"⇆", "with counterplay", ""},
	138: {"⊕", "short of time", ""}, 139: {"⊕", "short of time", ""},
	140: {"∆", "with the idea", ""}, 141: {"∇", "aimed against", ""}, 142: {"⌓", "better is", ""},
	143: {"≤", "worse is", ""}, 146: {"N", "novelty", ""},
}

// symbolOf is how annotation n is shown; Text is empty where it is not.
func symbolOf(n int) symbol {
	if s, ok := symbols[n]; ok {
		return s
	}
	return symbol{Text: "$" + strconv.Itoa(n), Name: "annotation " + strconv.Itoa(n)}
}
