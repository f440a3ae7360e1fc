package pgn

import (
	"cmp"
	"fmt"
	"slices"
)

// Severity says how grave a diagnostic is.
type Severity uint8

// The severities, in rising order.
const (
	Note    Severity = iota + 1 // an assumption, or a habit that is worth a word
	Warning                     // forgiven or suspicious
	Error                       // the record is wrong
)

// String is "note", "warning" or "error".
func (s Severity) String() string {
	switch s {
	case Note:
		return "note"
	case Warning:
		return "warning"
	case Error:
		return "error"
	}
	return "none"
}

// MarshalText writes the severity as its name.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a severity's name.
func (s *Severity) UnmarshalText(b []byte) error {
	for _, v := range []Severity{Note, Warning, Error} {
		if v.String() == string(b) {
			*s = v
			return nil
		}
	}
	return fmt.Errorf("unknown severity %q", b)
}

// Diagnostic is one thing to say about one place in a game's text.
type Diagnostic struct {
	Code      Code     `json:"code"`
	Severity  Severity `json:"severity"`
	Line      int      `json:"line"`                // from 1, in the decompressed text
	Col       int      `json:"col"`                 // from 1, in bytes of that line
	Ply       int      `json:"ply,omitempty"`       // from 1; 0 where no move is meant
	Variation bool     `json:"variation,omitempty"` // the place lies inside a variation
	Message   string   `json:"message"`
	Hint      string   `json:"hint,omitempty"` // what to try, where something is known
	Offset    int      `json:"-"`              // of the place in Game.Text
	Width     int      `json:"-"`              // length in bytes of the text that is meant, 0 if a point
}

// Worst is the gravest severity among ds, 0 where ds is empty.
func Worst(ds []Diagnostic) Severity {
	var w Severity
	for i := range ds {
		w = max(w, ds[i].Severity)
	}
	return w
}

// sortDiagnostics puts ds in the order of the text.
func sortDiagnostics(ds []Diagnostic) {
	slices.SortStableFunc(ds, func(a, b Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
	})
}
