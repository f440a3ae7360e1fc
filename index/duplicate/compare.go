package duplicate

import "bytes"

// Kind says in what two records of a game differ.
type Kind string

const (
	// Exact records have the same start, moves, result, players, event, date and
	// round.
	Exact Kind = "exact"
	// Mirror records are mirrored left to right, and agree in all the rest as far as
	// it is known.
	Mirror Kind = "mirror"
	// Spelling records have the same moves, and names, dates or the like that are
	// spelt otherwise, or known to one alone.
	Spelling Kind = "spelling"
	// Contained records are the beginning of the other.
	Contained Kind = "contained"
	// Near records differ in a few plies, as by a copyist's error.
	Near Kind = "near"
)

// Kinds are all of them, from the surest to the least sure.
func Kinds() []Kind { return []Kind{Exact, Mirror, Spelling, Contained, Near} }

// How many plies have to agree for what else to differ. An opening array alone takes
// some twelve moves of each side, which many games have in common.
const (
	// fewPlies: below, names have to be known, and event, date and round must not
	// contradict.
	fewPlies = 30
	// manyPlies: from here on the moves tell even where the players are not known.
	manyPlies = 40
	// allPlies: from here on the moves tell even where the players differ.
	allPlies = 60
	// leastContained is the shortest beginning of a game that counts.
	leastContained = 4
	// leastNear is the shortest game that can have a copyist's error.
	leastNear = 20
	// mostPlies is how many plies may differ, and one in shareOfPlies at most.
	mostPlies, shareOfPlies = 4, 8
)

// agreement is how far two values agree.
type agreement uint8

const (
	differ    agreement = iota // both are known and are not one
	unknown                    // one is not known
	alikeness                  // they may be one
	equal
)

func ofNumbers(a, b uint32) agreement {
	switch {
	case a == 0 || b == 0:
		return unknown
	case a == b:
		return equal
	}
	return differ
}

func (c *collection) ofPlayers(a, b uint32) agreement {
	agree := ofNumbers(a, b)
	if agree == differ && c.alike[[2]uint32{min(a, b), max(a, b)}] {
		return alikeness
	}
	return agree
}

func ofDates(a, b *game) agreement {
	switch {
	case a.first == 0 || b.first == 0:
		return unknown
	case a.first == b.first && a.last == b.last:
		return equal
	case a.first <= b.last && b.first <= a.last:
		return alikeness
	}
	return differ
}

// relation is what the tags of two games say.
type relation struct {
	white, black, event, round, date agreement
}

func (c *collection) relate(a, b *game) relation {
	return relation{
		white: c.ofPlayers(a.white, b.white), black: c.ofPlayers(a.black, b.black),
		event: ofNumbers(a.event, b.event), round: ofNumbers(a.round, b.round), date: ofDates(a, b),
	}
}

// players is how far the players agree, the worse of the two.
func (r *relation) players() agreement { return min(r.white, r.black) }

// rounds reports whether they are two rounds of one event.
func (r *relation) rounds() bool { return r.round == differ && r.event != differ }

// contradictions is how many of event, date and round contradict.
func (r *relation) contradictions() int {
	n := 0
	for _, a := range []agreement{r.event, r.date, r.round} {
		if a == differ {
			n++
		}
	}
	return n
}

// same says which kind two games of the same moves are, "" for two games.
func (c *collection) same(a, b *game) Kind {
	kind := Spelling
	if alike := a.white == b.white && a.black == b.black && a.event == b.event && a.round == b.round &&
		a.first == b.first && a.last == b.last && a.result == b.result; alike {
		kind = Exact
	}
	r := c.relate(a, b)
	if kind != Exact && !r.allows(a, b) {
		return ""
	}
	if a.mirrored != b.mirrored {
		return Mirror
	}
	return kind
}

// allows reports whether two games of the same moves, whose tags are not all the same,
// may be one.
func (r *relation) allows(a, b *game) bool {
	plies := a.plies()
	switch {
	case plies == 0 || r.rounds():
		return false
	case a.problem && r.event != equal:
		return false
	case a.problem || plies < fewPlies:
		if r.contradictions() > 0 || a.result != b.result && a.result != 0 && b.result != 0 {
			return false
		}
		return r.players() > unknown || r.players() == unknown && r.event == equal && r.date > unknown
	case r.players() == differ:
		return plies >= allPlies && r.date != differ
	case plies < manyPlies:
		return r.contradictions() == 0 || r.players() > unknown && r.contradictions() == 1
	}
	return r.contradictions() <= 2
}

// contained reports whether a game is the beginning of a longer one.
func (c *collection) contained(short, long *game) bool {
	plies := short.plies()
	if plies < leastContained || plies >= long.plies() || short.start != long.start || !bytes.HasPrefix(long.moves, short.moves) {
		return false
	}
	r := c.relate(short, long)
	if r.rounds() || r.players() == differ || short.problem && r.event != equal {
		return false
	}
	// A game that went on has no result yet, or was given the result of the whole.
	if short.result != 0 && short.result != long.result && plies < manyPlies {
		return false
	}
	switch {
	case plies >= manyPlies:
		return r.contradictions() == 0 || plies >= allPlies && r.players() > unknown
	case r.players() == unknown:
		return false
	case plies >= fewPlies:
		return r.contradictions() == 0
	}
	// The same opening between the same players: only if it is known to be the same
	// occasion.
	return r.contradictions() == 0 && r.event == equal && (r.date == equal || r.round == equal || r.date == alikeness && short.result == 0)
}

// near reports whether two games differ in a few plies, and in how many.
func (c *collection) near(a, b *game) (plies int, ok bool) {
	shorter := min(a.plies(), b.plies())
	most := min(mostPlies, shorter/shareOfPlies)
	if shorter < leastNear || a.start != b.start || a.problem || a.plies()-b.plies() > most || b.plies()-a.plies() > most {
		return 0, false
	}
	r := c.relate(a, b)
	if r.rounds() || r.players() == differ || r.contradictions() > 0 && shorter < allPlies || r.players() == unknown && shorter < manyPlies {
		return 0, false
	}
	if bytes.HasPrefix(a.moves, b.moves) || bytes.HasPrefix(b.moves, a.moves) {
		return 0, false // which is another kind
	}
	n := distance(a.moves, b.moves, most)
	return n, n > 0 && n <= most
}

// distance is how many plies have to be put in, left out or changed to make one line
// of moves of the other; more than most where it is.
func distance(a, b []byte, most int) int {
	// What they have in common at both ends.
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] && a[1] == b[1] {
		a, b = a[2:], b[2:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-2] == b[len(b)-2] && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-2], b[:len(b)-2]
	}
	n, m := len(a)/2, len(b)/2
	if n-m > most || m-n > most {
		return most + 1
	}
	costs := make([]int, m+1)
	for j := range costs {
		costs[j] = j
	}
	for i := 1; i <= n; i++ {
		diagonal, least := costs[0], i
		costs[0] = i
		for j := 1; j <= m; j++ {
			cost := diagonal
			if a[2*i-2] != b[2*j-2] || a[2*i-1] != b[2*j-1] {
				cost = 1 + min(diagonal, costs[j], costs[j-1])
			}
			diagonal = costs[j]
			costs[j] = cost
			least = min(least, cost)
		}
		if least > most {
			return most + 1
		}
	}
	return costs[m]
}
