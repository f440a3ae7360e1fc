package pgn

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/diwan-shatranj/diwan/rules"
	"golang.org/x/text/encoding/charmap"
)

// neighbour is one small input that stands beside a kind of testdata/cases, and
// what the dialect says of it.
type neighbour struct {
	name  string
	in    string
	plies string // plies of each game: "3 2", "" where there is no game
	worst string // gravest severity in the whole input: clean, warning or error; "" is any
	says  string // "[GAME.]code[/severity][@line:col]" to be found; "!code" must not be
	board string // "result reason array" of each game, "-" is any; games are parted by |
	line  string // the first game's main line in coordinates
	text  string // the first game's first comment
	opts  Options
}

const (
	startE = "rnafkanr/pppppppp/8/8/8/8/PPPPPPPP/RNAFKANR w - - 0 1"
	startD = "rnakfanr/pppppppp/8/8/8/8/PPPPPPPP/RNAKFANR w - - 0 1"
	startX = "rnakfanr/pppppppp/8/8/8/8/PPPPPPPP/RNAFKANR w - - 0 1"
	seven  = "7r/4P3/8/8/8/k7/8/2K5 w - - 0 1"      // a pawn on the seventh rank
	bared  = "1k6/2R5/8/8/8/8/5r2/6K1 w - - 0 1"    // Kxf2 bares, Kxc7 can bare back
	bared2 = "1k6/8/R6R/8/8/8/5r2/6K1 w - - 0 1"    // Kxf2 bares for good
	mating = "k7/8/1K6/8/8/p7/8/7R w - - 0 1"       // Rh8#
	locked = "4k3/8/8/8/1p6/1Pn5/7r/K7 w - - 0 1"   // White has only the exchange K~b3
	stale  = "4k3/4P3/8/p3K3/P7/8/8/8 w - - 0 1"    // Ke6 stalemates
	twoF   = "8/7p/8/2k5/8/1F1F4/8/2K5 w - - 0 1"   // two firzans can go to c2
	passed = "4k3/8/8/3pP3/8/8/8/R3K3 w - - 0 1"    // exd6 would be en passant
	taking = "4k3/p7/3p4/4P3/8/8/8/R3K3 w - - 0 1"  // exd6 takes
	counts = "k7/8/8/8/8/p7/8/K6R w - - 139 80"     // one ply short of the claim
	castle = "4k3/p7/8/8/8/8/P7/R3K2R w - - 0 1"    // where castling would be possible
	lowerB = "4k3/p7/8/8/8/2p5/1P6/2A1K3 w - - 0 1" // bxc3 takes with the pawn
	smallB = "4k3/p7/8/8/8/8/4A3/4K3 w - - 0 1"     // bc4 can only be the alfil
	vFEN   = "4k3/4p3/8/8/8/8/4P3/R3K3 b - - 0 30"  // Black to move, move 30
	queens = "4k3/p7/8/8/8/8/P7/3FK3 w - - 0 1"     // Qd8 would be a slide
	bishop = "4k3/p7/8/8/8/8/P7/4KA2 w - - 0 1"     // Bb5 would be a slide
	inMate = "k6R/8/1K6/8/8/p7/8/8 b - - 0 1"       // checkmated from the start
	promo2 = "3r3r/4P3/8/8/8/k7/8/2K5 w - - 0 1"    // exd8
	longE  = "g1f3 g8f6 e2e3 e7e6 f1d3 f8d6 d1e2 d8e7 h1g1 h8g8 e1d1 e8d8"
	second = "[Event \"SECOND\"]\n[Variant \"Shatranj\"]\n[SetUp \"1\"]\n[FEN \"" + startE + "\"]\n\n1. d3 d6 1-0\n"
)

// from is a game with five lines before the moves: those stand on line 6.
func from(fen, moves string, tags ...string) string {
	return "[Event \"E\"]\n[Variant \"Shatranj\"]\n[SetUp \"1\"]\n[FEN \"" + fen + "\"]\n" + strings.Join(tags, "") + "\n" + moves + "\n\n"
}

// e is a game from shah-e; the moves stand on line 6.
func e(moves string, tags ...string) string { return from(startE, moves, tags...) }

// bare is a game without FEN; the moves stand on line 4.
func bare(moves string) string {
	return "[Event \"E\"]\n[Variant \"Shatranj\"]\n\n" + moves + "\n\n"
}

// men is the line longE with the men's letters K F R N A.
func men(k, f, r, n, a string) string {
	return strings.NewReplacer("K", k, "F", f, "R", r, "N", n, "A", a).Replace(
		"1. Nf3 Nf6 2. e3 e6 3. Ad3 Ad6 4. Fe2 Fe7 5. Rg1 Rg8 6. Kd1 Kd8 *")
}

func in1251(s string) string { return inCharmap(charmap.Windows1251, s) }
func in1252(s string) string { return inCharmap(charmap.Windows1252, s) }

func inCharmap(m *charmap.Charmap, s string) string {
	out, err := m.NewEncoder().String(s)
	if err != nil {
		panic(err)
	}
	return out
}

func in16(order binary.ByteOrder, s string) string {
	var b bytes.Buffer
	for _, u := range append([]uint16{0xFEFF}, utf16.Encode([]rune(s))...) {
		var two [2]byte
		order.PutUint16(two[:], u)
		b.Write(two[:])
	}
	return b.String()
}

