package pgn

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/diwan-shatranj/diwan/rules"
)

// startChoice is a start position that a game may have begun from.
type startChoice struct {
	array string
	pos   *rules.Position
}

// trial is how far the main line goes from one start in one set of letters.
type trial struct {
	set      *LetterSet
	start    startChoice
	line     []rules.Move
	complete bool
	fail     int            // the item that stopped it, where not complete
	at       rules.Position // the position there
}

// infer finds the start of a game without a FEN tag.
func (r *Replayer) infer(p *Replay, guess bool) bool {
	named := r.opts.Array
	if tag, ok := p.Game.knownValue(tagArray); ok && named == "" {
		if _, known := rules.ArrayByName(tag); known {
			named = tag
		}
	}
	starts := r.choices[:0]
	for i, a := range r.arrays {
		if named == "" || named == a.Name {
			starts = append(starts, startChoice{a.Name, &r.starts[i]})
		}
	}
	return r.choose(p, starts, guess)
}

// choose decides in which letters and from which start the game is to be read. It
// is false where it must not be read at all.
//
// To be certain it plays the main line from each start in each set of letters,
// which costs more than all that comes after. With guess it takes what one walk
// along the line shows, for nearly all games are sound and show it early.
func (r *Replayer) choose(p *Replay, starts []startChoice, guess bool) bool {
	sets := r.letterSets(p.Game)
	_, stated := p.Game.stated(tagVariant)
	if len(starts) == 1 && len(sets) == 1 && stated {
		p.Letters, p.Array, p.Start = sets[0], starts[0].array, *starts[0].pos
		return true
	}
	if guess && len(sets) == 1 && r.guess(p, sets[0], starts) {
		if !stated {
			r.sayVariantAssumed(p)
		}
		return true
	}
	var best []trial // the trials of the set that was decided for
	var found *trial // in another set, complete
	for _, set := range sets {
		trials := r.tryStarts(p, set, starts)
		first := slices.IndexFunc(trials, func(t trial) bool { return t.complete })
		switch {
		case first >= 0 && found != nil && !slices.Equal(found.line, trials[first].line):
			r.sayAt(p, LettersAmbiguous, 0, len(p.Game.Text)-len(bytes.TrimLeft(p.Game.Text, " \t\r\n")), 0, false,
				"the letters of the men make sense in two ways ("+found.set.Name+" and "+set.Name+")", "name the letters with --letters")
			return false
		case first >= 0 && found == nil:
			found, best = &trials[first], trials
		case found == nil && (best == nil || longest(trials) > longest(best)):
			best = trials
		}
	}
	t := r.pick(p, best)
	p.Letters, p.Array, p.Start = t.set, t.start.array, *t.start.pos
	if !stated {
		if !t.complete {
			if what := r.orthodox(p, t); what != "" {
				it := p.Game.Items[t.fail]
				r.sayItem(p, WrongVariant, Error, it, len(t.line)+1,
					fmt.Sprintf("not shatranj: %s is %s", p.Game.ItemText(it), what), `if it is shatranj all the same, add [Variant "Shatranj"]`)
				p.Letters, p.Array = nil, ""
				return false
			}
		}
		r.sayVariantAssumed(p)
	}
	return true
}

func (r *Replayer) sayVariantAssumed(p *Replay) {
	r.sayAt(p, VariantAssumed, 0, firstByte(p.Game.Text), 0, false, "no Variant tag: taken to be shatranj", "")
}

// firstByte is the offset of the first byte of the game that is no blank.
func firstByte(text []byte) int {
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == ' ', c == '\t', c == '\r', c == '\n':
			i++
		case c == 0xEF && bytes.HasPrefix(text[i:], []byte("\ufeff")):
			i += len("\ufeff")
		default:
			return i
		}
	}
	return len(text)
}

func longest(trials []trial) int {
	n := -1
	for i := range trials {
		n = max(n, len(trials[i].line))
	}
	return n
}

// pick decides among several starts, and says so.
func (r *Replayer) pick(p *Replay, trials []trial) *trial {
	if len(trials) == 1 {
		return &trials[0]
	}
	var fits []startChoice
	var fit *trial
	for i := range trials {
		if trials[i].complete {
			fits = append(fits, trials[i].start)
			fit = &trials[i]
		}
	}
	switch len(fits) {
	case 0:
		best := &trials[0]
		for i := range trials {
			if len(trials[i].line) > len(best.line) {
				best = &trials[i]
			}
		}
		r.sayAt(p, ArrayAssumed, 0, firstByte(p.Game.Text), 0, false, "no start array makes all moves legal; "+best.start.array+" goes furthest", "")
		p.ArrayAssumed = true
		return best
	case 1:
		r.sayInferred(p, fits[0])
		return fit
	}
	chosen := r.assume(p, fits)
	return &trials[slices.IndexFunc(trials, func(t trial) bool { return t.start == chosen })]
}

