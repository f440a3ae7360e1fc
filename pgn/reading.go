package pgn

import "github.com/diwan-shatranj/diwan/rules"

// longestPair is the length of the longest word that may be two moves, in whatever
// letters.
const longestPair = 64

// read turns the word of item i into a move of pos, and leaves in said what the
// word says. A word that holds two moves without a blank is divided: the item
// list grows by one.
func (r *Replayer) read(said *word, g *Game, pos *rules.Position, restraint *rules.Restraint, rs *rules.Ruleset, set *LetterSet, i int) (rules.Move, error) {
	text := g.ItemText(g.Items[i])
	r.say(said, text, set)
	m, err := r.resolve(pos, restraint, rs, said, g.traits&lowerMoves != 0)
	// ee3 is hardly a pawn's, whatever the game's letters.
	doubled := said.isPawnMove() && !said.spec.Capture && int(said.spec.FromFile) == said.spec.To.File()
	if doubled && g.traits&lowerMoves == 0 {
		m, err = resolveSmall(pos, said, m, err)
	}
	if err == nil {
		return m, nil
	}
	if !doubled && g.letters == 0 && g.traits&lowerMoves == 0 && said.isPawnMove() && said.spec.FromFile >= 0 {
		m, err = resolveSmall(pos, said, m, err)
	}
	if err == nil || len(text) < 4 || len(text) > longestPair || said.form != notAMove && said.form != coordForm {
		return m, err
	}
	if r.guessed { // a game is divided only when its start is certain
		r.refuted = true
		return m, err
	}
	if n, first, m2 := r.divide(pos, restraint, rs, text, set); n > 0 {
		it := g.Items[i]
		g.Items = append(g.Items, Item{})
		copy(g.Items[i+1:], g.Items[i:])
		g.Items[i].End = it.Start + uint32(n)
		g.Items[i+1].Start = it.Start + uint32(n)
		if g.result > int32(i) {
			g.result++
		}
		if r.out.fault > i {
			r.out.fault++
		}
		*said = first
		return m2, nil
	}
	return m, err
}

// say parses a word in the letters of set.
func (r *Replayer) say(said *word, text []byte, set *LetterSet) {
	if set == dialectLetters {
		if said.parsePlain(text) {
			return
		}
		if isASCII(text) {
			said.parseAny(text)
			return
		}
	}
	out, lower, ok := canonicalWord(r.scratch, text, set)
	r.scratch = out
	if !ok {
		*said = word{}
		return
	}
	said.parse(out)
	said.lower = said.lower || lower
	if len(text) > 0 && text[0] < 0x80 && said.letter != 0 {
		said.letter = text[0]
	}
}

// resolve finds the move on the board that was said.
func (r *Replayer) resolve(pos *rules.Position, restraint *rules.Restraint, rs *rules.Ruleset, said *word, lowerMoves bool) (rules.Move, error) {
	switch said.form {
	case shortForm:
		if !lowerMoves && !said.passing && said.promotion == rules.NoKind {
			return pos.ResolveUnder(restraint, &said.spec)
		}
	case notAMove:
		return rules.NoMove, rules.ErrUnknown
	case nullForm, castleForm, passingForm:
		return rules.NoMove, rules.ErrIllegal
	case swapForm:
		m, err := pos.Resolve(said.spec)
		if err == nil && !rs.IsLegal(pos, m) {
			err = rules.ErrIllegal
		}
		return m, err
	}
	spec := said.spec
	if spec.Kind == rules.NoKind {
		from := rules.SquareAt(int(spec.FromFile), int(spec.FromRank))
		c, k := pos.At(from)
		if k == rules.NoKind || c != pos.Turn() {
			return rules.NoMove, rules.ErrIllegal
		}
		spec.Kind = k
		if toColor, toKind := pos.At(spec.To); toKind != rules.NoKind && toColor == c && k == rules.King {
			m := rules.NewExchange(from, spec.To)
			if !rs.IsLegal(pos, m) {
				return rules.NoMove, rules.ErrIllegal
			}
			return m, nil
		}
	}
	if said.passing || said.promotion != rules.NoKind && said.promotion != rules.Ferz {
		return rules.NoMove, rules.ErrIllegal
	}
	m, err := pos.ResolveUnder(restraint, &spec)
	if lowerMoves && said.letter == 0 && spec.Kind == rules.Pawn && spec.FromFile >= 0 && spec.FromRank < 0 {
		return resolveSmall(pos, said, m, err)
	}
	return m, err
}

// resolveSmall weighs the other reading of a word such as bc3 in a game whose men
// have small letters: the alfil to c3. What both readings allow is ambiguous.
func resolveSmall(pos *rules.Position, said *word, m rules.Move, err error) (rules.Move, error) {
	k := dialectLetters.ascii['A'+byte(said.spec.FromFile)]
	if k == rules.NoKind {
		return m, err
	}
	spec := said.spec
	spec.Kind, spec.FromFile = k, -1
	m2, err2 := pos.Resolve(spec)
	switch {
	case err2 != nil:
		return m, err
	case err == nil:
		return rules.NoMove, rules.ErrAmbiguous
	}
	said.letter, said.lower = 'A'+byte(said.spec.FromFile), true
	said.spec = spec
	return m2, nil
}

// divide looks for the place where a word is two moves, such as e3e6. n is the
// length of the first, 0 where there is no such place.
func (r *Replayer) divide(pos *rules.Position, restraint *rules.Restraint, rs *rules.Ruleset, text []byte, set *LetterSet) (n int, said word, m rules.Move) {
	for n := 2; n <= len(text)-2; n++ {
		if c := text[n-1]; (c < '1' || c > '8') && c != '+' && c != '#' {
			continue
		}
		if c := text[n]; c == '+' || c == '#' || c == '=' || c == '-' || c == 'x' {
			continue
		}
		r.say(&said, text[:n], set)
		m, err := r.resolve(pos, restraint, rs, &said, false)
		if err != nil {
			continue
		}
		next := pos.Play(m)
		under := next.Restraint()
		var rest word
		r.say(&rest, text[n:], set)
		if _, err := r.resolve(&next, &under, rs, &rest, false); err == nil {
			return n, said, m
		}
	}
	return 0, word{}, rules.NoMove
}
