package match

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

// Write writes the game in canonical form, with what the players thought in
// comments: [%eval], [%depth] and [%emt], the time that the move took. event is
// the name of the match. The error is that of w.
func (g *Game) Write(w *pgn.Writer, event string) error {
	raw := new(pgn.Game)
	if err := pgn.NewReader(bytes.NewReader(g.text(event))).Read(raw); err != nil {
		return fmt.Errorf("record of game %d: %w", g.Number, err)
	}
	p, err := pgn.Play(raw, pgn.Options{})
	if err != nil {
		return fmt.Errorf("record of game %d: %w", g.Number, err)
	}
	return w.Write(p)
}

// text returns the game as PGN.
func (g *Game) text(event string) []byte {
	var b bytes.Buffer
	tag := func(name, value string) {
		fmt.Fprintf(&b, "[%s \"%s\"]\n", name, strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ").Replace(value))
	}
	tag("Event", event)
	tag("Site", "?")
	tag("Date", g.Started.Format("2006.01.02"))
	tag("Round", fmt.Sprintf("%d.%d", (g.Number+1)/2, (g.Number-1)%2+1))
	tag("White", g.Names[g.player(rules.White)])
	tag("Black", g.Names[g.player(rules.Black)])
	tag("Result", g.Result.String())
	tag("Variant", "Shatranj")
	tag("RuleSet", g.Rules.Name)
	tag("SetUp", "1")
	tag("FEN", g.Opening.Start.FEN())
	tag("PlyCount", strconv.Itoa(g.Plies()))
	if g.Fault != nil {
		tag("Termination", strings.ReplaceAll(string(g.Reason), "-", " "))
	}
	if l := g.Limits[0]; l == g.Limits[1] {
		tag("TimeControl", l.control())
	}
	if g.Opening.Name != "" {
		tag("OpeningSource", g.Opening.Name)
	}
	b.WriteByte('\n')

	p := g.Opening.Start
	words := 0
	play := func(m rules.Move, comment string) {
		if p.Turn() == rules.White || words == 0 || strings.HasSuffix(b.String(), "} ") {
			dots := "."
			if p.Turn() == rules.Black {
				dots = "..."
			}
			fmt.Fprintf(&b, "%d%s ", p.Fullmove(), dots)
		}
		words++
		b.WriteString(g.Rules.SAN(&p, m) + " ")
		if comment != "" {
			b.WriteString("{" + comment + "} ")
		}
		p = p.Play(m)
	}
	for _, m := range g.Opening.Moves {
		play(m, "")
	}
	for i := range g.Moves {
		play(g.Moves[i].Move, g.Moves[i].comment(p.Turn()))
	}
	if g.Fault != nil {
		fmt.Fprintf(&b, "{%s} ", strings.NewReplacer("}", ")", "{", "(", "\n", " ").Replace(g.Fault.Error()))
	}
	fmt.Fprintf(&b, "%v\n\n", g.Result)
	return b.Bytes()
}

// comment returns what the player of a move, who has the colour c, thought.
func (m *Move) comment(c rules.Color) string {
	text := ""
	if m.Depth > 0 {
		s := m.Score.For(c, rules.White)
		value := fmt.Sprintf("%.2f", float64(s.CP)/100)
		switch {
		case s.Mate > 0:
			value = fmt.Sprintf("#%d", (s.Mate+1)/2)
		case s.Mate < 0:
			value = fmt.Sprintf("#%d", (s.Mate-1)/2)
		}
		text = fmt.Sprintf("[%%eval %s] [%%depth %d] ", value, m.Depth)
	}
	return text + fmt.Sprintf("[%%emt %.3f]", m.Time.Seconds())
}

// control returns the limit as the tag TimeControl has it, where it can.
func (l Limit) control() string {
	s := func(d time.Duration) string { return strings.TrimSuffix(fmt.Sprintf("%g", d.Seconds()), ".0") }
	switch {
	case l.Base > 0 && l.Increment > 0:
		return s(l.Base) + "+" + s(l.Increment)
	case l.Base > 0:
		return s(l.Base)
	case l.MoveTime > 0:
		return "1/" + s(l.MoveTime)
	}
	return "-"
}
