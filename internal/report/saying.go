package report

import (
	"fmt"
	"strings"

	"github.com/diwan-shatranj/diwan/pgn"
)

// endingText says how a game ended.
func endingText(p *pgn.Replay) string {
	if !p.Played {
		return "This game could not be played."
	}
	n := len(p.Moves)
	plies := fmt.Sprintf("%d plies", n)
	if n == 1 {
		plies = "1 ply"
	}
	switch p.Ending.Reason {
	case pgn.Unfinished:
		return plies + ", unfinished."
	case pgn.Unexplained:
		return plies + "; how it ended is not said."
	}
	text := plies + ", ended by " + strings.ReplaceAll(string(p.Ending.Reason), "-", " ")
	if p.Ending.Ply != n {
		text += fmt.Sprintf(" after ply %d", p.Ending.Ply)
	}
	return text + "."
}

// endsText says in words what [%ends …] does: the reason of an end that can be forced,
// and in how many plies.
func endsText(said string) string {
	reason, number, _ := strings.Cut(strings.TrimSpace(said), " ")
	n := positive(number)
	switch n {
	case 0:
		return ""
	case 1:
		return strings.ReplaceAll(reason, "-", " ") + " in 1 ply"
	}
	return fmt.Sprintf("%s in %d plies", strings.ReplaceAll(reason, "-", " "), n)
}

// sourceText says where the evaluations come from: by which engine, how far it
// searched, and under which rule set.
func sourceText(p *pgn.Replay, e *Evaluations, kept bool) string {
	rulesText := fmt.Sprintf("rule set %s (%s)", p.Rules.Name, p.Rules.Title)
	if !p.RulesStated {
		rulesText += ", which the game does not state"
	}
	if e == nil {
		return "This game has no evaluations. It is judged by the " + rulesText + "."
	}
	engine := e.Engine
	if engine == "" {
		engine = "an engine that is not named"
	}
	text := "Evaluated by " + engine
	if len(e.Limits) > 0 {
		text += " at " + strings.Join(e.Limits, " or ")
	}
	if d := e.depths(); d != "" {
		text += ", " + d
	}
	if !kept {
		return text + "; read from the game's comments and judged by the " + rulesText + "."
	}
	return text + ", under the " + rulesText + "."
}

// footText says what the page is of and how it was made.
func footText(g *Game, o *Options) string {
	text := "Men: K shah, F firzan, R rukh, N faras, A fil; a baidaq has no letter."
	if g.Name != "" {
		text = "This is " + g.Name + ". " + text
	}
	if o.Generator != "" {
		text += " Made by " + o.Generator + "."
	}
	return text
}
