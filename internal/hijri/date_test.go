package hijri

import (
	"fmt"
	"testing"
	"time"
)

func ExampleChristian() {
	fmt.Println(Christian(308, 1, 1))
	// Output: 920 5 23
}

// Days that are known from tables and from history.
func TestChristian(t *testing.T) {
	for _, c := range []struct{ y, m, d, year, month, day int }{
		{1, 1, 1, 622, 7, 16},
		{132, 1, 1, 749, 8, 20},
		{308, 12, 29, 921, 5, 11},
		{309, 1, 1, 921, 5, 12},
		{656, 2, 4, 1258, 2, 10}, // Baghdad falls
		{857, 5, 20, 1453, 5, 29},
		{990, 9, 16, 1582, 10, 4},
		{990, 9, 17, 1582, 10, 15},
		{1400, 1, 1, 1979, 11, 21},
		{1445, 1, 1, 2023, 7, 19},
	} {
		if y, m, d := Christian(c.y, c.m, c.d); y != c.year || m != c.month || d != c.day {
			t.Errorf("%d-%d-%d AH is %d-%d-%d, want %d-%d-%d", c.y, c.m, c.d, y, m, d, c.year, c.month, c.day)
		}
	}
}

// dayNumber counts days, across the reform of the calendar.
func dayNumber(y, m, d int) int {
	if y > 1582 || y == 1582 && (m > 10 || m == 10 && d >= 15) {
		reform := time.Date(1582, 10, 15, 0, 0, 0, 0, time.UTC)
		return dayNumber(1582, 10, 4) + 1 + int((time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC).Unix()-reform.Unix())/86400)
	}
	n := 365*(y-1) + (y-1)/4 + d
	for i := 1; i < m; i++ {
		n += []int{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}[i-1]
	}
	if m > 2 && y%4 == 0 {
		n++
	}
	return n
}

// Day follows day, with none left out but those that the reform did.
func TestDaysFollow(t *testing.T) {
	last := dayNumber(622, 7, 15)
	leaps := 0
	for year := 1; year <= 1500; year++ {
		days := 0
		for month := 1; month <= 12; month++ {
			for day := 1; day <= DaysIn(year, month); day++ {
				days++
				y, m, d := Christian(year, month, day)
				now := dayNumber(y, m, d)
				if now != last+1 {
					t.Fatalf("%d-%d-%d AH is %d-%d-%d, which does not follow the day before", year, month, day, y, m, d)
				}
				last = now
			}
		}
		if want := map[bool]int{true: 355, false: 354}[IsLeap(year)]; days != want {
			t.Fatalf("year %d has %d days, want %d", year, days, want)
		}
		if IsLeap(year) {
			leaps++
		}
	}
	if leaps != 1500/30*11 {
		t.Errorf("%d leap years", leaps)
	}
}
