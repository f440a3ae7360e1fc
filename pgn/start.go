package pgn

import (
	"strings"

	"github.com/diwan-shatranj/diwan/rules"
)

// cleanStart is what a FEN that nothing is to be said about stands for. The
// games of a collection begin from few positions, so it is worth remembering.
type cleanStart struct {
	pos       rules.Position
	array     string
	uncounted bool
}

// maxClean bounds what is remembered: more FENs than that, and the games begin
// from positions of their own.
const maxClean = 256

// start finds the position that the game begins with. It is false where there is
// none to play from.
func (r *Replayer) start(p *Replay, guess bool) bool {
	fen, ok := p.Game.stated(tagFEN)
	if !ok {
		return r.infer(p, guess)
	}
	exchange := p.Rules.Exchange != rules.NoExchange // which decides what is playable
	s, ok := r.clean[string(fen)]
	if ok && !exchange {
		r.saySetup(p)
	} else if s, ok = r.readFEN(p, string(fen), exchange); !ok {
		return false
	}
	p.Start, p.Array, p.uncounted = s.pos, s.array, s.uncounted
	if tag, ok := p.Game.knownBytes(tagArray); ok && string(tag) == p.Array+assumedMark {
		p.ArrayAssumed = true
		r.sayTag(p, tagArray, ArrayAssumed, "the start array "+p.Array+" was assumed when this was written", "")
	}
	return r.choose(p, append(r.choices[:0], startChoice{p.Array, &p.Start}), guess)
}

// readFEN reads the FEN tag's value and says what is wrong with it. It is false
// where the game cannot be played from it.
func (r *Replayer) readFEN(p *Replay, fen string, exchange bool) (cleanStart, bool) {
	said := len(p.Diagnostics)
	setup, notes, err := rules.ParseFEN(fen)
	if err != nil {
		hint := ""
		if fe, ok := err.(*rules.FENError); ok {
			hint = fe.Hint
		}
		r.sayTag(p, tagFEN, BadFEN, err.Error(), hint)
		return cleanStart{}, false
	}
	for _, n := range notes {
		r.sayTag(p, tagFEN, Code(n.Code), n.Msg, "")
	}
	playable := true
	for _, pr := range setup.Problems(exchange) {
		r.sayTag(p, tagFEN, Code(pr.Code), pr.Msg, "")
		playable = playable && !pr.Error
	}
	clean := len(p.Diagnostics) == said && !exchange
	r.saySetup(p)
	if !playable {
		return cleanStart{}, false
	}
	pos, err := setup.Position()
	if err != nil {
		r.sayTag(p, tagFEN, ImpossiblePosition, err.Error(), "")
		return cleanStart{}, false
	}
	fields := strings.Fields(fen)
	last := fields[len(fields)-1]
	s := cleanStart{pos: pos, array: rules.ArrayOf(&pos), uncounted: last[0] < '0' || last[0] > '9' || len(fields) == 1}
	if clean {
		if len(r.clean) == maxClean {
			clear(r.clean)
		}
		r.clean[fen] = s
	}
	return s, true
}

// saySetup says where a FEN tag stands without its SetUp tag.
func (r *Replayer) saySetup(p *Replay) {
	if s, _ := p.Game.knownBytes(tagSetup); string(s) != "1" {
		r.sayTag(p, tagFEN, SetupMissing, `a FEN tag needs [SetUp "1"] beside it`, "")
	}
}

// assumedMark stands behind an array's name in the Array tag where the array was
// assumed.
const assumedMark = " (assumed)"
