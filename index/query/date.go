package query

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/diwan-shatranj/diwan/internal/hijri"
)

// Date is a date as far as it is known.
type Date struct {
	// Year is 0 to 9999. Its last Unknown digits, at most three, are not
	// known and 0 here: 9?? is Year 900 with two of them.
	Year    int
	Unknown int
	Month   int  // 0: the whole year; always so where digits are unknown
	Day     int  // 0: the whole month
	Circa   bool // only about then
	Hijri   bool // all of it is of the Islamic calendar
}

// CircaYears is how far from it a date that is about a year may lie.
const CircaYears = 10

// Interval returns the first and the last day that the date can stand for, as
// year*10000 + month*100 + day of the Christian calendar. The last day of a month is
// 31 always. A date that is circa reaches [CircaYears] further both ways.
func (d Date) Interval() (first, last int) {
	if d.Hijri {
		return d.ofHijri()
	}
	first, last = d.Year*10000+101, d.Year*10000+1231
	switch {
	case d.Unknown > 0:
		span := 1
		for range d.Unknown {
			span *= 10
		}
		last += (span - 1) * 10000
	case d.Day > 0:
		first = d.Year*10000 + d.Month*100 + d.Day
		last = first
	case d.Month > 0:
		first = d.Year*10000 + d.Month*100 + 1
		last = first + 30
	}
	if d.Circa {
		first, last = first-CircaYears*10000, last+CircaYears*10000
	}
	return max(first, 10101), min(last, 99991231)
}

// ofHijri is Interval for a date of the Islamic calendar.
func (d Date) ofHijri() (first, last int) {
	span := 1
	for range d.Unknown {
		span *= 10
	}
	from, to := d, d
	from.Year, to.Year = max(d.Year, 1), d.Year+span-1
	if d.Circa {
		from.Year, to.Year = max(from.Year-CircaYears, 1), to.Year+CircaYears
	}
	if d.Month == 0 {
		from.Month, to.Month = 1, 12
	}
	if d.Day == 0 {
		from.Day, to.Day = 1, hijri.DaysIn(to.Year, to.Month)
	}
	y, m, day := hijri.Christian(from.Year, from.Month, from.Day)
	first = y*10000 + m*100 + day
	y, m, day = hijri.Christian(to.Year, to.Month, to.Day)
	return min(first, 99991231), min(y*10000+m*100+day, 99991231)
}

// String writes the date as queries do: 920, 9??, 0920.05, 0920.05.14, c.920,
// 308AH.
func (d Date) String() string {
	s := strconv.Itoa(d.Year)
	switch {
	case d.Unknown > 0:
		s = fmt.Sprintf("%04d", d.Year)
		s = s[:4-d.Unknown] + strings.Repeat("?", d.Unknown)
	case d.Day > 0:
		s = fmt.Sprintf("%04d.%02d.%02d", d.Year, d.Month, d.Day)
	case d.Month > 0:
		s = fmt.Sprintf("%04d.%02d", d.Year, d.Month)
	}
	if d.Circa {
		s = "c." + s
	}
	if d.Hijri {
		s += "AH"
	}
	return s
}

const dateForms = "a date as 920, 0920.05.14, 9??, c.920, or 308AH"

// parseDate reads a date: a year of one to four digits, of which the last may
// be ?; month and day, with . or - before them, in digits or as ??; before all
// of it c. or ca. for circa; behind all of it AH for the Islamic calendar.
func parseDate(s string) (Date, *fault) {
	var d Date
	rest := s
	for _, circa := range []string{"ca.", "c.", "ca", "c"} {
		if len(rest) >= len(circa) && strings.EqualFold(rest[:len(circa)], circa) {
			d.Circa = true
			rest = rest[len(circa):]
			break
		}
	}
	if n := len(rest) - len("AH"); n > 0 && strings.EqualFold(rest[n:], "AH") {
		d.Hijri, rest, s = true, rest[:n], s[:len(s)-len("AH")]
	}
	at := func() int { return len(s) - len(rest) }
	wrong := func(at int, msg string) (Date, *fault) { return Date{}, &fault{at: at, msg: msg, expected: dateForms} }

	year := rest
	if i := strings.IndexAny(rest, ".-"); i >= 0 {
		year = rest[:i]
	}
	digits := strings.TrimRight(year, "?")
	d.Unknown = len(year) - len(digits)
	if digits == "" || len(year) > 4 || !isDigits(digits) {
		return wrong(at(), "`"+shorten(year)+"` is no year")
	}
	d.Year, _ = strconv.Atoi(digits + strings.Repeat("0", d.Unknown))
	if d.Year == 0 && d.Unknown == 0 {
		return wrong(at(), "there is no year 0")
	}
	rest = rest[len(year):]

	for i, part := range []*int{&d.Month, &d.Day} {
		if rest == "" {
			return d, nil
		}
		rest = rest[1:] // a . or -, at which the part before was cut
		text := rest
		if j := strings.IndexAny(rest, ".-"); j >= 0 {
			text = rest[:j]
		}
		switch {
		case text == "?" || text == "??":
		case len(text) > 2 || !isDigits(text):
			return wrong(at(), "`"+shorten(text)+"` is no "+[]string{"month", "day"}[i])
		case d.Unknown > 0 || i == 1 && d.Month == 0:
			return wrong(at(), "it stands behind an unknown part of the date")
		default:
			*part, _ = strconv.Atoi(text)
			if *part < 1 || i == 0 && d.Month > 12 || i == 1 && d.Day > d.daysIn() {
				return wrong(at(), "there is no "+[]string{"month ", "day "}[i]+text)
			}
		}
		rest = rest[len(text):]
	}
	if rest != "" {
		return wrong(at(), "`"+shorten(rest)+"` after a complete date")
	}
	return d, nil
}

// daysIn returns the number of days of the month. A year that can be divided by
// four is a leap year: it was one in the Julian calendar.
func (d Date) daysIn() int {
	if d.Hijri {
		return hijri.DaysIn(d.Year, d.Month)
	}
	switch d.Month {
	case 2:
		if d.Year%4 == 0 {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}
