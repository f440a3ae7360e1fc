package rules

import "slices"

// Exchange says when a rule set has a side without an ordinary move exchange
// its king for one of its own men.
type Exchange uint8

// The uses of the exchange.
const (
	// NoExchange: a side without a legal move has lost.
	NoExchange Exchange = iota
	// ExchangeOnStalemate: the exchange is made when not in check.
	ExchangeOnStalemate
	// ExchangeAlways: the exchange is made in check as well.
	ExchangeAlways
)

// String returns "none", "on-stalemate" or "always".
func (e Exchange) String() string {
	switch e {
	case ExchangeOnStalemate:
		return "on-stalemate"
	case ExchangeAlways:
		return "always"
	}
	return "none"
}

// Ruleset is one source's answer to how a game ends. It is plain data: another
// may be made by filling in the fields.
type Ruleset struct {
	Name   string // short, as a user types it
	Title  string // for a reader
	Source string // what the rules are taken from

	Exchange Exchange
	// BareBack gives a bared king one ply to take the last man of the enemy
	// and draw by it.
	BareBack bool
	// MoveCount is the number of plies without capture or pawn move after
	// which there is a draw; 0 for none.
	MoveCount int
	// Repetition is the number of occurrences of a position at which there is
	// a draw; 0 for none.
	Repetition int
	// Automatic ends the game by these draws; otherwise a player may claim
	// them.
	Automatic bool

	Notes string // readings and rulings where the source is silent
}

// seventyMoves is 70 moves of each side, in plies.
const seventyMoves = 140

var rulesets = [...]Ruleset{
	{
		Name:     "iggc",
		Title:    "igGameCenter",
		Source:   "igGameCenter rules, Russian and Dutch pages; the claims from the Russian page",
		BareBack: true, MoveCount: seventyMoves, Repetition: 3,
		Notes: "70 moves are read as 70 by each side. The Russian page draws where the bared side is able to take the last man, the Dutch where it does; it is let be played.",
	},
	{
		Name:     "cvp",
		Title:    "Chess Variant Pages",
		Source:   "Chess Variant Pages, Shatranj",
		BareBack: true,
		Notes:    "The page names no draw that may be claimed.",
	},
	{
		Name:     "cvp-swap",
		Title:    "Chess Variant Pages, with the exchange on stalemate",
		Source:   "Chess Variant Pages, Shatranj, the rule \"sometimes mentioned\"",
		Exchange: ExchangeOnStalemate, BareBack: true,
		Notes: "A stalemated side exchanges its shah with an own man that is not attacked, baidaqs included; a baidaq that comes to its last rank by it becomes a firzan; the exchange does not begin a new count of moves.",
	},
	{
		Name:     "viquipedia",
		Title:    "Catalan Wikipedia",
		Source:   "Viquipèdia, Xatranj",
		Exchange: ExchangeAlways,
		Notes:    "The exchange is made against checkmate too. Taking the shah, which the page also lets win, cannot arise.",
	},
	{
		Name:   "medina",
		Title:  "Medina (Hijazi rule)",
		Source: "Murray, A History of Chess: the rule of Hijaz",
		Notes:  "Baring wins at once, even where the bared side could bare back.",
	},
	{
		Name:     "engine",
		Title:    "Engine play",
		Source:   "what cutechess adjudicates",
		BareBack: true, MoveCount: seventyMoves, Repetition: 3, Automatic: true,
		Notes: "As iggc, but the draws come by themselves. Other programs differ in detail.",
	},
}

// Rulesets returns fresh copies of the built-in rule sets, the default, iggc,
// first.
func Rulesets() []*Ruleset {
	all := make([]*Ruleset, len(rulesets))
	for i, r := range rulesets {
		all[i] = &r
	}
	return all
}

// RulesetByName returns a fresh copy of the built-in rule set of that name.
func RulesetByName(name string) (*Ruleset, bool) {
	i := slices.IndexFunc(rulesets[:], func(r Ruleset) bool { return r.Name == name })
	if i < 0 {
		return nil, false
	}
	r := rulesets[i]
	return &r, true
}

// exchanges reports whether a side without an ordinary move makes an exchange
// in p.
func (r *Ruleset) exchanges(p *Position) bool {
	switch r.Exchange {
	case ExchangeAlways:
		return true
	case ExchangeOnStalemate:
		return !p.InCheck()
	}
	return false
}

// AppendMoves appends the moves that the side to move has under the rule set:
// the ordinary legal ones or, where there are none and the rule set has them,
// the exchanges. It does not ask whether the game is over by baring or a draw,
// see [Ruleset.Outcome].
func (r *Ruleset) AppendMoves(p *Position, dst []Move) []Move {
	n := len(dst)
	dst = p.AppendMoves(dst)
	if len(dst) == n && r.exchanges(p) {
		dst = p.AppendExchanges(dst)
	}
	return dst
}

// IsLegal reports whether m, which may be any 16 bits, is among the moves that
// AppendMoves gives.
func (r *Ruleset) IsLegal(p *Position, m Move) bool {
	if !p.IsLegal(m) {
		return false
	}
	return !m.IsExchange() || r.exchanges(p) && !p.HasMoves()
}
