// Package hijri brings dates of the Islamic calendar to those of the Christian one.
//
// It reckons by the tabular calendar with leap years 2, 5, 7, 10, 13, 16, 18, 21, 24,
// 26 and 29 of each cycle of thirty, and the 16th of July 622 as its first day, which
// is what tables for historians are made by. Months began when the moon was seen, so
// that a date in a source may be a day or two off. The Christian dates are of the
// Julian calendar until the 4th of October 1582, of the Gregorian one from the next
// day on, which was the 15th.
package hijri
