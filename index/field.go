package index

import (
	"fmt"
	"math"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/rules"
)

// field selects the games of which a field compares as asked.
func (c *compiler) field(e query.Field) (*node, error) {
	set, err := c.fieldSet(e)
	if err != nil {
		return nil, err
	}
	return exactly(set), nil
}

func (c *compiler) fieldSet(e query.Field) (*roaring.Bitmap, error) {
	if err := unsupported(e); err != nil {
		return nil, err
	}
	switch v := e.Value.(type) {
	case query.Text:
		return c.textField(e.Name, v)
	case query.Choice:
		return c.choiceField(e.Name, string(v))
	case query.Number:
		return c.numberField(e)
	case query.Date:
		return c.dateField(e)
	case query.Score:
		return c.evaluated(e)
	}
	return nil, fmt.Errorf("field %s with a value of type %T", e.Name, e.Value)
}

// textField selects by names and other texts.
func (c *compiler) textField(name string, v query.Text) (*roaring.Bitmap, error) {
	w := newWanted(v.Text, v.Match, false)
	switch name {
	case "player", "white", "black":
		w = newWantedName(c.names, v.Text, v.Match, false)
		if name == "player" {
			return c.named(dictNames, &w, colWhite, colBlack)
		}
		return c.named(dictNames, &w, name)
	case "event":
		return c.named(dictEvents, &w, colEvent)
	case "site":
		return c.named(dictSites, &w, colSite)
	case "round":
		return c.named(dictRounds, &w, colRound)
	case "source":
		return c.named(dictSources, &w, colSource)
	case "opening", "white.opening", "black.opening":
		if len(w.words) == 0 {
			return roaring.New(), nil
		}
		if name != "opening" {
			return c.named(dictOpenings, &w, name)
		}
		return c.named(dictOpenings, &w, colWhiteOpening, colBlackOpening)
	case "annotator":
		return c.tagged("Annotator", false, &w)
	case "termination":
		return c.tagged("Termination", false, &w)
	case "timecontrol":
		return c.tagged("TimeControl", false, &w)
	case "text":
		w = newWantedText(v.Text, v.Match)
		return c.commented(&w)
	case "rules":
		kinds, err := c.codes(dictKinds, v)
		if err != nil {
			return nil, err
		}
		return c.rowsWith(kinds, colRules)
	case "code":
		codes, err := c.codes(dictCodes, v)
		if err != nil {
			return nil, err
		}
		return c.rowsOf(dictCodes, codes)
	}
	return nil, fmt.Errorf("unknown field %q", name)
}

// codes returns the entries of a dictionary that are a word of a program, as a
// whole: codes, names of rule sets.
func (c *compiler) codes(dict string, v query.Text) (*roaring.Bitmap, error) {
	texts, err := c.part.textsOf(dict)
	if err != nil {
		return nil, err
	}
	found := roaring.New()
	want := strings.ToLower(v.Text)
	for i := range texts.len() {
		if alike(texts.at(uint32(i)), want, v.Match) {
			found.Add(uint32(i))
		}
	}
	return found, nil
}

// choiceField selects by one of a few fixed values.
func (c *compiler) choiceField(name, v string) (*roaring.Bitmap, error) {
	switch name {
	case "result":
		result, ok := rules.ParseResult(v)
		if !ok {
			return nil, fmt.Errorf("unknown result %q", v)
		}
		column, err := c.part.column(colResult)
		if err != nil {
			return nil, err
		}
		return setOf(column, func(n uint32) bool { return n == uint32(result) }), nil
	case "ending", "array":
		kinds, err := c.codes(dictKinds, query.Text{Text: v})
		if err != nil {
			return nil, err
		}
		return c.rowsWith(kinds, name)
	case "has":
		var flag uint32
		switch v {
		case "annotations":
			flag = hasAnnotations
		case "variations":
			flag = hasVariations
		case "errors":
			flag = hasErrors
		default:
			return nil, fmt.Errorf("unknown value %q of has:", v)
		}
		column, err := c.part.column(colFlags)
		if err != nil {
			return nil, err
		}
		return setOf(column, func(n uint32) bool { return n&flag != 0 }), nil
	}
	return nil, fmt.Errorf("unknown field %q", name)
}

// numberIn is the number that a value of a query is.
func numberIn(v query.Value) int64 {
	if score, ok := v.(query.Score); ok {
		return int64(score)
	}
	return int64(v.(query.Number))
}

// valueRange is what a comparison of numbers or of evaluations allows, both ends
// included.
func valueRange(e query.Field) (low, high int64) {
	n := numberIn(e.Value)
	switch e.Op {
	case query.Less:
		return math.MinInt64, n - 1
	case query.AtMost:
		return math.MinInt64, n
	case query.More:
		if n == math.MaxInt64 {
			return 1, 0
		}
		return n + 1, math.MaxInt64
	case query.AtLeast:
		return n, math.MaxInt64
	case query.Between:
		return n, numberIn(e.High)
	default:
		return n, n
	}
}

