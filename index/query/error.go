package query

import (
	"fmt"
	"strings"
)

// An Error reports a query that cannot be understood.
type Error struct {
	// Column is where the fault is, in characters from 1. It is one more than
	// the length of the query where something is missing at the end.
	Column     int
	Msg        string // what is wrong: "unknown field `playr`"
	Expected   string // what could stand there, or ""
	Suggestion string // what was probably meant, or ""
	Err        error  // found elsewhere, as in a saved query, or nil
}

// Error returns all of it in one line.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "column %d: %s", e.Column, e.Msg)
	if e.Suggestion != "" {
		fmt.Fprintf(&b, ": did you mean `%s`?", e.Suggestion)
	} else if e.Expected != "" {
		b.WriteString(": expected ")
		b.WriteString(e.Expected)
	}
	return b.String()
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// A fault is an Error at a byte of a value that is parsed by itself.
type fault struct {
	at                        int
	msg, expected, suggestion string
}

// shorten cuts what an error quotes to a length that can be read.
func shorten(s string) string {
	const limit = 40
	n := 0
	for i := range s {
		if n == limit {
			return s[:i] + "…"
		}
		n++
	}
	return s
}
