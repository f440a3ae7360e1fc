package rules

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestParseFEN(t *testing.T) {
	const men = "rnakfanr/pppppppp/8/8/8/8/PPPPPPPP/RNAKFANR"
	for _, test := range []struct {
		fen, want string
		notes     []string
	}{
		{men + " w - - 0 1", men + " w - - 0 1", nil},
		{men + " b - - 12 34", men + " b - - 12 34", nil},
		{"  " + men + "\tw  - - 0 1\r\n", men + " w - - 0 1", nil},
		{"rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1", men + " w - - 0 1", nil},
		{"rnekgenr/pppppppp/8/8/8/8/PPPPPPPP/RNEKGENR w - - 0 1", men + " w - - 0 1", nil},
		{"rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEKFENR w - - 0 1", men + " w - - 0 1", nil},
		{men, men + " w - - 0 1", []string{NoteFields}},
		{men + " b", men + " b - - 0 1", []string{NoteFields}},
		{men + " b -", men + " b - - 0 1", []string{NoteFields}},
		{men + " b 7", men + " b - - 7 1", []string{NoteFields}},
		{men + " b 7 20", men + " b - - 7 20", []string{NoteFields}},
		{men + " b - -", men + " b - - 0 1", []string{NoteFields}},
		{men + " b - 7 20", men + " b - - 7 20", []string{NoteFields}},
		{men + " b - - 7", men + " b - - 7 1", []string{NoteFields}},
		{men + " w - - 0 0", men + " w - - 0 1", nil},
		{men + " w KQkq - 0 1", men + " w - - 0 1", []string{NoteCastling}},
		{men + " w - e3 0 1", men + " w - - 0 1", []string{NoteCastling}},
		{men + " w HAha e6 0 1", men + " w - - 0 1", []string{NoteCastling}},
		{men + " w KQkq 0 1", men + " w - - 0 1", []string{NoteCastling, NoteFields}},
		{"rnakfbnr/pppppppp/8/8/8/8/PPPPPPPP/RNAKQANR w - - 0 1", men + " w - - 0 1", []string{NoteLetters, NoteLetters}},
		{"rnekgenr/pppppppp/8/8/8/8/PPPPPPPP/RNEKGANR w 0 1", men + " w - - 0 1", []string{NoteLetters, NoteFields}},
		{"k7/44/11111111/8/8/8/8/K7 w - - 0 1", "k7/8/8/8/8/8/8/K7 w - - 0 1", nil},
		{"8/8/8/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/8/8/8 w - - 0 1", nil},
		{men + " w - - 999999 999999", men + " w - - 999999 999999", nil},
	} {
		s, notes, err := ParseFEN(test.fen)
		if err != nil {
			t.Errorf("%s: %v", test.fen, err)
			continue
		}
		if got := s.FEN(); got != test.want {
			t.Errorf("%s: got %s, want %s", test.fen, got, test.want)
		}
		var codes []string
		for _, note := range notes {
			codes = append(codes, note.Code)
			if note.Msg == "" {
				t.Errorf("%s: note %s says nothing", test.fen, note.Code)
			}
		}
		if diff := cmp.Diff(test.notes, codes); diff != "" {
			t.Errorf("%s: notes (-want +got):\n%s", test.fen, diff)
		}
	}
}

