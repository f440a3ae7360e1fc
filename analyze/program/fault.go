package program

import (
	"errors"
	"strings"
)

// The ways in which an engine fails. Each is wrapped by an *Error.
var (
	// ErrStart: the program could not be run, or ended before it said what it
	// is.
	ErrStart = errors.New("the engine does not start")
	// ErrVariant: the engine does not know shatranj.
	ErrVariant = errors.New("the engine does not play shatranj")
	// ErrProtocol: the engine does not speak the protocol.
	ErrProtocol = errors.New("the engine does not speak the protocol")
	// ErrOption: the engine does not have an option that was to be set.
	ErrOption = errors.New("the engine does not have that option")
	// ErrCrashed: the program ended while it was needed.
	ErrCrashed = errors.New("the engine has ended")
	// ErrHangs: the engine did not answer in time and was killed.
	ErrHangs = errors.New("the engine does not answer")
	// ErrLate: the engine overran the time of its move, but gave one when told
	// to stop. The client is still good.
	ErrLate = errors.New("the engine answers late")
	// ErrIllegal: the engine played no legal move. The client is still good.
	ErrIllegal = errors.New("the engine answers illegally")
	// ErrResigns: the engine gave the game up, or claimed that it had ended,
	// instead of playing a move. The client is still good.
	ErrResigns = errors.New("the engine gives the game up")
	// ErrLimit: the protocol, or the engine, cannot do what a request asks for.
	// The client is still good.
	ErrLimit = errors.New("the engine cannot be told that")
	// ErrClosed: the client has been closed, or has failed before.
	ErrClosed = errors.New("the engine has been closed")
)

// Error is what went wrong with an engine.
type Error struct {
	Engine string // its name, or the command while it is not known
	Err    error  // one of the errors of this package
	Detail string // what happened exactly, "" where there is no more to say
	// Stderr is the last that the engine wrote to its standard error.
	Stderr string
}

// Error returns the engine, the failure and the detail in one line.
func (e *Error) Error() string {
	s := e.Engine + ": " + e.Err.Error()
	if e.Detail != "" {
		s += ": " + e.Detail
	}
	if last := strings.TrimSpace(e.Stderr); last != "" {
		if i := strings.LastIndexByte(last, '\n'); i >= 0 {
			last = strings.TrimSpace(last[i+1:])
		}
		s += " (it wrote: " + last + ")"
	}
	return s
}

// Unwrap returns the failure.
func (e *Error) Unwrap() error { return e.Err }
