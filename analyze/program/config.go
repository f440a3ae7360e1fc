package program

import "time"

// Config says how to run an engine. Zero durations stand for the defaults.
type Config struct {
	Command []string // the program and its arguments
	Dir     string   // to run it in, "" for the present one
	Env     []string // its environment, nil for the present one
	Options []Setting
	Letters Letters
	// StartTimeout is how long the engine may take to get ready; 10 s.
	StartTimeout time.Duration
	// AnswerTimeout is how long it may take to answer when it is told to stop
	// or asked whether it is ready, and how far it may overrun the time of a
	// move; 3 s.
	AnswerTimeout time.Duration
	// SearchTimeout is how long a search may last that is limited otherwise
	// than by time; 10 minutes.
	SearchTimeout time.Duration
}

// Setting is an option of an engine and the value to give it. A button has no
// value.
type Setting struct {
	Name, Value string
}

// Option is an option that an engine offers.
type Option struct {
	Name    string
	Type    string // check, spin, combo, button or string, among others
	Default string
	Min     string // of a spin
	Max     string
	Vars    []string // of a combo
}

// WithDefaults returns the configuration with what is not set filled in.
func (c Config) WithDefaults() Config {
	for _, d := range []struct {
		have  *time.Duration
		other time.Duration
	}{
		{&c.StartTimeout, 10 * time.Second},
		{&c.AnswerTimeout, 3 * time.Second},
		{&c.SearchTimeout, 10 * time.Minute},
	} {
		if *d.have <= 0 {
			*d.have = d.other
		}
	}
	c.Letters = c.Letters.or()
	return c
}
