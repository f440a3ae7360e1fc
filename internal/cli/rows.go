package cli

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
)

// rowWriter writes results as rows of fields: JSON lines, CSV, or, where fields were
// chosen, a table.
type rowWriter struct {
	s     *session
	known []string // the fields of the kind of rows that is being written
	table [][]string
}

// field is one value of a row, by its key.
type field struct {
	key   string
	value json.RawMessage
}

// encode writes a result as a row. Its fields are the keys that it has as JSON.
func (s *session) encode(v any) error {
	text, err := jsonLine(v)
	if err != nil {
		return err
	}
	return s.encoded(reflect.TypeOf(v), text)
}

// encoded writes a result that is JSON already, of a value of a type.
func (s *session) encoded(t reflect.Type, line []byte) error {
	if s.Format != "csv" && len(s.Fields) == 0 {
		_, err := s.out.Write(line)
		return err
	}
	return s.rows.add(t, line)
}

// jsonLine is a value as JSON, with a line end.
func jsonLine(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return buf.Bytes(), err
}

func (w *rowWriter) add(t reflect.Type, line []byte) error {
	row, err := fieldsOf(line)
	if err != nil {
		return err
	}
	keys := keysOf(t)
	if keys == nil {
		for _, f := range row {
			keys = append(keys, f.key)
		}
	}
	first := w.known == nil
	if !slices.Equal(keys, w.known) {
		for _, name := range w.s.Fields {
			if first && !has(keys, name) {
				return usagef("the fields are "+strings.Join(keys, ", "), "there is no field %q", name)
			}
		}
		if len(w.s.Fields) > 0 && !slices.ContainsFunc(w.s.Fields, func(name string) bool { return has(keys, name) }) {
			return nil // a row of another kind, as a summary
		}
		if err := w.end(); err != nil {
			return err
		}
		w.known = keys
		if w.s.Format == "csv" {
			if !first {
				if err := w.s.out.WriteByte('\n'); err != nil {
					return err
				}
			}
			if err := w.csv(w.columns()); err != nil {
				return err
			}
		}
	}
	if w.s.Format == "json" {
		return w.json(row)
	}
	cells := make([]string, 0, len(w.columns()))
	for _, key := range w.columns() {
		cells = append(cells, plain(valueOf(row, key)))
	}
	if w.s.Format == "csv" {
		return w.csv(cells)
	}
	w.table = append(w.table, cells)
	return nil
}

// columns are the fields that are shown.
func (w *rowWriter) columns() []string {
	if len(w.s.Fields) > 0 {
		return w.s.Fields
	}
	return w.known
}

func (w *rowWriter) csv(cells []string) error {
	c := csv.NewWriter(w.s.out)
	err := c.Write(cells)
	c.Flush()
	if err == nil {
		err = c.Error()
	}
	return err
}

// json writes the chosen fields of a row, in their order.
func (w *rowWriter) json(row []field) error {
	line := []byte{'{'}
	for _, key := range w.s.Fields {
		value := valueOf(row, key)
		if value == nil {
			continue
		}
		if len(line) > 1 {
			line = append(line, ',')
		}
		name, err := json.Marshal(key)
		if err != nil {
			return err
		}
		line = append(append(append(line, name...), ':'), value...)
	}
	_, err := w.s.out.Write(append(line, '}', '\n'))
	return err
}

// end prints what stands as a table.
func (w *rowWriter) end() error {
	if len(w.table) == 0 {
		return nil
	}
	header := make([]string, len(w.columns()))
	for i, key := range w.columns() {
		header[i] = strings.ToUpper(strings.ReplaceAll(key, "_", " "))
	}
	rows := w.table
	w.table = nil
	return table(w.s.out, header, nil, rows)
}

// has reports whether a row has a field, or fields within one of that name.
func has(keys []string, name string) bool {
	return slices.ContainsFunc(keys, func(key string) bool { return key == name || strings.HasPrefix(key, name+".") })
}

// valueOf is the value of a field, or of one within another: white.score. It is nil
// where there is none.
func valueOf(row []field, key string) json.RawMessage {
	name, rest, within := strings.Cut(key, ".")
	for _, f := range row {
		switch {
		case f.key != name:
		case !within:
			return f.value
		default:
			inner, err := fieldsOf(f.value)
			if err != nil {
				return nil
			}
			return valueOf(inner, rest)
		}
	}
	return nil
}

// plain is a value as a cell of a table: a text without its quotes, nothing for null.
func plain(value json.RawMessage) string {
	var text string
	switch {
	case len(value) == 0 || string(value) == "null":
		return ""
	case json.Unmarshal(value, &text) == nil:
		return text
	}
	return string(value)
}

// fieldsOf takes a JSON object apart, in its order.
func fieldsOf(text []byte) (row []field, err error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, err
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, err
		}
		var f field
		f.key, _ = key.(string)
		if err := dec.Decode(&f.value); err != nil {
			return nil, err
		}
		row = append(row, f)
	}
	return row, nil
}

// keysOf are the keys of a struct as JSON, also of those that may be left out; those of
// a struct within it have its key before them, and a point. It is nil for any other
// type.
func keysOf(t reflect.Type) (keys []string) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.IsExported() || name == "" || name == "-" {
			continue
		}
		if f.Type.Kind() != reflect.Struct {
			keys = append(keys, name)
			continue
		}
		for _, inner := range keysOf(f.Type) {
			keys = append(keys, name+"."+inner)
		}
	}
	return keys
}
