package rules

// Result is the result of a game.
type Result uint8

// The results. Unknown is that of a game which goes on, or of which nothing is
// known.
const (
	Unknown Result = iota
	WhiteWins
	BlackWins
	Draw
)

// String returns the result as PGN has it: "*", "1-0", "0-1" or "1/2-1/2".
func (r Result) String() string {
	switch r {
	case WhiteWins:
		return "1-0"
	case BlackWins:
		return "0-1"
	case Draw:
		return "1/2-1/2"
	}
	return "*"
}

// ParseResult reads one of the four texts that String writes.
func ParseResult(s string) (Result, bool) {
	switch s {
	case "*":
		return Unknown, true
	case "1-0":
		return WhiteWins, true
	case "0-1":
		return BlackWins, true
	case "1/2-1/2":
		return Draw, true
	}
	return Unknown, false
}

// Win returns the result in which c has won.
func Win(c Color) Result { return WhiteWins + Result(c&1) }

// Reason is why a game ended, or that it hangs on one last ply.
type Reason uint8

// The reasons. NoReason is that of a game which simply goes on. Under
// BareKingPending the game goes on for one ply, in which the bared side may
// take the last man of the enemy and draw.
const (
	NoReason Reason = iota
	Checkmate
	Stalemate
	BareKing
	BothBare
	BareKingPending
	MoveCount
	Repetition
)

var reasonNames = [...]string{
	Checkmate:       "checkmate",
	Stalemate:       "stalemate",
	BareKing:        "bare-king",
	BothBare:        "both-bare",
	BareKingPending: "bare-king-pending",
	MoveCount:       "move-count",
	Repetition:      "repetition",
}

// String returns the name of the reason, "" for NoReason.
func (r Reason) String() string {
	if int(r) < len(reasonNames) {
		return reasonNames[r]
	}
	return ""
}

// ParseReason returns the reason of that name; "" is NoReason.
func ParseReason(s string) (Reason, bool) {
	for i, name := range reasonNames {
		if name == s {
			return Reason(i), true
		}
	}
	return NoReason, false
}

// Claims is the set of the draws that the side to move may claim.
type Claims uint8

const (
	claimMoveCount Claims = 1 << iota
	claimRepetition
)

// MoveCount reports whether the draw by the count of moves may be claimed.
func (c Claims) MoveCount() bool { return c&claimMoveCount != 0 }

// Repetition reports whether the draw by repetition may be claimed.
func (c Claims) Repetition() bool { return c&claimRepetition != 0 }

// List returns the reasons of the claims in order, the count of moves first;
// nil if there are none.
func (c Claims) List() []Reason {
	var list []Reason
	if c.MoveCount() {
		list = append(list, MoveCount)
	}
	if c.Repetition() {
		list = append(list, Repetition)
	}
	return list
}

// Outcome is how a game stands: its result and the reason of it, or Unknown
// with the draws that may be claimed.
type Outcome struct {
	Result Result
	Reason Reason
	Claims Claims
}

// Over reports whether the game has ended.
func (o Outcome) Over() bool { return o.Result != Unknown }

// Outcome returns how the game stands at the start of the turn in p, judged in
// this order: both bare; the side not to move bare; no move left; the side to
// move bare; the automatic draws; the claims. A pending game is not looked at
// for draws. repeats is the number of times that the position has occurred in
// the game, this time included, as [History.Push] counts it; 1 if it is not
// known.
func (r *Ruleset) Outcome(p *Position, repeats int) Outcome {
	restraint := p.Restraint()
	return r.outcome(p, &restraint, repeats)
}

// Judge returns what Outcome returns, and leaves in under the restraint of p,
// which it found on the way: whoever plays on from p needs both.
func (r *Ruleset) Judge(p *Position, repeats int, under *Restraint) Outcome {
	p.restrain(under)
	return r.outcome(p, under, repeats)
}

func (r *Ruleset) outcome(p *Position, restraint *Restraint, repeats int) Outcome {
	us := p.Turn()
	own, enemy := p.colors[us], p.colors[us^1]
	bare := own.single()
	if enemy.single() {
		if bare {
			return Outcome{Result: Draw, Reason: BothBare}
		}
		return Outcome{Result: Win(us), Reason: BareKing}
	}
	if !p.hasMoves(restraint) {
		if r.Exchange == NoExchange || !r.exchanges(p) || !p.hasExchange() {
			reason := Stalemate
			if restraint.Check() {
				reason = Checkmate
			}
			return Outcome{Result: Win(us.Other()), Reason: reason}
		}
	}
	if bare {
		if r.BareBack && p.canBareBack(us) {
			return Outcome{Reason: BareKingPending}
		}
		return Outcome{Result: Win(us.Other()), Reason: BareKing}
	}

	var claims Claims
	if r.MoveCount > 0 && int(p.half) >= r.MoveCount {
		claims = claimMoveCount
	}
	if r.Repetition > 0 && repeats >= r.Repetition {
		claims |= claimRepetition
	}
	if r.Automatic && claims != 0 {
		return Outcome{Result: Draw, Reason: claims.List()[0]}
	}
	return Outcome{Claims: claims}
}

// canBareBack reports whether the bare king of us can take the only other man
// of the enemy.
func (p *Position) canBareBack(us Color) bool {
	last := p.colors[us^1] &^ p.kinds[King]
	king := p.KingSquare(us)
	return last.single() && kingTable[king]&last != 0 && p.isSafe(King, king, last.First())
}