func (r *Replayer) sayInferred(p *Replay, start startChoice) {
	r.sayAt(p, ArrayInferred, 0, firstByte(p.Game.Text), 0, false, "the moves tell the start array: "+start.array, "")
}

// assume takes one of several starts that all moves are legal from, and says so.
func (r *Replayer) assume(p *Replay, fits []startChoice) startChoice {
	chosen, why := fits[0], ""
	if program := writtenBy(p.Game); program != "" {
		for _, s := range fits {
			if s.array == engineArray {
				chosen, why = s, ", which "+program+" uses"
			}
		}
	}
	r.sayAt(p, ArrayAssumed, 0, firstByte(p.Game.Text), 0, false, "several start arrays are possible; assumed "+chosen.array+why, "name it with --array")
	p.ArrayAssumed = true
	return chosen
}

// engineArray is the start array of cutechess, XBoard and PyChess.
const engineArray = "shah-d"

// writtenBy names the program that wrote the game, as far as its tags and
// comments tell; "" where they do not.
func writtenBy(g *Game) string {
	for i := range g.tags {
		switch string(g.tagName(i)) {
		case "GameDuration", "GameStartTime", "GameEndTime":
			return "cutechess"
		}
	}
	if event, _ := g.knownValue(tagEvent); strings.HasPrefix(event, "PyChess") {
		return "PyChess"
	} else if event == "Computer Chess Game" || event == "Computer Chess Match" {
		return "XBoard"
	}
	if site, _ := g.knownValue(tagSite); strings.Contains(site, "pychess.org") {
		return "PyChess"
	}
	for _, it := range g.Items {
		if it.Kind != CommentItem || it.flags&preTag != 0 {
			continue
		}
		text := trimEnd(g.ItemText(it)) // one without its brace holds blank lines behind it
		switch {
		case bytes.HasPrefix(text, []byte("--------------")):
			return "XBoard"
		case string(text) == "book":
			return "cutechess"
		}
		if engineNoise(text) {
			if bytes.HasSuffix(text, []byte("s")) {
				return "cutechess"
			}
			return "XBoard"
		}
	}
	return ""
}

// engineNoise reports whether a comment is an engine's evaluation, such as
// "+0.14/14 0.081s".
func engineNoise(text []byte) bool {
	if len(text) < 4 {
		return false
	}
	if text[0] == '+' || text[0] == '-' {
		text = text[1:]
	}
	slash := bytes.IndexByte(text, '/')
	if slash < 1 || slash+1 >= len(text) || text[slash+1] < '0' || text[slash+1] > '9' {
		return false
	}
	for _, c := range text[:slash] {
		if (c < '0' || c > '9') && c != '.' && c != 'M' {
			return false
		}
	}
	return true
}

// tryStarts plays the main line from each start in one set of letters.
func (r *Replayer) tryStarts(p *Replay, set *LetterSet, starts []startChoice) []trial {
	trials := make([]trial, len(starts))
	for i, s := range starts {
		trials[i] = r.try(p, set, s)
	}
	return trials
}

// try plays the main line from a start, as far as the moves are legal.
func (r *Replayer) try(p *Replay, set *LetterSet, start startChoice) trial {
	t := trial{set: set, start: start, at: *start.pos}
	depth := 0
	g := p.Game
	for i := 0; i < len(g.Items); i++ {
		switch g.Items[i].Kind {
		case OpenItem:
			depth++
		case CloseItem:
			depth = max(depth-1, 0)
		case MoveItem:
			if depth > 0 {
				continue
			}
			var said word
			under := t.at.Restraint()
			m, err := r.read(&said, g, &t.at, &under, p.Rules, set, i)
			if err != nil {
				t.fail = i
				return t
			}
			t.line = append(t.line, m)
			t.at = t.at.Play(m)
		}
	}
	t.complete = true
	return t
}

