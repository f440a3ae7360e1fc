package index

// Days are the first and the last day that a Date tag can stand for, each as the
// number YYYYMMDD, as queries understand dates. They are zeros where nothing is
// known of the date, or it is none.
func Days(date string) (first, last uint32) { return dateInterval(date) }
