package archive

import "github.com/diwan-shatranj/diwan/rules"

// An interner gives IDs to the rows that games share, adding those that are new,
// in the open transaction of its session. After a transaction that was taken back
// it is of no use.
type interner struct {
	strings, starts, shapes, remarks *idTable
	byStart                          map[rules.Position]int64
	session                          *session
	forms                            map[form]int64
	lastForm                         int64 // the highest ID of a form
}

func newInterner(s *session) (*interner, error) {
	in := &interner{byStart: map[rules.Position]int64{}, session: s, forms: map[form]int64{}}
	var err error
	if in.lastForm, err = s.lastID("forms"); err != nil {
		return nil, err
	}
	for _, t := range []struct {
		table                **idTable
		name, column, insert string
		unique               bool
	}{
		{&in.strings, "strings", "text", "INSERT INTO strings (id, sum, text) VALUES (?, ?, ?)", true},
		{&in.starts, "starts", "fen", "INSERT INTO starts (id, sum, fen, array) VALUES (?, ?, ?, ?)", true},
		// These are not unique in the file, for an index over them would be larger
		// than what it saves: an earlier import's are not looked for.
		{&in.shapes, "shapes", "tags", "INSERT INTO shapes (id, sum, tags) VALUES (?, ?, ?)", false},
		{&in.remarks, "remarks", "list", "INSERT INTO remarks (id, sum, list) VALUES (?, ?, ?)", false},
	} {
		last, err := s.lastID(t.name)
		if err != nil {
			return nil, err
		}
		*t.table = &idTable{session: s, ids: map[string]int64{}, last: last, insert: t.insert}
		if t.unique {
			(*t.table).find = "SELECT id FROM " + t.name + " WHERE " + t.column + " = ?"
			(*t.table).ask = last > 0
		}
	}
	return in, nil
}

// start is the ID of a start position.
func (in *interner) start(pos *rules.Position, array string) (int64, error) {
	if id, ok := in.byStart[*pos]; ok {
		return id, nil
	}
	id, err := in.starts.id([]byte(pos.FEN()), array)
	if len(in.byStart) >= internLimit {
		clear(in.byStart)
	}
	in.byStart[*pos] = id
	return id, err
}

// form is the ID of a form.
func (in *interner) form(f *form) (int64, error) {
	if id, ok := in.forms[*f]; ok {
		return id, nil
	}
	in.lastForm++
	if len(in.forms) >= internLimit {
		clear(in.forms)
	}
	in.forms[*f] = in.lastForm
	return in.lastForm, in.session.exec("INSERT INTO forms (id, "+formColumns+") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", f.args(in.lastForm)...)
}

// row makes a row of an entry, but for its ID, and a form.
func (in *interner) row(c *chunk, en *entry, source int64) (r row, f form, err error) {
	r = row{
		result: int64(en.result), ended: int64(en.ending.Ply),
		offset: en.offset, size: int64(en.size), line: int64(en.line), digest: en.digest[:], moves: en.moves.of(c.buf),
	}
	if !en.extra.empty() {
		r.extra = en.extra.of(c.buf)
	}
	intern := func(t *idTable, text []byte) (id int64) {
		if err == nil {
			id, err = t.id(text)
		}
		return id
	}
	for i, v := range en.values {
		if v == nil {
			v = []byte(unknownValue(i))
		}
		if i == dateTag {
			if n, ok := packDate(v); ok {
				r.values[i] = n
			} else {
				r.values[i] = -intern(in.strings, v)
			}
			continue
		}
		r.values[i] = intern(in.strings, v)
	}
	f = form{
		source: source, flags: en.flags, ending: int64(en.ending.Result),
		reason: intern(in.strings, []byte(en.ending.Reason)),
		rules:  intern(in.strings, []byte(en.rules)),
		shape:  intern(in.shapes, en.shape.of(c.buf)),
	}
	if !en.remarks.empty() {
		f.remarks = intern(in.remarks, en.remarks.of(c.buf))
	}
	if err == nil {
		r.start, err = in.start(&en.start, en.array)
	}
	return r, f, err
}

// internLimit is how many texts of a table are kept in memory.
const internLimit = 1 << 20

// An idTable is a table of texts with IDs.
type idTable struct {
	session *session
	ids     map[string]int64
	last    int64 // the highest ID given
	ask     bool  // the table may have texts that are not in ids
	find    string
	insert  string
}

// id is the ID of a text. A new one becomes a row, together with the other texts
// that belong to it.
func (t *idTable) id(text []byte, others ...string) (int64, error) {
	if id, ok := t.ids[string(text)]; ok {
		return id, nil
	}
	own := string(text)
	if t.ask && t.find != "" {
		id, found, err := t.session.number(t.find, own)
		if err != nil {
			return 0, err
		}
		if found {
			t.keep(own, id)
			return id, nil
		}
	}
	id := t.last + 1
	texts := append([]string{own}, others...)
	args := []any{id, sumOf(id, texts...)}
	for _, x := range texts {
		args = append(args, x)
	}
	if err := t.session.exec(t.insert, args...); err != nil {
		return 0, err
	}
	t.last = id
	t.keep(own, id)
	return id, nil
}

func (t *idTable) keep(text string, id int64) {
	if len(t.ids) >= internLimit {
		clear(t.ids)
		t.ask = true
	}
	t.ids[text] = id
}
