package server

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/rules"
)

// option is something that the user may set.
type option struct {
	name string
	kind string // with default, bounds or choices, as UCI writes them
	set  func(value string) error
}

// Bounds of the options.
const (
	maxMultiPV  = 128
	maxOverhead = 5000
)

// options returns the options with their present values.
func (s *uciServer) options() []option {
	// The present one comes first: adapters to other protocols take that for
	// the default.
	names := " var " + s.rules.Name
	for _, r := range rules.Rulesets() {
		if r.Name != s.rules.Name {
			names += " var " + r.Name
		}
	}
	return []option{
		{"UCI_Variant", "combo default shatranj var shatranj", func(v string) error {
			if v != "shatranj" {
				return fmt.Errorf("no variant %q", v)
			}
			return nil
		}},
		{"Hash", fmt.Sprintf("spin default %d min 1 max %d", s.settings.HashMB, engine.MaxHashMB), func(v string) error {
			n, err := number(v, 1, engine.MaxHashMB)
			if err == nil && n != s.settings.HashMB {
				s.settings.HashMB, s.engine = n, nil
			}
			return err
		}},
		{"Threads", fmt.Sprintf("spin default %d min 1 max %d", s.settings.Threads, maxThreads()), func(v string) error {
			n, err := number(v, 1, maxThreads())
			if err == nil && n != s.settings.Threads {
				s.settings.Threads, s.engine = n, nil
			}
			return err
		}},
		{"Clear Hash", "button", func(string) error {
			s.ready()
			s.engine.Clear()
			return nil
		}},
		{"MultiPV", fmt.Sprintf("spin default %d min 1 max %d", s.multi, maxMultiPV), func(v string) (err error) {
			n, err := number(v, 1, maxMultiPV)
			if err == nil {
				s.multi = n
			}
			return err
		}},
		{"Ponder", "check default false", func(string) error { return nil }},
		{"Move Overhead", fmt.Sprintf("spin default %d min 0 max %d", s.overhead.Milliseconds(), maxOverhead), func(v string) error {
			n, err := number(v, 0, maxOverhead)
			if err == nil {
				s.overhead = time.Duration(n) * time.Millisecond
			}
			return err
		}},
		{"Rules", "combo default " + s.rules.Name + names, func(v string) error {
			r, ok := rules.RulesetByName(v)
			if !ok {
				return fmt.Errorf("no rule set %q", v)
			}
			s.setRules(r)
			return nil
		}},
	}
}

// maxThreads returns the most threads that one may ask for.
func maxThreads() int { return max(64, runtime.NumCPU()) }

// number reads a number within bounds.
func number(text string, low, high int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		return 0, fmt.Errorf("%q is no number from %d to %d", text, low, high)
	}
	return n, nil
}

// setRules sets the rule set. A user that has draws by count or repetition
// claimed, and plays on, wants a move and not to be told that the game is over.
func (s *uciServer) setRules(r *rules.Ruleset) {
	s.rules = *r
	s.rules.Automatic = false
}

// introduce tells who the engine is and what can be set.
func (s *uciServer) introduce() {
	var b strings.Builder
	fmt.Fprintf(&b, "id name %s %s\nid author the Diwan project\n", engine.Name, engine.Version)
	for _, o := range s.options() {
		fmt.Fprintf(&b, "option name %s type %s\n", o.name, o.kind)
	}
	s.printf("%suciok", b.String())
}

// setOption does what "setoption" says: "name", a name of one word or more, and
// perhaps "value" and the value.
func (s *uciServer) setOption(words []string) {
	text := strings.Join(words, " ")
	text, found := strings.CutPrefix(text, "name ")
	name, value, _ := strings.Cut(text, " value ")
	for _, o := range s.options() {
		if found && strings.EqualFold(o.name, name) {
			if err := o.set(value); err != nil {
				s.complain("option %s: %v", o.name, err)
			}
			return
		}
	}
	s.complain("no option %.40q", name)
}
