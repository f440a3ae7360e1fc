package analyze

import (
	"errors"
	"math"
)

// Sample is a position of a game of which the evaluation and the result are known.
type Sample struct {
	Game  int     // the games are told apart by it; those of one game stand together
	CP    int     // the evaluation in hundredths of a pawn, from White's side
	Score float64 // what White made of the game: 1, 0.5 or 0
}

// Calibration is a win curve fitted to games: White's winning chance is
// 1 / (1 + exp(−cp / Scale)).
type Calibration struct {
	Scale     float64 // for [Judge], in hundredths of a pawn
	Low, High float64 // the interval of 95 % of Scale; High is +Inf where the evaluations may say nothing
	Games     int
	Positions int
	LogLoss   float64 // mean of −ln of the chance given to what happened; ln 2 ≈ 0.693 is guessing
}

// ErrNoCurve means that games have no win curve: no evaluation in them, or none that
// tells who wins.
var ErrNoCurve = errors.New("the evaluations do not tell who wins")

// Calibrate fits the win curve to samples by maximum likelihood, a draw counting as
// half a win and half a loss. It is the logistic regression of the result on the
// evaluation, without a constant: by the symmetry of the game an even position is
// even. Positions of one game have one result, so that they are not independent; the
// interval is therefore that of the sandwich estimator with games as clusters. The
// same samples in the same order give the same result. The error is ErrNoCurve.
func Calibrate(samples []Sample) (Calibration, error) {
	c := Calibration{Positions: len(samples)}
	// The slope is sought in units in which the evaluations are of size 1.
	square := 0.0
	for _, s := range samples {
		square += float64(s.CP) * float64(s.CP)
	}
	if square == 0 {
		return c, ErrNoCurve
	}
	unit := math.Sqrt(square / float64(len(samples)))
	slope := 0.0
	var bread float64
	for range 100 {
		gradient := 0.0
		bread = 0
		for _, s := range samples {
			x := float64(s.CP) / unit
			p := logistic(slope * x)
			gradient += x * (s.Score - p)
			bread += x * x * p * (1 - p)
		}
		if bread < 1e-9 {
			return c, ErrNoCurve // told apart without an exception: there is no best slope
		}
		step := gradient / bread
		step = math.Copysign(min(math.Abs(step), 1), step) // or it may leap too far
		slope += step
		if math.Abs(step) < 1e-12 {
			break
		}
	}
	if slope <= 1e-9 || slope > 50 {
		return c, ErrNoCurve
	}
	meat, sum, loss := 0.0, 0.0, 0.0
	for i, s := range samples {
		if i == 0 || s.Game != samples[i-1].Game {
			meat += sum * sum
			sum = 0
			c.Games++
		}
		x := float64(s.CP) / unit
		p := logistic(slope * x)
		sum += x * (s.Score - p)
		loss -= s.Score*math.Log(p) + (1-s.Score)*math.Log(1-p)
	}
	meat += sum * sum
	deviation := math.Sqrt(meat) / bread
	if c.Games > 1 {
		deviation *= math.Sqrt(float64(c.Games) / float64(c.Games-1))
	}
	const normal95 = 1.959964
	c.Scale = unit / slope
	c.Low = unit / (slope + normal95*deviation)
	c.High = math.Inf(1)
	if least := slope - normal95*deviation; least > 0 {
		c.High = unit / least
	}
	c.LogLoss = loss / float64(len(samples))
	return c, nil
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
