package cli

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/diwan-shatranj/diwan/analyze"
	"github.com/diwan-shatranj/diwan/internal/input"
	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

type calibrateCmd struct {
	Curve bool     `help:"Show beside the curve what was scored at evaluations of each size."`
	What  []string `arg:"" optional:"" name:"QUERY|FILE" help:"Files, or a query over the archive (empty: every game)."`
}

func (calibrateCmd) Help() string {
	return `Fits the win curve, which turns evaluations into winning chances, to games that have a result and evaluations in
their comments ([%eval …]), as annotate and match write them. The chance of White is 1 / (1 + exp(-eval / scale));
each rule set has its own scale, told in hundredths of a pawn with its interval of 95 %. Forced ends count as
certain and are not fitted. The evaluations should be of one engine.

Examples:

    diwan calibrate
    diwan calibrate 'rules:iggc elo:>1800'
    diwan calibrate --curve selfplay.pgn
    diwan annotate --reuse --scale 310`
}

// calibrationJSON is the curve of a rule set as a JSON line.
type calibrationJSON struct {
	Rules     string   `json:"rules"`
	Scale     float64  `json:"scale"`
	Low       float64  `json:"low"`
	High      *float64 `json:"high"` // null where there is no bound
	Games     int      `json:"games"`
	Positions int      `json:"positions"`
	LogLoss   float64  `json:"log_loss"`
}

// curveJSON is a class of evaluations as a JSON line.
type curveJSON struct {
	Rules     string  `json:"rules"`
	From      int     `json:"from"` // hundredths of a pawn
	To        int     `json:"to"`
	Positions int     `json:"positions"`
	Score     float64 `json:"score"` // White's mean
	Curve     float64 `json:"curve"` // what the curve says, mean
}

// Run fits.
func (c *calibrateCmd) Run(s *session) error {
	samples := map[string][]analyze.Sample{} // by rule set
	games := 0
	err := c.each(s, func(g ratedGame) {
		games++
		for _, cp := range g.evals {
			samples[g.rules] = append(samples[g.rules], analyze.Sample{Game: games, CP: cp, Score: g.score})
		}
	})
	if err != nil {
		return err
	}
	if len(samples) == 0 {
		return &failure{statusFindings, fmt.Errorf("no game has both a result and evaluations"), "annotate the games first, or take those of a match: diwan match --pgn games.pgn"}
	}
	var rows [][]string
	unfit := false
	for _, name := range slices.Sorted(maps.Keys(samples)) {
		k, err := analyze.Calibrate(samples[name])
		if err != nil {
			unfit = true
			s.complain(fmt.Errorf("rules %s, %s: %w", name, plural(len(samples[name]), "position"), err), "more games are needed, won by both sides")
			continue
		}
		if s.json() {
			if err := s.encode(calibrationJSON{name, k.Scale, k.Low, finite(k.High), k.Games, k.Positions, k.LogLoss}); err != nil {
				return err
			}
		} else {
			rows = append(rows, []string{
				name, fmt.Sprintf("%.0f", k.Scale), fmt.Sprintf("%.0f..%.0f", k.Low, k.High), strconv.Itoa(k.Games),
				strconv.Itoa(k.Positions), fmt.Sprintf("%.4f", k.LogLoss),
			})
		}
		if c.Curve {
			more, err := s.showCurve(name, samples[name], k.Scale)
			if err != nil {
				return err
			}
			rows = append(rows, more...)
		}
	}
	if len(rows) > 0 {
		if err := table(s.out, []string{"RULES", "SCALE", "95 %", "GAMES", "POSITIONS", "LOG LOSS"}, []int{1, 2, 3, 4, 5}, rows); err != nil {
			return err
		}
	}
	if unfit {
		return errFindings
	}
	return nil
}

// ratedGame is what the fit wants of a game.
type ratedGame struct {
	rules string
	score float64 // White's
	evals []int   // none where the game has no result
}

func rated(p *pgn.Replay) ratedGame {
	score, known := map[rules.Result]float64{rules.WhiteWins: 1, rules.Draw: 0.5, rules.BlackWins: 0}[p.Result]
	if !known || !p.Played {
		return ratedGame{}
	}
	return ratedGame{p.Rules.Name, score, evaluated(p.Game)}
}

// each calls add with each game that is asked for.
func (c *calibrateCmd) each(s *session, add func(ratedGame)) error {
	if len(c.What) > 0 && exists(c.What[0]) {
		return s.eachStream(c.What, func(in *input.Stream) error {
			return inName(in.Name, pgn.ReplayAll(s.ctx, pgn.NewReader(in), pgn.Options{}, s.Jobs, rated, func(g ratedGame) error {
				add(g)
				return nil
			}))
		})
	}
	a, err := s.openArchive(false)
	if err != nil {
		return err
	}
	defer a.Close()
	for r, err := range s.selected(a, c.What) {
		if err != nil {
			return err
		}
		p, err := r.Replay()
		if err != nil {
			return err
		}
		add(rated(p))
	}
	return nil
}

// evaluated are the evaluations of the positions of a game's main line, forced ends
// left out.
func evaluated(g *pgn.Game) []int {
	var all []int
	depth := 0
	for _, it := range g.Items {
		switch it.Kind {
		case pgn.OpenItem:
			depth++
		case pgn.CloseItem:
			depth = max(depth-1, 0)
		case pgn.CommentItem:
			if depth > 0 {
				continue
			}
			if found := pgn.Evaluations(g.Comment(it)); len(found) > 0 && found[0].Mate == 0 {
				all = append(all, found[0].CP)
			}
		}
	}
	return all
}

// curveBounds divide evaluations into classes, in hundredths of a pawn.
func curveBounds() []int {
	return []int{math.MinInt32, -800, -400, -200, -100, -50, -20, 20, 50, 100, 200, 400, 800, math.MaxInt32}
}

// showCurve tells what was scored at evaluations of each class, and what the curve
// says; as text it returns rows for the table.
func (s *session) showCurve(name string, samples []analyze.Sample, scale float64) ([][]string, error) {
	bounds := curveBounds()
	judge := analyze.Judge{Scale: scale}
	var rows [][]string
	for i := range len(bounds) - 1 {
		n, score, curve := 0, 0.0, 0.0
		for _, v := range samples {
			if bounds[i] <= v.CP && v.CP < bounds[i+1] {
				n++
				score += v.Score
				curve += judge.ScoreChance(analyze.Score{CP: v.CP})
			}
		}
		if n == 0 {
			continue
		}
		row := curveJSON{name, bounds[i], bounds[i+1], n, score / float64(n), curve / float64(n)}
		if s.json() {
			if err := s.encode(row); err != nil {
				return nil, err
			}
			continue
		}
		from, to := fmt.Sprintf("%+.2f", float64(row.From)/100), fmt.Sprintf("%+.2f", float64(row.To)/100)
		switch {
		case i == 0:
			from = ""
		case i == len(bounds)-2:
			to = ""
		}
		rows = append(rows, []string{
			"  " + from + ".." + to, fmt.Sprintf("%.3f", row.Curve), fmt.Sprintf("%.3f scored", row.Score), "", strconv.Itoa(n), "",
		})
	}
	return rows, nil
}
