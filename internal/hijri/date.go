package hijri

// epoch is the Julian day before the first of the calendar.
const epoch = 1948439

// IsLeap reports whether a year has 355 days.
func IsLeap(year int) bool { return (11*year+14)%30 < 11 }

// DaysIn is the number of days of a month, from 1 to 12.
func DaysIn(year, month int) int {
	if month%2 == 1 || month == 12 && IsLeap(year) {
		return 30
	}
	return 29
}

// Christian is the date on which a day of the Islamic calendar fell: year, month and
// day, from 1.
func Christian(year, month, day int) (y, m, d int) {
	julian := day + (59*(month-1)+1)/2 + (year-1)*354 + (3+11*year)/30 + epoch
	// After E. G. Richards, Mapping Time, 1998.
	f := julian + 1401
	if julian >= 2299161 {
		f += (4*julian+274277)/146097*3/4 - 38
	}
	e := 4*f + 3
	h := 5*(e%1461/4) + 2
	d = h%153/5 + 1
	m = (h/153+2)%12 + 1
	y = e/1461 - 4716 + (14-m)/12
	return y, m, d
}
