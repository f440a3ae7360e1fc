package pgn

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/diwan-shatranj/diwan/rules"
)

// severityOf is the catalogue's severity of every code.
var severityOf = func() map[Code]Severity {
	m := map[Code]Severity{}
	for _, ci := range Codes() {
		m[ci.Code] = ci.Severity
	}
	return m
}()

// sayAt adds a diagnostic about the bytes from start to end of the game's text.
func (r *Replayer) sayAt(p *Replay, c Code, ply, start, end int, variation bool, message, hint string) {
	line, col := p.Game.position(start)
	p.Diagnostics = append(p.Diagnostics, Diagnostic{
		Code: c, Severity: severityOf[c], Line: line, Col: col, Ply: ply, Variation: variation,
		Message: message, Hint: hint, Offset: start, Width: max(end-start, 0),
	})
}

// sayItem adds a diagnostic about an item, with a severity of its own.
func (r *Replayer) sayItem(p *Replay, c Code, s Severity, it Item, ply int, message, hint string) {
	r.sayAt(p, c, ply, int(it.Start), int(it.End), len(r.levels) > 1, message, hint)
	p.Diagnostics[len(p.Diagnostics)-1].Severity = s
}

// sayTag adds a diagnostic about a tag that the package knows.
func (r *Replayer) sayTag(p *Replay, known int, c Code, message, hint string) {
	t := p.Game.tags[p.Game.known[known]-1]
	r.sayAt(p, c, 0, int(t.start), int(t.end), false, message, hint)
}

// sayResult adds a diagnostic about the recorded result.
func (r *Replayer) sayResult(p *Replay, c Code, message string) {
	g := p.Game
	if g.result > 0 {
		it := g.Items[g.result-1]
		r.sayAt(p, c, len(p.Moves), int(it.Start), int(it.End), false, message, "")
		return
	}
	r.sayTag(p, tagResult, c, message, "")
}

// missingResult says that nothing stands behind the moves, unless a fault that
// swallowed it has been said.
func (r *Replayer) missingResult(p *Replay) {
	for _, d := range p.Diagnostics {
		if d.Code == UnterminatedComment || d.Code == UnclosedVariation {
			return
		}
	}
	end := len(strings.TrimRight(string(p.Game.Text), " \t\r\n"))
	r.sayAt(p, MissingResult, 0, end, end, false, "no result stands behind the moves", "end the game with 1-0, 0-1, 1/2-1/2 or *")
}

// truncated reports whether the game was found to be cut short in a move.
func (r *Replayer) truncated(p *Replay) bool {
	return slices.ContainsFunc(p.Diagnostics, func(d Diagnostic) bool { return d.Code == Truncated })
}

// sayMove says why the word of item i is no move of pos.
func (r *Replayer) sayMove(p *Replay, pos *rules.Position, i, ply int, said *word, err error) {
	g := p.Game
	it := g.Items[i]
	text := string(g.ItemText(it))
	c, message, hint := IllegalMove, text+" is illegal here", ""
	var buf [128]rules.Move
	legal := p.Rules.AppendMoves(pos, buf[:0])
	switch {
	case errors.Is(err, rules.ErrUnknown) && i == len(g.Items)-1 && g.result == 0 && len(text) < 7:
		c, message = Truncated, "the text ends in the middle of a move: "+text
	case errors.Is(err, rules.ErrUnknown):
		c, message = UnknownMove, fmt.Sprintf("%q is no move", text)
	case errors.Is(err, rules.ErrAmbiguous):
		c, message = AmbiguousMove, "more than one man can play "+text
		hint = "write " + r.list(p, pos, fitting(legal, said.spec), " or ")
	case said.form == nullForm:
		message = "a side must move: the null move " + text + " is illegal"
	case said.form == castleForm:
		message = "there is no castling in shatranj"
	case said.passing:
		message = "there is no capture en passant in shatranj"
	case said.promotion != rules.NoKind && said.promotion != rules.Ferz:
		message = text + " is illegal: a pawn becomes a firzan, always"
	default:
		if exposes(pos, said.spec) {
			message = text + " is illegal: it leaves the shah attacked"
		}
		if near := r.list(p, pos, nearest(legal, said.spec), ", "); near != "" {
			hint = "near: " + near
		}
	}
	r.sayAt(p, c, ply, int(it.Start), int(it.End), len(r.levels) > 1, message, hint)
}

