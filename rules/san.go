package rules

import (
	"fmt"
	"strings"
)

// MoveError says why a move text cannot be played.
type MoveError struct {
	Text string
	Err  error // ErrUnknown, ErrIllegal or ErrAmbiguous
}

// Error returns the reason and the text.
func (e *MoveError) Error() string { return fmt.Sprintf("%v: %q", e.Err, e.Text) }

// Unwrap returns the reason.
func (e *MoveError) Unwrap() error { return e.Err }

// AppendBareSAN appends m, which must be legal, in algebraic notation without
// check sign: "Nf3", "R1xd4", "exf8=F", "K~b3". Men that could legally go to
// the same square are told apart by file if that suffices, else by rank, else
// by both.
func (p *Position) AppendBareSAN(dst []byte, m Move) []byte {
	from, to := m.From(), m.To()
	if m.IsExchange() {
		return to.appendTo(append(dst, "K~"...))
	}
	kind, us := m.Kind(), p.Turn()
	takes := p.colors[us^1].Has(to)
	if kind == Pawn {
		if takes {
			dst = append(dst, 'a'+byte(from&7), 'x')
		}
		dst = to.appendTo(dst)
		if m.IsPromotion() {
			dst = append(dst, "=F"...)
		}
		return dst
	}
	dst = append(dst, kind.Letter())
	var rivals Bitboard
	for others := p.origins(kind, us, to) &^ from.Bit(); others != 0; {
		if s := others.PopFirst(); p.isSafe(kind, s, to) {
			rivals |= s.Bit()
		}
	}
	switch {
	case rivals == 0:
	case rivals&(fileA<<(from&7)) == 0:
		dst = append(dst, 'a'+byte(from&7))
	case rivals&(rank1<<(from&56)) == 0:
		dst = append(dst, '1'+byte(from>>3))
	default:
		dst = from.appendTo(dst)
	}
	if takes {
		dst = append(dst, 'x')
	}
	return to.appendTo(dst)
}

// AppendSAN appends m, which must be legal, in algebraic notation with the
// check sign that the rule set gives it: "#" for checkmate, "+" for any other
// check, such as a mate that an exchange escapes.
func (r *Ruleset) AppendSAN(dst []byte, p *Position, m Move) []byte {
	dst = p.AppendBareSAN(dst, m)
	next := p.Play(m)
	if !next.InCheck() {
		return dst
	}
	if r.Outcome(&next, 1).Reason == Checkmate {
		return append(dst, '#')
	}
	return append(dst, '+')
}

// SAN returns m in algebraic notation as AppendSAN has it.
func (r *Ruleset) SAN(p *Position, m Move) string {
	return string(r.AppendSAN(make([]byte, 0, 8), p, m))
}

// ParseSAN reads a move in algebraic notation with the letters K F R N A P,
// also Q and G for the ferz, B and E for the alfil, and returns the legal move
// that it means: an ordinary one, or an exchange ("K~b3") to a square that
// allows it. Check signs and the marks ! and ? are passed over, a capture sign
// may be missing. The error is a *MoveError.
func ParseSAN(p *Position, s string) (Move, error) {
	spec, ok := parseSpec(s)
	if !ok {
		return NoMove, &MoveError{s, ErrUnknown}
	}
	m, err := p.Resolve(spec)
	if err != nil {
		return NoMove, &MoveError{s, err}
	}
	return m, nil
}

// parseSpec takes a move text apart from its end, where the square is.
func parseSpec(s string) (spec Spec, ok bool) {
	s = strings.TrimRight(s, "+#!?")
	spec = Spec{Kind: Pawn, FromFile: -1, FromRank: -1}
	if square, found := strings.CutPrefix(s, "K~"); found {
		spec.Kind, spec.Exchange = King, true
		spec.To, ok = ParseSquare(square)
		return spec, ok
	}
	if n := len(s); n > 2 && KindOf(s[n-1]) == Ferz {
		spec.Promotion = true
		s = strings.TrimSuffix(s[:n-1], "=")
	}
	if len(s) < 2 {
		return spec, false
	}
	if spec.To, ok = ParseSquare(s[len(s)-2:]); !ok {
		return spec, false
	}
	s = s[:len(s)-2]
	if s != "" && KindOf(s[0]) != NoKind {
		spec.Kind = KindOf(s[0])
		s = s[1:]
	}
	s, spec.Capture = strings.CutSuffix(s, "x")
	if s != "" && s[0] >= 'a' && s[0] <= 'h' {
		spec.FromFile = int8(s[0] - 'a')
		s = s[1:]
	}
	if s != "" && s[0] >= '1' && s[0] <= '8' {
		spec.FromRank = int8(s[0] - '1')
		s = s[1:]
	}
	return spec, s == ""
}
