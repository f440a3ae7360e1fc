package pgn

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/diwan-shatranj/diwan/internal/gamegen"
)

// playedForPeers are the games that other programs are asked about: a collection
// of random ones, and the real ones. Each is the caller's own.
func playedForPeers(t *testing.T) (played []*Replay) {
	t.Helper()
	inputs := [][]byte{
		generated(t, gamegen.Options{Games: 30, Seed: 71, FEN: true, Comments: 0.05, Variations: 0.05}),
		generated(t, gamegen.Options{Games: 10, Seed: 72}),
	}
	files, err := filepath.Glob("testdata/games/*/*.pgn")
	if err != nil || len(files) == 0 {
		t.Fatal("no games", err)
	}
	for _, path := range files {
		in, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		inputs = append(inputs, in)
	}
	for _, in := range inputs {
		_, some, _ := readBytes(t, in, Options{})
		for _, p := range some {
			if p.Faultless() {
				played = append(played, p)
			}
		}
	}
	return played
}

// engineMoves are the moves of a game as engines write them: a pawn becomes q.
func engineMoves(p *Replay) []string {
	w := NewWriter(nil, WriterOptions{Compat: CompatFSF, Notation: UCI})
	pos := p.Start
	var out []string
	for _, m := range p.Moves {
		out = append(out, string(w.appendMove(nil, p.Rules, &pos, m, false)))
		pos = pos.Play(m)
	}
	return out
}

// acceptedBy reports whether a program has read all moves of a game. The one more ply
// of the bared side, which XBoard grants always, is none where the winner has more
// than one man left.
func acceptedBy(p *Replay, got, want []string) bool {
	extra := slices.ContainsFunc(p.Diagnostics, func(d Diagnostic) bool { return d.Code == ExtraPly })
	return slices.Equal(got, want) || extra && slices.Equal(got, want[:len(want)-1])
}

// readByFfish makes node read PGN texts, one game each, and write a line for each.
const readByFfish = `
delete globalThis.fetch; // the package's loader would fetch a file path with it
const ffish = require(process.env.DIWAN_FFISH);
const games = JSON.parse(require('fs').readFileSync(0, 'utf8'));
ffish.onRuntimeInitialized = () => {
  for (const text of games) {
    const g = ffish.readGamePGN(text);
    console.log(JSON.stringify({variant: g.headers('Variant'), fen: g.headers('FEN'), moves: g.mainlineMoves()}));
    g.delete();
  }
};`

// TestFfishReads holds that the npm package ffish reads the same games out of what
// is written for it.
func TestFfishReads(t *testing.T) {
	if os.Getenv("DIWAN_FFISH") == "" {
		t.Skip("DIWAN_FFISH does not name the folder of the npm package ffish")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	played := playedForPeers(t)
	var texts, want []string
	for _, p := range played {
		texts = append(texts, string(NewWriter(nil, WriterOptions{Compat: CompatFSF}).Render(p).Text))
		want = append(want, strings.Join(engineMoves(p), " "))
	}
	in, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, "-e", readByFfish)
	cmd.Stdin = bytes.NewReader(in)
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("node: %v\n%s", err, complaints.Bytes())
	}
	read := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
	if len(read) != len(played) {
		t.Fatalf("%d games became %d\n%.500s", len(played), len(read), out)
	}
	for i, line := range read {
		var got struct{ Variant, FEN, Moves string }
		if err := json.Unmarshal(line, &got); err != nil {
			t.Fatal(err)
		}
		if !acceptedBy(played[i], strings.Fields(got.Moves), strings.Fields(want[i])) || !strings.EqualFold(got.Variant, "shatranj") {
			a, b := strings.Fields(got.Moves), strings.Fields(want[i])
			at := 0
			for at < min(len(a), len(b)) && a[at] == b[at] {
				at++
			}
			t.Errorf("game %d (%s, %s): ffish reads %s from ply %d, not %s\n… %s", i+1, played[i].Ending.Reason, got.Variant, a[at:], at+1, b[at:], texts[i][max(0, len(texts[i])-80):])
		}
	}
	t.Logf("%d games", len(played))
}

// TestFairyStockfishPlays holds that Fairy-Stockfish accepts every move of a game in
// the notation of UCI and comes to the same board.
func TestFairyStockfishPlays(t *testing.T) {
	path, err := exec.LookPath("fairy-stockfish")
	if err != nil {
		t.Skip("fairy-stockfish is not installed")
	}
	played := playedForPeers(t)
	w := NewWriter(nil, WriterOptions{Compat: CompatFSF})
	var in bytes.Buffer
	in.WriteString("uci\nsetoption name UCI_Variant value shatranj\n")
	var boards [][]string // of each game, ply after ply
	for _, p := range played {
		fmt.Fprintf(&in, "position fen %s moves %s\nd\n", w.fen(&p.Start), strings.Join(engineMoves(p), " "))
		pos := p.Start
		var line []string
		for _, m := range p.Moves {
			pos = pos.Play(m)
			line = append(line, placement(w.fen(&pos)))
		}
		boards = append(boards, line)
	}
	in.WriteString("quit\n")
	cmd := exec.Command(path)
	cmd.Stdin = &in
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(string(out)) {
		if fen, ok := strings.CutPrefix(line, "Fen: "); ok {
			got = append(got, strings.TrimSpace(fen))
		}
	}
	if len(got) != len(boards) {
		t.Fatalf("%d games became %d", len(boards), len(got))
	}
	for i, line := range boards {
		if len(line) == 0 {
			continue
		}
		n := len(line) - 1
		if got := placement(got[i]); got != line[n] && (n == 0 || !acceptedBy(played[i], []string{got}, line[n-1:])) {
			t.Errorf("game %d (%s): Fairy-Stockfish comes to %s, not %s", i+1, played[i].Ending.Reason, got, line[n])
		}
	}
	t.Logf("%d games", len(played))
}

// placement is the men of a FEN and the side to move.
func placement(fen string) string { return strings.Join(strings.Fields(fen)[:2], " ") }
