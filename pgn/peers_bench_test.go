package pgn

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/diwan-shatranj/diwan/internal/gamegen"
	"github.com/diwan-shatranj/diwan/rules"
)

// commonStart is a position of men that shatranj and chess have in common, from
// which both games go on alike as long as no pawn is promoted or steps twice.
const commonStart = "rnn1knnr/pppppppp/8/8/8/8/PPPPPPPP/RNN1KNNR w - - 0 1"

// commonGames are games that programs for chess can read, too.
func commonGames(b *testing.B, n int) (text []byte, games int) {
	b.Helper()
	setup, _, err := rules.ParseFEN(commonStart)
	if err != nil {
		b.Fatal(err)
	}
	start, err := setup.Position()
	if err != nil {
		b.Fatal(err)
	}
	all := generated(b, gamegen.Options{Games: n, Seed: 9, Start: &start})
	for g, err := range NewReader(bytes.NewReader(all)).Games() {
		if err != nil {
			b.Fatal(err)
		}
		if p, err := Play(g, Options{}); err != nil || !p.Faultless() {
			b.Fatalf("game %d is not sound", g.Number)
		}
		if !bytes.ContainsRune(g.Text, '=') {
			text = append(text, g.Text...)
			games++
		}
	}
	return text, games
}

// playByFfish makes node read the games of a file one by one and count their plies.
const playByFfish = `
delete globalThis.fetch;
const ffish = require(process.env.DIWAN_FFISH);
const games = require('fs').readFileSync(process.argv[1], 'utf8').split(/(?=^\[Event )/m);
ffish.onRuntimeInitialized = () => {
  let plies = 0;
  for (const text of games) {
    const g = ffish.readGamePGN(text);
    plies += g.mainlineMoves().split(' ').length;
    g.delete();
  }
  console.log(games.length, plies);
};`

// BenchmarkPeers reads one file of games with Diwan, on one core, and with other
// readers, each a process of its own.
func BenchmarkPeers(b *testing.B) {
	text, games := commonGames(b, 4000)
	chess := bytes.ReplaceAll(text, []byte("[Variant \"Shatranj\"]\n"), nil)
	measure := func(name string, text []byte, read func(b *testing.B, path string)) {
		b.Run(name, func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "games.pgn")
			if err := os.WriteFile(path, text, 0o600); err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				read(b, path)
			}
			b.ReportMetric(float64(games*b.N)/b.Elapsed().Seconds(), "games/s")
		})
	}
	measure("diwan", text, func(b *testing.B, path string) {
		f, err := os.Open(path)
		if err != nil {
			b.Fatal(err)
		}
		defer f.Close()
		r, err := NewReplayer(Options{})
		if err != nil {
			b.Fatal(err)
		}
		var g Game
		read := 0
		for rd := NewReader(f); ; read++ {
			if err := rd.Read(&g); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				b.Fatal(err)
			}
			if p := r.Replay(&g); !p.Faultless() {
				b.Fatalf("game %d is not sound", g.Number)
			}
		}
		if read != games {
			b.Fatalf("%d games read, not %d", read, games)
		}
	})
	run := func(b *testing.B, cmd *exec.Cmd) []byte {
		out, err := cmd.CombinedOutput()
		if err != nil {
			b.Fatalf("%v\n%.500s", err, out)
		}
		return out
	}
	if path, err := exec.LookPath("pgn-extract"); err != nil {
		b.Log("pgn-extract is not installed")
	} else {
		measure("pgn-extract", chess, func(b *testing.B, file string) {
			out := run(b, exec.Command(path, "-s", "-r", file))
			// That stalemate wins is not for a chess program to accept.
			if bytes.Contains(out, []byte("Failed")) || bytes.Contains(out, []byte("Unknown")) {
				b.Fatalf("pgn-extract complains:\n%.500s", out)
			}
		})
	}
	if node, err := exec.LookPath("node"); err != nil || os.Getenv("DIWAN_FFISH") == "" {
		b.Log("node or ffish is not installed")
	} else {
		measure("ffish", text, func(b *testing.B, file string) { run(b, exec.Command(node, "-e", playByFfish, file)) })
	}
}
