package rules

import (
	"fmt"
	"strconv"
	"strings"
)

// FENNote is something that ParseFEN forgave.
type FENNote struct {
	Code string // NoteCastling, NoteLetters or NoteFields
	Msg  string
}

// The codes of the notes: the first two are warnings, the last is a mere note.
const (
	// NoteCastling: castling flags or an en passant square, which shatranj
	// does not have, were ignored.
	NoteCastling = "fen-castling"
	// NoteLetters: more than one letter was used for the ferz or the alfil.
	NoteLetters = "letters"
	// NoteFields: the FEN had other than six fields.
	NoteFields = "fen-fields"
)

// FENError says why a text is no FEN, and where.
type FENError struct {
	Offset int    // in bytes from the start of the text
	Msg    string // what is wrong
	Hint   string // what to do about it, "" where nothing is to be said
}

// Error returns the message with the place in the text, counted from 1.
func (e *FENError) Error() string {
	return fmt.Sprintf("bad FEN: %s at character %d", e.Msg, e.Offset+1)
}

// field is a word of a FEN and its offset.
type field struct {
	text string
	at   int
}

func splitFields(s string) (fields []field) {
	start := -1
	for i := 0; i <= len(s); i++ {
		blank := i == len(s) || s[i] == ' ' || s[i] == '\t' || s[i] == '\r' || s[i] == '\n'
		if blank && start >= 0 {
			fields = append(fields, field{s[start:i], start})
			start = -1
		} else if !blank && start < 0 {
			start = i
		}
	}
	return fields
}

// ParseFEN reads a position description of one to six fields: the placement,
// the side to move (White if missing), castling flags and en passant square
// (ignored, with a note unless they are "-"), half-move count and move number
// (0 and 1 if missing). The two ignored fields may be missing before the
// counters, as XBoard writes it. The error is a *FENError. Whether the setup
// is playable is another matter, see [Setup.Problems].
func ParseFEN(s string) (Setup, []FENNote, error) {
	setup := Setup{Fullmove: 1}
	fields := splitFields(s)
	if len(fields) == 0 {
		return Setup{}, nil, &FENError{len(s), "no placement", "a FEN begins with the men on the board, rank 8 first"}
	}
	if len(fields) > 6 {
		return Setup{}, nil, &FENError{fields[6].at, "more than six fields", ""}
	}
	notes, err := setup.place(fields[0])
	if err != nil {
		return Setup{}, nil, err
	}
	rest := fields[1:]
	if len(rest) > 0 {
		switch rest[0].text {
		case "w":
		case "b":
			setup.Turn = Black
		default:
			return Setup{}, nil, &FENError{rest[0].at, fmt.Sprintf("side to move %q", rest[0].text), "the second field is w or b"}
		}
		rest = rest[1:]
	}
	ignored := false
	if len(rest) > 0 && isCastling(rest[0].text) {
		ignored = rest[0].text != "-"
		rest = rest[1:]
		if len(rest) > 0 && isPassant(rest[0].text) {
			ignored = ignored || rest[0].text != "-"
			rest = rest[1:]
		}
	}
	if ignored {
		notes = append(notes, FENNote{NoteCastling, "castling and en passant ignored: shatranj has neither"})
	}
	for i, counter := range []*int{&setup.Halfmove, &setup.Fullmove} {
		if i == len(rest) {
			break
		}
		if *counter, err = parseCounter(rest[i]); err != nil {
			return Setup{}, nil, err
		}
	}
	if len(rest) > 2 {
		return Setup{}, nil, &FENError{rest[2].at, fmt.Sprintf("field %q not understood", rest[2].text), "the last two fields are the counters"}
	}
	// Some programs begin to count the moves at 0.
	setup.Fullmove = max(setup.Fullmove, 1)
	if len(fields) != 6 {
		notes = append(notes, FENNote{NoteFields, fmt.Sprintf("%d fields, not six", len(fields))})
	}
	return setup, notes, nil
}

