package cli

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/diwan-shatranj/diwan/index"
)

// stepJSON is a step of an explanation. Times are in milliseconds.
type stepJSON struct {
	Term       string     `json:"term"`
	How        string     `json:"how"`
	Candidates int64      `json:"candidates"`
	Looked     int64      `json:"looked,omitempty"`
	Selected   *int64     `json:"selected,omitempty"` // of the games looked at; not of what puts terms together
	Took       float64    `json:"ms"`
	Looking    float64    `json:"looking_ms,omitempty"` // of all workers together
	Steps      []stepJSON `json:"steps,omitempty"`
}

// explanationJSON is an explanation, as a JSON line.
type explanationJSON struct {
	Games     int64    `json:"games"`
	Parts     int      `json:"parts"`
	Selected  int64    `json:"selected"`
	Planning  float64  `json:"planning_ms"`
	Searching float64  `json:"searching_ms"`
	Plan      stepJSON `json:"plan"`
}

func newStepJSON(x *index.Step) stepJSON {
	j := stepJSON{
		Term: x.Term, How: x.How.String(), Candidates: x.Candidates, Looked: x.Looked, Took: milliseconds(x.Took), Looking: milliseconds(x.Looking),
	}
	if x.How == index.ByIndex || x.How == index.ByLooking {
		j.Selected = &x.Selected
	}
	for i := range x.Steps {
		j.Steps = append(j.Steps, newStepJSON(&x.Steps[i]))
	}
	return j
}

// showPlan shows how a query was answered.
func (s *session) showPlan(x *index.Explanation) error {
	if s.json() {
		return s.encode(explanationJSON{x.Games, x.Parts, x.Selected, milliseconds(x.Planning), milliseconds(x.Searching), newStepJSON(&x.Root)})
	}
	rows := stepRows(nil, &x.Root, 0)
	if err := table(s.out, []string{"STEP", "HOW", "LEAVES", "LOOKED AT", "SELECTS", "TIME"}, []int{2, 3, 4, 5}, rows); err != nil {
		return err
	}
	_, err := fmt.Fprintf(s.out, "\n%d of %s in %s: %.3f ms in the index, %.3f ms for the games\n",
		x.Selected, plural(int(x.Games), "game"), plural(x.Parts, "part"), milliseconds(x.Planning), milliseconds(x.Searching))
	return err
}

func stepRows(rows [][]string, x *index.Step, depth int) [][]string {
	term := x.Term
	if len(x.Steps) > 0 {
		term = "" // its terms follow
	} else if term == "" {
		term = "every game"
	}
	row := []string{strings.Repeat("  ", depth) + term, x.How.String(), strconv.FormatInt(x.Candidates, 10), "", "", fmt.Sprintf("%.3f ms", milliseconds(x.Took+x.Looking))}
	switch x.How {
	case index.ByLooking:
		row[3] = strconv.FormatInt(x.Looked, 10)
		row[4] = strconv.FormatInt(x.Selected, 10)
	case index.ByIndex:
		row[4] = strconv.FormatInt(x.Selected, 10)
	default:
		row[0] = strings.Repeat("  ", depth) + x.How.String()
		row[1] = ""
	}
	rows = append(rows, row)
	for i := range x.Steps {
		rows = stepRows(rows, &x.Steps[i], depth+1)
	}
	return rows
}
