package pgn

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/diwan-shatranj/diwan/rules"
)

// RepairKind is a way to make sense of a game behind a faulty move.
type RepairKind string

// The ways, the likeliest first.
const (
	RepairMove    RepairKind = "move"    // another move was meant: a neighbouring square, another man
	RepairStart   RepairKind = "start"   // the game began from another array
	RepairMissing RepairKind = "missing" // a ply is missing before the move
	RepairExtra   RepairKind = "extra"   // the move is one too many
	RepairMirror  RepairKind = "mirror"  // the moves are those of the mirrored board
)

// Repair is a proposal: the smallest change that lets the game go on behind its
// first faulty move. It is a guess, to be compared with the source.
type Repair struct {
	Kind     RepairKind `json:"kind"`
	Text     string     `json:"text"`          // what to write: a move, a start array, "" for an extra ply
	Old      string     `json:"old,omitempty"` // what stands there
	Ply      int        `json:"ply"`           // where, from 1
	Plies    int        `json:"plies"`         // how many of the plies behind it are legal then
	Complete bool       `json:"complete"`      // and these are all there are
	cost     int
}

// String says the proposal in words.
func (r Repair) String() string {
	how := fmt.Sprintf("the next %d plies are legal then", r.Plies)
	switch {
	case r.Complete && r.Plies == 0:
		how = "it is the last ply"
	case r.Complete && r.Plies == 1:
		how = "the one ply that follows is legal then"
	case r.Complete:
		how = fmt.Sprintf("all %d plies that follow are legal then", r.Plies)
	case r.Plies == 0:
		how = "the next ply is still not legal then"
	case r.Plies == 1:
		how = "the next ply is legal then"
	}
	switch r.Kind {
	case RepairStart:
		return "begin from the array " + r.Text + ": " + how
	case RepairMissing:
		return "put in a ply before " + r.Old + ", such as " + r.Text + ": " + how
	case RepairExtra:
		return "leave out " + r.Old + ": " + how
	case RepairMirror:
		return "read the board mirrored, a for h: " + how
	}
	return "write " + r.Text + " for " + r.Old + ": " + how
}

// mostRepairs is how many proposals are worth showing.
const mostRepairs = 5

// Repairs proposes ways to mend the first faulty move of the game's main line, the
// best first; none where there is no such move, or no way. The game is not changed.
func Repairs(p *Replay) []Repair {
	faulty, words := mainWords(p)
	if !p.Played || faulty < 0 || p.Ending.Ply < len(p.Moves) {
		return nil
	}
	r, err := NewReplayer(Options{})
	if err != nil {
		return nil // the zero options are sound
	}
	f := &fixer{r: r, p: p, rest: words[len(p.Moves):]}
	f.moves()
	f.missing()
	f.extra()
	f.starts(words)
	f.mirror(words)
	slices.SortStableFunc(f.found, func(a, b Repair) int {
		return cmp.Or(-cmp.Compare(gain(a), gain(b)), cmp.Compare(a.cost, b.cost))
	})
	return f.found[:min(len(f.found), mostRepairs)]
}

// gain is how much a proposal explains: everything, or so many plies. More than a
// few plies by chance are unlikely, so that beyond them the smaller change wins.
func gain(r Repair) int {
	if r.Complete {
		return enoughPlies + 1
	}
	return min(r.Plies, enoughPlies)
}

const enoughPlies = 12

// mainWords are the words of the main line, in order, and the item of the one that
// could not be played, -1 where all could. A word behind the fault is taken as it
// stands.
func mainWords(p *Replay) (faulty int, words [][]byte) {
	faulty = -1
	depth := 0
	for i, it := range p.Game.Items {
		switch it.Kind {
		case OpenItem:
			depth++
		case CloseItem:
			depth = max(depth-1, 0)
		case MoveItem:
			if depth > 0 {
				continue
			}
			if faulty < 0 && p.itemMove[i] == rules.NoMove {
				faulty = i
			}
			words = append(words, p.Game.ItemText(it))
		}
	}
	return faulty, words
}

// fixer looks for proposals.
type fixer struct {
	r     *Replayer
	p     *Replay
	rest  [][]byte // the words from the faulty one on
	found []Repair
}

