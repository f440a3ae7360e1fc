package cecp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/diwan-shatranj/diwan/analyze/engine"
	"github.com/diwan-shatranj/diwan/analyze/program"
	"github.com/diwan-shatranj/diwan/rules"
)

// board is what the engine has on its board, as far as it was told.
type board struct {
	set   bool // false where that is not known
	start rules.Position
	moves []rules.Move // since start
	level string       // the limits told last, with "sd" among them
}

// begin returns the commands that begin a new game.
func (b *board) begin() string {
	b.set, b.start, b.moves, b.level = true, array(), nil, ""
	// The variant is forgotten by "new"; "easy" keeps the engine from pondering.
	return "new\nvariant " + variant + "\nforce\neasy\npost\n"
}

// array returns the start position that engines have for the variant.
func array() rules.Position {
	a, _ := rules.ArrayByName("shah-d")
	return a.Position()
}

// bring returns the commands that bring the position of a request on the board,
// with its limits told: only what is missing where the engine has it in part.
func (b *board) bring(r *engine.Request, k *Client, l limits) string {
	// Engines know no exchange: what was played up to the last one is left out.
	start, moves := r.Start, r.Moves
	for i, m := range r.Moves {
		if m.IsExchange() {
			for _, m := range moves[:len(moves)-len(r.Moves)+i+1] {
				start = start.Play(m)
			}
			moves = r.Moves[i+1:]
		}
	}
	var text strings.Builder
	have := len(b.moves)
	if !b.set || b.start != start || have > len(moves) || !slices.Equal(b.moves, moves[:have]) || b.level != "" && b.level != l.level {
		text.WriteString(b.begin())
		have = 0
		if start.EPD() != b.start.EPD() {
			text.WriteString(k.setup(&start))
		}
	}
	for _, m := range moves[have:] {
		text.WriteString(k.move(m))
	}
	if b.level != l.level {
		text.WriteString(l.level)
	}
	b.start, b.moves, b.level = start, slices.Clone(moves), l.level
	return text.String()
}

// move returns the command that plays m.
func (k *Client) move(m rules.Move) string {
	text := string(k.config.Letters.AppendMove(nil, m)) + "\n"
	if k.has("usermove") {
		return "usermove " + text
	}
	return text
}

// setup returns the commands that set up p after a new game was begun.
func (k *Client) setup(p *rules.Position) string {
	if k.has("setboard") {
		f := strings.Fields(k.config.Letters.FEN(p))
		return fmt.Sprintf("setboard %s %s %s %s\n", f[0], f[1], f[4], f[5])
	}
	return edit(p, k.config.Letters, k.move)
}

// edit returns the commands that set up p for an engine without setboard. Edit
// mode knows no side to move, so that Black gets it by a move of White's before.
func edit(p *rules.Position, l program.Letters, move func(rules.Move) string) string {
	var b strings.Builder
	if p.Turn() == rules.Black {
		b.WriteString(move(rules.NewMove(rules.Pawn, rules.SquareAt(0, 1), rules.SquareAt(0, 2))))
	}
	b.WriteString("edit\n#\n")
	for c := rules.White; c <= rules.Black; c++ {
		if c == rules.Black {
			b.WriteString("c\n")
		}
		for s := range rules.NoSquare {
			if color, kind := p.At(s); kind != rules.NoKind && color == c {
				fmt.Fprintf(&b, "%s%v\n", strings.ToUpper(string(rune(l.Letter(kind)))), s)
			}
		}
	}
	return b.String() + ".\n"
}