// list writes moves in algebraic notation.
func (r *Replayer) list(p *Replay, pos *rules.Position, moves []rules.Move, sep string) string {
	var out []string
	for _, m := range moves {
		out = append(out, p.Rules.SAN(pos, m))
	}
	return strings.Join(out, sep)
}

// fitting are the legal moves that an ambiguous spec can mean.
func fitting(legal []rules.Move, s rules.Spec) []rules.Move {
	var out []rules.Move
	for _, m := range legal {
		if m.Kind() == s.Kind && m.To() == s.To && (s.FromFile < 0 || int(s.FromFile) == m.From().File()) && (s.FromRank < 0 || int(s.FromRank) == m.From().Rank()) {
			out = append(out, m)
		}
	}
	return out
}

// nearest are the at most three legal moves that are closest to what was said: the
// same man to a square near by, or another man to the same square.
func nearest(legal []rules.Move, s rules.Spec) []rules.Move {
	distance := func(m rules.Move) int {
		d := max(abs(m.To().File()-s.To.File()), abs(m.To().Rank()-s.To.Rank()))
		if m.Kind() != s.Kind {
			d += 2
		}
		if s.FromFile >= 0 && int(s.FromFile) != m.From().File() {
			d++
		}
		return d
	}
	var out []rules.Move
	for _, m := range legal {
		if m.Kind() == s.Kind && distance(m) <= 3 || m.To() == s.To {
			out = append(out, m)
		}
	}
	slices.SortStableFunc(out, func(a, b rules.Move) int { return cmp.Compare(distance(a), distance(b)) })
	return out[:min(len(out), 3)]
}

func abs(n int) int { return max(n, -n) }

// exposes reports whether a man could make the move if it did not leave the own
// shah attacked.
func exposes(pos *rules.Position, s rules.Spec) bool {
	us := pos.Turn()
	if own := pos.By(us); own.Has(s.To) {
		return false
	}
	var from rules.Bitboard
	switch s.Kind {
	case rules.Knight:
		from = rules.KnightAttacks(s.To)
	case rules.Alfil:
		from = rules.AlfilAttacks(s.To)
	case rules.Ferz:
		from = rules.FerzAttacks(s.To)
	case rules.Rook:
		from = rules.RookAttacks(s.To, pos.Occupied())
	case rules.King:
		from = rules.KingAttacks(s.To)
	case rules.Pawn:
		if k := pos.Captures(rules.NewMove(rules.Pawn, s.To, s.To)); k != rules.NoKind {
			from = rules.PawnAttacks(us.Other(), s.To)
		}
	}
	return from&pos.Men(us, s.Kind) != 0
}

// habits collects what is a matter of style in a game: each habit is said once,
// at its first place, with the number of others like it.
type habits struct {
	first   [habitKinds]int32 // item, plus one
	count   [habitKinds]int
	letters uint32 // letters of men, as note has them
}

const (
	habitCapture = iota
	habitPromotion
	habitDisambiguation
	habitCheck
	habitLower
	habitKinds
)

// see notes the habits that the move of item i shows. pos is the position before it.
func (h *habits) see(said *word, pos *rules.Position, m rules.Move, i int) {
	if said.letter >= 'A' && said.letter <= 'Z' {
		h.letters |= 1 << (said.letter - 'A')
	}
	if said.lower {
		h.add(habitLower, i)
	}
	if said.form != coordForm && said.spec.Capture != (!m.IsExchange() && pos.By(pos.Turn().Other()).Has(m.To())) {
		h.add(habitCapture, i)
	}
	if m.IsPromotion() && said.promotion == rules.NoKind {
		h.add(habitPromotion, i)
	}
	if said.form == shortForm && (said.letter != 0 || !said.spec.Capture) && (said.spec.FromFile >= 0 || said.spec.FromRank >= 0) {
		if told := bits.OnesCount8(originTold(said.spec)); told > needed(pos, m) {
			h.add(habitDisambiguation, i)
		}
	}
}

func originTold(s rules.Spec) uint8 {
	var told uint8
	if s.FromFile >= 0 {
		told |= 1
	}
	if s.FromRank >= 0 {
		told |= 2
	}
	return told
}

