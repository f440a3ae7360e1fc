package index

import (
	"strconv"
	"strings"

	"github.com/diwan-shatranj/diwan/index/query"
)

// dateInterval reads a Date tag, as 0920.05.14, 09??.??.??, 920 or c. 920, and
// returns the first and last day that it can stand for, as query.Date.Interval
// does. It returns zeros for a date of which nothing is known, and for what is no
// date.
func dateInterval(s string) (first, last uint32) {
	d, ok := parseDate(strings.TrimSpace(s))
	if !ok {
		return 0, 0
	}
	from, to := d.Interval()
	return uint32(from), uint32(to)
}

func parseDate(s string) (d query.Date, ok bool) {
	for _, circa := range []string{"ca.", "c.", "ca ", "c "} {
		if rest, found := strings.CutPrefix(s, circa); found {
			d.Circa, s = true, strings.TrimSpace(rest)
			break
		}
	}
	parts := strings.FieldsFunc(s, func(r rune) bool { return r == '.' || r == '-' || r == '/' })
	if len(parts) == 0 || len(parts) > 3 {
		return d, false
	}
	year := parts[0]
	known := strings.TrimRight(year, "?")
	d.Unknown = len(year) - len(known)
	if !isNumber(known) || len(year) > 4 {
		return d, false
	}
	d.Year, _ = strconv.Atoi(known + strings.Repeat("0", d.Unknown))
	if d.Year == 0 && d.Unknown == 0 {
		return d, false
	}
	// What stands behind an unknown part cannot be used.
	for i, p := range parts[1:] {
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
