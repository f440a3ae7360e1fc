package authority

import (
	"bytes"
	_ "embed" // for the masters
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/diwan-shatranj/diwan/internal/fold"
)

// File is the name of the authority file in an archive's folder.
const File = "names.tsv"

// Person is somebody with several names. It is not to be changed.
type Person struct {
	Name    string // as lists show it
	Floruit string // when they flourished, as the file has it, such as "c. 880-946"; "" where it is not said
	// Aliases are the person's names in the order of the file, the first of
	// different spellings that fold to the same. Name is among them unless it was
	// given to somebody else.
	Aliases []string

	key string // the first alias, folded
}

// List is an authority file. It is not changed once it has been made; nil is an
// empty list.
type List struct {
	persons []*Person
	byKey   map[string]*Person // by the folded alias
	taken   []Taken
}

// Taken is an alias that was given to one person and then to another, by lines of
// the same file.
type Taken struct {
	Alias    string
	From, To string // persons
}

//go:embed names.tsv
var masters []byte

// Builtin are the masters of the ninth and tenth centuries.
func Builtin() (*List, error) {
	return (&List{}).Read(bytes.NewReader(masters))
}

// Open reads the authority file of the archive in the folder dir, behind the list
// that is built in. That there is no such file is no error. Errors name the line.
func Open(dir string) (*List, error) {
	l, err := Builtin()
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, File)
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return l, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	if l, err = l.Read(f); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return l, nil
}

// The columns that are read.
const (
	columnAlias   = "alias"
	columnPerson  = "person"
	columnFloruit = "floruit"
)

// Entry is a line of an authority file: an alias of a person, or of nobody where
// Person is "". Without an alias it tells the floruit of a person.
type Entry struct {
	Alias, Person, Floruit string
}

// Append returns the text of an authority file with entries behind its own, below the
// same names of columns; those of an empty text are the usual ones. The error is one
// of a file that could not be read.
func Append(text []byte, entries ...Entry) ([]byte, error) {
	var b bytes.Buffer
	if len(bytes.TrimSpace(text)) == 0 {
		text = []byte(strings.Join([]string{columnAlias, columnPerson, columnFloruit, "note"}, "\t"))
	}
	b.Write(text)
	if !bytes.HasSuffix(text, []byte("\n")) {
		b.WriteByte('\n')
	}
	head, err := newReader(bytes.NewReader(text)).Read()
	if err != nil {
		return nil, fmt.Errorf("names: %w", err)
	}
	w := csv.NewWriter(&b)
	w.Comma = '\t'
	for _, e := range entries {
		row := make([]string, len(head))
		for i, column := range head {
			switch strings.TrimPrefix(column, bom) {
			case columnAlias:
				row[i] = e.Alias
			case columnPerson:
				row[i] = e.Person
			case columnFloruit:
				row[i] = e.Floruit
			}
			// One line, and none that is skipped.
			row[i] = strings.TrimLeft(strings.Join(strings.Fields(row[i]), " "), "# ")
		}
		_ = w.Write(row) // Flush says what there is to say
	}
	w.Flush()
	if err := w.Error(); err != nil {
		return nil, fmt.Errorf("names: %w", err)
	}
	_, err = (&List{}).Read(bytes.NewReader(b.Bytes()))
	return b.Bytes(), err
}

// bom may stand at the beginning of a file.
const bom = "\ufeff"

func newReader(r io.Reader) *csv.Reader {
	rows := csv.NewReader(r)
	rows.Comma, rows.Comment, rows.FieldsPerRecord, rows.LazyQuotes = '\t', '#', -1, true
	return rows
}

// Read returns the list with the lines of a file behind its own. Errors name the
// line.
func (l *List) Read(r io.Reader) (*List, error) {
	b := newBuilder(l)
	rows := newReader(r)
	head, err := rows.Read()
	if errors.Is(err, io.EOF) {
		return b.list(), nil
	}
	if err != nil {
		return nil, fmt.Errorf("names: %w", err)
	}
	head[0] = strings.TrimPrefix(head[0], bom)
	for _, want := range []string{columnAlias, columnPerson} {
		if !slices.Contains(head, want) {
			line, _ := rows.FieldPos(0)
			return nil, fmt.Errorf("names: line %d: there is no column %s", line, want)
		}
	}
	for {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return b.list(), nil
		}
		if err != nil {
			return nil, fmt.Errorf("names: %w", err)
		}
		value := func(column string) string {
			i := slices.Index(head, column)
			if i < 0 || i >= len(row) {
				return ""
			}
			return strings.TrimSpace(row[i])
		}
		line, _ := rows.FieldPos(0)
		if err := b.add(value(columnAlias), value(columnPerson), value(columnFloruit)); err != nil {
			return nil, fmt.Errorf("names: line %d: %w", line, err)
		}
	}
}