// place reads the placement field.
func (s *Setup) place(placement field) ([]FENNote, error) {
	text := placement.text
	fail := func(i int, hint, format string, args ...any) ([]FENNote, error) {
		return nil, &FENError{placement.at + i, fmt.Sprintf(format, args...), hint}
	}
	var letters [2]string // those met for the ferz, for the alfil
	file, rank := 0, 7
	for i, ch := range text {
		switch {
		case ch == '/':
			if file != 8 {
				return fail(i, "a rank has eight squares, digits count empty ones", "rank %d has %d squares", rank+1, file)
			}
			if rank == 0 {
				return fail(i, "the ranks 8 to 1 are separated by /", "more than eight ranks")
			}
			file, rank = 0, rank-1
		case ch >= '1' && ch <= '8':
			if file += int(ch - '0'); file > 8 {
				return fail(i, "a rank has eight squares, digits count empty ones", "more than eight squares on rank %d", rank+1)
			}
		default:
			upper, color := ch, White
			if ch >= 'a' && ch <= 'z' {
				upper, color = ch-'a'+'A', Black
			}
			kind := NoKind
			if upper < 0x80 {
				kind = KindOf(byte(upper))
			}
			if kind == NoKind {
				return fail(i, "men are K F R N A P, also Q or G for F and B or E for A; small for Black", "%q is no man", ch)
			}
			if file > 7 {
				return fail(i, "a rank has eight squares, digits count empty ones", "more than eight squares on rank %d", rank+1)
			}
			if kind == Ferz || kind == Alfil {
				if of := &letters[Ferz-kind]; !strings.ContainsRune(*of, upper) {
					*of += string(upper)
				}
			}
			s.Put(SquareAt(file, rank), color, kind)
			file++
		}
	}
	if file != 8 {
		return fail(len(text), "a rank has eight squares, digits count empty ones", "rank %d has %d squares", rank+1, file)
	}
	if rank != 0 {
		return fail(len(text), "the ranks 8 to 1 are separated by /", "only %d ranks", 8-rank)
	}
	var notes []FENNote
	for i, kind := range []Kind{Ferz, Alfil} {
		if of := letters[i]; len(of) > 1 {
			notes = append(notes, FENNote{NoteLetters, fmt.Sprintf("the %s is written with several letters: %s", kind, strings.Join(strings.Split(of, ""), ", "))})
		}
	}
	return notes, nil
}

// isCastling reports whether a field is "-" or castling flags, those of
// shuffled arrays included.
func isCastling(s string) bool {
	return s == "-" || strings.Trim(s, "KQkqABCDEFGHabcdefgh") == ""
}

// isPassant reports whether a field is "-" or an en passant square.
func isPassant(s string) bool {
	_, ok := ParseSquare(s)
	return s == "-" || ok
}

func parseCounter(f field) (int, error) {
	n, err := strconv.ParseUint(f.text, 10, 32)
	if err != nil || n > MaxCounter {
		return 0, &FENError{f.at, fmt.Sprintf("counter %q", f.text), fmt.Sprintf("the counters are numbers from 0 to %d", MaxCounter)}
	}
	return int(n), nil
}

// FEN returns the setup in the six fields of [Position.FEN].
func (s *Setup) FEN() string {
	b := appendPlacement(make([]byte, 0, 96), &s.kinds, &s.colors, s.Turn)
	b = append(b, " - - "...)
	half, full := s.counters()
	b = strconv.AppendInt(b, int64(half), 10)
	b = append(b, ' ')
	return string(strconv.AppendInt(b, int64(full), 10))
}

// FEN returns the position in six fields, with the letters K F R N A P:
// "rnafkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAFKANR w - - 0 1".
func (p *Position) FEN() string {
	s := p.Setup()
	return s.FEN()
}

// EPD returns the first two fields of the FEN: placement and side to move.
func (p *Position) EPD() string {
	return string(appendPlacement(make([]byte, 0, 80), &p.kinds, &p.colors, p.Turn()))
}

// String returns the FEN.
func (p Position) String() string { return p.FEN() }

func appendPlacement(dst []byte, kinds *[8]Bitboard, colors *[2]Bitboard, turn Color) []byte {
	p := Position{kinds: *kinds, colors: *colors}
	for rank := 7; rank >= 0; rank-- {
		empty := byte(0)
		flush := func() {
			if empty > 0 {
				dst = append(dst, '0'+empty)
				empty = 0
			}
		}
		for file := range 8 {
			c, k := p.At(SquareAt(file, rank))
			if k == NoKind {
				empty++
				continue
			}
			flush()
			dst = append(dst, k.Letter()|byte(c)<<5)
		}
		flush()
		if rank > 0 {
			dst = append(dst, '/')
		}
	}
	return append(dst, ' ', "wb"[turn&1])
}
