package stats

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/diwan-shatranj/diwan/rules"
)

// model is the likelihood of results, with the strengths that it depends on.
type model struct {
	prior    float64
	names    []string
	scores   []Score
	pairs    []pairing
	of       [][]int // the pairs of each player
	strength []float64
	first    float64
	nu       float64 // of draws; 0 where there are none
	decided  float64
	drawn    float64
	points   float64 // White's
}

// pairing are the games of two players with one distribution of colours.
type pairing struct {
	white, black         int
	games, points, draws float64 // the points are White's
}

// newModel takes from the games what has a result.
func newModel(games []Game, prior float64) *model {
	m := &model{prior: prior}
	players := map[string]int{}
	number := func(name string) int {
		i, ok := players[name]
		if !ok {
			i = len(m.names)
			players[name] = i
			m.names, m.scores, m.of = append(m.names, name), append(m.scores, Score{}), append(m.of, nil)
		}
		return i
	}
	met := map[[2]int]int{}
	for i := range games {
		g := &games[i]
		if g.White == "" || g.Black == "" || g.White == g.Black || g.Result == rules.Unknown {
			continue
		}
		w, b := number(g.White), number(g.Black)
		m.scores[w].Add(g.Result, rules.White)
		m.scores[b].Add(g.Result, rules.Black)
		at, ok := met[[2]int{w, b}]
		if !ok {
			at = len(m.pairs)
			met[[2]int{w, b}] = at
			m.pairs = append(m.pairs, pairing{white: w, black: b})
			m.of[w], m.of[b] = append(m.of[w], at), append(m.of[b], at)
		}
		p := &m.pairs[at]
		p.games++
		switch g.Result {
		case rules.WhiteWins:
			p.points++
		case rules.Draw:
			p.points += 0.5
			p.draws++
		}
	}
	for i := range m.pairs {
		m.decided += m.pairs[i].games
		m.drawn += m.pairs[i].draws
		m.points += m.pairs[i].points
	}
	m.strength = make([]float64, len(m.names))
	if m.drawn > 0 {
		m.nu = 1
	}
	return m
}

// odds are those of a game of two players, as davidson has them for White.
func (m *model) odds(p *pairing) (draw, expected, variance float64) {
	x := m.strength[p.white] - m.strength[p.black] + m.first
	return davidson(x, m.nu)
}

// davidson gives the probability of a draw, the expected points and their variance.
func davidson(x, nu float64) (draw, expected, variance float64) {
	// The larger of both exponentials is divided out, so that nothing overflows.
	win, loss := math.Exp(min(x, 0)), math.Exp(-max(x, 0))
	between := nu * math.Exp(-math.Abs(x)/2)
	sum := win + loss + between
	win, draw = win/sum, between/sum
	expected = win + draw/2
	return draw, expected, win + draw/4 - expected*expected
}

// enough ends the search: changes of strength less than this, a thousandth of a
// rating point and less, are none.
const enough = 1e-7

// fit climbs the likelihood, which has one summit, along one strength after the
// other by Newton's method.
func (m *model) fit() {
	for range 20_000 {
		most := 0.0
		for i := range m.strength {
			slope, curve := m.half(m.strength[i])
			for _, at := range m.of[i] {
				p := &m.pairs[at]
				_, expected, variance := m.odds(p)
				gain := p.points - p.games*expected
				if p.black == i {
					gain = -gain
				}
				slope, curve = slope+gain, curve+p.games*variance
			}
			most = max(most, climb(&m.strength[i], slope, curve))
		}
		slope, curve := m.half(m.first)
		slope += m.points
		// One game without a draw is taken for granted, between equals.
		share := m.nu / (2 + m.nu)
		tilt, bend := m.drawn-share, share*(1-share)
		for i := range m.pairs {
			p := &m.pairs[i]
			draw, expected, variance := m.odds(p)
			slope, curve = slope-p.games*expected, curve+p.games*variance
			tilt, bend = tilt-p.games*draw, bend+p.games*draw*(1-draw)
		}
		most = max(most, climb(&m.first, slope, curve))
		if m.nu > 0 {
			log := math.Log(m.nu)
			most = max(most, climb(&log, tilt, bend))
			m.nu = math.Exp(log)
		}
		if most < enough {
			return
		}
	}
}

