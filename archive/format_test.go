package archive

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"github.com/diwan-shatranj/diwan/rules"
)

var update = flag.Bool("update", false, "renew the expected output in testdata")

// formatOneEval is an evaluation in the archive of testdata.
var formatOneEval = EvalKey{Position: 0xfedcba9876543210, Rules: "iggc", Engine: "engine 1", Effort: "depth 5", MultiPV: 1}

// makeFormatOne makes the archive of testdata.
func makeFormatOne(t *testing.T, dir string) {
	t.Helper()
	ctx := context.Background()
	a := openAt(t, dir, Options{Tool: "diwan 1"})
	importAll(t, a, ImportOptions{}, file("../examples/games/as-suli.pgn"), file("../examples/games/mansubat.pgn"),
		text("odd", "[Date \"about 930\"]\n\n1. e3 e6 {a comment}\n\n[Variant \"Makruk\"]\n\n1. e4 *\n"))
	if err := a.Replace(ctx, 3, played(t, "[White \"me\"]\n[Variant \"Shatranj\"]\n\n1. e3 $1 (1. d3) 1-0\n")); err != nil {
		t.Fatal(err)
	}
	move := rules.NewMove(rules.Pawn, 12, 20)
	if err := a.PutEvals(ctx, []EvalRecord{{formatOneEval, Eval{Lines: []EvalLine{{CP: 17, Depth: 5, Moves: []rules.Move{move}}}, Nodes: 99}}}, nil); err != nil {
		t.Fatal(err)
	}
	closeAt(t, a)
}

// TestFormatOne holds that an archive of format 1, written once and kept in
// testdata, is read as it was written, and can be written to.
func TestFormatOne(t *testing.T) {
	const database, games = "testdata/format1.db.zst", "testdata/format1.pgn"
	ctx := context.Background()
	if _, err := os.Stat(database); *update && errors.Is(err, fs.ErrNotExist) {
		dir := t.TempDir()
		makeFormatOne(t, dir)
		db, err := os.ReadFile(filepath.Join(dir, "games.db"))
		if err != nil {
			t.Fatal(err)
		}
		zip, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(database, zip.EncodeAll(db, nil), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	packed, err := os.ReadFile(database)
	if err != nil {
		t.Fatal(err)
	}
	unzip, err := zstd.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	defer unzip.Close()
	dir := t.TempDir()
	db, err := os.Create(filepath.Join(dir, "games.db"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := unzip.WriteTo(db); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(games, []byte(export(t, open(t, dir, Options{ReadOnly: true}))), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(games)
	if err != nil {
		t.Fatal(err)
	}
	for _, readOnly := range []bool{true, false} {
		a := open(t, dir, Options{ReadOnly: readOnly})
		if diff := cmp.Diff(string(want), export(t, a)); diff != "" {
			t.Errorf("games (-want +got):\n%s", diff)
		}
		checkSound(t, a)
		if v, err := a.PositionEvals(ctx, formatOneEval.Position, formatOneEval.Halfmove, formatOneEval.Rules); err != nil || len(v) != 1 || v[0].EvalKey != formatOneEval || v[0].Lines[0].CP != 17 || v[0].Nodes != 99 {
			t.Errorf("evaluations %+v, %v", v, err)
		}
		if q, err := a.GetQuarantined(ctx, 1); err != nil || q.Reason != "wrong-variant" || q.Source.Tool != "diwan 1" {
			t.Errorf("quarantine %+v, %v", q, err)
		}
	}
	a := open(t, dir, Options{})
	n := count(t, a)
	if r := importAll(t, a, ImportOptions{}, text("again", string(want)+"[Round \"new\"]\n\n1. e3 *\n")); r.Added != 1 || r.FirstID != n+1 {
		t.Errorf("%d games, %+v", n, r)
	}
	checkSound(t, a)
}
