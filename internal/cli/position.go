package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/diwan-shatranj/diwan/internal/input"
	"github.com/diwan-shatranj/diwan/rules"
)

type positionCmd struct {
	Rules string   `placeholder:"NAME" default:"all" help:"Judge the outcome under this rule set, or all."`
	FEN   []string `arg:"" optional:"" name:"FEN" help:"Positions; - or nothing reads one a line."`
}

func (positionCmd) Help() string {
	return `Examples:

    diwan position "1k6/8/R7/6K1/8/8/4p3/8 b - - 0 1"
    cut -f1 positions.tsv | diwan position - --format json`
}

// positionJSON is what a position is, as a JSON line.
type positionJSON struct {
	FEN       string               `json:"fen"`
	Canonical string               `json:"canonical,omitempty"`
	Problems  []problemJSON        `json:"problems"`
	Check     bool                 `json:"check"`
	Moves     []string             `json:"moves"`
	Exchanges []string             `json:"exchanges"`
	Outcome   map[string][2]string `json:"outcome"`
	Claims    map[string][]string  `json:"claims"`
	sets      []*rules.Ruleset
	position  *rules.Position
}

type problemJSON struct {
	Severity string `json:"severity"`
	Code     string `json:"code"`
	Message  string `json:"message"`
}

// Run answers for each position in order.
func (c *positionCmd) Run(s *session) error {
	sets := rules.Rulesets()
	if c.Rules != "all" {
		rs, err := rulesetNamed(c.Rules)
		if err != nil {
			return err
		}
		sets = []*rules.Ruleset{rs}
	}
	fens := c.FEN
	if len(fens) == 0 {
		fens = []string{input.Stdin}
	}
	bad := false
	answer := func(fen string) error {
		if s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		p := describe(fen, sets)
		bad = bad || p.position == nil
		if s.json() {
			return s.encode(p)
		}
		return s.showPosition(p)
	}
	for _, fen := range fens {
		var err error
		if fen == input.Stdin {
			err = eachLine(input.Interruptible(s.ctx, s.In), answer)
		} else {
			err = answer(fen)
		}
		if err != nil {
			return err
		}
	}
	if bad {
		return errFindings
	}
	return nil
}

// eachLine calls each for the lines of r that are not blank.
func eachLine(r io.Reader, each func(string) error) error {
	br := bufio.NewReader(r)
	for {
		line, err := br.ReadString('\n')
		if line = strings.TrimSpace(line); line != "" {
			if err := each(line); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read positions: %w", err)
		}
	}
}

// describe works out what a position is under each rule set.
func describe(fen string, sets []*rules.Ruleset) *positionJSON {
	out := &positionJSON{FEN: fen, Problems: []problemJSON{}, Moves: []string{}, Exchanges: []string{}, Outcome: map[string][2]string{}, Claims: map[string][]string{}, sets: sets}
	setup, notes, err := rules.ParseFEN(fen)
	if err != nil {
		out.Problems = append(out.Problems, problemJSON{"error", "bad-fen", err.Error()})
		return out
	}
	out.Canonical = setup.FEN()
	for _, n := range notes {
		severity := "warning"
		if n.Code == rules.NoteFields {
			continue // a FEN of fewer fields is no problem
		}
		out.Problems = append(out.Problems, problemJSON{severity, n.Code, n.Msg})
	}
	exchange := slices.ContainsFunc(sets, func(rs *rules.Ruleset) bool { return rs.Exchange != rules.NoExchange })
	for _, pr := range setup.Problems(exchange && len(sets) == 1) {
		severity := "warning"
		if pr.Error {
			severity = "error"
		}
		out.Problems = append(out.Problems, problemJSON{severity, string(pr.Code), pr.Msg})
	}
	p, err := setup.Position()
	if err != nil {
		return out
	}
	out.position = &p
	out.Check = p.InCheck()
	for _, m := range p.AppendMoves(nil) {
		out.Moves = append(out.Moves, m.String())
	}
	slices.Sort(out.Moves)
	if len(out.Moves) == 0 {
		for _, m := range p.AppendExchanges(nil) {
			out.Exchanges = append(out.Exchanges, m.String())
		}
		slices.Sort(out.Exchanges)
	}
	for _, rs := range sets {
		o := rs.Outcome(&p, 1)
		out.Outcome[rs.Name] = [2]string{o.Result.String(), o.Reason.String()}
		for _, claim := range o.Claims.List() {
			out.Claims[rs.Name] = append(out.Claims[rs.Name], claim.String())
		}
	}
	return out
}

// showPosition prints a position for people.
func (s *session) showPosition(p *positionJSON) error {
	fmt.Fprintln(s.out, p.FEN)
	for _, pr := range p.Problems {
		fmt.Fprintf(s.out, "  %s: %s [%s]\n", pr.Severity, pr.Message, pr.Code)
	}
	if p.position == nil {
		_, err := fmt.Fprintln(s.out)
		return err
	}
	fmt.Fprint(s.out, textBoard(p.position))
	turn := p.position.Turn().String() + " to move"
	if p.Check {
		turn += ", in check"
	}
	fmt.Fprintf(s.out, "  %s\n", turn)
	fmt.Fprintf(s.out, "  %d moves: %s\n", len(p.Moves), strings.Join(p.Moves, " "))
	if len(p.Exchanges) > 0 {
		fmt.Fprintf(s.out, "  exchanges: %s\n", strings.Join(p.Exchanges, " "))
	}
	for _, rs := range p.sets {
		o := p.Outcome[rs.Name]
		line := o[0]
		if o[1] != "" {
			line += " (" + o[1] + ")"
		}
		if claims := p.Claims[rs.Name]; len(claims) > 0 {
			line += ", may be claimed: " + strings.Join(claims, ", ")
		}
		fmt.Fprintf(s.out, "  %-10s  %s\n", rs.Name, line)
	}
	_, err := fmt.Fprintln(s.out)
	return err
}

// textBoard draws a position with canonical letters, Black's men small.
func textBoard(p *rules.Position) string {
	var b strings.Builder
	for rank := 7; rank >= 0; rank-- {
		fmt.Fprintf(&b, "  %d ", rank+1)
		for file := range 8 {
			c, k := p.At(rules.SquareAt(file, rank))
			letter := byte('.')
			if k != rules.NoKind {
				letter = k.Letter()
				if c == rules.Black {
					letter += 'a' - 'A'
				}
			}
			b.WriteByte(' ')
			b.WriteByte(letter)
		}
		b.WriteByte('\n')
	}
	b.WriteString("     a b c d e f g h\n")
	return b.String()
}
