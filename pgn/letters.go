package pgn

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/diwan-shatranj/diwan/rules"
)

// LetterSet is a way to write the men: which letter means which kind. The zero
// value is none; see [Letters], and [LettersByName].
type LetterSet struct {
	Name     string // as the --letters flag has it
	Forgiven bool   // read with a warning: letters of a modern language
	ascii    [utf8.RuneSelf]rules.Kind
	others   []runeKind // letters beyond ASCII
	king     string     // a king's sign of two letters (Кр), "" where there is none
}

type runeKind struct {
	r rune
	k rules.Kind
}

// newLetterSet makes a set from the letters of each kind.
func newLetterSet(name string, forgiven bool, letters map[rules.Kind]string) *LetterSet {
	s := &LetterSet{Name: name, Forgiven: forgiven}
	for k, text := range letters {
		for _, r := range text {
			s.add(r, k)
		}
	}
	return s
}

func (s *LetterSet) add(r rune, k rules.Kind) {
	if r < utf8.RuneSelf {
		s.ascii[r] = k
		return
	}
	s.others = append(s.others, runeKind{r, k})
}

// kind is what r means in the set, NoKind if nothing.
func (s *LetterSet) kind(r rune) rules.Kind {
	if r < utf8.RuneSelf {
		return s.ascii[r]
	}
	for _, o := range s.others {
		if o.r == r {
			return o.k
		}
	}
	return rules.NoKind
}

// The built-in letter sets. The dialect's own comes first: all letters that
// programs and wikis write for shatranj, without a warning.
var (
	dialectLetters = newLetterSet("auto", false, map[rules.Kind]string{
		rules.King: "K", rules.Ferz: "FQG", rules.Rook: "R", rules.Knight: "N", rules.Alfil: "ABE", rules.Pawn: "P"})
	russianLetters = newLetterSet("ru", false, map[rules.Kind]string{
		rules.King: "Ш", rules.Ferz: "Ф", rules.Rook: "Р", rules.Alfil: "П", rules.Knight: "А", rules.Pawn: "Б"})
	modernSets = []*LetterSet{
		newLetterSet("german", true, map[rules.Kind]string{
			rules.King: "K", rules.Ferz: "DF", rules.Rook: "T", rules.Knight: "S", rules.Alfil: "LA", rules.Pawn: "B"}),
		newLetterSet("dutch", true, map[rules.Kind]string{
			rules.King: "K", rules.Ferz: "D", rules.Rook: "T", rules.Knight: "P", rules.Alfil: "L"}),
		newLetterSet("spanish", true, map[rules.Kind]string{ // and Catalan
			rules.King: "R", rules.Ferz: "D", rules.Rook: "T", rules.Knight: "C", rules.Alfil: "A", rules.Pawn: "P"}),
		newLetterSet("french", true, map[rules.Kind]string{
			rules.King: "R", rules.Ferz: "D", rules.Rook: "T", rules.Knight: "C", rules.Alfil: "F", rules.Pawn: "P"}),
		modernRussian(),
	}
)

func modernRussian() *LetterSet {
	s := newLetterSet("russian", true, map[rules.Kind]string{
		rules.Ferz: "Ф", rules.Rook: "Л", rules.Knight: "К", rules.Alfil: "С", rules.Pawn: "п"})
	s.king = "Кр"
	return s
}

// Letters are the built-in sets that a game may be written in, the dialect's own
// first.
func Letters() []*LetterSet {
	return append([]*LetterSet{dialectLetters, russianLetters}, modernSets...)
}

// LettersByName finds a built-in set, or makes one of six letters in the order
// K F R N A P. It is nil for "" and "auto", which leave it to be found out from each
// game.
func LettersByName(name string) (*LetterSet, error) {
	switch strings.ToLower(name) {
	case "", "auto":
		return nil, nil
	case "engine", "fe", "canonical", "figurine", "english":
		return dialectLetters, nil
	case "catalan":
		name = "spanish"
	}
	for _, s := range Letters() {
		if strings.EqualFold(s.Name, name) {
			return s, nil
		}
	}
	return parseSix(name)
}

// parseSix makes a set of six letters in the order K F R N A P.
func parseSix(letters string) (*LetterSet, error) {
	rs := []rune(letters)
	if len(rs) != 6 {
		return nil, fmt.Errorf("unknown letters %q: a name, or six letters in the order K F R N A P", letters)
	}
	s := &LetterSet{Name: letters}
	for i, k := range sixOrder {
		if !isManLetter(rs[i]) {
			return nil, notALetter(letters, rs[i])
		}
		if s.kind(rs[i]) != rules.NoKind {
			return nil, fmt.Errorf("letters %q: %c stands for two kinds of men", letters, rs[i])
		}
		s.add(rs[i], k)
	}
	return s, nil
}

// isManLetter reports whether r can stand for men: small letters could not be told
// from files, nor signs from other signs.
func isManLetter(r rune) bool {
	return unicode.IsLetter(r) && !unicode.IsLower(r) || figurine(r) != rules.NoKind
}

func notALetter(letters string, r rune) error {
	return fmt.Errorf("letters %q: %c is no capital letter, and could not be told from a file or a sign", letters, r)
}

// sixOrder is the order in which six letters name a set.
var sixOrder = [6]rules.Kind{rules.King, rules.Ferz, rules.Rook, rules.Knight, rules.Alfil, rules.Pawn}

// figurine is the kind of a chess figurine or of the men that Unicode 17 added
// for shatranj.
func figurine(r rune) rules.Kind {
	switch r {
	case '♔', '♚':
		return rules.King
	case '♕', '♛', 0x1FA54, 0x1FA56:
		return rules.Ferz
	case '♖', '♜':
		return rules.Rook
	case '♘', '♞':
		return rules.Knight
	case '♗', '♝', 0x1FA55, 0x1FA57:
		return rules.Alfil
	case '♙', '♟':
		return rules.Pawn
	}
	return rules.NoKind
}

// Letters of the same shape in the Latin and the Cyrillic script, pair by pair.
var (
	latinShapes    = []rune("ABCEHKMOPTXaceopx")
	cyrillicShapes = []rune("АВСЕНКМОРТХасеорх")
)

// otherScript is the letter of the same shape in the other script, 0 where there
// is none.
func otherScript(r rune) rune {
	from, to := latinShapes, cyrillicShapes
	if r >= utf8.RuneSelf {
		from, to = to, from
	}
	if i := slices.Index(from, r); i >= 0 {
		return to[i]
	}
	return 0
}
