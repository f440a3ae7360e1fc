package pgn

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/diwan-shatranj/diwan/rules"
)

// Options say how games are to be read where their text leaves it open. The zero
// value is the dialect's default.
type Options struct {
	Rules   *rules.Ruleset // nil: the game's RuleSet tag, else iggc
	Array   string         // the start array of games without FEN; "" and "auto" infer it
	Letters *LetterSet     // nil: found out from each game
	Keys    bool           // whether Replay.Keys is wanted
}

// Replay is a game joined to a board: what was played, how it ended, and all that
// is to be said about its text.
type Replay struct {
	Game         *Game
	Rules        *rules.Ruleset
	RulesStated  bool           // by a tag or by Options.Rules
	Played       bool           // false: the game is kept as text only, Diagnostics say why
	Array        string         // the start array's name, or "setup"; "" where there is no start
	ArrayAssumed bool           // several arrays would do
	Start        rules.Position // valid if Played
	Final        rules.Position // after Moves
	Moves        []rules.Move   // the main line as far as it is legal and the game not over
	Keys         []LineKey      // of Start and of the position after each of Moves, where Options.Keys asks for them
	Result       rules.Result   // as recorded: the marker after the moves, else the Result tag
	Ending       Ending
	Letters      *LetterSet // the letters that the moves were read in
	Diagnostics  []Diagnostic

	recorded  bool         // a result is recorded at all
	uncounted bool         // the FEN does not say which move it is
	itemMove  []rules.Move // for each item the move it was read as, NoMove otherwise
	fault     int          // the first faulty item, len(items) where there is none
}

// LineKey is the canonical key of a position and the image that has it, as
// [rules.Position.Key] returns them.
type LineKey struct {
	Key   uint64
	Image rules.Orientation
}

// Move is the move that item i of the game was read as, NoMove if it is no move or
// was not accepted.
func (p *Replay) Move(i int) rules.Move { return p.itemMove[i] }

// Faultless reports whether every item was read, so that the whole game can be
// written in canonical form.
func (p *Replay) Faultless() bool { return p.Played && p.fault == len(p.Game.Items) }

// Replayer plays games on a board. It keeps its memory from game to game and is
// not safe for use by several goroutines at once.
type Replayer struct {
	opts     Options
	rulesets []*rules.Ruleset
	arrays   []rules.Array
	starts   []rules.Position
	out      Replay
	levels   []level
	history  rules.History
	habits   habits
	scratch  []byte
	sets     [1]*LetterSet // memory of the letters that most games are in
	clean    map[string]cleanStart
	choices  [maxStarts]startChoice // memory of the starts that are weighed
	boards   [maxStarts]board       // and of their boards

	guessed bool // the start was chosen before all moves were read from it
	refuted bool // and they could not be
}

// maxStarts is how many arrays a game without FEN may begin from.
const maxStarts = 3

// level is a line that is being played: the main line, or a variation.
type level struct {
	pos    [2]rules.Position // the current position, and the one before it
	under  rules.Restraint   // of the current position
	cur    uint8
	moved  bool
	dead   bool // after a fault: the rest of the line is text
	extra  bool // the extra ply after a baring has been played
	over   rules.Outcome
	before rules.Outcome // over, one ply earlier
	shift  int           // what written move numbers are ahead of the position's
	ply    int           // plies played up to the current position
}

func (lv *level) now() *rules.Position { return &lv.pos[lv.cur] }

// NewReplayer makes a Replayer. The error tells of an unknown array name.
func NewReplayer(opts Options) (*Replayer, error) {
	r := &Replayer{opts: opts, rulesets: rules.Rulesets(), arrays: rules.Arrays(), clean: map[string]cleanStart{}}
	if opts.Array == "auto" {
		r.opts.Array = ""
	}
	if opts.Array != "" && opts.Array != "auto" {
		if _, ok := rules.ArrayByName(opts.Array); !ok {
			return nil, fmt.Errorf("unknown array %q", opts.Array)
		}
	}
	for _, a := range r.arrays {
		r.starts = append(r.starts, a.Position())
	}
	return r, nil
}

// Play plays g under the given options and returns what it found. The result is
// the caller's own.
func Play(g *Game, opts Options) (*Replay, error) {
	r, err := NewReplayer(opts)
	if err != nil {
		return nil, err
	}
	return r.Replay(g), nil
}

// Replay plays g and returns what it found. The result, and what it refers to, is
// valid until the next call.
func (r *Replayer) Replay(g *Game) *Replay {
	p := r.replay(g, true)
	if r.refuted {
		p = r.replay(g, false)
	}
	sortDiagnostics(p.Diagnostics)
	return p
}

