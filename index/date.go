package index

import (
	"strconv"
	"strings"

	"github.com/diwan-shatranj/diwan/index/query"
	"github.com/diwan-shatranj/diwan/pgn"
)

// The tags that date a game. The first is of the Christian calendar unless it says
// otherwise, the second of the Islamic one.
const (
	dateTag  = "Date"
	hijriTag = "DateHijri"
)

// Dates are the first and the last day that the date of a game with these tags can
// stand for, as query.Date.Interval has them; zeros where nothing is known. A game
// that is dated by both calendars was played on days that both allow, or, where there
// are none, on those of the Date tag.
func Dates(tags []pgn.Tag) (first, last uint32) {
	value := func(name string) string {
		for _, t := range tags {
			if t.Name == name {
				return t.Value
			}
		}
		return ""
	}
	return datesOf(value(dateTag), value(hijriTag))
}

// datesOf is Dates for the values of the two tags, "" where there is none.
func datesOf(date, hijri string) (first, last uint32) {
	first, last = dateInterval(date, false)
	if hijri == "" {
		return first, last
	}
	from, to := dateInterval(hijri, true)
	switch {
	case first == 0:
		return from, to
	case from == 0 || max(first, from) > min(last, to):
		return first, last
	}
	return max(first, from), min(last, to)
}

// dateInterval reads the text of a date tag and returns the first and last day that it
// can stand for, as query.Date.Interval does. It returns zeros for a date of which
// nothing is known, and for what is no date. Beside dates as PGN has them it takes
// years alone, with c. before and CE or AH behind, ranges (920-925, 920/921,
// 0920.05..0920.07), "before" and "after" a date, and centuries (10th century).
func dateInterval(s string, hijri bool) (first, last uint32) {
	s = strings.ToLower(strings.TrimSpace(s))
	if rest, found := strings.CutPrefix(s, "before "); found {
		first, _ = dateInterval(rest, hijri)
		if first == 0 {
			return 0, 0
		}
		return firstDay, first - 1
	}
	if rest, found := strings.CutPrefix(s, "after "); found {
		if _, last = dateInterval(rest, hijri); last == 0 {
			return 0, 0
		}
		return last + 1, lastDay
	}
	s, hijri = calendar(s, hijri)
	if d, ok := parseCentury(s); ok {
		d.Hijri = hijri
		from, to := d.Interval()
		return uint32(from), uint32(to)
	}
	if d, ok := parseDate(s); ok {
		d.Hijri = hijri
		from, to := d.Interval()
		return uint32(from), uint32(to)
	}
	for _, sep := range []string{"..", "–", "—", "-", "/"} {
		from, to, found := strings.Cut(s, sep)
		if !found {
			continue
		}
		if circa, _ := cutCirca(from); circa {
			to = "c." + strings.TrimSpace(to)
		}
		low, ok := parseDate(strings.TrimSpace(from))
		high, okHigh := parseDate(strings.TrimSpace(to))
		low.Hijri, high.Hijri = hijri, hijri
		first, _ := low.Interval()
		_, last := high.Interval()
		if ok && okHigh && first <= last {
			return uint32(first), uint32(last)
		}
	}
	return 0, 0
}

// The days that a date without beginning or end reaches to.
const (
	firstDay = 10101
	lastDay  = 99991231
)

// calendar takes away what names the calendar, and says whether it is the Islamic
// one; without a name it is that of the tag.
func calendar(s string, hijri bool) (rest string, isHijri bool) {
	for _, era := range []struct {
		name  string
		hijri bool
	}{{"a.h.", true}, {"ah", true}, {"h.", true}, {"h", true}, {"هـ", true}, {"a.d.", false}, {"ad", false}, {"ce", false}, {"c.e.", false}} {
		if rest, found := strings.CutSuffix(s, era.name); found && strings.ContainsAny(rest, "0123456789") {
			return strings.TrimSpace(rest), era.hijri
		}
		if rest, found := strings.CutPrefix(s, era.name+" "); found && strings.ContainsAny(rest, "0123456789") {
			return strings.TrimSpace(rest), era.hijri
		}
	}
	return s, hijri
}

// parseCentury reads "10th century" or "10th c.".
func parseCentury(s string) (d query.Date, ok bool) {
	digits := strings.TrimRight(strings.TrimSuffix(strings.TrimSuffix(s, "century"), "c."), " ")
	n := strings.TrimRight(digits, "dhnrst")
	if digits == s || n == digits || !isNumber(n) || len(n) > 2 {
		return d, false
	}
	d.Year, _ = strconv.Atoi(n)
	d.Year, d.Unknown = (d.Year-1)*100, 2
	return d, d.Year >= 0
}

// cutCirca takes away what stands before a date that is about then.
func cutCirca(s string) (circa bool, rest string) {
	for _, word := range []string{"circa", "ca.", "c.", "ca ", "c ", "~"} {
		if rest, found := strings.CutPrefix(s, word); found {
			return true, strings.TrimSpace(rest)
		}
	}
	return false, s
}

// parseDate reads one date in small letters.
func parseDate(s string) (d query.Date, ok bool) {
	d.Circa, s = cutCirca(s)
	parts := strings.FieldsFunc(s, func(r rune) bool { return r == '.' || r == '-' || r == '/' })
	if len(parts) == 0 || len(parts) > 3 {
		return d, false
	}
	year := parts[0]
	known := strings.TrimRight(year, "?")
	d.Unknown = len(year) - len(known)
	if d.Unknown == 1 && len(year) == 4 && year[0] > '2' {
		// No game is of the fourth millennium: a doubtful year of three digits.
		year, d.Unknown, d.Circa = known, 0, true
	}
	if !isNumber(known) || len(year) > 4 {
		return d, false
	}
	d.Year, _ = strconv.Atoi(known + strings.Repeat("0", d.Unknown))
	if d.Year == 0 && d.Unknown == 0 {
		return d, false
	}
	// What stands behind an unknown part cannot be used.
	for i, p := range parts[1:] {
		if len(p) > 2 {
			return d, false // a year, in a range
		}
		n, err := strconv.Atoi(p)
		if err != nil || d.Unknown > 0 {
			break
		}
		if i == 0 && n >= 1 && n <= 12 {
			d.Month = n
		} else if i == 1 && n >= 1 && n <= 31 {
			d.Day = n
		} else {
			break
		}
	}
	return d, true
}
