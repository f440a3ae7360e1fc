package rules

import "testing"

// Moves are stored on disk: the encoding must never change.
func TestMoveEncoding(t *testing.T) {
	for _, test := range []struct {
		move                Move
		bits                uint16
		text                string
		kind                Kind
		exchange, promotion bool
	}{
		{NoMove, 0, "0000", NoKind, false, false},
		{NewMove(Pawn, 12, 20), 0x150c, "e2e3", Pawn, false, false},
		{NewMove(Pawn, 52, 60), 0x1f34, "e7e8f", Pawn, false, true},
		{NewMove(Pawn, 12, 3), 0x10cc, "e2d1f", Pawn, false, true},
		{NewMove(Knight, 1, 18), 0x2481, "b1c3", Knight, false, false},
		{NewMove(Alfil, 2, 20), 0x3502, "c1e3", Alfil, false, false},
		{NewMove(Ferz, 3, 10), 0x4283, "d1c2", Ferz, false, false},
		{NewMove(Rook, 7, 63), 0x5fc7, "h1h8", Rook, false, false},
		{NewMove(King, 4, 5), 0x6144, "e1f1", King, false, false},
		{NewExchange(4, 17), 0x7444, "e1b3", King, true, false},
	} {
		m := test.move
		if uint16(m) != test.bits || m.String() != test.text || m.Kind() != test.kind ||
			string(m.AppendTo([]byte("1. "))) != "1. "+test.text || m.IsExchange() != test.exchange || m.IsPromotion() != test.promotion {
			t.Errorf("%s: %#04x %q %s exchange %v promotion %v", test.text, uint16(m), m, m.Kind(), m.IsExchange(), m.IsPromotion())
		}
	}
}