// replay plays g. With guess it may settle on a start before it has read all
// moves from it, and sets refuted where they do not bear it out: then nothing of
// what it found counts.
func (r *Replayer) replay(g *Game, guess bool) *Replay {
	r.guessed, r.refuted = false, false
	p := &r.out
	*p = Replay{Game: g, Moves: p.Moves[:0], Keys: p.Keys[:0], Diagnostics: p.Diagnostics[:0], itemMove: p.itemMove[:0], fault: len(g.Items)}
	r.habits = habits{}
	r.levels = r.levels[:0]
	for i := range g.faults {
		f := &g.faults[i]
		r.sayAt(p, f.code, 0, int(f.start), int(f.end), f.variation, f.message, "")
	}
	r.ruleset(p)
	r.result(p)
	if r.variant(p) && r.start(p, guess) {
		r.play(p)
	}
	if !p.Played {
		p.itemMove = noMoves(p.itemMove, len(g.Items))
		p.fault = 0
		p.Ending = Ending{Result: p.Result, Reason: Unexplained}
		if p.Result == rules.Unknown {
			p.Ending.Reason = Unfinished
		}
	}
	return p
}

// ruleset finds the rule set that the game is judged by.
func (r *Replayer) ruleset(p *Replay) {
	p.Rules = r.rulesets[0]
	if r.opts.Rules != nil {
		p.Rules, p.RulesStated = r.opts.Rules, true
		return
	}
	name, stated := p.Game.knownValue(tagRuleset)
	if !stated {
		return
	}
	for _, rs := range r.rulesets {
		if strings.EqualFold(rs.Name, strings.TrimSpace(name)) {
			p.Rules, p.RulesStated = rs, true
			return
		}
	}
	r.sayTag(p, tagRuleset, UnknownRuleset, fmt.Sprintf("unknown rule set %q; iggc is used", name), "known: "+r.ruleNames())
}

func (r *Replayer) ruleNames() string {
	names := make([]string, len(r.rulesets))
	for i, rs := range r.rulesets {
		names[i] = rs.Name
	}
	return strings.Join(names, ", ")
}

// result takes the recorded result from the marker behind the moves, else from
// the tag, and compares the two.
func (r *Replayer) result(p *Replay) {
	g := p.Game
	marker := ""
	if g.result > 0 {
		it := g.Items[g.result-1]
		text := g.ItemText(it)
		marker, _ = normalResult(text)
		if marker != string(text) {
			r.sayItem(p, ResultSpelling, Warning, it, 0, fmt.Sprintf("the result is spelt %q", text), "write "+marker)
		}
	}
	tag := ""
	if value, ok := g.knownBytes(tagResult); ok {
		if tag, ok = normalResult(value); ok && tag != string(bytes.TrimSpace(value)) || !ok && len(value) > 0 && string(value) != "?" {
			hint := "write 1-0, 0-1, 1/2-1/2 or *"
			if ok {
				hint = "write " + tag
			}
			r.sayTag(p, tagResult, ResultSpelling, fmt.Sprintf("the result is spelt %q", value), hint)
		}
	}
	if marker != "" && tag != "" && marker != tag {
		r.sayTag(p, tagResult, ResultTagMismatch, "the Result tag says "+tag+", the result after the moves is "+marker, "")
		// An asterisk behind the moves contradicts nothing: it is what is written
		// while a result is not known.
		if marker == "*" {
			p.Diagnostics[len(p.Diagnostics)-1].Severity = Note
		}
	}
	text := marker
	if text == "" {
		text = tag
	}
	// A Result tag of "*" alone is what stands there before anything is known.
	p.recorded = text != "" && (marker != "" || tag != "*")
	p.Result, _ = rules.ParseResult(text)
}