func (f *fixer) add(k RepairKind, text string, plies, of, cost int) {
	f.found = append(f.found, Repair{
		Kind: k, Text: text, Old: string(f.rest[0]), Ply: len(f.p.Moves) + 1, Plies: plies, Complete: plies == of, cost: cost,
	})
}

// play plays words from pos and returns how many are legal. change, if not nil,
// alters each move's reading first.
func (f *fixer) play(pos rules.Position, words [][]byte, change func(*word)) int {
	lower := f.p.Game.traits&lowerMoves != 0
	for n, w := range words {
		var said word
		f.r.say(&said, w, f.p.Letters)
		if change != nil {
			change(&said)
		}
		under := pos.Restraint()
		m, err := f.r.resolve(&pos, &under, f.p.Rules, &said, lower)
		if err != nil {
			return n
		}
		pos = pos.Play(m)
	}
	return len(words)
}

// moves tries every legal move in the place of the faulty one.
func (f *fixer) moves() {
	pos := f.p.Final
	var said word
	f.r.say(&said, f.rest[0], f.p.Letters)
	for _, m := range f.p.Rules.AppendMoves(&pos, nil) {
		n := f.play(pos.Play(m), f.rest[1:], nil)
		if cost := distanceTo(m, &said); n > 0 || cost <= 4 || len(f.rest) == 1 && cost <= 6 {
			f.add(RepairMove, f.p.Rules.SAN(&pos, m), n, len(f.rest)-1, cost)
		}
	}
}

// distanceTo is how far a move is from what was written: each thing that has to be
// read otherwise counts.
func distanceTo(m rules.Move, said *word) int {
	if said.form == notAMove || said.form == nullForm || said.form == castleForm {
		return 6
	}
	cost := 0
	if said.spec.Kind != rules.NoKind && said.spec.Kind != m.Kind() {
		cost += 3
	}
	to := said.spec.To
	cost += min(abs(m.To().File()-to.File()), 3) + min(abs(m.To().Rank()-to.Rank()), 3)
	if m.To() != to && m.To().File() == to.Rank() && m.To().Rank() == to.File() {
		cost = min(cost, 2)
	}
	if said.spec.FromFile >= 0 && int(said.spec.FromFile) != m.From().File() {
		cost++
	}
	if said.spec.FromRank >= 0 && int(said.spec.FromRank) != m.From().Rank() {
		cost++
	}
	return cost
}

// missing tries to put in a ply before the faulty one; of those that do equally
// well the first stands for all.
func (f *fixer) missing() {
	pos := f.p.Final
	best, bestMove := 1, rules.NoMove
	for _, m := range f.p.Rules.AppendMoves(&pos, nil) {
		if n := f.play(pos.Play(m), f.rest, nil); n > best {
			best, bestMove = n, m
		}
	}
	if bestMove != rules.NoMove {
		f.add(RepairMissing, f.p.Rules.SAN(&pos, bestMove), best, len(f.rest), 5)
	}
}

// extra tries to leave the faulty ply out.
func (f *fixer) extra() {
	if len(f.rest) == 1 {
		return
	}
	if n := f.play(f.p.Final, f.rest[1:], nil); n > 1 {
		f.add(RepairExtra, "", n, len(f.rest)-1, 5)
	}
}

// starts tries the other start arrays, where the game begins from one.
func (f *fixer) starts(words [][]byte) {
	if f.p.Array == "setup" {
		return
	}
	for i, a := range f.r.arrays {
		if a.Name == f.p.Array {
			continue
		}
		if n := f.play(f.r.starts[i], words, nil) - len(f.p.Moves); n > 0 {
			f.add(RepairStart, a.Name, n-1, len(f.rest)-1, 1)
		}
	}
}

// mirror tries to read every square mirrored left to right.
func (f *fixer) mirror(words [][]byte) {
	change := func(said *word) {
		said.spec.To ^= 7
		if said.spec.FromFile >= 0 {
			said.spec.FromFile ^= 7
		}
	}
	if n := f.play(f.p.Start, words, change) - len(f.p.Moves); n > 0 {
		f.add(RepairMirror, "", n-1, len(f.rest)-1, 4)
	}
}
