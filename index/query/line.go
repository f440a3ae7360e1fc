package query

import (
	"strings"
	"unicode"
)

// parseLine reads moves with blanks between them. Move numbers are dropped.
func parseLine(s string) ([]string, *fault) {
	var moves []string
	for at := 0; at < len(s); {
		if r := strings.TrimLeftFunc(s[at:], unicode.IsSpace); len(r) < len(s)-at {
			at = len(s) - len(r)
			continue
		}
		word := s[at:]
		if end := strings.IndexFunc(word, unicode.IsSpace); end >= 0 {
			word = word[:end]
		}
		begin := at
		at += len(word)
		text := dropNumber(word)
		begin += len(word) - len(text)
		switch text {
		case "":
		case Gap:
			if n := len(moves); n > 0 && moves[n-1] != Gap {
				moves = append(moves, Gap)
			}
		case AnyMove:
			moves = append(moves, AnyMove)
		default:
			move, ok := parseMove(text)
			if !ok {
				return nil, &fault{at: begin, msg: "`" + shorten(text) + "` is no move", expected: "a move as Nf3, exd4, e8=F or g1f3, ? for any one, * for any number"}
			}
			moves = append(moves, move)
		}
	}
	// A gap at an end says nothing: a line is found anywhere.
	if n := len(moves); n > 0 && moves[n-1] == Gap {
		moves = moves[:n-1]
	}
	if len(moves) == 0 {
		return nil, &fault{at: len(s), msg: "the line has no moves", expected: "moves, as in e3 * Nf3"}
	}
	return moves, nil
}

// dropNumber cuts a move number off: 1. or 12... or the dots alone.
func dropNumber(s string) string {
	rest := strings.TrimLeft(s, "0123456789")
	if !strings.HasPrefix(rest, ".") {
		return s
	}
	return strings.TrimLeft(rest, ".")
}

// parseMove checks the form of a move and writes it with the letters KFRNA,
// without check signs and comments.
func parseMove(s string) (string, bool) {
	s = strings.TrimRight(s, "+#!?")
	var out []byte
	man := byte('P')
	if s != "" && strings.IndexByte("KFQGRNABEP", s[0]) >= 0 {
		switch man = s[0]; man {
		case 'Q', 'G':
			man = 'F'
		case 'B', 'E':
			man = 'A'
		}
		if man != 'P' {
			out = append(out, man)
		}
		s = s[1:]
	}
	if man == 'K' && strings.HasPrefix(s, "~") {
		_, ok := parseSquare(s[1:])
		return "K" + s, ok
	}
	// The promotion comes off first, and what is left ends in a square.
	promoted := false
	for _, form := range []string{"=F", "=Q", "=G", "=f", "=q", "=g", "F", "Q", "G", "f", "q"} {
		if rest, found := strings.CutSuffix(s, form); found {
			s, promoted = rest, true
			break
		}
	}
	if len(s) < 2 {
		return "", false
	}
	to, ok := parseSquare(s[len(s)-2:])
	if !ok {
		return "", false
	}
	from := s[:len(s)-2]
	isCoordinates := len(out) == 0 && len(from) == 2
	captures := false
	if rest, found := strings.CutSuffix(from, "x"); found {
		from, captures, isCoordinates = rest, true, false
	} else if rest, found := strings.CutSuffix(from, "-"); found {
		if len(rest) != 2 {
			return "", false
		}
		from, isCoordinates = rest, man == 'P'
	}
	// A pawn's move from a square is written as in coordinates.
	isLast := to>>3 == 7 || to>>3 == 0
	if isCoordinates {
		_, ok := parseSquare(from)
		if promoted {
			return from + to.String() + "f", ok && isLast
		}
		return from + to.String(), ok
	}
	if promoted && (man != 'P' || !isLast) || !isOrigin(from) {
		return "", false
	}
	out = append(out, from...)
	if captures {
		if man == 'P' && from == "" {
			return "", false
		}
		out = append(out, 'x')
	}
	out = append(out, to.String()...)
	if promoted {
		out = append(out, "=F"...)
	}
	return string(out), true
}

// isOrigin reports whether s is a file, a rank, a square or nothing.
func isOrigin(s string) bool {
	if s != "" && 'a' <= s[0] && s[0] <= 'h' {
		s = s[1:]
	}
	return s == "" || len(s) == 1 && '1' <= s[0] && s[0] <= '8'
}