// numberField selects by numbers. A rating that is not there, which the column has
// as 0, is in no range.
func (c *compiler) numberField(e query.Field) (*roaring.Bitmap, error) {
	low, high := valueRange(e)
	in := func(v uint32) bool { return low <= int64(v) && int64(v) <= high }
	rated := func(v uint32) bool { return v > 0 && in(v) }
	switch e.Name {
	case "plies":
		return c.where(in, colPlies)
	case "blunders":
		return c.where(func(v uint32) bool { return v > 0 && in(v-1) }, colBlunders)
	case "elo":
		return c.where(rated, colWhiteElo, colBlackElo)
	case "whiteelo":
		return c.where(rated, colWhiteElo)
	case "blackelo":
		return c.where(rated, colBlackElo)
	case "id":
		if !c.part.isDense() {
			return c.where(in, colID)
		}
		low, high = max(low, c.part.First), min(high, c.part.Last)
		set := roaring.New()
		if low <= high {
			set.AddRange(uint64(low-c.part.First), uint64(high-c.part.First)+1)
		}
		return set, nil
	}
	return nil, fmt.Errorf("unknown field %q", e.Name)
}

// where returns the rows whose value in one of some columns fulfils a condition.
func (c *compiler) where(holds func(v uint32) bool, columns ...string) (*roaring.Bitmap, error) {
	rows := roaring.New()
	for _, name := range columns {
		column, err := c.part.column(name)
		if err != nil {
			return nil, err
		}
		rows.Or(setOf(column, holds))
	}
	return rows, nil
}

// dateField selects by dates. A date of which parts are unknown is all the days
// that it can stand for, and selected where one of them is; one of which nothing
// is known is never selected. With certainDate all of its days must be.
func (c *compiler) dateField(e query.Field) (*roaring.Bitmap, error) {
	low, high := dayRange(e)
	from, to := colFirst, colLast
	if e.Name == "imported" {
		from, to = colImported, colImported
	}
	first, err := c.part.column(from)
	if err != nil {
		return nil, err
	}
	last, err := c.part.column(to)
	if err != nil {
		return nil, err
	}
	words := make([]uint64, (len(first)+63)/64)
	for row := range first {
		if inRange(int(first[row]), int(last[row]), low, high, e.Name == certainDate) {
			words[row>>6] |= 1 << (row & 63)
		}
	}
	return roaring.FromDense(words, false), nil
}

// certainDate is the field that wants all days that a date can stand for.
const certainDate = "certain.date"

// inRange compares the days that a date can stand for, 0 where nothing is known, with
// those that are wanted.
func inRange(first, last, low, high int, certain bool) bool {
	switch {
	case first == 0:
		return false
	case certain:
		return low <= first && last <= high
	}
	return first <= high && last >= low
}

// dayRange is the days that a comparison of dates allows, both ends included.
func dayRange(e query.Field) (low, high int) {
	first, last := e.Value.(query.Date).Interval()
	switch e.Op {
	case query.Less:
		return 0, first - 1
	case query.AtMost:
		return 0, last
	case query.More:
		return last + 1, math.MaxInt
	case query.AtLeast:
		return first, math.MaxInt
	case query.Between:
		_, end := e.High.(query.Date).Interval()
		return first, end
	default:
		return first, last
	}
}

// tag selects by a tag.
func (c *compiler) tag(e query.Tag) (*node, error) {
	w := newWanted(e.Value.Text, e.Value.Match, false)
	set, err := c.tagged(e.Name, e.Any, &w)
	if err != nil {
		return nil, err
	}
	return exactly(set), nil
}

// tagged returns the rows with a tag of that name, in the spelling of the tag or
// another by capitals, whose value has the words, or with any value.
func (c *compiler) tagged(name string, any bool, w *wanted) (*roaring.Bitmap, error) {
	rows := roaring.New()
	for _, tag := range rosterTags() {
		if !strings.EqualFold(tag, name) {
			continue
		}
		column, dict := rosterColumn([]byte(tag))
		var err error
		if any {
			rows, err = c.where(func(v uint32) bool { return v > 0 }, column)
		} else {
			var entries *roaring.Bitmap
			if entries, err = c.inDictionary(dict, w); err == nil {
				entries.Remove(0) // games without the tag
				rows, err = c.rowsWith(entries, column)
			}
		}
		if err != nil {
			return nil, err
		}
	}
	texts, err := c.part.textsOf(dictTags)
	if err != nil {
		return nil, err
	}
	var folds *textList
	if !any {
		if folds, err = c.part.textsOf(dictTags + foldedSuffix); err != nil {
			return nil, err
		}
	}
	entries := roaring.New()
	for i := range texts.len() {
		tag, value, _ := strings.Cut(texts.at(uint32(i)), "\n")
		switch {
		case !strings.EqualFold(tag, name):
		case any,
			len(w.words) == 0 && strings.TrimSpace(value) == strings.TrimSpace(w.raw),
			len(w.words) > 0 && w.in(folds.at(uint32(i))):
			entries.Add(uint32(i))
		}
	}
	more, err := c.rowsOf(dictTags, entries)
	if err != nil {
		return nil, err
	}
	rows.Or(more)
	return rows, nil
}
