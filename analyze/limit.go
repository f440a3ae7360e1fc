package analyze

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Limit says how far a position is searched. It is comparable, and is meant to
// have one field set; of several, the first that is reached counts.
type Limit struct {
	Nodes    uint64
	Depth    int           // in plies
	MoveTime time.Duration // for each position
}

// String returns the limit as "nodes 10000", "depth 12" or "movetime 100ms".
func (l Limit) String() string {
	s := ""
	for _, part := range []struct {
		set  bool
		text string
	}{
		{l.Nodes > 0, fmt.Sprintf("nodes %d", l.Nodes)},
		{l.Depth > 0, fmt.Sprintf("depth %d", l.Depth)},
		{l.MoveTime > 0, fmt.Sprintf("movetime %v", l.MoveTime)},
	} {
		if !part.set {
			continue
		}
		if s != "" {
			s += " "
		}
		s += part.text
	}
	return s
}

// ParseLimit reads a limit as String writes it. The error says what cannot be read.
func ParseLimit(s string) (Limit, error) {
	var l Limit
	words := strings.Fields(s)
	for i := 0; i < len(words); i += 2 {
		if i+1 == len(words) {
			return l, fmt.Errorf("limit %q: %s has no number", s, words[i])
		}
		var err error
		switch words[i] {
		case "nodes":
			l.Nodes, err = strconv.ParseUint(words[i+1], 10, 64)
		case "depth":
			l.Depth, err = strconv.Atoi(words[i+1])
		case "movetime":
			l.MoveTime, err = time.ParseDuration(words[i+1])
		default:
			err = strconv.ErrSyntax
		}
		if err != nil || l.Depth < 0 || l.MoveTime < 0 {
			return l, fmt.Errorf("limit %q: %s %s is none", s, words[i], words[i+1])
		}
	}
	return l, nil
}

// within reports whether a search limited by l ends no sooner than one limited by
// other: each of its limits is one of the other's, or further.
func (l Limit) within(other Limit) bool {
	return (l.Nodes == 0 || other.Nodes > 0 && l.Nodes >= other.Nodes) &&
		(l.Depth == 0 || other.Depth > 0 && l.Depth >= other.Depth) &&
		(l.MoveTime == 0 || other.MoveTime > 0 && l.MoveTime >= other.MoveTime)
}

// reachedBy reports whether a search has come as far as l asks for.
func (l Limit) reachedBy(v *Evaluation) bool {
	return l.Nodes > 0 && v.Nodes >= l.Nodes || l.Depth > 0 && v.Depth >= l.Depth || l.MoveTime > 0 && v.Time >= l.MoveTime
}
