package analyze

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"
)

// games draws games whose results follow a curve, with positions of one evaluation
// each, blurred.
func games(seed uint64, n, positions int, scale float64) []Sample {
	r := rand.New(rand.NewPCG(seed, 1))
	var samples []Sample
	for g := range n {
		cp := int(r.NormFloat64() * 300)
		score := 0.0
		if r.Float64() < logistic(float64(cp)/scale) {
			score = 1
		}
		for range positions {
			samples = append(samples, Sample{Game: g, CP: cp, Score: score})
		}
	}
	return samples
}

// A curve that games were made by is found again, inside its interval about 95 times of
// 100; more positions of the same games do not make the interval narrower.
func TestCalibrate(t *testing.T) {
	const scale = 180.0
	inside, runs := 0, 200
	for seed := range uint64(runs) {
		c, err := Calibrate(games(seed, 400, 3, scale))
		if err != nil {
			t.Fatal(err)
		}
		if c.Games != 400 || c.Positions != 1200 || c.Low >= c.Scale || c.High <= c.Scale || c.LogLoss >= math.Ln2 {
			t.Fatalf("seed %d: %+v", seed, c)
		}
		if c.Low <= scale && scale <= c.High {
			inside++
		}
	}
	if inside < runs*90/100 || inside == runs {
		t.Errorf("the scale is inside %d of %d intervals", inside, runs)
	}
	few, err := Calibrate(games(7, 500, 1, scale))
	if err != nil {
		t.Fatal(err)
	}
	many, err := Calibrate(games(7, 500, 20, scale))
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(few.Scale-many.Scale) > 1e-6*few.Scale || math.Abs(few.High-many.High) > 1e-6*few.High {
		t.Errorf("one position a game: %+v; twenty: %+v", few, many)
	}
}

// The best slope is where the likelihood is highest.
func TestCalibrateIsTheBest(t *testing.T) {
	samples := games(3, 300, 2, 250)
	samples[0].Score, samples[5].Score = 0.5, 0.5
	c, err := Calibrate(samples)
	if err != nil {
		t.Fatal(err)
	}
	loss := func(scale float64) float64 {
		sum := 0.0
		for _, s := range samples {
			p := logistic(float64(s.CP) / scale)
			sum -= s.Score*math.Log(p) + (1-s.Score)*math.Log(1-p)
		}
		return sum / float64(len(samples))
	}
	if math.Abs(loss(c.Scale)-c.LogLoss) > 1e-12 {
		t.Errorf("log loss %v, want %v", c.LogLoss, loss(c.Scale))
	}
	if loss(c.Scale*1.01) <= c.LogLoss || loss(c.Scale*0.99) <= c.LogLoss {
		t.Errorf("%v is not the best scale", c.Scale)
	}
	if again, err := Calibrate(samples); err != nil || again != c {
		t.Errorf("again: %+v, %v", again, err)
	}
}

func TestCalibrateRefuses(t *testing.T) {
	for name, samples := range map[string][]Sample{
		"nothing":    nil,
		"all even":   {{0, 0, 1}, {1, 0, 0}},
		"wrong":      {{0, 100, 0}, {1, -100, 1}, {2, 50, 0}, {3, 70, 1}},
		"separated":  {{0, 100, 1}, {1, -100, 0}},
		"only draws": {{0, 100, 0.5}, {1, -50, 0.5}},
	} {
		if c, err := Calibrate(samples); !errors.Is(err, ErrNoCurve) {
			t.Errorf("%s: %+v, %v", name, c, err)
		}
	}
}
