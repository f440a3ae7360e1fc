package stats

import (
	"cmp"
	"slices"
	"strings"

	"github.com/diwan-shatranj/diwan/index"
	"github.com/diwan-shatranj/diwan/pgn"
)

// Ending is how games ended under a rule set. Its Tally counts the results as they
// were worked out under that rule set, not those that are recorded.
type Ending struct {
	Rules  string // the name of the rule set
	Reason pgn.EndReason
	index.Tally
	Of int64 // games under the rule set in all
}

// Share is that of these endings in all games under the rule set, with its Wilson
// interval at 95 %.
func (e *Ending) Share() (share, low, high float64) {
	return Share(e.Games, e.Of)
}

// Endings counts games by ending, as they are added.
type Endings struct {
	endings map[endingKey]*index.Tally
	games   map[string]int64
}

type endingKey struct {
	rules  string
	reason pgn.EndReason
}

// NewEndings returns a count of no games.
func NewEndings() *Endings {
	return &Endings{endings: map[endingKey]*index.Tally{}, games: map[string]int64{}}
}

// Add counts a game that ended so under a rule set.
func (es *Endings) Add(ruleset string, e pgn.Ending) {
	key := endingKey{ruleset, e.Reason}
	t := es.endings[key]
	if t == nil {
		t = &index.Tally{}
		es.endings[key] = t
	}
	t.Add(e.Result, 1)
	es.games[ruleset]++
}

// List are the endings, by rule set in the order of the alphabet, the most frequent
// first.
func (es *Endings) List() []Ending {
	var list []Ending
	for key, t := range es.endings {
		list = append(list, Ending{Rules: key.rules, Reason: key.reason, Tally: *t, Of: es.games[key.rules]})
	}
	slices.SortFunc(list, func(a, b Ending) int {
		return cmp.Or(strings.Compare(a.Rules, b.Rules), cmp.Compare(b.Games, a.Games), cmp.Compare(a.Reason, b.Reason))
	})
	return list
}
