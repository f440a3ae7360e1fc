package tune

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"sync"

	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/rules"
)

// FitOptions say how weights are fitted. Zero fields stand for the defaults.
type FitOptions struct {
	Seed   uint64
	Epochs int // 300
	// ResultShare is the share of the result in what is fitted to, the rest
	// being that of the score; 0.75.
	ResultShare float64
	// Hold is how strongly weights are held at the values that they have: what
	// a centipawn away adds to the gradient; 4e-6. Weights about which the
	// samples say little then stay.
	Hold float64
	Jobs int // threads that look at the positions, 0 for 1
	// Progress is told each epoch and the loss on the samples held back; nil
	// for nobody.
	Progress func(epoch int, loss float64)
}

// Fitted are weights and what is known of them.
type Fitted struct {
	Values []engine.Value // as engine.WriteValues wants them
	Scale  float64        // the centipawns that make the odds of winning e to 1
	// Before and After are the mean squared errors on the samples that were
	// held back, one in twenty, with the weights in use and with the new ones.
	Before, After float64
}

// The steps of the fit: so many samples at once, and the length of a step in
// centipawns, which shrinks by a factor each epoch.
const (
	batch     = 4096
	firstStep = 1.0
	shrinks   = 0.97
	lastStep  = 0.02
	heldBack  = 20 // one in so many
	pawnValue = 100.0
)

// errSamples means that there is too little to fit to.
var errSamples = errors.New("too few samples to fit weights to")

// fitter is a fit under way.
type fitter struct {
	o      FitOptions
	traces []engine.Trace
	target []float64 // for the side to move
	scale  float64
	start  []engine.Value
	values []engine.Value
	used   []bool
}

// Fit fits the weights to samples, in which no side may be bare. It begins with
// the weights in use. The error is that of ctx, or tells that there are too few
// samples.
func Fit(ctx context.Context, samples []Sample, o FitOptions) (Fitted, error) {
	if len(samples) < 2*heldBack {
		return Fitted{}, errSamples
	}
	if o.Epochs == 0 {
		o.Epochs = 300
	}
	if o.ResultShare == 0 {
		o.ResultShare = 0.75
	}
	if o.Hold == 0 {
		o.Hold = 4e-6
	}
	f := &fitter{o: o, start: engine.Values(), values: engine.Values()}
	f.trace(samples)
	f.aim(samples)

	random := rand.New(rand.NewPCG(o.Seed, 0))
	order := random.Perm(len(samples))
	held, rest := order[:len(order)/heldBack], order[len(order)/heldBack:]
	fitted := Fitted{Scale: f.scale, Before: f.loss(held)}
	moments := make([][4]float64, len(f.values))
	steps := 0
	for epoch := range o.Epochs {
		if ctx.Err() != nil {
			return Fitted{}, ctx.Err()
		}
		random.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
		length := firstStep*math.Pow(shrinks, float64(epoch)) + lastStep
		for from := 0; from < len(rest); from += batch {
			steps++
			f.step(rest[from:min(from+batch, len(rest))], moments, steps, length)
		}
		if o.Progress != nil {
			o.Progress(epoch+1, f.loss(held))
		}
	}
	fitted.After = f.loss(held)
	fitted.Values = f.normal()
	return fitted, nil
}

// trace finds the traces of the samples.
func (f *fitter) trace(samples []Sample) {
	positions := make([]rules.Position, len(samples))
	for i := range samples {
		positions[i] = samples[i].Position
	}
	f.traces = make([]engine.Trace, len(samples))
	jobs := max(f.o.Jobs, 1)
	var wait sync.WaitGroup
	for j := range jobs {
		from, to := j*len(positions)/jobs, (j+1)*len(positions)/jobs
		wait.Go(func() { copy(f.traces[from:to], engine.Traces(positions[from:to])) })
	}
	wait.Wait()
	f.used = make([]bool, len(f.values))
	for i := range f.traces {
		for _, x := range f.traces[i].Features {
			f.used[x.Weight] = true
		}
	}
}

// aim finds the scale at which the weights in use fit the results best, and what
// each sample is to be fitted to.
func (f *fitter) aim(samples []Sample) {
	results := make([]float64, len(samples))
	scores := make([]float64, len(samples))
	values := make([]float64, len(samples))
	for i := range samples {
		s := &samples[i]
		results[i], scores[i] = s.Result, float64(s.Score)
		if s.Position.Turn() == rules.Black {
			results[i], scores[i] = 1-s.Result, -float64(s.Score)
		}
		values[i] = f.value(&f.traces[i])
	}
	best := math.Inf(1)
	for scale := 100.0; scale <= 600; scale += 20 {
		sum := 0.0
		for i, v := range values {
			d := chance(v/scale) - results[i]
			sum += d * d
		}
		if sum < best {
			best, f.scale = sum, scale
		}
	}
	f.target = make([]float64, len(samples))
	for i := range samples {
		f.target[i] = f.o.ResultShare*results[i] + (1-f.o.ResultShare)*chance(scores[i]/f.scale)
	}
}

// chance is the logistic function.
func chance(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// value returns what the weights give a position.
func (f *fitter) value(t *engine.Trace) float64 {
	full, empty := 0.0, 0.0
	for _, x := range t.Features {
		v := &f.values[x.Weight]
		full += v.Full * float64(x.Count)
		empty += v.Empty * float64(x.Count)
	}
	return t.Scale * (full*t.Phase + empty*(1-t.Phase))
}

// loss returns the mean squared error on some samples.
func (f *fitter) loss(some []int) float64 {
	sum := 0.0
	for _, i := range some {
		d := chance(f.value(&f.traces[i])/f.scale) - f.target[i]
		sum += d * d
	}
	return sum / float64(len(some))
}

// step moves the weights by the gradient on some samples, as Adam does
// (Kingma and Ba, 2015). moments are the running means of the gradient and of its
// square, for both ends of each weight.
func (f *fitter) step(some []int, moments [][4]float64, steps int, length float64) {
	gradient := make([][2]float64, len(f.values))
	for _, i := range some {
		t := &f.traces[i]
		d := (chance(f.value(t)/f.scale) - f.target[i]) * t.Scale
		for _, x := range t.Features {
			gradient[x.Weight][0] += d * float64(x.Count) * t.Phase
			gradient[x.Weight][1] += d * float64(x.Count) * (1 - t.Phase)
		}
	}
	const mean, square = 0.9, 0.999
	for k := range f.values {
		if !f.used[k] {
			continue
		}
		for end, v := range []*float64{&f.values[k].Full, &f.values[k].Empty} {
			start := []float64{f.start[k].Full, f.start[k].Empty}[end]
			g := gradient[k][end]/float64(len(some)) + f.o.Hold*(*v-start)
			m := moments[k][2*end : 2*end+2]
			m[0] = mean*m[0] + (1-mean)*g
			m[1] = square*m[1] + (1-square)*g*g
			first := m[0] / (1 - math.Pow(mean, float64(steps)))
			second := m[1] / (1 - math.Pow(square, float64(steps)))
			*v -= length * first / (math.Sqrt(second) + 1e-9)
		}
	}
}

// normal returns the weights with the pawn on an empty board worth a hundred.
func (f *fitter) normal() []engine.Value {
	factor := pawnValue / f.values[rules.Pawn].Empty
	values := make([]engine.Value, len(f.values))
	for i, v := range f.values {
		values[i] = engine.Value{Full: v.Full * factor, Empty: v.Empty * factor}
	}
	return values
}
