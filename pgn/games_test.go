package pgn

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func format(t testing.TB, in []byte, opts Options) []byte {
	t.Helper()
	var out bytes.Buffer
	w := NewWriter(&out, WriterOptions{})
	rd := NewReader(bytes.NewReader(in))
	r, err := NewReplayer(opts)
	if err != nil {
		t.Fatal(err)
	}
	for g, err := range rd.Games() {
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Write(r.Replay(g)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.WriteTail(rd.Tail()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestGames reads the real games of testdata/games, which programs and people
// wrote, and holds them against what is known of them.
func TestGames(t *testing.T) {
	files, err := filepath.Glob("testdata/games/*/*.pgn")
	if err != nil || len(files) == 0 {
		t.Fatal("no games", err)
	}
	count := map[string]int{}
	endings := map[EndReason]int{}
	extra := 0
	agree, board := 0, 0
	r, _ := NewReplayer(Options{})
	for _, path := range files {
		for _, g := range readAll(t, path) {
			p := r.Replay(g)
			dir := filepath.Base(filepath.Dir(path))
			count[dir]++
			for _, d := range p.Diagnostics {
				if d.Severity == Error {
					t.Errorf("%s game %d: %+v", path, g.Number, d)
				}
				if d.Code == ExtraPly {
					extra++
				}
			}
			if dir != "cutechess" {
				continue
			}
			switch p.Ending.Reason {
			case "checkmate", "stalemate", "bare-king", "both-bare":
				endings[p.Ending.Reason]++
				board++
				if says := strings.ToLower(lastComment(g)); reasonIn(says) == p.Ending.Reason {
					agree++
				} else if says != "" && !strings.HasSuffix(path, "startpos-min.pgn") {
					t.Errorf("%s game %d ends by %s, and cutechess says %q", path, g.Number, p.Ending.Reason, says)
				}
			}
		}
	}
	t.Log(count, endings, "extra", extra, "board", board, "agree", agree)
	if count["cutechess"] != 272 || count["xboard"] != 10 || count["pychess"] != 7 || count["historic"] != 3 {
		t.Errorf("games: %v", count)
	}
	if extra != 4 {
		t.Errorf("%d games with an extra ply, want 4", extra)
	}
	if board != 145 || agree != 133 || endings["bare-king"] != 102 || endings["checkmate"] != 30 || endings["both-bare"] != 10 || endings["stalemate"] != 3 {
		t.Errorf("board endings %d (agreeing with the comment: %d): %v", board, agree, endings)
	}
}

// reasonIn is the board ending that a comment of cutechess names.
func reasonIn(comment string) EndReason {
	switch {
	case strings.HasSuffix(comment, "both kings bare"):
		return "both-bare"
	case strings.HasSuffix(comment, "bare king"):
		return "bare-king"
	case strings.HasSuffix(comment, "mates"):
		return "checkmate"
	case strings.HasSuffix(comment, "by stalemate"):
		return "stalemate"
	}
	return ""
}

// TestWriteRead holds that writing what was read twice gives the same bytes, and
// that reading what was written gives the same game, over every file there is.
func TestWriteRead(t *testing.T) {
	files, _ := filepath.Glob("testdata/*/*.pgn")
	more, _ := filepath.Glob("testdata/games/*/*.pgn")
	for _, path := range append(files, more...) {
		t.Run(path, func(t *testing.T) {
			games := readAll(t, path)
			in, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			once := format(t, in, Options{})
			twice := format(t, once, Options{})
			if !bytes.Equal(once, twice) {
				t.Fatalf("not idempotent:\n--- once\n%s\n--- twice\n%s", once, twice)
			}
			again := slices.Collect(gamesOf(once))
			if len(again) != len(games) {
				t.Fatalf("%d games became %d:\n%s", len(games), len(again), once)
			}
			r, _ := NewReplayer(Options{})
			s, _ := NewReplayer(Options{})
			for i := range games {
				a, b := r.Replay(games[i]), s.Replay(again[i])
				sameGame(t, a, b)
			}
		})
	}
}

func gamesOf(b []byte) func(func(*Game) bool) {
	return func(yield func(*Game) bool) {
		for g, err := range NewReader(bytes.NewReader(b)).Games() {
			if err != nil || !yield(g) {
				return
			}
		}
	}
}

// sameGame compares two games in everything but layout and what the writer adds.
func sameGame(t testing.TB, a, b *Replay) {
	t.Helper()
	if a.Played != b.Played || a.Start != b.Start || !slices.Equal(a.Moves, b.Moves) || a.Result != b.Result || a.Ending != b.Ending || a.Array != b.Array {
		t.Errorf("game %d differs:\n%+v\n%+v", a.Game.Number, a, b)
	}
	if Worst(a.Diagnostics) == Error != (Worst(b.Diagnostics) == Error) {
		t.Errorf("game %d: errors differ:\n%v\n%v", a.Game.Number, a.Diagnostics, b.Diagnostics)
	}
	var as, bs []string
	collect := func(p *Replay) (out []string) {
		for i, it := range p.Game.Items {
			switch it.Kind {
			case CommentItem, LineCommentItem:
				out = append(out, "{"+p.Game.Comment(it)+"}")
			case NAGItem:
				out = append(out, "$"+string(rune('0'+it.Value)))
			case OpenItem, CloseItem, DrawOfferItem, EscapeItem, OddItem:
				out = append(out, string(p.Game.ItemText(it)))
			case MoveItem:
				if m := p.Move(i); m != 0 {
					out = append(out, m.String())
				}
			}
		}
		return out
	}
	as, bs = collect(a), collect(b)
	if !a.Played {
		return
	}
	for i := range as {
		if as[i] == "=" {
			as[i] = "(=)"
		}
	}
	if !slices.Equal(as, bs) {
		t.Errorf("game %d: movetext differs:\n%q\n%q", a.Game.Number, as, bs)
	}
}
