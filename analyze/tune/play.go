package tune

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"

	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/rules"
)

// Sample is a quiet position of a game.
type Sample struct {
	Position rules.Position
	Result   float64 // of the game, for White: 1, 0.5 or 0
	Score    int     // of the engine's search, in centipawns for White
}

// PlayOptions say how games are played.
type PlayOptions struct {
	Games int
	Nodes uint64 // a move, 0 for 3000
	Seed  uint64
	Jobs  int // games at once, 0 for 1
	// Progress is told the number of games played, not twice at once; nil for
	// nobody.
	Progress func(games int)
}

// Games begin with so many random plies, and are given up where the engine then
// finds one side better by more centipawns, or where they are longer.
const (
	fewestRandom = 6
	mostRandom   = 13
	unbalanced   = 250
	longest      = 400
)

// decided is the score from which on a position teaches nothing about its men.
const decided = 2000

// Play plays games and returns their samples in the order of the games. Games
// that begin unbalanced or have no end are left out. The error is that of ctx.
func Play(ctx context.Context, o PlayOptions) ([]Sample, error) {
	if o.Nodes == 0 {
		o.Nodes = 3000
	}
	var (
		wait   sync.WaitGroup
		mu     sync.Mutex
		played int
	)
	games := make([][]Sample, o.Games)
	numbers := make(chan int)
	for range max(o.Jobs, 1) {
		wait.Go(func() {
			e := engine.New(engine.Options{HashMB: 4})
			for n := range numbers {
				games[n] = play(ctx, e, &o, uint64(n))
				mu.Lock()
				played++
				if o.Progress != nil {
					o.Progress(played)
				}
				mu.Unlock()
			}
		})
	}
	for n := range o.Games {
		if ctx.Err() != nil {
			break
		}
		numbers <- n
	}
	close(numbers)
	wait.Wait()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var all []Sample
	for _, g := range games {
		all = append(all, g...)
	}
	return all, nil
}

// play plays game n and returns its samples, none if it is left out.
func play(ctx context.Context, e *engine.Engine, o *PlayOptions, n uint64) []Sample {
	random := rand.New(rand.NewPCG(o.Seed, n))
	set, _ := rules.RulesetByName("engine")
	arrays := rules.Arrays()
	p := arrays[random.IntN(len(arrays))].Position()
	r := engine.Request{Start: p, Rules: set, Limits: engine.Limits{Nodes: o.Nodes}}
	var h rules.History
	repeats := h.Reset(&p)
	step := func(m rules.Move) {
		r.Moves = append(r.Moves, m)
		p = p.Play(m)
		repeats = h.Push(&p)
	}
	plies := fewestRandom + random.IntN(mostRandom-fewestRandom+1)
	for range plies {
		moves := p.AppendMoves(nil)
		if len(moves) == 0 {
			return nil
		}
		step(moves[random.IntN(len(moves))])
	}
	e.Clear()
	var samples []Sample
	for len(r.Moves) < longest {
		if outcome := set.Outcome(&p, repeats); outcome.Over() {
			result := map[rules.Result]float64{rules.WhiteWins: 1, rules.Draw: 0.5, rules.BlackWins: 0}[outcome.Result]
			for i := range samples {
				samples[i].Result = result
			}
			return samples
		}
		found, err := e.Search(ctx, r, nil)
		if err != nil || ctx.Err() != nil {
			return nil
		}
		s := found.Lines[0].Score
		far := s.Mate != 0 || max(s.CP, -s.CP) >= decided
		if len(r.Moves) == plies && (far || max(s.CP, -s.CP) > unbalanced) {
			return nil
		}
		quiet := !p.InCheck() && p.Captures(found.Best) == rules.NoKind && !found.Best.IsPromotion()
		if bare := p.IsBare(rules.White) || p.IsBare(rules.Black); quiet && !far && !bare {
			samples = append(samples, Sample{Position: p, Score: s.For(p.Turn(), rules.White).CP})
		}
		step(found.Best)
	}
	return nil
}

// Write writes samples, one a line: FEN, result and score, with tabs between.
func Write(w io.Writer, samples []Sample) error {
	b := bufio.NewWriter(w)
	for i := range samples {
		s := &samples[i]
		// A failure to write comes up again at the end.
		_, _ = fmt.Fprintf(b, "%s\t%g\t%d\n", s.Position.FEN(), s.Result, s.Score)
	}
	return b.Flush()
}

// Read reads what Write has written. The error is that of r, or tells of a line
// that is no sample.
func Read(r io.Reader) ([]Sample, error) {
	var samples []Sample
	in := bufio.NewScanner(r)
	for n := 1; in.Scan(); n++ {
		f := strings.Split(in.Text(), "\t")
		if len(f) != 3 {
			return nil, fmt.Errorf("line %d: %d fields, not 3", n, len(f))
		}
		p, err := rules.ParsePosition(f[0])
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		result, err := strconv.ParseFloat(f[1], 64)
		if err != nil || !(result >= 0 && result <= 1) {
			return nil, fmt.Errorf("line %d: %q is no result", n, f[1])
		}
		score, err := strconv.Atoi(f[2])
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		samples = append(samples, Sample{p, result, score})
	}
	return samples, in.Err()
}