// builder makes a list of another one and of lines.
type builder struct {
	persons []*Person          // in order
	byName  map[string]*Person // by the folded name, whoever has it as an alias now
	byKey   map[string]*Person
	spelt   map[string]string // the alias of each key
	order   []string          // keys of aliases in the order of their lines
	own     map[string]bool   // keys that this file has given
	taken   []Taken
}

func newBuilder(l *List) *builder {
	b := &builder{byName: map[string]*Person{}, byKey: map[string]*Person{}, spelt: map[string]string{}, own: map[string]bool{}}
	for _, p := range l.Persons() {
		own := &Person{Name: p.Name, Floruit: p.Floruit}
		b.persons = append(b.persons, own)
		b.byName[fold.Name(p.Name)] = own
		for _, alias := range p.Aliases {
			b.give(fold.Name(alias), alias, own)
		}
	}
	return b
}

// give makes an alias that of a person; nil is nobody.
func (b *builder) give(key, alias string, p *Person) {
	if b.byKey[key] == nil {
		b.order = append(b.order, key)
	}
	if b.byKey[key] != p {
		b.spelt[key] = alias
	}
	b.byKey[key] = p
}

func (b *builder) add(alias, person, floruit string) error {
	key := fold.Name(alias)
	if key == "" && person == "" {
		return errors.New("there is neither an alias nor a person")
	}
	var p *Person
	if person != "" {
		name := fold.Name(person)
		if name == "" {
			return fmt.Errorf("%q is no name", person)
		}
		if p = b.byName[name]; p == nil {
			// The person may go by another name already, unless this line is what
			// sets two apart.
			if p = b.byKey[name]; p == nil {
				p = &Person{Name: person}
				b.persons = append(b.persons, p)
				b.give(name, person, p)
			}
			b.byName[name] = p
		}
		if floruit != "" {
			p.Floruit = floruit
		}
	}
	if key == "" {
		return nil
	}
	if before := b.byKey[key]; before != nil && p != nil && before != p && b.own[key] {
		b.taken = append(b.taken, Taken{Alias: alias, From: before.Name, To: p.Name})
	}
	b.give(key, alias, p)
	b.own[key] = true
	return nil
}

// list is what has been built. Persons who have lost all their aliases are left out.
func (b *builder) list() *List {
	l := &List{byKey: map[string]*Person{}, taken: b.taken}
	for _, key := range b.order {
		if p := b.byKey[key]; p != nil && l.byKey[key] == nil {
			l.byKey[key] = p
			if len(p.Aliases) == 0 {
				p.key = key
			}
			p.Aliases = append(p.Aliases, b.spelt[key])
		}
	}
	for _, p := range b.persons {
		if len(p.Aliases) > 0 {
			l.persons = append(l.persons, p)
		}
	}
	return l
}

// Persons are all of them, in the order of the files.
func (l *List) Persons() []*Person {
	if l == nil {
		return nil
	}
	return l.persons
}

// Taken are the aliases that the file read last gives to several persons; the last
// one has them.
func (l *List) Taken() []Taken { return l.taken }

// Person is the one who is called name, in any spelling that folds to the same.
func (l *List) Person(name string) (p *Person, ok bool) {
	if l == nil {
		return nil, false
	}
	p, ok = l.byKey[fold.Name(name)]
	return p, ok
}

// Name is the name of the person who is called name, or name as it is where nobody
// is known to be.
func (l *List) Name(name string) string {
	if p, ok := l.Person(name); ok {
		return p.Name
	}
	return name
}

// Key is what the spellings of a name, and the names of a person, have in common:
// the folded name, or an alias of the person, folded. It is "" for a name without a letter or
// digit, as "?".
func (l *List) Key(name string) string {
	key := fold.Name(name)
	if l != nil {
		if p, ok := l.byKey[key]; ok {
			return p.key
		}
	}
	return key
}

// Keys are the folded aliases of those persons of whom one alias fulfils a
// condition, in the order of the alphabet. It is asked with [fold.Text] and
// [fold.Name] of each alias.
func (l *List) Keys(holds func(folded string) bool) []string {
	keys := map[string]bool{}
	for _, p := range l.Persons() {
		if !slices.ContainsFunc(p.Aliases, func(a string) bool { return holds(fold.Text(a)) || holds(fold.Name(a)) }) {
			continue
		}
		for _, a := range p.Aliases {
			keys[fold.Name(a)] = true
		}
	}
	return slices.Sorted(maps.Keys(keys))
}
