package pgn

import (
	"fmt"
	"slices"
	"strings"

	"github.com/diwan-shatranj/diwan/rules"
)

// variantNames are the names that the Variant tag has for shatranj, in lower case.
var variantNames = []string{"shatranj", "chatrang", "al-shatranj", "xatranj", "шатрандж", "шатранж"}

// variant reports whether the game's Variant tag, if it has one, means shatranj.
func (r *Replayer) variant(p *Replay) bool {
	v, ok := p.Game.stated(tagVariant)
	if !ok || isShatranj(v) {
		return true
	}
	r.sayTag(p, tagVariant, WrongVariant, fmt.Sprintf("this is a game of %q, not of shatranj", v), "")
	return false
}

// isShatranj reports whether a Variant tag's value is a name of shatranj.
func isShatranj(value []byte) bool {
	return slices.ContainsFunc(variantNames, func(name string) bool {
		return len(value) == len(name) && strings.EqualFold(string(value), name)
	})
}

// orthodox says what the move that stopped a trial is in modern chess: a move that
// shatranj does not have. "" where it is none such.
func (r *Replayer) orthodox(p *Replay, t *trial) string {
	text := p.Game.ItemText(p.Game.Items[t.fail])
	var said word
	r.say(&said, text, t.set)
	pos := &t.at
	us := pos.Turn()
	to := said.spec.To
	switch {
	case said.form == castleForm:
		return "castling"
	case said.form == notAMove || said.form == nullForm || said.form == swapForm:
		return ""
	case said.passing:
		return "a capture en passant"
	case said.promotion == rules.Rook || said.promotion == rules.Knight || said.promotion == rules.Alfil:
		return "a promotion to another man than the firzan"
	}
	forward, home, fifth := 1, 1, 5
	if us == rules.Black {
		forward, home, fifth = -1, 6, 2
	}
	own := func(file, rank int, k rules.Kind) bool {
		if file < 0 || file > 7 || rank < 0 || rank > 7 {
			return false
		}
		c, kind := pos.At(rules.SquareAt(file, rank))
		return kind == k && c == us
	}
	empty := func(sq rules.Square) bool { _, k := pos.At(sq); return k == rules.NoKind }
	if k := said.spec.Kind; k == rules.Pawn || k == rules.NoKind {
		f, rk := to.File(), to.Rank()
		if rk == home+2*forward && own(f, home, rules.Pawn) && empty(to) && empty(rules.SquareAt(f, home+forward)) &&
			(said.spec.FromFile < 0 || int(said.spec.FromFile) == f) {
			return "a double step"
		}
		from := int(said.spec.FromFile)
		if rk == fifth && empty(to) && from >= 0 && (from == f-1 || from == f+1) && own(from, rk-forward, rules.Pawn) {
			if c, kind := pos.At(rules.SquareAt(f, rk-forward)); kind == rules.Pawn && c != us {
				return "a capture en passant"
			}
		}
	}
	if said.form == coordForm || said.form == longForm && said.letter == 0 {
		from := rules.SquareAt(int(said.spec.FromFile), int(said.spec.FromRank))
		c, k := pos.At(from)
		switch {
		case c != us:
		case k == rules.King && from.File() == 4 && from.Rank() == to.Rank() && (to.File() == 2 || to.File() == 6):
			return "castling"
		case k == rules.Ferz && r.slides(pos, k, to, true):
			return "a slide of a queen"
		case k == rules.Alfil && r.slides(pos, k, to, false):
			return "a slide of a bishop"
		}
	}
	if said.letter == 'Q' && r.slides(pos, rules.Ferz, to, true) {
		return "a slide of a queen"
	}
	if said.letter == 'B' && r.slides(pos, rules.Alfil, to, false) {
		return "a slide of a bishop"
	}
	return ""
}

// slides reports whether a man of kind k of the side to move could slide to a
// square as the modern bishop does, or, with straight, as the modern queen.
func (r *Replayer) slides(pos *rules.Position, k rules.Kind, to rules.Square, straight bool) bool {
	us := pos.Turn()
	for df := -1; df <= 1; df++ {
		for dr := -1; dr <= 1; dr++ {
			if df == 0 && dr == 0 || (df == 0 || dr == 0) && !straight {
				continue
			}
			for f, rk := to.File()+df, to.Rank()+dr; f >= 0 && f < 8 && rk >= 0 && rk < 8; f, rk = f+df, rk+dr {
				c, kind := pos.At(rules.SquareAt(f, rk))
				if kind == rules.NoKind {
					continue
				}
				if kind == k && c == us {
					return true
				}
				break
			}
		}
	}
	return false
}
