package rules

import (
	"strconv"
	"strings"
	"testing"
)

// plainPerft has the lines of testdata/perft.tsv that are not plain move
// generation: within their depth a side is bared, where Fairy-Stockfish, which
// the numbers are from, stops. The plain numbers were counted by making every
// move of the last ply too.
var plainPerft = map[string]uint64{
	"7r/8/5kP1/8/4Rq2/3P2K1/8/8 w - - 0 9	4": 34744,
	"7r/8/5kP1/8/4Rq2/3P2K1/8/8 w - - 0 9	5": 608280,
	"8/8/1K3k2/2R5/8/8/8/1r6 w - - 10 126	4": 29023,
	"8/8/1K3k2/2R5/8/8/8/1r6 w - - 10 126	5": 470509,
	"8/8/5K2/8/R2nk3/8/8/2r5 b - - 99 118	4": 89315,
	"8/8/5K2/8/R2nk3/8/8/2r5 b - - 99 118	5": 2040660,
	"8/8/8/8/4kQ2/5qK1/8/8 b - - 9 94	4":     4491,
	"8/8/8/8/4kQ2/5qK1/8/8 b - - 9 94	5":     41386,
	"8/8/8/4Q3/8/2K5/8/1q2k3 b - - 5 15	4":   4300,
	"8/8/8/4Q3/8/2K5/8/1q2k3 b - - 5 15	5":   33863,
}

// The array goes to depth 7, 357,218,656 lines.
func TestPerft(t *testing.T) {
	deepest := 7
	if testing.Short() {
		deepest = 4
	}
	for _, line := range readLines("testdata/perft.tsv") {
		column := strings.Split(line, "\t")
		depth, err := strconv.Atoi(column[1])
		if err != nil {
			t.Fatal(err)
		}
		toBare, err := strconv.ParseUint(column[2], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		if depth > deepest {
			continue
		}
		plain, differs := plainPerft[column[0]+"\t"+column[1]]
		if !differs {
			plain = toBare
		}
		p := mustPosition(t, column[0])
		if got := Perft(&p, depth); got != plain {
			t.Errorf("Perft of %s, depth %d: got %d, want %d", column[0], depth, got, plain)
		}
		if depth > 6 {
			continue // Nobody is bared so early, and once is enough.
		}
		if got := PerftToBare(&p, depth); got != toBare {
			t.Errorf("PerftToBare of %s, depth %d: got %d, want %d", column[0], depth, got, toBare)
		}
	}
}

// Counting the last ply is the same as making its moves.
func TestPerftCountsWhatCanBePlayed(t *testing.T) {
	for _, line := range readLines("testdata/perft.tsv") {
		column := strings.Split(line, "\t")
		if column[1] != "3" {
			continue
		}
		p := mustPosition(t, column[0])
		n := uint64(0)
		for _, a := range p.AppendMoves(nil) {
			second := p.Play(a)
			for _, b := range second.AppendMoves(nil) {
				third := second.Play(b)
				for _, c := range third.AppendMoves(nil) {
					last := third.Play(c)
					n += Perft(&last, 0)
				}
			}
		}
		if got := Perft(&p, 3); got != n {
			t.Errorf("%s: got %d, want %d", column[0], got, n)
		}
	}
}

func TestPerftOfShallowDepths(t *testing.T) {
	p := Arrays()[0].Position()
	for depth, want := range map[int]uint64{-1: 1, 0: 1, 1: 16, 2: 256} {
		if got := Perft(&p, depth); got != want {
			t.Errorf("depth %d: got %d, want %d", depth, got, want)
		}
		if got := PerftToBare(&p, depth); got != want {
			t.Errorf("to bare, depth %d: got %d, want %d", depth, got, want)
		}
	}
}

// A side that is bare from the beginning stops no line; one that the line bares does.
func TestPerftToBareStartsFromTheRoot(t *testing.T) {
	bare := mustPosition(t, "8/8/8/8/8/2k5/8/KR1R4 b - - 0 1")
	if got, want := PerftToBare(&bare, 4), Perft(&bare, 4); got != want {
		t.Errorf("from a bare shah: got %d, want %d", got, want)
	}
	p := mustPosition(t, "8/8/1K3k2/2R5/8/8/8/1r6 w - - 10 126")
	sum := uint64(0)
	for _, n := range Divide(&p, 4, true) {
		sum += n
	}
	if got := PerftToBare(&p, 4); sum != got || got >= Perft(&p, 4) {
		t.Errorf("divided %d, counted %d, plain %d", sum, got, Perft(&p, 4))
	}
}

func TestDivide(t *testing.T) {
	p := mustPosition(t, "2rkqr2/pppp2pp/7b/2nP2B1/1PPN1pb1/2K1p1P1/P2N1P1P/R3QB1R w - - 0 21")
	var moves []Move
	total := uint64(0)
	for m, n := range Divide(&p, 4, false) {
		next := p.Play(m)
		if want := Perft(&next, 3); n != want {
			t.Errorf("%s: got %d, want %d", m, n, want)
		}
		moves = append(moves, m)
		total += n
	}
	if total != 477082 || len(moves) != 30 {
		t.Errorf("got %d lines of %d moves, want 477082 of 30", total, len(moves))
	}
	for range Divide(&p, 1, true) {
		break // A consumer may stop early.
	}
}

func BenchmarkPerft6(b *testing.B) {
	p := mustPosition(b, arrays[1].FEN)
	nodes := uint64(0)
	for b.Loop() {
		nodes += Perft(&p, 6)
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}
