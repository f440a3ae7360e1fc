package duplicate

import (
	"bytes"
	"context"
	"encoding/binary"
	"strings"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/index"
	"github.com/diwan-shatranj/diwan/index/authority"
	"github.com/diwan-shatranj/diwan/internal/fold"
	"github.com/diwan-shatranj/diwan/rules"
)

// game is what is compared of a game.
type game struct {
	id                         int64
	start                      uint64 // of the canonical side of the mirror
	moves                      []byte // two bytes each, seen from there
	mirrored                   bool   // to be seen from there
	problem                    bool   // it does not begin from an array
	white, black, event, round uint32 // numbers of texts, 0 where they are unknown
	first, last                uint32 // days that the date can stand for, 0 where it is unknown
	result                     rules.Result
	rank                       int // how much there is of it, beside the moves
}

func (g *game) plies() int { return len(g.moves) / 2 }

// texts gives numbers to texts, from 1; 0 is what says nothing.
type texts struct {
	numbers map[string]uint32
	keys    []string // for each number what tells the text from others
}

func newTexts() *texts { return &texts{numbers: map[string]uint32{}, keys: []string{""}} }

func (t *texts) number(key string) uint32 {
	if key == "" {
		return 0
	}
	n, ok := t.numbers[key]
	if !ok {
		n = uint32(len(t.keys))
		t.numbers[key] = n
		t.keys = append(t.keys, key)
	}
	return n
}

// collection is the games of an archive, made ready.
type collection struct {
	games    []game
	names    *authority.List
	players  *texts
	spelling map[uint32]string // of a player, for comparing
	others   *texts            // events and rounds
	keys     map[string]uint32 // of players by their spelling
	alike    map[[2]uint32]bool
	clusters []uint32 // of players: those that may be one have the same
}

// read reads the games of an archive; without IDs all of them.
func read(ctx context.Context, a *archive.Archive, names *authority.List, progress func(int), ids []int64) (*collection, error) {
	c := &collection{
		names: names, players: newTexts(), others: newTexts(),
		spelling: map[uint32]string{}, keys: map[string]uint32{}, alike: map[[2]uint32]bool{},
	}
	for r, err := range a.Games(ctx, ids...) {
		if err != nil {
			return nil, err
		}
		c.games = append(c.games, c.game(r))
		if progress != nil {
			progress(len(c.games))
		}
	}
	c.cluster()
	return c, ctx.Err()
}

func (c *collection) game(r *archive.Record) game {
	tag := func(name string) string {
		v, _ := r.Tag(name)
		return v
	}
	g := game{
		id: r.ID, problem: r.Array == "setup", result: r.Result,
		white: c.player(tag("White")), black: c.player(tag("Black")),
		event: c.others.number(fold.Text(tag("Event"))), round: c.others.number(roundKey(tag("Round"))),
		rank: len(r.Movetext) + 20*len(r.Tags),
	}
	if strings.EqualFold(tag("Genre"), "mansuba") {
		g.problem = true
	}
	g.first, g.last = index.Dates(r.Tags)
	g.start, g.moves, g.mirrored = canonical(&r.Start, r.Moves)
	return g
}

// roundKey is what is compared of a round.
func roundKey(round string) string {
	round = strings.TrimSpace(round)
	if round == "-" {
		return ""
	}
	return strings.Trim(round, "?")
}

// player is the number of a player.
func (c *collection) player(name string) uint32 {
	if n, ok := c.keys[name]; ok {
		return n
	}
	n := c.players.number(c.names.Key(name))
	c.keys[name] = n
	if n != 0 && c.spelling[n] == "" {
		c.spelling[n] = name
	}
	return n
}

// cluster finds the players that may be one.
func (c *collection) cluster() {
	parent := make([]uint32, len(c.players.keys))
	for i := range parent {
		parent[i] = uint32(i)
	}
	var find func(i uint32) uint32
	find = func(i uint32) uint32 {
		if parent[i] != i {
			parent[i] = find(parent[i])
		}
		return parent[i]
	}
	var spelt []string
	for _, name := range c.spelling {
		spelt = append(spelt, name)
	}
	for _, p := range c.names.Alike(spelt) {
		a, b := c.players.numbers[c.names.Key(p.A)], c.players.numbers[c.names.Key(p.B)]
		if a == 0 || b == 0 {
			continue
		}
		c.alike[[2]uint32{min(a, b), max(a, b)}] = true
		parent[find(a)] = find(b)
	}
	c.clusters = parent
	for i := range parent {
		c.clusters[i] = find(uint32(i))
	}
}

// canonical is a game seen from that side of the mirror from which its start, and
// then its moves, come first.
func canonical(start *rules.Position, moves []rules.Move) (hash uint64, packed []byte, mirrored bool) {
	image := start.Image(rules.Mirror)
	h, m := start.Hash(), image.Hash()
	packed = packed2(moves, rules.Identity)
	switch {
	case h < m:
		return h, packed, false
	case h > m:
		return m, packed2(moves, rules.Mirror), true
	}
	if other := packed2(moves, rules.Mirror); bytes.Compare(other, packed) < 0 {
		return h, other, true
	}
	return h, packed, false
}

func packed2(moves []rules.Move, o rules.Orientation) []byte {
	b := make([]byte, 0, 2*len(moves))
	for _, m := range moves {
		b = binary.LittleEndian.AppendUint16(b, uint16(m.Image(o)))
	}
	return b
}
