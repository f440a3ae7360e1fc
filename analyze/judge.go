package analyze

import (
	"math"

	"github.com/diwan-shatranj/diwan/rules"
)

// Mark is what is put behind a move that has cost something.
type Mark string

// The marks. Their numeric glyphs in PGN are 6, 2 and 4.
const (
	NoMark     Mark = ""
	Inaccuracy Mark = "?!"
	Mistake    Mark = "?"
	Blunder    Mark = "??"
)

// NAG returns the numeric annotation glyph of the mark, 0 for NoMark.
func (m Mark) NAG() int {
	switch m {
	case Inaccuracy:
		return 6
	case Mistake:
		return 2
	case Blunder:
		return 4
	}
	return 0
}

// Judge turns evaluations into winning chances and the loss of them into
// marks. The zero Judge uses the defaults.
type Judge struct {
	// Scale is the number of centipawns that make the odds of winning e to 1;
	// 0 stands for DefaultScale.
	Scale float64
	// Inaccuracy, Mistake and Blunder are the losses of winning chances from
	// which on the marks are given; 0 stands for the defaults.
	Inaccuracy, Mistake, Blunder float64
}

// The defaults of a Judge. The scale is that of the built-in engine, fitted by
// [Calibrate] to 490,925 positions of 2,000 games that it played against itself, with
// an interval of 95 % from 251 to 291; docs/annotation.md tells how. With it, a lead
// of one pawn wins 59 games of 100.
const (
	DefaultScale      = 270.0
	DefaultInaccuracy = 0.06
	DefaultMistake    = 0.12
	DefaultBlunder    = 0.22
)

// or returns v, or other where v is zero.
func or(v, other float64) float64 {
	if v == 0 {
		return other
	}
	return v
}

// Chance returns the winning chance of side, from 0 to 1, a draw counting one
// half, in a position evaluated by v.
func (j Judge) Chance(v *Evaluation, side rules.Color) float64 {
	chance := 0.5
	switch v.Outcome.Result {
	case rules.WhiteWins:
		chance = 1
	case rules.BlackWins:
		chance = 0
	case rules.Draw:
	default:
		chance = j.ScoreChance(v.Score)
	}
	if side == rules.Black {
		return 1 - chance
	}
	return chance
}

// ScoreChance returns White's winning chance, from 0 to 1, at a score. A forced
// end counts as if it had come.
func (j Judge) ScoreChance(s Score) float64 {
	switch {
	case s.Mate > 0:
		return 1
	case s.Mate < 0:
		return 0
	}
	return 1 / (1 + math.Exp(-float64(s.CP)/or(j.Scale, DefaultScale)))
}

// Verdict is what there is to say about a move that was played.
type Verdict struct {
	// Judged reports that the positions before and after the move were evaluated;
	// where they were not, all that follows is zero.
	Judged bool
	// Loss is the part of the winning chance that the move has cost its side,
	// from 0 to 1.
	Loss float64
	Mark Mark
	// Best is the line that the engine would have played, if it begins with
	// another move.
	Best Line
	// Alternatives are the further lines of the engine, best first, that begin
	// with other moves than the one played and that of Best.
	Alternatives []Line
}

// Move judges the move m of side, by the evaluations of the positions before
// and after it.
func (j Judge) Move(side rules.Color, m rules.Move, before, after *Evaluation) Verdict {
	v := Verdict{Judged: true}
	for _, line := range before.Lines {
		switch {
		case line.Moves[0] == m:
		case v.Best.Moves == nil && before.Best() != m:
			v.Best = line
		default:
			v.Alternatives = append(v.Alternatives, line)
		}
	}
	if before.Outcome.Over() || before.Best() == m {
		return v // nothing better was known
	}
	v.Loss = max(0, j.Chance(before, side)-j.Chance(after, side))
	switch {
	case v.Loss >= or(j.Blunder, DefaultBlunder):
		v.Mark = Blunder
	case v.Loss >= or(j.Mistake, DefaultMistake):
		v.Mark = Mistake
	case v.Loss >= or(j.Inaccuracy, DefaultInaccuracy):
		v.Mark = Inaccuracy
	}
	return v
}

// Line judges the moves of a line by its evaluations, which [Batch.Line] gives:
// plies[i] is of the position before moves[i]. turn is the side that makes the
// first move. Moves at which an evaluation is missing get the zero Verdict.
func (j Judge) Line(turn rules.Color, moves []rules.Move, plies []Ply) []Verdict {
	verdicts := make([]Verdict, len(moves))
	for i, m := range moves {
		if i+1 < len(plies) && plies[i].judged() && plies[i+1].judged() {
			verdicts[i] = j.Move(turn, m, &plies[i].Evaluation, &plies[i+1].Evaluation)
		}
		turn = turn.Other()
	}
	return verdicts
}
