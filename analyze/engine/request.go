package engine

import (
	"errors"
	"fmt"
	"time"

	"github.com/diwan-shatranj/diwan/rules"
)

// ErrRequest means that a search cannot begin: no start position, or a move
// that the rule set does not allow where it is played.
var ErrRequest = errors.New("bad search request")

// Request says what to search and how far.
type Request struct {
	// Start is the position that the game began with.
	Start rules.Position
	// Moves were played since; the position after them is searched. They
	// count for repetition.
	Moves []rules.Move
	// Rules is the rule set, nil for the default one.
	Rules  *rules.Ruleset
	Limits Limits
	// MultiPV is the number of best moves to be told; 0 stands for 1.
	MultiPV int
	// SearchMoves, if not empty, are the only moves considered. Those that are
	// not legal are left out; if none is, all moves are considered.
	SearchMoves []rules.Move
	// Ponder, if not nil, holds the time limits back until it is closed; the
	// time begins to run at that moment.
	Ponder <-chan struct{}
}

// Limits says when a search ends. Those that are zero do not count, and
// whichever is met first decides. A search without any goes on until its
// context is done or all depths are searched.
type Limits struct {
	Nodes    uint64        // positions visited
	Depth    int           // plies of the main line
	Mate     int           // a forced win in so many moves is found
	MoveTime time.Duration // for this move
	Clock    Clock
}

// Clock is the state of the clock of a game. It is a limit where Remaining is
// not zero.
type Clock struct {
	Remaining time.Duration // of the side to move
	Increment time.Duration // added after each move
	MovesToGo int           // to the next time control, 0 for sudden death
}

// Info is what a search reports after a depth, for each of the lines asked
// for.
type Info struct {
	Depth    int // of the iteration, in plies
	SelDepth int // of the longest line looked at, in plies
	MultiPV  int // 1 for the best line, 2 for the next
	Score    Score
	Nodes    uint64
	Time     time.Duration
	NPS      uint64       // nodes a second
	HashFull int          // thousandths of the table in use
	PV       []rules.Move // the line, never empty; the receiver may keep it
}

// Result is the end of a search.
type Result struct {
	// Best is the move to play, NoMove where the game is over.
	Best rules.Move
	// Ponder is the answer expected to it, NoMove if there is none.
	Ponder rules.Move
	// Outcome is how the game stands before Best is played.
	Outcome rules.Outcome
	// Lines are the last reports, the best line first; none where the game is
	// over. There are fewer than asked for where there are fewer moves.
	Lines []Info
	Nodes uint64
	Time  time.Duration
}

// game plays the moves of the request. It returns the position searched, the
// hashes of all positions up to and with it, and how often it has occurred.
func (r *Request) game() (p rules.Position, hashes []uint64, repeats int, err error) {
	if r.Start == (rules.Position{}) {
		return p, nil, 0, fmt.Errorf("%w: no start position", ErrRequest)
	}
	set := r.ruleset()
	var h rules.History
	p = r.Start
	repeats = h.Reset(&p)
	hashes = append(make([]uint64, 0, len(r.Moves)+1+maxPly+8), p.Hash())
	for i, m := range r.Moves {
		if !set.IsLegal(&p, m) {
			return p, nil, 0, fmt.Errorf("%w: move %d, %v, is illegal in %s", ErrRequest, i+1, m, p.FEN())
		}
		p = p.Play(m)
		repeats = h.Push(&p)
		hashes = append(hashes, p.Hash())
	}
	return p, hashes, repeats, nil
}

// Position plays the moves of the request. It returns the position to be
// searched and how the game stands there. The error is one of ErrRequest.
func (r *Request) Position() (rules.Position, rules.Outcome, error) {
	p, _, repeats, err := r.game()
	if err != nil {
		return p, rules.Outcome{}, err
	}
	return p, r.ruleset().Outcome(&p, repeats), nil
}

// ruleset returns the rule set of the request.
func (r *Request) ruleset() *rules.Ruleset {
	if r.Rules == nil {
		return rules.Rulesets()[0]
	}
	return r.Rules
}