// needed is how many characters of its origin m needs in algebraic notation.
func needed(pos *rules.Position, m rules.Move) int {
	var buf [16]byte
	n := len(pos.AppendBareSAN(buf[:0], m)) - len("Nf3")
	if pos.Captures(m) != rules.NoKind {
		n--
	}
	return n
}

func (h *habits) add(kind, i int) {
	if h.count[kind] == 0 {
		h.first[kind] = int32(i) + 1
	}
	h.count[kind]++
}

// say adds the diagnostics of a game's habits.
func (h *habits) say(r *Replayer, p *Replay) {
	for kind, n := range h.count {
		if n == 0 {
			continue
		}
		it := p.Game.Items[h.first[kind]-1]
		more := ""
		if n > 1 {
			more = fmt.Sprintf(" (and %d more)", n-1)
		}
		text := string(p.Game.ItemText(it))
		c, s, message := CheckSign, Note, text+" gives check: the sign is missing"
		switch kind {
		case habitCapture:
			c, message = CaptureSign, text+": the x of a capture is missing or too much"
		case habitPromotion:
			c, message = PromotionImplied, text+": the pawn becomes a firzan"
		case habitDisambiguation:
			c, message = OverDisambig, text+" tells more of its origin than it needs to"
		case habitLower:
			c, s, message = LettersForgiven, Warning, text+": the man's letter is a small one"
		}
		r.sayItem(p, c, s, it, 0, message+more, "")
	}
	const ferzes, alfils = 1<<('F'-'A') | 1<<('Q'-'A') | 1<<('G'-'A'), 1<<('A'-'A') | 1<<('B'-'A') | 1<<('E'-'A')
	switch {
	case p.Letters.Forgiven:
		r.sayAt(p, LettersForgiven, 0, firstByte(p.Game.Text), 0, false, "the men have the letters of a modern language ("+p.Letters.Name+")", "diwan fmt writes the canonical letters")
	case p.Letters == dialectLetters && (bits.OnesCount32(h.letters&ferzes) > 1 || bits.OnesCount32(h.letters&alfils) > 1):
		r.sayAt(p, LettersForgiven, 0, firstByte(p.Game.Text), 0, false, "one kind of man has two letters", "diwan fmt writes the canonical letters")
	}
}

// checkSign compares the check sign of item i with the board.
func (r *Replayer) checkSign(p *Replay, lv *level, said *word, i int) {
	if said.form == coordForm && said.sign == noSign {
		return
	}
	check := lv.under.Check()
	mate := check && !lv.extra && lv.over.Reason == rules.Checkmate
	g := p.Game
	it := g.Items[i]
	switch {
	case said.sign == mateSign && !mate:
		message := string(g.ItemText(it)) + " is not checkmate"
		if lv.over.Over() && !lv.extra {
			message += ": the game ends by " + lv.over.Reason.String()
		}
		r.sayItem(p, CheckSign, Warning, it, lv.ply, message, "")
	case said.sign == checkSign && !check:
		r.sayItem(p, CheckSign, Warning, it, lv.ply, string(g.ItemText(it))+" gives no check", "")
	case said.sign == checkSign && mate:
		r.habits.add(habitCheck, i)
	case said.sign == noSign && check:
		if i+1 < len(g.Items) && g.Items[i+1].flags&glued != 0 && string(g.ItemText(g.Items[i+1])) == "+=" {
			// Check and a draw offer, not the sign for a small advantage.
			g.Items[i].End++
			g.Items[i+1] = Item{Kind: DrawOfferItem, Start: it.End + 1, End: it.End + 2, flags: glued}
			return
		}
		r.habits.add(habitCheck, i)
	}
}

// number compares a written move number with the one that the position asks for.
// After a wrong one, counting goes on from what was written.
func (r *Replayer) number(p *Replay, lv *level, i int) {
	it := p.Game.Items[i]
	want := lv.now().Fullmove() + lv.shift
	got := int(it.Value)
	if got == min(want, 65535) {
		return
	}
	if i+1 < len(p.Game.Items) && p.Game.Items[i+1].Kind == ResultItem {
		return
	}
	if lv.ply > 0 || !p.uncounted {
		r.sayItem(p, MoveNumber, Warning, it, lv.ply+1, fmt.Sprintf("move number %d where %d is due", got, want), "")
	}
	lv.shift += got - want
}
