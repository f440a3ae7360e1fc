package authority

import (
	"cmp"
	"hash/maphash"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/diwan-shatranj/diwan/internal/fold"
)

// Likeness says why two names may be of one person.
type Likeness string

const (
	// Unlike names have nothing in common that would tell.
	Unlike Likeness = ""
	// Same names fold to the same, or belong to one person.
	Same Likeness = "same"
	// Spelling: one word is spelt nearly like another, all others are the same.
	Spelling Likeness = "spelling"
	// Order: the words are the same in another order.
	Order Likeness = "order"
	// Initials: words of one name are initials of the other's.
	Initials Likeness = "initials"
	// Part: one name is the other with words left out.
	Part Likeness = "part"
)

// Compare says whether two names may be of one person, and why. Names without a
// letter or digit are unlike every other.
func (l *List) Compare(a, b string) Likeness {
	x, y := l.Key(a), l.Key(b)
	if x == "" || y == "" {
		return Unlike
	}
	if x == y {
		return Same
	}
	// Two persons of the list are two persons.
	_, known := l.Person(a)
	if _, other := l.Person(b); known && other {
		return Unlike
	}
	best := Unlike
	for _, p := range l.keysOf(x) {
		for _, q := range l.keysOf(y) {
			if k := compare(strings.Fields(p), strings.Fields(q)); k != Unlike && (best == Unlike || rank(k) < rank(best)) {
				best = k
			}
		}
	}
	return best
}

// rank orders likenesses, the surest first.
func rank(k Likeness) int {
	return slices.Index([]Likeness{Same, Order, Spelling, Initials, Part, Unlike}, k)
}

// keysOf are the folded aliases of the person with the key, or the key alone.
func (l *List) keysOf(key string) []string {
	if l == nil || l.byKey[key] == nil {
		return []string{key}
	}
	p := l.byKey[key]
	keys := make([]string, len(p.Aliases))
	for i, a := range p.Aliases {
		keys[i] = fold.Name(a)
	}
	return keys
}

// compare compares the words of two folded names that differ.
func compare(a, b []string) Likeness {
	if len(a) == len(b) {
		if slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))) {
			return Order
		}
		wrong, initials := 0, 0
		for i := range a {
			switch {
			case a[i] == b[i]:
			case isInitial(a[i], b[i]) || isInitial(b[i], a[i]):
				initials++
			case nearWord(a[i], b[i]):
				wrong++
			default:
				wrong = len(a) + 1
			}
		}
		switch {
		case wrong == 0 && initials > 0 && initials < len(a):
			return Initials
		case wrong == 1 && initials == 0:
			return Spelling
		}
		return Unlike
	}
	if len(a) > len(b) {
		a, b = b, a
	}
	// A name by itself says little if it is short.
	if utf8.RuneCountInString(strings.Join(a, "")) < 4 {
		return Unlike
	}
	i := 0
	for _, w := range b {
		if i < len(a) && w == a[i] {
			i++
		}
	}
	if i == len(a) {
		return Part
	}
	return Unlike
}

func isInitial(a, b string) bool {
	return utf8.RuneCountInString(a) == 1 && len(b) > len(a) && strings.HasPrefix(b, a)
}

// nearWord reports whether two words are spelt nearly alike. A digit more or less
// is another name, as of a program's versions.
func nearWord(a, b string) bool {
	if strings.ContainsFunc(a+b, unicode.IsDigit) {
		return false
	}
	return fold.Near(a, b, min(fold.Slips(a), fold.Slips(b)))
}

// Pair is two names that may be of one person. A stands before B in the alphabet.
type Pair struct {
	A, B string
	Why  Likeness // never Same or Unlike
}

// manyAlike is how many names may have a word, or nearly that word, in common for it
// to tell something.
const manyAlike = 64

// Alike finds among names, and the aliases that the list knows, those that may be of
// one person and are not yet known to be. Two aliases of the list are never a pair;
// of a person, or of names that fold to the same, one name stands for all. It does
// not compare each with each: a word that very many names have in common tells
// nothing.
func (l *List) Alike(names []string) []Pair {
	byKey := map[string]string{}
	for _, n := range slices.Sorted(slices.Values(names)) {
		if key := l.Key(n); key != "" && byKey[key] == "" {
			byKey[key] = n
		}
	}
	for _, p := range l.Persons() {
		if byKey[p.key] == "" {
			byKey[p.key] = p.Name
		}
	}
	var entries []sketch
	display := make([]string, 0, len(byKey))
	seed := maphash.MakeSeed()
	for key, name := range byKey {
		id := int32(len(display))
		display = append(display, name)
		for _, k := range l.keysOf(key) {
			entries = appendSketches(entries, seed, id, k)
		}
	}
	slices.SortFunc(entries, func(a, b sketch) int { return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.name, b.name)) })
	seen := map[[2]int32]bool{}
	var pairs []Pair
	for from := 0; from < len(entries); {
		to := from + 1
		for to < len(entries) && entries[to].hash == entries[from].hash {
			to++
		}
		if group := entries[from:to]; len(group) > 1 && len(group) <= manyAlike {
			for i := range group {
				for j := range i {
					pair := [2]int32{group[j].name, group[i].name}
					if pair[0] == pair[1] || seen[pair] {
						continue
					}
					seen[pair] = true
					a, b := display[pair[0]], display[pair[1]]
					if why := l.Compare(a, b); why != Unlike && why != Same {
						pairs = append(pairs, Pair{min(a, b), max(a, b), why})
					}
				}
			}
		}
		from = to
	}
	slices.SortFunc(pairs, func(a, b Pair) int {
		return cmp.Or(cmp.Compare(rank(a.Why), rank(b.Why)), strings.Compare(a.A, b.A), strings.Compare(a.B, b.B))
	})
	return pairs
}

// sketch is something that names which may be alike have in common.
type sketch struct {
	hash uint64
	name int32
}

// appendSketches appends what a folded name may have in common with others: its
// words in order; each of its words; and, for each word, the rest of the name with
// the word shortened by up to as many letters as may be wrong.
func appendSketches(dst []sketch, seed maphash.Seed, id int32, key string) []sketch {
	words := strings.Fields(key)
	put := func(parts ...string) {
		var h maphash.Hash
		h.SetSeed(seed)
		for _, p := range parts {
			h.WriteString(p)
			h.WriteByte(' ')
		}
		dst = append(dst, sketch{h.Sum64(), id})
	}
	put(append([]string{"order"}, slices.Sorted(slices.Values(words))...)...)
	for i, w := range words {
		put("word", w)
		rest := slices.Concat(words[:i], []string{"_"}, words[i+1:])
		initial, _ := utf8.DecodeRuneInString(w)
		if len(words) > 1 {
			put(append(rest, "initial", string(initial))...)
		}
		eachShortened(w, fold.Slips(w), func(s string) { put(append(rest, s)...) })
	}
	return dst
}

// eachShortened calls f with a word and with what is left of it without up to n
// letters.
func eachShortened(w string, n int, f func(string)) {
	f(w)
	if n == 0 {
		return
	}
	for i, r := range w {
		eachShortened(w[:i]+w[i+utf8.RuneLen(r):], n-1, f)
	}
}