func crlf(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }
func cr(s string) string   { return strings.ReplaceAll(s, "\n", "\r") }

// underRules are options that name a rule set.
func underRules(name string) Options {
	rs, ok := rules.RulesetByName(name)
	if !ok {
		panic("no rule set " + name)
	}
	return Options{Rules: rs}
}

// readBytes reads and plays every game of an input. Both are the caller's own.
func readBytes(t testing.TB, in []byte, opts Options) (games []*Game, played []*Replay, tail Tail) {
	t.Helper()
	rd := NewReader(bytes.NewReader(in))
	for g, err := range rd.Games() {
		if err != nil {
			t.Fatal(err)
		}
		p, err := Play(g, opts)
		if err != nil {
			t.Fatal(err)
		}
		games, played = append(games, g), append(played, p)
	}
	return games, played, rd.Tail()
}

// differences compares what was read with what the table says.
func (n *neighbour) differences(played []*Replay) (out []string) {
	bad := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	var plies, boards []string
	var worst Severity
	var said []string
	for i, p := range played {
		plies = append(plies, fmt.Sprint(len(p.Moves)))
		boards = append(boards, strings.TrimSpace(fmt.Sprint(p.Result, " ", p.Ending.Reason, " ", p.Array)))
		worst = max(worst, Worst(p.Diagnostics))
		for _, d := range p.Diagnostics {
			said = append(said, fmt.Sprintf("%d.%s/%s@%d:%d", i+1, d.Code, d.Severity, d.Line, d.Col))
		}
	}
	if got := strings.Join(plies, " "); got != n.plies {
		bad("plies %q, want %q", got, n.plies)
	}
	grade := worst.String()
	if worst <= Note {
		grade = "clean"
	}
	if n.worst != "" && grade != n.worst {
		bad("worst is %s, want %s", grade, n.worst)
	}
	for _, want := range strings.Fields(n.says) {
		pattern, not := strings.CutPrefix(want, "!")
		if slices.ContainsFunc(said, func(s string) bool { return saidAs(s, pattern) }) == not {
			bad("%s is not so", want)
		}
	}
	if n.board != "" {
		for i, want := range strings.Split(n.board, "|") {
			got := ""
			if i < len(boards) {
				got = boards[i]
			}
			ws, gs := strings.Fields(want), strings.Fields(got)
			for k, w := range ws {
				if w != "-" && (k >= len(gs) || gs[k] != w) {
					bad("game %d is %q, want %q", i+1, got, strings.TrimSpace(want))
					break
				}
			}
		}
	}
	if n.line != "" {
		var moves []string
		if len(played) > 0 {
			for _, m := range played[0].Moves {
				moves = append(moves, m.String())
			}
		}
		if got := strings.Join(moves, " "); got != n.line {
			bad("line %q, want %q", got, n.line)
		}
	}
	if n.text != "" && (len(played) == 0 || firstComment(played[0].Game) != n.text) {
		bad("the first comment is not %q", n.text)
	}
	if len(out) > 0 {
		out = append(out, "said: "+strings.Join(said, " "))
	}
	return out
}

// firstComment is the text of a game's first comment, "" where there is none.
func firstComment(g *Game) string {
	for _, it := range g.Items {
		if it.Kind == CommentItem || it.Kind == LineCommentItem {
			return g.Comment(it)
		}
	}
	return ""
}

// saidAs matches "1.code/severity@line:col" with a pattern that may leave out the
// game, the severity and the place.
func saidAs(said, pattern string) bool {
	game, rest, _ := strings.Cut(said, ".")
	if g, p, ok := strings.Cut(pattern, "."); ok {
		if g != game {
			return false
		}
		pattern = p
	}
	head, at, _ := strings.Cut(rest, "@")
	code, severity, _ := strings.Cut(head, "/")
	wantHead, wantAt, placed := strings.Cut(pattern, "@")
	wantCode, wantSeverity, graded := strings.Cut(wantHead, "/")
	return code == wantCode && (!graded || severity == wantSeverity) && (!placed || at == wantAt)
}

// TestNeighbours holds the reader against the dialect, one sentence or neighbour
// of a kind a row.
func TestNeighbours(t *testing.T) {
	seen := map[string]bool{}
	for _, n := range neighbours() {
		if seen[n.name] {
			t.Fatalf("two rows are called %s", n.name)
		}
		seen[n.name] = true
		t.Run(n.name, func(t *testing.T) {
			_, played, _ := readBytes(t, []byte(n.in), n.opts)
			diff := n.differences(played)
			why, known := knownWrong[n.name]
			switch {
			case known && len(diff) == 0:
				t.Errorf("this is right now; take it out of knownWrong (%s)", why)
			case known:
				t.Logf("known to be wrong: %s\n%s", why, strings.Join(diff, "\n"))
			case len(diff) > 0:
				t.Errorf("%q\n%s", n.in, strings.Join(diff, "\n"))
			}
		})
	}
	for name := range knownWrong {
		if !seen[name] {
			t.Errorf("knownWrong names %s, which is no row", name)
		}
	}
}

func inKOI8(s string) string { return inCharmap(charmap.KOI8R, s) }
