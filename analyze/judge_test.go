package analyze

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/diwan-shatranj/diwan/rules"
)

func TestJudgeMove(t *testing.T) {
	best, second, played := rules.NewMove(rules.Pawn, 8, 16), rules.NewMove(rules.Pawn, 9, 17), rules.NewMove(rules.Pawn, 10, 18)
	position := func(scores ...Score) Evaluation {
		v := Evaluation{Score: scores[0]}
		for i, s := range scores {
			v.Lines = append(v.Lines, Line{Score: s, Moves: []rules.Move{[]rules.Move{best, second}[i]}})
		}
		return v
	}
	won := Evaluation{Outcome: rules.Outcome{Result: rules.WhiteWins}}
	drawn := Evaluation{Outcome: rules.Outcome{Result: rules.Draw}}
	tests := []struct {
		name          string
		side          rules.Color
		move          rules.Move
		before, after Evaluation
		mark          Mark
	}{
		{"nothing lost", rules.White, played, position(Score{CP: 20}), position(Score{CP: 10}), NoMark},
		{"a little", rules.White, played, position(Score{CP: 20}), position(Score{CP: -60}), Inaccuracy},
		{"more", rules.White, played, position(Score{CP: 20}), position(Score{CP: -160}), Mistake},
		{"much", rules.White, played, position(Score{CP: 20}), position(Score{CP: -400}), Blunder},
		{"the same for Black", rules.Black, played, position(Score{CP: -20}), position(Score{CP: 400}), Blunder},
		{"won for Black", rules.Black, played, position(Score{CP: 20}), position(Score{CP: -400}), NoMark},
		{"of a won game", rules.White, played, position(Score{CP: 1500}), position(Score{CP: 900}), NoMark},
		{"a forced end", rules.White, played, position(Score{Mate: 5}), position(Score{CP: 0}), Blunder},
		{"a forced end for a won game", rules.White, played, position(Score{Mate: 5}), position(Score{CP: 1200}), NoMark},
		{"into a forced end", rules.Black, played, position(Score{CP: -50}), position(Score{Mate: 3}), Blunder},
		{"the best move", rules.White, best, position(Score{CP: 500}), position(Score{CP: -500}), NoMark},
		{"suicide", rules.Black, played, position(Score{CP: 0}), won, Blunder},
		{"the last move", rules.White, played, position(Score{Mate: 1}), won, NoMark},
		{"a draw for a won game", rules.White, played, position(Score{CP: 800}), drawn, Blunder},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := Judge{}.Move(test.side, test.move, &test.before, &test.after)
			if got.Mark != test.mark {
				t.Errorf("%v lost: %q, want %q", got.Loss, got.Mark, test.mark)
			}
		})
	}
}

func TestJudgeAlternatives(t *testing.T) {
	a, b, c := rules.NewMove(rules.Pawn, 8, 16), rules.NewMove(rules.Pawn, 9, 17), rules.NewMove(rules.Pawn, 10, 18)
	line := func(m rules.Move) Line { return Line{Moves: []rules.Move{m}} }
	before := Evaluation{Lines: []Line{line(a), line(b), line(c)}}
	tests := []struct {
		move         rules.Move
		best         Line
		alternatives []Line
	}{
		{a, Line{}, []Line{line(b), line(c)}},
		{b, line(a), []Line{line(c)}},
		{rules.NewMove(rules.Pawn, 11, 19), line(a), []Line{line(b), line(c)}},
	}
	for _, test := range tests {
		got := Judge{}.Move(rules.White, test.move, &before, &Evaluation{})
		if diff := cmp.Diff(Verdict{Judged: true, Best: test.best, Alternatives: test.alternatives}, got); diff != "" {
			t.Errorf("%v (-want +got):\n%s", test.move, diff)
		}
	}
}

// What one side gains the other loses, and a better score is a better chance.
func TestChance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(-4000, 4000)
		x, y := n.Draw(t, "x"), n.Draw(t, "y")
		j := Judge{Scale: rapid.Float64Range(50, 500).Draw(t, "scale")}
		a, b := Evaluation{Score: Score{CP: x}}, Evaluation{Score: Score{CP: y}}
		if sum := j.Chance(&a, rules.White) + j.Chance(&a, rules.Black); sum < 0.999999 || sum > 1.000001 {
			t.Fatalf("both chances together are %v", sum)
		}
		if x > y && j.Chance(&a, rules.White) < j.Chance(&b, rules.White) {
			t.Fatalf("%d is less than %d", x, y)
		}
	})
}

func TestJudgeLineLeavesGaps(t *testing.T) {
	m := rules.NewMove(rules.Pawn, 8, 16)
	at := func(cp int) Ply { return Ply{Evaluation: Evaluation{Score: Score{CP: cp}}} }
	gap := Ply{Err: errDisk}
	got := Judge{}.Line(rules.White, []rules.Move{m, m, m, m}, []Ply{at(0), at(-500), gap, at(0), at(500)})
	var marks []Mark
	for _, v := range got {
		marks = append(marks, v.Mark)
	}
	if diff := cmp.Diff([]Mark{Blunder, NoMark, NoMark, Blunder}, marks); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestMarkNAG(t *testing.T) {
	for m, want := range map[Mark]int{NoMark: 0, Inaccuracy: 6, Mistake: 2, Blunder: 4} {
		if got := m.NAG(); got != want {
			t.Errorf("%q is $%d, want $%d", m, got, want)
		}
	}
}

func TestScoreString(t *testing.T) {
	for want, s := range map[string]Score{
		"+0.31": {CP: 31}, "-2.05": {CP: -205}, "+0.00": {}, "#3": {Mate: 5}, "#-3": {Mate: -6}, "#1": {Mate: 1},
	} {
		if got := s.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