const (
	ownLetters     = 1<<('K'-'A') | 1<<('F'-'A') | 1<<('Q'-'A') | 1<<('G'-'A') | 1<<('R'-'A') | 1<<('N'-'A') | 1<<('A'-'A') | 1<<('B'-'A') | 1<<('E'-'A') | 1<<('P'-'A')
	decidedLetters = 1<<('N'-'A') | 1<<('Q'-'A') | 1<<('G'-'A') | 1<<('E'-'A')
	sharedLetters  = 1<<('K'-'A') | 1<<('A'-'A') | 1<<('B'-'A')
)

// letterSets are the sets of letters that the game may be written in, told from
// the letters it uses: never none.
func (r *Replayer) letterSets(g *Game) []*LetterSet {
	if r.opts.Letters != nil {
		return []*LetterSet{r.opts.Letters}
	}
	foreign := g.traits&(foreignMoves|promotions) != 0 || g.letters&^ownLetters != 0
	if !foreign && (g.letters&decidedLetters != 0 || g.letters&^sharedLetters == 0) {
		return append(r.sets[:0], dialectLetters)
	}
	used := usedLetters(g)
	var sets []*LetterSet
	var meanings [][]rules.Kind
	for _, set := range Letters() {
		meaning, ok := set.covers(used)
		if !ok || set != dialectLetters && set.othersOnlyPawns(used, meaning) {
			continue
		}
		if slices.ContainsFunc(meanings, func(m []rules.Kind) bool { return slices.Equal(m, meaning) }) {
			continue
		}
		sets, meanings = append(sets, set), append(meanings, meaning)
	}
	if len(sets) == 0 {
		return []*LetterSet{dialectLetters}
	}
	return sets
}

// kingMark stands for a king's sign of two letters among used letters.
const kingMark rune = -1

// usedLetters are the letters that stand for men in the game's words, each once.
func usedLetters(g *Game) []rune {
	var used []rune
	add := func(r rune) {
		if figurine(r) == rules.NoKind && !slices.Contains(used, r) {
			used = append(used, r)
		}
	}
	for _, it := range g.Items {
		if it.Kind != MoveItem {
			continue
		}
		w := g.ItemText(it)
		if !holdsSquare(w) {
			continue
		}
		first, n := utf8.DecodeRune(w)
		if k := kingSign(w, "Кр"); k > 0 && k < len(w) {
			add(kingMark)
			n = k
		} else if unicode.IsLetter(first) && (unicode.IsUpper(first) || first >= utf8.RuneSelf && otherScript(first) < 'a') {
			if !unicode.IsUpper(first) && first != 'п' {
				first = unicode.ToUpper(first)
			}
			add(first)
		}
		if last, k := utf8.DecodeLastRune(w); k > 1 && len(w) > k && (w[len(w)-k-1] == '1' || w[len(w)-k-1] == '8') && unicode.IsLetter(last) {
			add(unicode.ToUpper(last)) // e7e8ф
		}
		if i := bytes.IndexAny(w, "=/("); i > 0 && i >= n && i+1 < len(w) {
			promoted, _ := utf8.DecodeRune(w[i+1:])
			add(unicode.ToUpper(promoted))
		}
	}
	return used
}

// holdsSquare reports whether w contains the name of a square, in letters of
// either script.
func holdsSquare(w []byte) bool {
	for i := 1; i < len(w); i++ {
		if w[i] < '1' || w[i] > '8' {
			continue
		}
		r, _ := utf8.DecodeLastRune(w[:i])
		if o := otherScript(r); r >= 'a' && r <= 'h' || o >= 'a' && o <= 'h' {
			return true
		}
	}
	return false
}

// covers gives the kinds that the used letters stand for in the set. It is false
// where a letter stands for nothing, or where only look-alikes of the other script
// do stand for something.
func (s *LetterSet) covers(used []rune) (meaning []rules.Kind, ok bool) {
	native := len(used) == 0
	for _, u := range used {
		k := rules.NoKind
		switch {
		case u == kingMark:
			if s.king != "" {
				k, native = rules.King, true
			}
		case s.kind(u) != rules.NoKind:
			k, native = s.kind(u), true
		default:
			k = s.meaning(u)
		}
		if k == rules.NoKind {
			return nil, false
		}
		meaning = append(meaning, k)
	}
	return meaning, native
}

// othersOnlyPawns reports whether all that tells the set from the dialect's own
// letters is a letter for pawns, which hardly anybody writes.
func (s *LetterSet) othersOnlyPawns(used []rune, meaning []rules.Kind) bool {
	for i, u := range used {
		if meaning[i] != rules.Pawn && (u == kingMark || dialectLetters.kind(u) != meaning[i]) {
			return false
		}
	}
	return true
}
