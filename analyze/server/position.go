package server

import (
	"slices"
	"strings"

	"github.com/diwan-shatranj/diwan/rules"
)

// position does what "position" says.
func (s *uciServer) position(words []string) {
	var moves []string
	if i := slices.Index(words, "moves"); i >= 0 {
		words, moves = words[:i], words[i+1:]
	}
	var start rules.Position
	switch {
	case len(words) == 1 && words[0] == "startpos":
		start = startPosition()
	case len(words) > 1 && words[0] == "fen":
		p, err := rules.ParsePosition(strings.Join(words[1:], " "))
		if err != nil {
			s.complain("position: %v", err)
			return
		}
		start = p
	default:
		s.complain("position: neither startpos nor a FEN")
		return
	}
	p := start
	line := make([]rules.Move, 0, len(moves))
	for i, text := range moves {
		m, err := rules.ParseCoordinate(&p, text)
		if err != nil || !s.rules.IsLegal(&p, m) {
			s.complain("position: move %d, %.10q, is illegal", i+1, text)
			return
		}
		line = append(line, m)
		p = p.Play(m)
	}
	s.start, s.moves = start, line
}

// coordinates returns a move as it is written to the user.
func coordinates(m rules.Move) string {
	if m == rules.NoMove {
		return "(none)"
	}
	text := m.String()
	if m.IsPromotion() {
		text = text[:4] + "q"
	}
	return text
}