func TestParseFENFaults(t *testing.T) {
	for _, test := range []struct {
		fen    string
		offset int
		msg    string
	}{
		{"", 0, "no placement"},
		{"  \t", 3, "no placement"},
		{"8/8/8/8/8/8/8 w - - 0 1", 13, "only 7 ranks"},
		{"8/8/8/8/8/8/8/8/8 w - - 0 1", 15, "more than eight ranks"},
		{"8/7/8/8/8/8/8/8 w - - 0 1", 3, "rank 7 has 7 squares"},
		{"8/9/8/8/8/8/8/8 w - - 0 1", 2, "'9' is no man"},
		{"8/0/8/8/8/8/8/8 w - - 0 1", 2, "'0' is no man"},
		{"8/7kk/8/8/8/8/8/8 w - - 0 1", 4, "more than eight squares on rank 7"},
		{"8/k8/8/8/8/8/8/8 w - - 0 1", 3, "more than eight squares on rank 7"},
		{"8/8/8/8/8/8/8/7 w - - 0 1", 15, "rank 1 has 7 squares"},
		{"8/8/8/3x4/8/8/8/8 w - - 0 1", 7, "'x' is no man"},
		{"8/8/8/3К4/8/8/8/8 w - - 0 1", 7, "'К' is no man"},
		{"8/8/8/8/8/8/8/8 white - - 0 1", 16, "side to move \"white\""},
		{"8/8/8/8/8/8/8/8 - - 0 1", 16, "side to move \"-\""},
		{"8/8/8/8/8/8/8/8 w - - x 1", 22, "counter \"x\""},
		{"8/8/8/8/8/8/8/8 w - - 0 -1", 24, "counter \"-1\""},
		{"8/8/8/8/8/8/8/8 w - - 0 1000000", 24, "counter \"1000000\""},
		{"8/8/8/8/8/8/8/8 w - - 0 1 2", 26, "more than six fields"},
		{"8/8/8/8/8/8/8/8 w 0 1 2", 22, "field \"2\" not understood"},
		{"8/8/8/8/8/8/8/8 w - - bm Ra8", 22, "counter \"bm\""},
	} {
		s, notes, err := ParseFEN(test.fen)
		var fault *FENError
		if !errors.As(err, &fault) {
			t.Errorf("%q: error %v", test.fen, err)
			continue
		}
		if fault.Offset != test.offset || fault.Msg != test.msg {
			t.Errorf("%q: %q at %d, want %q at %d", test.fen, fault.Msg, fault.Offset, test.msg, test.offset)
		}
		if s != (Setup{}) || notes != nil {
			t.Errorf("%q: a setup besides the error", test.fen)
		}
	}
}

func TestFENErrorText(t *testing.T) {
	_, err := ParsePosition("8/8/8/3x4/8/8/8/8 w")
	if got, want := err.Error(), `bad FEN: 'x' is no man at character 8`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestPositionTexts(t *testing.T) {
	p := mustPosition(t, "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR b 3 9")
	const placement = "rnakfanr/pppppppp/8/8/8/8/PPPPPPPP/RNAKFANR"
	if got, want := p.FEN(), placement+" b - - 3 9"; got != want || p.String() != want {
		t.Errorf("FEN %s, String %s, want %s", got, p, want)
	}
	if got, want := p.EPD(), placement+" b"; got != want {
		t.Errorf("EPD %s, want %s", got, want)
	}
}

func TestFENReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		if got, err := ParsePosition(p.FEN()); got != p || err != nil {
			t.Fatalf("%s reads as %s, %v", p.FEN(), got.FEN(), err)
		}
		s := drawSetup(t)
		if got, notes, err := ParseFEN(s.FEN()); got != s || notes != nil || err != nil {
			t.Fatalf("%s reads as %s, %v, %v", s.FEN(), got.FEN(), notes, err)
		}
	})
}

// Whatever the text, reading it does not panic; what is read is written so
// that it reads the same; and what is playable is so with all it can do.
func FuzzParseFEN(f *testing.F) {
	for _, line := range outcomeLines()[:40] {
		f.Add(line.FEN)
	}
	f.Add("rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w KQkq e3 0 1")
	f.Add("rnekgenr/pppppppp/8/8/8/8/PPPPPPPP/RNEKGANR w 0 1")
	f.Add("8/8/8/3К4/8/8/8/8 w - - x 1000000")
	f.Fuzz(func(t *testing.T, text string) {
		s, _, err := ParseFEN(text)
		if err != nil {
			var fault *FENError
			if !errors.As(err, &fault) || fault.Offset < 0 || fault.Offset > len(text) {
				t.Fatalf("error %#v", err)
			}
			return
		}
		again, notes, err := ParseFEN(s.FEN())
		if again != s || notes != nil || err != nil {
			t.Fatalf("%s reads as %s, %v, %v", s.FEN(), again.FEN(), notes, err)
		}
		problems := s.Problems(false)
		p, err := s.Position()
		if (err != nil) != (len(problems) > 0 && problems[0].Error) {
			t.Fatalf("%s: problems %v, error %v", s.FEN(), problems, err)
		}
		if err != nil {
			return
		}
		if q, err := ParsePosition(p.FEN()); q != p || err != nil || p.Setup() != s {
			t.Fatalf("%s reads as %s, %v", p.FEN(), q.FEN(), err)
		}
		moves := p.AppendMoves(nil)
		for _, m := range moves {
			next := p.Play(m)
			next.HasMoves()
		}
		if len(moves) != p.CountMoves() {
			t.Fatalf("%s: %d moves, counted %d", p.FEN(), len(moves), p.CountMoves())
		}
	})
}
