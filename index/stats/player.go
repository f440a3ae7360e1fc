package stats

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/diwan-shatranj/diwan/rules"
)

// Player is what somebody came to.
type Player struct {
	Name string
	Score
	White, Black Score // with each of the colours
	// First and Last are the earliest and the latest date of a game, "" where no
	// date is known.
	First, Last string
	Opponents   []Opponent // the most games first
}

// Opponent is whom a player has met. Name is "" for those of whom no name is known.
type Opponent struct {
	Name string
	Score
}

// Players counts games by player, as they are added.
type Players struct {
	players map[string]*tallied
}

// tallied is a player with what is needed to go on counting.
type tallied struct {
	Player
	span      span
	opponents map[string]*Opponent
}

// NewPlayers returns a count of no games.
func NewPlayers() *Players { return &Players{players: map[string]*tallied{}} }

// Add counts a game for those of both players who are known.
func (ps *Players) Add(g *Game) {
	ps.side(g, rules.White, g.White, g.Black)
	ps.side(g, rules.Black, g.Black, g.White)
}

func (ps *Players) side(g *Game, side rules.Color, name, opponent string) {
	if name == "" {
		return
	}
	p := ps.players[name]
	if p == nil {
		p = &tallied{Player: Player{Name: name}, opponents: map[string]*Opponent{}}
		ps.players[name] = p
	}
	o := p.opponents[opponent]
	if o == nil {
		o = &Opponent{Name: opponent}
		p.opponents[opponent] = o
	}
	own := &p.White
	if side == rules.Black {
		own = &p.Black
	}
	for _, s := range []*Score{&p.Score, own, &o.Score} {
		s.Add(g.Result, side)
	}
	p.span.add(g)
}

// List are the players, those with the most games first.
func (ps *Players) List() []Player {
	var list []Player
	for _, p := range ps.players {
		p.First, p.Last = p.span.first, p.span.last
		p.Opponents = nil
		for _, o := range slices.SortedFunc(maps.Values(p.opponents), func(a, b *Opponent) int {
			return cmp.Or(cmp.Compare(b.Games, a.Games), strings.Compare(a.Name, b.Name))
		}) {
			p.Opponents = append(p.Opponents, *o)
		}
		list = append(list, p.Player)
	}
	slices.SortFunc(list, func(a, b Player) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), strings.Compare(a.Name, b.Name))
	})
	return list
}