// half is what the prior adds to slope and curve: games of which half the points were
// made against an equal, without draws.
func (m *model) half(strength float64) (slope, curve float64) {
	_, expected, variance := davidson(strength, 0)
	return m.prior * (0.5 - expected), m.prior * variance
}

// climb makes a step of Newton's method, not too large, and returns its size.
func climb(x *float64, slope, curve float64) float64 {
	step := min(max(slope/curve, -1), 1)
	*x += step
	return math.Abs(step)
}

// fullPlayers is up to how many players the whole matrix of the curvature is inverted.
// With more of them, which takes too long, the opponents' strengths are taken for
// known, and the intervals come out somewhat too narrow.
const fullPlayers = 1500

// deviations are the standard deviations of the strengths.
func (m *model) deviations() []float64 {
	n := len(m.strength)
	out := make([]float64, n)
	info := newInformation(n)
	for i, s := range m.strength {
		_, curve := m.half(s)
		info.add(i, i, curve)
	}
	_, curve := m.half(m.first)
	info.add(n, n, curve)
	share := m.nu / (2 + m.nu)
	info.add(n+1, n+1, share*(1-share))
	if m.nu == 0 {
		info.add(n+1, n+1, 1) // nothing depends on it
	}
	for i := range m.pairs {
		p := &m.pairs[i]
		draw, expected, variance := m.odds(p)
		v := p.games * variance
		// How a draw and White's points vary together.
		c := p.games * draw * (0.5 - expected)
		info.add(p.white, p.white, v)
		info.add(p.black, p.black, v)
		info.add(n, n, v)
		info.add(n+1, n+1, p.games*draw*(1-draw))
		info.add(p.white, p.black, -v)
		info.add(p.white, n, v)
		info.add(p.black, n, -v)
		info.add(p.white, n+1, c)
		info.add(p.black, n+1, -c)
		info.add(n, n+1, c)
	}
	for i, v := range info.variances(n) {
		out[i] = math.Sqrt(v)
	}
	return out
}

// information is the matrix of the likelihood's curvature, or its diagonal.
type information struct {
	diagonal []float64
	whole    *mat.SymDense // nil for many players
}

// newInformation has room for n players, the first move and the draws.
func newInformation(n int) *information {
	f := &information{diagonal: make([]float64, n+2)}
	if n <= fullPlayers {
		f.whole = mat.NewSymDense(n+2, nil)
	}
	return f
}

func (f *information) add(i, j int, v float64) {
	if i == j {
		f.diagonal[i] += v
	}
	if f.whole != nil {
		f.whole.SetSym(i, j, f.whole.At(i, j)+v)
	}
}

// variances are the first n of the diagonal of the inverse matrix.
func (f *information) variances(n int) []float64 {
	out := make([]float64, n)
	var c mat.Cholesky
	var inverse mat.SymDense
	if f.whole != nil && c.Factorize(f.whole) && c.InverseTo(&inverse) == nil {
		for i := range out {
			out[i] = inverse.At(i, i)
		}
		return out
	}
	for i := range out {
		out[i] = 1 / f.diagonal[i]
	}
	return out
}

// groups numbers the players by who met whom, over others too; the largest group is
// the first.
func (m *model) groups() (of []int, n int) {
	root := make([]int, len(m.names))
	for i := range root {
		root[i] = i
	}
	find := func(i int) int {
		for root[i] != i {
			root[i] = root[root[i]]
			i = root[i]
		}
		return i
	}
	for i := range m.pairs {
		root[find(m.pairs[i].white)] = find(m.pairs[i].black)
	}
	size := map[int]int{}
	var roots []int
	for i := range root {
		r := find(i)
		if size[r]++; size[r] == 1 {
			roots = append(roots, r)
		}
	}
	slices.SortStableFunc(roots, func(a, b int) int { return cmp.Compare(size[b], size[a]) })
	number := map[int]int{}
	for i, r := range roots {
		number[r] = i + 1
	}
	of = make([]int, len(root))
	for i := range root {
		of[i] = number[find(i)]
	}
	return of, len(roots)
}
