package archive

import "fmt"

// The column date holds a date as PGN writes it, 1234.05.06, as the number
// 12340506, with 0 for a part that is unknown; any other text is a string, whose ID
// stands there as a negative number.

// packDate makes the number of a date. ok is false for any text but a year of four
// digits, a month and a day of two, or as many question marks.
func packDate[T []byte | string](text T) (n int64, ok bool) {
	if len(text) != len("2006.01.02") || text[4] != '.' || text[7] != '.' {
		return 0, false
	}
	for _, part := range [...]struct{ from, to int }{{0, 4}, {5, 7}, {8, 10}} {
		v, marks := int64(0), 0
		for i := part.from; i < part.to; i++ {
			n *= 10
			switch c := text[i]; {
			case c >= '0' && c <= '9':
				v = v*10 + int64(c-'0')
			case c == '?':
				marks++
			default:
				return 0, false
			}
		}
		// All of it is known or nothing, and 0 is neither year, month nor day.
		if (marks == part.to-part.from) != (v == 0) || marks > 0 && v > 0 || marks > 0 && marks < part.to-part.from {
			return 0, false
		}
		n += v
	}
	return n, true
}

// unpackDate is the text of a date that packDate made a number of.
func unpackDate(n int64) string {
	year, month, day := "????", "??", "??"
	if y := n / 10000; y > 0 {
		year = fmt.Sprintf("%04d", y)
	}
	if m := n / 100 % 100; m > 0 {
		month = fmt.Sprintf("%02d", m)
	}
	if d := n % 100; d > 0 {
		day = fmt.Sprintf("%02d", d)
	}
	return year + "." + month + "." + day
}