// play walks through the items and plays every line of the game.
func (r *Replayer) play(p *Replay) {
	g := p.Game
	p.Played = true
	r.levels = append(r.levels[:0], level{})
	main := &r.levels[0]
	main.pos[0] = p.Start
	r.history.Reset(&p.Start)
	r.key(&p.Start)
	main.over = p.Rules.Judge(&p.Start, 1, &main.under)
	overPly := 0
	open := main.over.Claims
	p.itemMove = noMoves(p.itemMove, len(g.Items))
	for i := 0; i < len(g.Items) && !r.levels[0].dead && !r.refuted; i++ {
		it := &g.Items[i]
		lv := &r.levels[len(r.levels)-1]
		switch it.Kind {
		case MoveItem:
			if lv.dead {
				continue
			}
			wasOver := lv.over.Over()
			m, ok := r.playItem(p, lv, i)
			if !ok {
				lv.dead = true
				p.fault = min(p.fault, i)
				continue
			}
			if len(p.itemMove) < len(g.Items) { // the word was divided
				p.itemMove = append(p.itemMove, rules.NoMove)
			}
			p.itemMove[i] = m
			if len(r.levels) == 1 {
				p.Moves = append(p.Moves, m)
				if !wasOver {
					overPly = len(p.Moves)
				}
				open = lv.over.Claims
			}
		case NumberItem:
			if !lv.dead {
				r.number(p, lv, i)
			}
		case OpenItem:
			r.openLevel()
			if it.flags&unclosed != 0 {
				p.fault = min(p.fault, i)
			}
		case CloseItem:
			if it.flags&stray == 0 && len(r.levels) > 1 {
				r.levels = r.levels[:len(r.levels)-1]
			}
		case CommentItem:
			if !it.Closed() {
				p.fault = min(p.fault, i)
			}
		}
	}
	main = &r.levels[0]
	if r.guessed && main.dead {
		r.refuted = true
	}
	if r.refuted {
		return
	}
	p.Final = *main.now()
	if main.dead {
		open = 0
	} else if p.Rules.Repetition > 0 {
		open = p.Rules.Outcome(&p.Final, r.history.Repeats()).Claims
	}
	r.habits.say(r, p)
	if g.result == 0 && !r.truncated(p) {
		r.missingResult(p)
	}
	if !main.dead {
		r.ending(p, main.over, overPly, open)
		return
	}
	// A game cut short by a fault has no ending on the board unless it was over
	// before.
	if main.over.Over() {
		r.ending(p, main.over, overPly, open)
		return
	}
	r.ending(p, rules.Outcome{}, overPly, open)
}

// key notes the key of a position of the main line where keys are wanted.
func (r *Replayer) key(pos *rules.Position) {
	if r.opts.Keys {
		k, image := pos.Key()
		r.out.Keys = append(r.out.Keys, LineKey{k, image})
	}
}

// noMoves is a list of n empty moves in the memory of list.
func noMoves(list []rules.Move, n int) []rules.Move {
	list = slices.Grow(list[:0], n)[:n]
	clear(list)
	return list
}

// openLevel begins a variation: an alternative to the last move of the line it
// stands in, or, where no move has been made there, to the next one.
func (r *Replayer) openLevel() {
	n := len(r.levels)
	if n == cap(r.levels) {
		r.levels = append(r.levels, level{})
	}
	r.levels = r.levels[:n+1]
	parent, lv := &r.levels[n-1], &r.levels[n]
	from := parent.now()
	lv.cur, lv.moved, lv.extra = 0, false, false
	lv.dead, lv.shift, lv.ply, lv.over = parent.dead, parent.shift, parent.ply, parent.over
	lv.under = parent.under
	if parent.moved {
		from = &parent.pos[parent.cur^1]
		lv.over = parent.before
		lv.ply--
		lv.under = from.Restraint()
	}
	lv.pos[0] = *from
}

// errUnread stands for the word that has not been looked at.
var errUnread = errors.New("unread")

// playItem plays the move of item i on lv. It is false where the move is faulty,
// which it has then said.
func (r *Replayer) playItem(p *Replay, lv *level, i int) (rules.Move, bool) {
	variation := len(r.levels) > 1
	pos := lv.now()
	var said word
	var m rules.Move
	err := errUnread
	// What read would do for nearly all words, without its detours.
	if p.Letters == dialectLetters && p.Game.traits&lowerMoves == 0 && said.parsePlain(p.Game.ItemText(p.Game.Items[i])) {
		m, err = pos.ResolveUnder(&lv.under, &said.spec)
	}
	if err != nil {
		m, err = r.read(&said, p.Game, pos, &lv.under, p.Rules, p.Letters, i)
	}
	if err != nil {
		r.sayMove(p, pos, i, lv.ply+1, &said, err)
		return rules.NoMove, false
	}
	if lv.over.Over() {
		it := p.Game.Items[i]
		if lv.over.Reason != rules.BareKing || lv.extra || !pos.IsBare(pos.Turn()) {
			r.sayAt(p, MovesAfterEnd, lv.ply+1, int(it.Start), int(it.End), variation,
				"the game was over after ply "+fmt.Sprint(lv.ply)+" under "+p.Rules.Name+": "+lv.over.Result.String()+" by "+lv.over.Reason.String(), "")
			return rules.NoMove, false
		}
		lv.extra = true
		r.sayItem(p, ExtraPly, Note, it, lv.ply+1, "one more ply by the bared side", "")
	}
	pos.PlayInto(&lv.pos[lv.cur^1], m)
	r.habits.see(&said, pos, m, i)
	lv.cur ^= 1
	lv.moved = true
	lv.ply++
	lv.before = lv.over
	next := lv.now()
	repeats := 1
	if !variation {
		repeats = r.history.Push(next)
		r.key(next)
	}
	over := p.Rules.Judge(next, repeats, &lv.under)
	if !lv.extra {
		lv.over = over
	}
	if said.sign != noSign || lv.under.Check() {
		r.checkSign(p, lv, &said, i)
	}
	return m, true
}
