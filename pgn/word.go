package pgn

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/diwan-shatranj/diwan/rules"
)

// wordForm is the notation that a move is written in.
type wordForm uint8

const (
	notAMove    wordForm = iota
	shortForm            // Nf3, exd5
	longForm             // Ng1-f3, e2-e3 with a sign between the squares
	coordForm            // g1f3
	nullForm             // --, Z0, @@@@
	castleForm           // O-O, 0-0-0
	swapForm             // K~b3
	passingForm          // "e.p." alone
)

// signKind is a check sign.
type signKind uint8

const (
	noSign signKind = iota
	checkSign
	mateSign
)

// word is what the text of a move says, before any board is looked at.
type word struct {
	spec      rules.Spec // Kind is NoKind where the origin square tells the man
	form      wordForm
	sign      signKind
	promotion rules.Kind // the man that a pawn is said to become
	letter    byte       // the man's letter as written, 0 where there is none
	lower     bool       // the man's letter is a small one
	passing   bool       // "e.p." is written
}

// coordinate is a square in a move's text; -1 stands for what is not told.
type coordinate struct{ file, rank int8 }

// leads tells for the first byte of a word in canonical form which man it means
// and how many bytes say so: none where a pawn's file stands first.
var leads = func() (t [256]struct {
	kind rules.Kind
	n    uint8
}) {
	for c, k := range dialectLetters.ascii {
		t[c].kind, t[c].n = k, 1
	}
	for c := 'a'; c <= 'h'; c++ {
		t[c].kind, t[c].n = rules.Pawn, 0
	}
	return t
}()

// parse reads a move in the dialect's own letters from ASCII text.
func (said *word) parse(w []byte) {
	if !said.parsePlain(w) {
		said.parseAny(w)
	}
}

// parsePlain reads the forms that nearly all moves are written in: Nf3, Nxf3,
// N1f3, Nge2, Ng1xf3, e4, exd5, with or without a check sign. It is false, and
// the word undefined, for all others. What it reads is what parseAny makes of
// the same text; it only comes to it from both ends, without a loop.
func (said *word) parsePlain(w []byte) bool {
	n := len(w)
	if n < 2 {
		return false
	}
	*said = word{form: shortForm}
	switch w[n-1] {
	case '+':
		said.sign = checkSign
		n--
	case '#':
		said.sign = mateSign
		n--
	}
	lead := leads[w[0]]
	start := int(lead.n)
	if lead.kind == rules.NoKind || n < start+2 {
		return false
	}
	file, rank := w[n-2]-'a', w[n-1]-'1'
	if file|rank > 7 {
		return false
	}
	said.spec = rules.Spec{Kind: lead.kind, FromFile: -1, FromRank: -1, To: rules.Square(rank<<3 | file)}
	if start > 0 {
		said.letter = w[0]
	}
	between := w[start : n-2]
	if len(between) == 0 {
		return true
	}
	if between[len(between)-1] == 'x' {
		said.spec.Capture = true
		between = between[:len(between)-1]
	}
	switch {
	case len(between) == 0:
		return start > 0
	case len(between) > 1:
		return false
	}
	switch c := between[0]; {
	case c >= 'a' && c <= 'h' && (start > 0 || said.spec.Capture):
		said.spec.FromFile = int8(c - 'a')
	case c >= '1' && c <= '8' && start > 0:
		said.spec.FromRank = int8(c - '1')
	default:
		return false
	}
	return true
}

// parseAny reads a move in any of the forms that the dialect has.
func (said *word) parseAny(w []byte) {
	*said = word{}
	n := len(w)
	for _, ep := range [...]string{"e.p.", "ep"} {
		if bytes.HasSuffix(w, []byte(ep)) {
			said.passing = true
			if n -= len(ep); n == 0 {
				said.form = passingForm
				return
			}
			break
		}
	}
	for n > 0 && (w[n-1] == '+' || w[n-1] == '#') {
		if w[n-1] == '#' {
			said.sign = mateSign
		} else if said.sign == noSign {
			said.sign = checkSign
		}
		n--
	}
	if n < 2 {
		return
	}
	said.spec.FromFile, said.spec.FromRank = -1, -1
	i := 0
	switch c := w[0]; {
	case c >= 'a' && c <= 'h':
		said.spec.Kind = rules.Pawn
	case dialectLetters.ascii[c&0x7F] != rules.NoKind:
		said.spec.Kind = dialectLetters.ascii[c]
		said.letter = c
		i = 1
	case c >= 'k' && c <= 'r' && dialectLetters.ascii[c-'a'+'A'] != rules.NoKind:
		said.spec.Kind = dialectLetters.ascii[c-'a'+'A']
		said.letter = c - 'a' + 'A'
		said.lower = true
		i = 1
	default:
		said.form = wordWithoutSquares(w[:n])
		return
	}
	said.squares(w[i:n])
}

// wordWithoutSquares tells null moves and castling from what is no move.
func wordWithoutSquares(w []byte) wordForm {
	switch string(w) {
	case "--", "Z0", "@@@@", "0000":
		return nullForm
	case "O-O", "O-O-O", "0-0", "0-0-0", "o-o", "o-o-o":
		return castleForm
	}
	return notAMove
}

