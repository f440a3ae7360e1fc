package archive

import (
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

// The tags whose values have columns of their own. Those before columnTags are
// references to strings.
const (
	noColumn = iota - 1
	whiteTag
	blackTag
	eventTag
	siteTag
	dateTag
	roundTag
	resultTag
	fenTag

	columnTags = resultTag
)

// columnNames are the names of the tags with columns.
var columnNames = [...]string{"White", "Black", "Event", "Site", "Date", "Round", "Result", "FEN"}

// unknownValue is what stands in the column of a tag that the game does not have.
func unknownValue(column int) string {
	if column == dateTag {
		return "????.??.??"
	}
	return "?"
}

// columnOf is the column of a tag, noColumn if it has none.
func columnOf(name []byte) int {
	switch string(name) {
	case "White":
		return whiteTag
	case "Black":
		return blackTag
	case "Event":
		return eventTag
	case "Site":
		return siteTag
	case "Date":
		return dateTag
	case "Round":
		return roundTag
	case "Result":
		return resultTag
	case "FEN":
		return fenTag
	}
	return noColumn
}

// isCommon reports whether a tag is one of those that have few values, so that the
// values are kept in the shape.
func isCommon(name []byte) bool {
	switch string(name) {
	case "Variant", "RuleSet", "SetUp", "Array", "Result":
		return true
	}
	return false
}

// A shape is the list of a game's tags in order, without what differs from game to
// game. As text it is a JSON array, each element of which is one of
//
//	"White"                 the tag's value is in the column of that name
//	["Variant","Shatranj"]  the value is this
//	["Annotator"]           the value is the next of the game's column extra
type shape []shapeTag

type shapeTag struct {
	name  string
	where shapeSource
	value string // if where is inShape
}

type shapeSource uint8

const (
	inColumn shapeSource = iota
	inShape
	inExtra
)

// tagWriter turns the tags of games into shapes and what is left of them.
type tagWriter struct {
	shape []byte // JSON
	extra []byte // JSON, empty for none
	seen  [len(columnNames)]bool
}

// longestCommon is the number of bytes up to which a common tag's value is kept in a
// shape: anything longer is odd.
const longestCommon = 40

// write takes the tags of g apart. values gets those with references to strings;
// they share memory with g.
func (w *tagWriter) write(p *pgn.Replay, fen []byte, values *[columnTags][]byte) {
	g := p.Game
	w.shape, w.extra = append(w.shape[:0], '['), w.extra[:0]
	w.seen = [len(columnNames)]bool{}
	for i := range g.TagCount() {
		name, value := g.TagBytes(i)
		if i > 0 {
			w.shape = append(w.shape, ',')
		}
		column := columnOf(name)
		if column != noColumn && !w.seen[column] {
			w.seen[column] = true
			switch {
			case column < columnTags:
				values[column] = value
			case column == resultTag && string(value) != p.Result.String(),
				column == fenTag && string(value) != string(fen):
				column = noColumn
			}
		} else {
			column = noColumn
		}
		switch {
		case column != noColumn:
			w.shape = appendJSON(w.shape, name)
		case isCommon(name) && len(value) <= longestCommon || string(name) == "FEN" && p.Array != "setup" && len(value) <= 2*longestCommon:
			w.shape = append(w.shape, '[')
			w.shape = appendJSON(w.shape, name)
			w.shape = append(w.shape, ',')
			w.shape = appendJSON(w.shape, value)
			w.shape = append(w.shape, ']')
		default:
			w.shape = append(w.shape, '[')
			w.shape = appendJSON(w.shape, name)
			w.shape = append(w.shape, ']')
			if len(w.extra) == 0 {
				w.extra = append(w.extra, '[')
			} else {
				w.extra = append(w.extra, ',')
			}
			w.extra = appendJSON(w.extra, value)
		}
	}
	w.shape = append(w.shape, ']')
	if len(w.extra) > 0 {
		w.extra = append(w.extra, ']')
	}
}

// parseShape reads a shape's text.
func parseShape(text string) (shape, error) {
	var elements []json.RawMessage
	if err := json.Unmarshal([]byte(text), &elements); err != nil {
		return nil, err
	}
	s := make(shape, len(elements))
	for i, e := range elements {
		if e[0] == '"' {
			s[i].where = inColumn
			if err := json.Unmarshal(e, &s[i].name); err != nil {
				return nil, err
			}
			if columnOf([]byte(s[i].name)) == noColumn {
				return nil, fmt.Errorf("the tag %s has no column", s[i].name)
			}
			continue
		}
		var pair []string
		if err := json.Unmarshal(e, &pair); err != nil {
			return nil, err
		}
		switch len(pair) {
		case 1:
			s[i] = shapeTag{name: pair[0], where: inExtra}
		case 2:
			s[i] = shapeTag{name: pair[0], where: inShape, value: pair[1]}
		default:
			return nil, fmt.Errorf("%d texts for one tag", len(pair))
		}
	}
	return s, nil
}

// tags puts the tags of a game together again.
func (s shape) tags(values *[columnTags]string, result rules.Result, fen, extra string) ([]pgn.Tag, error) {
	var left []string
	if extra != "" {
		if err := json.Unmarshal([]byte(extra), &left); err != nil {
			return nil, err
		}
	}
	tags := make([]pgn.Tag, len(s))
	for i, t := range s {
		tags[i] = pgn.Tag{Name: t.name, Value: t.value}
		switch t.where {
		case inShape:
		case inExtra:
			if len(left) == 0 {
				return nil, fmt.Errorf("no value for the tag %s", t.name)
			}
			tags[i].Value, left = left[0], left[1:]
		case inColumn:
			switch column := columnOf([]byte(t.name)); column {
			case resultTag:
				tags[i].Value = result.String()
			case fenTag:
				tags[i].Value = fen
			default:
				tags[i].Value = values[column]
			}
		}
	}
	if len(left) > 0 {
		return nil, fmt.Errorf("%d values without a tag", len(left))
	}
	return tags, nil
}

// appendJSON appends UTF-8 text as a JSON string. Bytes that are none become
// U+FFFD.
func appendJSON[T []byte | string](dst []byte, text T) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	plain := 0
	for i := 0; i < len(text); {
		c := text[i]
		if c >= ' ' && c != '"' && c != '\\' && c < utf8.RuneSelf {
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(string(text[i:min(i+utf8.UTFMax, len(text))]))
			if r != utf8.RuneError || n > 1 {
				i += n
				continue
			}
		}
		dst = append(dst, text[plain:i]...)
		switch {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c >= utf8.RuneSelf:
			dst = utf8.AppendRune(dst, utf8.RuneError)
		default:
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
		i++
		plain = i
	}
	dst = append(dst, text[plain:]...)
	return append(dst, '"')
}
