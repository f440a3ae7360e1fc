package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/diwan-shatranj/diwan/rules"
)

// TestRateTwo holds what can be worked out by hand: with as many games as White as
// as Black, no draws, and next to nothing taken for granted, three points of four
// are odds of three to one.
func TestRateTwo(t *testing.T) {
	l := Rate(games(strings.Repeat("a b 1-0\nb a 0-1\na b 1-0\nb a 0-1\na b 1-0\nb a 0-1\na b 0-1\nb a 1-0\n", 100)), RatingOptions{Prior: 1e-6})
	if len(l.List) != 2 || l.List[0].Player != "a" {
		t.Fatalf("%+v", l)
	}
	want := 400 * math.Log10(3)
	if got := l.List[0].Elo - l.List[1].Elo; math.Abs(got-want) > 0.01 {
		t.Errorf("difference %v, want %v", got, want)
	}
	if math.Abs(l.First) > 0.01 || l.Draws != 0 || l.Groups != 1 {
		t.Errorf("%+v", l)
	}
}

// likelihood is the logarithm of what the model makes as likely as possible, written
// down from its definition.
func (m *model) likelihood() float64 {
	log := func(x float64) float64 { return math.Log(max(x, 1e-300)) }
	odds := func(x float64) (win, draw float64) {
		sum := math.Exp(x/2) + m.nu + math.Exp(-x/2)
		return math.Exp(x/2) / sum, m.nu / sum
	}
	even := func(x float64) float64 {
		return m.prior / 2 * (log(1/(1+math.Exp(-x))) + log(1/(1+math.Exp(x))))
	}
	sum := even(m.first) + log(2/(2+m.nu))
	for _, s := range m.strength {
		sum += even(s)
	}
	for _, p := range m.pairs {
		win, draw := odds(m.strength[p.white] - m.strength[p.black] + m.first)
		wins := p.points - p.draws/2
		sum += wins*log(win) + p.draws*log(draw) + (p.games-wins-p.draws)*log(1-win-draw)
	}
	return sum
}

// TestRateIsTheSummit holds that no small step leads higher, and that the curvature
// gives every strength an interval.
func TestRateIsTheSummit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := newModel(drawGames(t), rapid.SampledFrom([]float64{0.1, 1, 5}).Draw(t, "prior"))
		m.fit()
		top := m.likelihood()
		const step = 1e-3
		parameters := []*float64{&m.first}
		for i := range m.strength {
			parameters = append(parameters, &m.strength[i])
		}
		if m.nu > 0 {
			parameters = append(parameters, &m.nu)
		}
		for i, p := range parameters {
			at := *p
			for _, d := range []float64{-step, step} {
				*p = at + d
				if l := m.likelihood(); l > top+1e-9 {
					t.Fatalf("parameter %d: %v is higher than %v", i, l, top)
				}
			}
			*p = at
		}
		for i, d := range m.deviations() {
			if !(d > 0) || math.IsInf(d, 0) {
				t.Fatalf("player %d has the deviation %v", i, d)
			}
		}
	})
}

// TestRateRecovers lets players of known strengths play, and looks whether the
// intervals hold them as often as they say.
func TestRateRecovers(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	const players, first, nu = 12, 0.2, 0.8
	held, all := 0, 0
	for range 25 {
		var strength [players]float64
		for i := range strength {
			strength[i] = r.NormFloat64()
		}
		var played []Game
		for range 1500 {
			w, b := r.IntN(players), r.IntN(players)
			if w == b {
				continue
			}
			draw, expected, _ := davidson(strength[w]-strength[b]+first, nu)
			g := Game{White: strconv.Itoa(w), Black: strconv.Itoa(b), Result: rules.BlackWins}
			switch x := r.Float64(); {
			case x < draw:
				g.Result = rules.Draw
			case x < expected+draw/2:
				g.Result = rules.WhiteWins
			}
			played = append(played, g)
		}
		l := Rate(played, RatingOptions{})
		// The intervals are about an average that the prior sets, so that
		// strengths are compared with their own average.
		mean, meanElo := 0.0, 0.0
		for i, p := range l.List {
			mean += strength[i] / players
			meanElo += p.Elo / players
		}
		for _, p := range l.List {
			var i int
			if _, err := fmt.Sscan(p.Player, &i); err != nil {
				t.Fatal(err)
			}
			truth := (strength[i]-mean)*eloPerUnit + meanElo
			if all++; p.Low <= truth && truth <= p.High {
				held++
			}
		}
	}
	if share := float64(held) / float64(all); share < 0.93 {
		t.Errorf("%d of %d intervals hold the truth", held, all)
	}
}

// TestRateExtremes: who wins all has a rating all the same, and who never met anybody
// is in a group of their own.
func TestRateExtremes(t *testing.T) {
	l := Rate(games("a b 1-0\na b 1-0\nc d 1/2-1/2\nd c 1/2-1/2\ne c *\na ? 1-0\na a 1-0\n"), RatingOptions{Average: 2000})
	var got []string
	for _, p := range l.List {
		if math.IsInf(p.High-p.Low, 0) || math.IsNaN(p.High-p.Low) {
			t.Errorf("%+v", p)
		}
		got = append(got, fmt.Sprintf("%s %d", p.Player, p.Group))
	}
	if !slices.Equal(got, []string{"a 1", "c 2", "d 2", "b 1"}) || l.Groups != 2 {
		t.Error(got, l.Groups)
	}
	if e := Rate(nil, RatingOptions{}); len(e.List) != 0 || e.Groups != 0 {
		t.Errorf("%+v", e)
	}
}

// TestRateMany goes the way without the whole matrix.
func TestRateMany(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var played []Game
	for range 6000 {
		played = append(played, Game{White: strconv.Itoa(r.IntN(2000)), Black: strconv.Itoa(r.IntN(2000)), Result: rules.Result(1 + r.IntN(3))})
	}
	l := Rate(played, RatingOptions{})
	if len(l.List) <= fullPlayers {
		t.Fatalf("%d players", len(l.List))
	}
	for _, p := range l.List {
		if !(p.Low < p.Elo && p.Elo < p.High) {
			t.Fatalf("%+v", p)
		}
	}
}