// squares reads what follows the man's letter: one square or two, signs between
// them, a promotion.
func (said *word) squares(b []byte) {
	var cs [2]coordinate
	n := 0
	dash := false
	for i := 0; i < len(b); i++ {
		c := b[i]
		switch {
		case c >= 'a' && c <= 'h':
			if n == 2 || n == 1 && cs[0].rank >= 0 && i == len(b)-1 {
				if i == len(b)-1 && said.promote(c-'a'+'A') {
					continue
				}
				return
			}
			cs[n] = coordinate{int8(c - 'a'), -1}
			n++
		case c >= '1' && c <= '8':
			if n > 0 && cs[n-1].rank < 0 {
				cs[n-1].rank = int8(c - '1')
				continue
			}
			if n > 0 {
				return
			}
			cs[0] = coordinate{-1, int8(c - '1')}
			n = 1
		case c == 'x' || c == 'X' || c == ':':
			said.spec.Capture = true
		case c == '-':
			dash = true
		case c == '~':
			if said.spec.Kind != rules.King || i != 0 {
				return
			}
			said.form = swapForm
		case (c == '=' || c == '/') && i+2 == len(b):
			if !said.promote(upper(b[i+1])) {
				return
			}
			i++
		case c == '(' && i+3 == len(b) && b[i+2] == ')':
			if !said.promote(upper(b[i+1])) {
				return
			}
			i += 2
		case i == len(b)-1 && said.promote(upper(c)):
		default:
			return
		}
	}
	if n == 0 || cs[n-1].file < 0 || cs[n-1].rank < 0 {
		said.form = notAMove
		return
	}
	said.spec.To = rules.SquareAt(int(cs[n-1].file), int(cs[n-1].rank))
	if said.form == swapForm {
		said.spec.Exchange = true
		if n != 1 {
			said.form = notAMove
		}
		return
	}
	said.form = shortForm
	if n == 1 {
		return
	}
	said.spec.FromFile, said.spec.FromRank = cs[0].file, cs[0].rank
	if cs[0].file < 0 || cs[0].rank < 0 {
		return
	}
	switch {
	case said.letter != 0:
		if dash || said.spec.Capture {
			said.form = longForm
		}
	case dash || said.spec.Capture:
		said.form = longForm
		said.spec.Kind = rules.NoKind
	default:
		said.form = coordForm
		said.spec.Kind = rules.NoKind
	}
}

// isPawnMove reports whether the word is a pawn's move in the short form.
func (said *word) isPawnMove() bool {
	return said.form == shortForm && said.spec.Kind == rules.Pawn && said.letter == 0 && said.spec.FromRank < 0
}

// promote takes the letter of a promotion; it is false where the letter means no man.
func (said *word) promote(c byte) bool {
	k := dialectLetters.ascii[c&0x7F]
	if k == rules.NoKind || said.promotion != rules.NoKind {
		return false
	}
	said.promotion = k
	said.spec.Promotion = true
	return true
}

func upper(c byte) byte {
	if c >= 'a' && c <= 'z' {
		return c - 'a' + 'A'
	}
	return c
}

// canonicalWord writes w, which is in the letters of set, in the dialect's own
// letters and in ASCII. ok is false where a letter means nothing in the set; then
// the word is no move, whatever it would be in other letters.
func canonicalWord(dst, w []byte, set *LetterSet) (out []byte, lower, ok bool) {
	out = dst[:0]
	rest := w
	if set.king != "" {
		if n := kingSign(w, set.king); n > 0 {
			out = append(out, rules.King.Letter())
			rest = w[n:]
		}
	}
	for i := 0; i < len(rest); {
		r, n := utf8.DecodeRune(rest[i:])
		i += n
		if k := figurine(r); k != rules.NoKind {
			out = append(out, k.Letter())
			continue
		}
		switch {
		case r >= 'a' && r <= 'h', r >= '0' && r <= '9', r == 'x', r == '+', r == '#', r == '-', r == '=', r == '/', r == '(', r == ')', r == ':', r == '~', r == '.':
			out = append(out, byte(r))
			continue
		case r == '×':
			out = append(out, 'x')
			continue
		case r >= '‐' && r <= '―', r == '−':
			out = append(out, '-')
			continue
		case r == '†':
			out = append(out, '+')
			continue
		case r == '‡':
			out = append(out, '#')
			continue
		case r == 0xFE0E, r == 0xFE0F: // text or picture style of a figurine
			continue
		}
		if k := set.meaning(r); k != rules.NoKind {
			out = append(out, k.Letter())
			continue
		}
		if o := otherScript(r); o >= 'a' && o <= 'h' || o == 'x' {
			out = append(out, byte(o))
			continue
		}
		if k := set.meaning(unicode.ToUpper(r)); k != rules.NoKind && (len(out) == 0 || i == len(rest)) {
			// A small letter for a man, or for what a pawn becomes.
			lower = lower || len(out) == 0
			out = append(out, k.Letter())
			continue
		}
		if r < utf8.RuneSelf && (r == 'O' || r == 'o' || r == 'Z' || r == '@' || r == 'p') {
			out = append(out, byte(r))
			continue
		}
		return out, lower, false
	}
	return out, lower, true
}

// meaning is the kind of man that r stands for in the set, by itself, by its
// double in the other script, or as a small letter.
func (s *LetterSet) meaning(r rune) rules.Kind {
	if k := s.kind(r); k != rules.NoKind {
		return k
	}
	if o := otherScript(r); o != 0 {
		return s.kind(o)
	}
	return rules.NoKind
}

// kingSign is the length of the two-letter sign of a king (Кр, also in letters of
// the other script) that w begins with, 0 where there is none.
func kingSign(w []byte, sign string) int {
	i := 0
	for _, want := range sign {
		r, n := utf8.DecodeRune(w[i:])
		if r != want && otherScript(r) != want {
			return 0
		}
		i += n
	}
	return i
}

// isASCII reports whether w holds ASCII only.
func isASCII(w []byte) bool {
	for _, c := range w {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
