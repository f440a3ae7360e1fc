package cli

import (
	"fmt"
	"strings"

	"github.com/diwan-shatranj/diwan/rules"
)

type rulesCmd struct {
	Name string `arg:"" optional:"" help:"Show this rule set in full."`
}

func (rulesCmd) Help() string {
	return "Examples:\n\n    diwan rules\n    diwan rules medina"
}

// rulesetJSON is a rule set as a JSON line.
type rulesetJSON struct {
	Name       string `json:"name"`
	Title      string `json:"title"`
	Source     string `json:"source"`
	Exchange   string `json:"exchange"`
	BareBack   bool   `json:"bare_back"`
	MoveCount  int    `json:"move_count"`
	Repetition int    `json:"repetition"`
	Automatic  bool   `json:"automatic"`
	Notes      string `json:"notes,omitempty"`
}

// Run lists the rule sets, or shows one.
func (c *rulesCmd) Run(s *session) error {
	all := rules.Rulesets()
	if c.Name != "" {
		rs, err := rulesetNamed(c.Name)
		if err != nil {
			return err
		}
		all = []*rules.Ruleset{rs}
	}
	if s.json() {
		for _, rs := range all {
			if err := s.encode(rulesetJSON{rs.Name, rs.Title, rs.Source, rs.Exchange.String(), rs.BareBack, rs.MoveCount, rs.Repetition, rs.Automatic, rs.Notes}); err != nil {
				return err
			}
		}
		return nil
	}
	if c.Name != "" {
		return s.showRuleset(all[0])
	}
	var rows [][]string
	for _, rs := range all {
		rows = append(rows, []string{rs.Name, rs.Title, yesNo(rs.BareBack), rs.Exchange.String(), drawRule(rs)})
	}
	return table(s.out, []string{"NAME", "TITLE", "BARE BACK", "EXCHANGE", "DRAWS"}, nil, rows)
}

func (s *session) showRuleset(rs *rules.Ruleset) error {
	fmt.Fprintf(s.out, "%s: %s\nsource: %s\n\n", rs.Name, rs.Title, rs.Source)
	fmt.Fprintf(s.out, "a bared shah may take the last man and draw: %s\nexchange of the shah with an own man: %s\ndraws: %s\n", yesNo(rs.BareBack), rs.Exchange, drawRule(rs))
	if rs.Notes != "" {
		fmt.Fprintf(s.out, "\n%s\n", rs.Notes)
	}
	return nil
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// drawRule says which draws there are and how they come about.
func drawRule(rs *rules.Ruleset) string {
	var draws []string
	if rs.MoveCount > 0 {
		draws = append(draws, fmt.Sprintf("%d plies without capture or pawn move", rs.MoveCount))
	}
	if rs.Repetition > 0 {
		draws = append(draws, fmt.Sprintf("position %d times", rs.Repetition))
	}
	switch {
	case len(draws) == 0:
		return "both bare only"
	case rs.Automatic:
		return "automatic: " + strings.Join(draws, ", ")
	}
	return "on claim: " + strings.Join(draws, ", ")
}

// rulesetNamed finds a rule set, or fails with the names there are.
func rulesetNamed(name string) (*rules.Ruleset, error) {
	rs, ok := rules.RulesetByName(name)
	if !ok {
		var names []string
		for _, r := range rules.Rulesets() {
			names = append(names, r.Name)
		}
		return nil, usagef("the rule sets are "+strings.Join(names, ", "), "unknown rule set %q", name)
	}
	return rs, nil
}
