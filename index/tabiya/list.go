package tabiya

import (
	"bytes"
	_ "embed" // for the arrays of the sources
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strings"

	"github.com/diwan-shatranj/diwan/rules"
)

// Tabiya is an opening array.
type Tabiya struct {
	ID    string // as the file has it, may be empty
	Name  string
	Other string // further names and scripts, for searching

	men []man // the characteristic men, as White has them
}

// Men is the number of characteristic men.
func (t *Tabiya) Men() int { return len(t.men) }

// man is a man in its place.
type man struct {
	kind   rules.Kind
	square rules.Square
}

// List is a list of arrays. It is not changed once it has been made.
type List struct {
	all  []Tabiya
	seen map[string]bool // forms, those mirrored included
}

//go:embed tabiyat.tsv
var sources []byte

// Builtin are the arrays of the medieval sources.
func Builtin() (*List, error) {
	return (&List{}).Read(bytes.NewReader(sources))
}

// Len is the number of arrays.
func (l *List) Len() int { return len(l.all) }

// At is array i, from 0.
func (l *List) At(i int) *Tabiya { return &l.all[i] }

// Fingerprint tells lists apart: two with the same arrays, names and order have the
// same.
func (l *List) Fingerprint() string {
	h := fnv.New64a()
	for i := range l.all {
		t := &l.all[i]
		fmt.Fprintf(h, "%s\t%s\t%s\t%v\n", t.ID, t.Name, t.Other, t.men)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// The columns that are read.
const (
	columnID        = "id"
	columnName      = "name"
	columnOther     = "transliteration"
	columnPlacement = "placement_ranks_1_to_4"
)

// Read returns the list with the arrays of a file behind its own. One that the list
// has already, or has mirrored, is left out. Errors name the line.
func (l *List) Read(r io.Reader) (*List, error) {
	next := &List{all: slices.Clone(l.all), seen: map[string]bool{}}
	for form := range l.seen {
		next.seen[form] = true
	}
	rows := csv.NewReader(r)
	rows.Comma, rows.FieldsPerRecord, rows.LazyQuotes = '\t', -1, true
	head, err := rows.Read()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("opening arrays: there is no line of column names")
	}
	if err != nil {
		return nil, fmt.Errorf("opening arrays: %w", err)
	}
	for _, want := range []string{columnName, columnPlacement} {
		if !slices.Contains(head, want) {
			return nil, fmt.Errorf("opening arrays: line 1: there is no column %s", want)
		}
	}
	for {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return next, nil
		}
		if err != nil {
			return nil, fmt.Errorf("opening arrays: %w", err)
		}
		line, _ := rows.FieldPos(0)
		value := func(column string) string {
			i := slices.Index(head, column)
			if i < 0 || i >= len(row) {
				return ""
			}
			return strings.TrimSpace(row[i])
		}
		t := Tabiya{ID: value(columnID), Name: value(columnName), Other: value(columnOther)}
		if t.Name == "" {
			return nil, fmt.Errorf("opening arrays: line %d: there is no name", line)
		}
		if t.men, err = parsePlacement(value(columnPlacement)); err != nil {
			return nil, fmt.Errorf("opening arrays: line %d: %w", line, err)
		}
		next.add(t)
	}
}

func (l *List) add(t Tabiya) {
	form, mirrored := fmt.Sprint(t.men), fmt.Sprint(mirror(t.men))
	if l.seen[form] {
		return
	}
	l.seen[form], l.seen[mirrored] = true, true
	l.all = append(l.all, t)
}

// mirror returns the men mirrored left to right, in the order of their squares.
func mirror(men []man) []man {
	turned := make([]man, len(men))
	for i, m := range men {
		turned[i] = man{m.kind, m.square ^ 7}
	}
	slices.SortFunc(turned, bySquare)
	return turned
}

func bySquare(a, b man) int { return int(a.square) - int(b.square) }

// parsePlacement reads ranks, the highest first and the first last, with slashes
// between them, and returns the characteristic men.
func parsePlacement(s string) ([]man, error) {
	ranks := strings.Split(s, "/")
	if s == "" || len(ranks) > 8 {
		return nil, fmt.Errorf("%q is no placement", s)
	}
	var men []man
	for i, row := range ranks {
		rank, file := len(ranks)-1-i, 0
		for _, c := range strings.TrimSpace(row) {
			if '1' <= c && c <= '8' {
				file += int(c - '0')
				continue
			}
			kind := kindOf(c)
			if kind == rules.NoKind || file > 7 {
				return nil, fmt.Errorf("%q is no rank of a placement: unexpected %q", row, c)
			}
			m := man{kind, rules.SquareAt(file, rank)}
			if !m.home() {
				men = append(men, m)
			}
			file++
		}
		if file != 8 {
			return nil, fmt.Errorf("%q is no rank of a placement: it has %d squares", row, file)
		}
	}
	if len(men) == 0 {
		return nil, fmt.Errorf("%q is where the men stand at the start", s)
	}
	if len(men) > 16 {
		return nil, fmt.Errorf("%q has more men than a side", s)
	}
	slices.SortFunc(men, bySquare)
	return men, nil
}

// kindOf reads the letters of the canonical alphabet and those of Western files, in
// which E is the alfil.
func kindOf(c rune) rules.Kind {
	switch c {
	case 'E':
		return rules.Alfil
	case 'K', 'F', 'R', 'N', 'A', 'P':
		return rules.KindOf(byte(c))
	}
	return rules.NoKind
}

// home reports whether the man stands where one of its kind may stand at the start.
func (m man) home() bool {
	file, rank := int(m.square&7), int(m.square>>3)
	switch m.kind {
	case rules.Pawn:
		return rank == 1
	case rules.King, rules.Ferz:
		return rank == 0 && (file == 3 || file == 4)
	case rules.Rook:
		return rank == 0 && (file == 0 || file == 7)
	case rules.Knight:
		return rank == 0 && (file == 1 || file == 6)
	default:
		return rank == 0 && (file == 2 || file == 5)
	}
}
