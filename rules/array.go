package rules

// Array is a start position of a game.
type Array struct {
	Name  string // "shah-e", "shah-d" or "crossed"
	FEN   string
	Where string // the sources that have it
}

var arrays = [...]Array{
	{"shah-e", "rnafkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAFKANR w - - 0 1",
		"Chess Variant Pages (Murray), SchemingMind, Ludii, PyChess's alternate start"},
	{"shah-d", "rnakfanr/pppppppp/8/8/8/8/PPPPPPPP/RNAKFANR w - - 0 1",
		"Fairy-Stockfish, cutechess, XBoard, PyChess"},
	{"crossed", "rnakfanr/pppppppp/8/8/8/8/PPPPPPPP/RNAFKANR w - - 0 1",
		"the \"chaturanga\" of Sjaak II, and of PyChess for a while; the shahs do not face"},
}

var arrayPositions = func() (positions [len(arrays)]Position) {
	for i, a := range arrays {
		p, err := ParsePosition(a.FEN)
		if err != nil {
			panic("rules: array " + a.Name + ": " + err.Error())
		}
		positions[i] = p
	}
	return positions
}()

// Arrays returns the start arrays in the order in which they are tried:
// shah-e, shah-d, crossed.
func Arrays() []Array { return append([]Array(nil), arrays[:]...) }

// ArrayByName returns the array of that name.
func ArrayByName(name string) (Array, bool) {
	for _, a := range arrays {
		if a.Name == name {
			return a, true
		}
	}
	return Array{}, false
}

// Position returns the start position of the array, which must be one of
// Arrays; any other gives the zero Position.
func (a Array) Position() Position {
	for i := range arrays {
		if arrays[i].FEN == a.FEN {
			return arrayPositions[i]
		}
	}
	return Position{}
}

// ArrayOf returns the name of the array that p is the start position of,
// whatever its counters, and "setup" if there is none.
func ArrayOf(p *Position) string {
	for i := range arrayPositions {
		a := &arrayPositions[i]
		if p.kinds == a.kinds && p.colors == a.colors && p.Turn() == White {
			return arrays[i].Name
		}
	}
	return "setup"
}
