package pgn

import (
	"strings"

	"github.com/diwan-shatranj/diwan/rules"
)

// Ending is how a game ended, worked out from the board and, where the board
// leaves it open, from what the record says.
type Ending struct {
	Result rules.Result
	Reason EndReason
	Ply    int // the ply after which it was so, 0 before the first
}

// EndReason names the reason of an ending: a rules.Reason by its name, or one of
// the reasons below that no board shows.
type EndReason string

// The reasons that lie outside the board.
const (
	TimeForfeit  EndReason = "time-forfeit"
	Adjudication EndReason = "adjudication"
	IllegalClaim EndReason = "illegal-move"
	Abandoned    EndReason = "abandoned"
	Agreement    EndReason = "agreement"
	Resignation  EndReason = "resignation"
	Unexplained  EndReason = "unexplained" // a result without any reason
	Unfinished   EndReason = "unfinished"  // the game simply goes on
)

// EndReasons are all the reasons that an ending can have, those of the board first.
func EndReasons() []EndReason {
	return []EndReason{
		"checkmate", "stalemate", "bare-king", "both-bare", "move-count", "repetition",
		TimeForfeit, Adjudication, IllegalClaim, Abandoned, Agreement, Resignation, Unexplained, Unfinished,
	}
}

// statement is what a Termination tag or a last comment says of the ending.
type statement struct {
	reason EndReason
	loser  rules.Color
	named  bool // the statement says who lost
}

// saying is a turn of phrase that tells a reason.
type saying struct {
	phrase string
	reason EndReason
}

// sayings are looked for in this order in lower-case text. They are the words of
// cutechess, XBoard, PyChess, the PGN standard's Termination tag, and plain English.
var sayings = []saying{
	{"illegal move", IllegalClaim}, {"illegal-move", IllegalClaim}, {"invalid move", IllegalClaim}, {"rules infraction", IllegalClaim},
	{"adjudicat", Adjudication}, {"invalid result claim", Adjudication},
	{"time forfeit", TimeForfeit}, {"time-forfeit", TimeForfeit}, {"on time", TimeForfeit}, {"time out", TimeForfeit}, {"timeout", TimeForfeit},
	{"out of time", TimeForfeit}, {"ran out", TimeForfeit}, {"flag fell", TimeForfeit},
	{"stalled connection", Abandoned}, {"connection stalls", Abandoned}, {"disconnect", Abandoned}, {"abandon", Abandoned},
	{"left the game", Abandoned}, {"exited unexpectedly", Abandoned}, {"aborted", Abandoned}, {"emergency", Abandoned}, {"death", Abandoned},
	{"resign", Resignation}, {"gives up", Resignation}, {"gave up", Resignation},
	{"agree", Agreement}, {"mutual consent", Agreement},
}

// stated works out what text says of the ending.
func stated(text string) (st statement, ok bool) {
	if text == "" {
		return statement{}, false
	}
	text = strings.ToLower(text)
	for _, s := range sayings {
		at := strings.Index(text, s.phrase)
		if at < 0 {
			continue
		}
		st = statement{reason: s.reason}
		if s.reason != Agreement {
			st.loser, st.named = loserIn(text[:at])
			if !st.named { // "resignation by White"
				_, by, _ := strings.Cut(text[at:], " by ")
				switch {
				case strings.HasPrefix(by, "white"):
					st.loser, st.named = rules.White, true
				case strings.HasPrefix(by, "black"):
					st.loser, st.named = rules.Black, true
				}
			}
		}
		return st, true
	}
	return statement{}, false
}

// loserIn is the side that text, which leads up to the reason, names as the one
// that lost: "white loses", "black wins by", "white makes an".
func loserIn(text string) (c rules.Color, ok bool) {
	w, b := strings.LastIndex(text, "white"), strings.LastIndex(text, "black")
	if w < 0 && b < 0 {
		return 0, false
	}
	c = rules.White
	if b > w {
		c = rules.Black
	}
	if after := text[max(w, b):]; strings.Contains(after, "win") || strings.Contains(after, "won") {
		c = c.Other()
	}
	return c, true
}

// ending works out how the game ended and compares it with what is recorded.
func (r *Replayer) ending(p *Replay, over rules.Outcome, overPly int, open rules.Claims) {
	p.Ending.Ply = len(p.Moves)
	if over.Over() {
		p.Ending = Ending{Result: over.Result, Reason: EndReason(over.Reason.String()), Ply: overPly}
		if p.recorded && p.Result != over.Result {
			r.sayResult(p, ResultMismatch, "the board says "+over.Result.String()+" ("+over.Reason.String()+"), the record "+p.Result.String())
		}
		return
	}
	st, said := r.statement(p.Game)
	p.Ending.Result = p.Result
	switch {
	case p.Result == rules.Draw && open.MoveCount():
		p.Ending.Reason = EndReason(rules.MoveCount.String())
	case p.Result == rules.Draw && open.Repetition():
		p.Ending.Reason = EndReason(rules.Repetition.String())
	case said:
		p.Ending.Reason = st.reason
		if st.named && p.Result == rules.Unknown && st.reason != Abandoned {
			p.Ending.Result = rules.Win(st.loser.Other())
		}
		if st.named && p.Result == rules.Win(st.loser) {
			r.sayResult(p, ResultMismatch, "the record says "+p.Result.String()+", and that "+st.loser.String()+" lost ("+string(st.reason)+")")
		}
	case p.Result == rules.Unknown:
		p.Ending.Reason = Unfinished
	default:
		p.Ending.Reason = Unexplained
	}
}

// statement is what the Termination tag, else the last comment of the main line,
// says of the ending.
func (r *Replayer) statement(g *Game) (statement, bool) {
	if t, ok := g.knownValue(tagTermination); ok {
		if st, ok := stated(t); ok {
			if st.named {
				return st, true
			}
			if by, ok := stated(lastComment(g)); ok && by.named && by.reason == st.reason {
				return by, true
			}
			return st, true
		}
	}
	return stated(lastComment(g))
}

// lastComment is the last comment at the end of the main line.
func lastComment(g *Game) string {
	for i := len(g.Items) - 1; i >= 0; i-- {
		switch it := g.Items[i]; it.Kind {
		case CommentItem, LineCommentItem:
			if it.flags&preTag == 0 {
				return string(g.ItemText(it))
			}
		case ResultItem, NAGItem, DrawOfferItem, EscapeItem, NumberItem, OddItem:
		default:
			return ""
		}
	}
	return ""
}
