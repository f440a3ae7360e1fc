package archive

import (
	"fmt"
	"slices"

	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

// Retag is the record's game with other tags: those with a value get it, those without
// are taken out. A result is changed behind the moves, too. What says how the game is
// to be read, as FEN or RuleSet, makes it be read anew. The game is the caller's own,
// for [Archive.Revise].
func (r *Record) Retag(tags []pgn.Tag) (*pgn.Replay, error) {
	p, err := r.Replay()
	if err != nil {
		return nil, err
	}
	e := pgn.NewEditor(p.Game)
	changes := func(names ...string) bool {
		return slices.ContainsFunc(tags, func(t pgn.Tag) bool { return slices.Contains(names, t.Name) })
	}
	for _, t := range tags {
		if t.Value == "" {
			e.DropTag(t.Name)
		} else {
			e.SetTag(t.Name, t.Value)
		}
	}
	if changes("Result") {
		for i, it := range p.Game.Items {
			if it.Kind == pgn.ResultItem {
				e.Drop(i, i+1)
			}
		}
	}
	var o pgn.Options
	if r.RulesStated && !changes("RuleSet") {
		o.Rules, _ = rules.RulesetByName(r.Rules)
	}
	if r.Array != setup && !changes("FEN", "SetUp", "Array", "Variant") {
		o.Array = r.Array
	}
	letters := r.Letters
	if letters == "" {
		letters = "canonical"
	}
	if o.Letters, err = pgn.LettersByName(letters); err != nil {
		return nil, err
	}
	again, err := pgn.Play(e.Game(), o)
	if err != nil {
		return nil, fmt.Errorf("change the tags of game %d: %w", r.ID, err)
	}
	again.ArrayAssumed = again.ArrayAssumed || r.ArrayAssumed && o.Array != ""
	return again, nil
}
