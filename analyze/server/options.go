package server

import (
	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/rules"
)

// Options are what a server begins with; the user of the server can change
// them by options of UCI.
type Options struct {
	Engine engine.Options
	Rules  *rules.Ruleset // nil for the one named "engine"
}

// withDefaults returns the options with what is not set filled in.
func (o Options) withDefaults() Options {
	if o.Rules == nil {
		o.Rules, _ = rules.RulesetByName("engine")
	}
	if o.Engine.HashMB <= 0 {
		o.Engine.HashMB = engine.DefaultHashMB
	}
	o.Engine.Threads = max(o.Engine.Threads, 1)
	return o
}

// startPosition returns the array that "startpos" stands for.
func startPosition() rules.Position {
	a, _ := rules.ArrayByName("shah-d")
	return a.Position()
}
