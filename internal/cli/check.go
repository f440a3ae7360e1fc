package cli

import (
	"bytes"
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/diwan-shatranj/diwan/internal/input"
	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

type checkCmd struct {
	readingFlags
	Strict  bool     `help:"Let warnings count as findings."`
	Sarif   bool     `help:"Write one SARIF 2.1.0 log."`
	Fix     string   `placeholder:"OUT" help:"Write the games to this file (- is stdout, and the report goes to stderr) with all that is certain put right, report what was, and propose what might be meant by illegal moves."`
	Follow  bool     `short:"f" help:"Go on reading a file that is still being written, such as a match that is being played."`
	Explain string   `placeholder:"CODE" help:"Explain a diagnostic's code, and do nothing else."`
	File    []string `arg:"" optional:"" name:"FILE" help:"Files or folders, plain or compressed; - is stdin."`
}

func (checkCmd) Help() string {
	return `Reads games, plays them under their rule set and says what is wrong with them, and where.
With --rules all it also says under which rule sets each game is sound.

Examples:

    diwan check games.pgn
    diwan check --rules medina --format json games/ | jq .ending
    diwan check --explain letters-ambiguous`
}

// gameJSON is a checked game as a JSON line.
type gameJSON struct {
	File        string            `json:"file"`
	Game        int               `json:"game"`
	Line        int               `json:"line"`
	Tags        map[string]string `json:"tags"`
	Array       string            `json:"array"`
	Rules       string            `json:"rules"`
	Plies       int               `json:"plies"`
	Result      string            `json:"result"`
	Ending      endingJSON        `json:"ending"`
	Diagnostics []pgn.Diagnostic  `json:"diagnostics"`
	Sound       []string          `json:"sound,omitzero"`    // with --rules all; [] where there is none
	Fixed       []pgn.Diagnostic  `json:"fixed,omitempty"`   // with --fix: what is right in the file that was written
	Repairs     []pgn.Repair      `json:"repairs,omitempty"` // with --fix: what a faulty move may have been
}

type endingJSON struct {
	Result string `json:"result"`
	Reason string `json:"reason"`
	Ply    int    `json:"ply"`
}

// tally counts what was found.
type tally struct {
	games int
	worst [pgn.Error + 1]int // games by their worst severity
	codes map[pgn.Code]*codeTally
}

type codeTally struct {
	games, places int
	severity      pgn.Severity
}

// checked is what a worker found in one game.
type checked struct {
	text    []byte
	worst   pgn.Severity
	codes   []pgn.Diagnostic
	written pgn.Written // with --fix
}

// Run checks the files.
func (c *checkCmd) Run(s *session) error {
	if c.Explain != "" {
		return s.explain(pgn.Code(c.Explain))
	}
	all := c.Rules == "all"
	if all {
		c.Rules = ""
	}
	opts, err := c.options()
	if err != nil {
		return err
	}
	t := &tally{codes: map[pgn.Code]*codeTally{}}
	if c.Sarif {
		if _, err := s.out.Write(sarifBegin(s.version)); err != nil {
			return err
		}
	}
	var mend *mender
	if c.Fix != "" {
		if mend, err = s.newMender(c.Fix, opts); err != nil {
			return err
		}
		defer mend.discard()
	}
	do := func(in *input.Stream) error { return c.stream(s, in, opts, all, mend, t) }
	if c.Follow {
		err = s.follow(c.File, do)
	} else {
		err = s.eachStream(c.File, do)
	}
	if err != nil && s.ctx.Err() != nil {
		return err
	}
	if mend != nil {
		if err := mend.finish(); err != nil {
			return err
		}
	}
	switch {
	case c.Sarif:
		if _, err := s.out.WriteString(sarifEnd); err != nil {
			return err
		}
	case !s.json():
		if err := s.summary(t); err != nil {
			return err
		}
	}
	if err != nil {
		return err
	}
	if t.worst[pgn.Error] > 0 || c.Strict && t.worst[pgn.Warning] > 0 {
		return errFindings
	}
	return nil
}

// stream checks the games of one input.
func (c *checkCmd) stream(s *session, in *input.Stream, opts pgn.Options, all bool, mend *mender, t *tally) error {
	soundness := newSoundness(opts)
	rd := pgn.NewReader(in)
	colors := s.colors()
	before := t.games
	err := pgn.ReplayAll(s.ctx, rd, opts, s.Jobs, func(p *pgn.Replay) checked {
		var sound []string
		if all {
			sound = soundness.of(p.Game)
		}
		out := checked{worst: pgn.Worst(p.Diagnostics)}
		if len(p.Diagnostics) > 0 {
			out.codes = slices.Clone(p.Diagnostics)
		}
		var m mended
		if mend != nil {
			m = mend.game(p)
			out.written = m.text
		}
		switch {
		case c.Sarif:
			out.text = sarifResults(in.Name, p)
		case s.json():
			out.text = checkJSON(in.Name, p, sound, m)
		default:
			out.text = checkText(in.Name, p, sound, all, s.Verbose, colors)
			out.text = append(out.text, m.report(in.Name, p.Game, p.Diagnostics)...)
		}
		return out
	}, func(g checked) error {
		if mend != nil {
			if err := mend.put(g.written); err != nil {
				return &stopError{err}
			}
		}
		if c.Sarif && len(t.codes) == 0 {
			g.text = bytes.TrimPrefix(g.text, []byte(","))
		}
		t.add(g)
		if err := c.put(s, g.text); err != nil {
			return &stopError{err}
		}
		if c.Follow && len(g.text) > 0 {
			return s.out.Flush()
		}
		return nil
	})
	if err != nil {
		return inName(in.Name, err)
	}
	if t.games == before {
		s.note("%s: no games", in.Name)
	}
	if mend != nil {
		if err := mend.tail(rd.Tail()); err != nil {
			return &stopError{err}
		}
	}
	if tail := rd.Tail(); len(tail.Text) > 0 {
		s.note("%s:%d: a comment behind the last game belongs to none", in.Name, tail.Line)
	}
	return nil
}

// put writes what is said of a game.
func (c *checkCmd) put(s *session, text []byte) error {
	if s.json() && !c.Sarif {
		return s.encoded(reflect.TypeFor[gameJSON](), text)
	}
	_, err := s.out.Write(text)
	return err
}

func (t *tally) add(g checked) {
	t.games++
	t.worst[g.worst]++
	for i, d := range g.codes {
		ct := t.codes[d.Code]
		if ct == nil {
			ct = &codeTally{}
			t.codes[d.Code] = ct
		}
		ct.places++
		ct.severity = max(ct.severity, d.Severity)
		if !slices.ContainsFunc(g.codes[:i], func(e pgn.Diagnostic) bool { return e.Code == d.Code }) {
			ct.games++
		}
	}
}

// summary prints how many games there were, and what was found how often.
func (s *session) summary(t *tally) error {
	if s.Quiet || t.games == 0 {
		return nil
	}
	fmt.Fprintf(s.out, "%s: %d sound, %d with warnings, %d with errors\n", plural(t.games, "game"), t.worst[0]+t.worst[pgn.Note], t.worst[pgn.Warning], t.worst[pgn.Error])
	codes := make([]pgn.Code, 0, len(t.codes))
	for c := range t.codes {
		codes = append(codes, c)
	}
	slices.SortFunc(codes, func(a, b pgn.Code) int {
		return cmp.Or(-cmp.Compare(t.codes[a].severity, t.codes[b].severity), cmp.Compare(a, b))
	})
	var rows [][]string
	hidden := 0
	for _, c := range codes {
		ct := t.codes[c]
		rows = append(rows, []string{string(c), ct.severity.String(), fmt.Sprint(ct.games), fmt.Sprint(ct.places)})
		if ct.severity == pgn.Note {
			hidden += ct.places
		}
	}
	if len(rows) == 0 {
		return nil
	}
	fmt.Fprintln(s.out)
	if err := table(s.out, []string{"CODE", "SEVERITY", "GAMES", "PLACES"}, []int{2, 3}, rows); err != nil {
		return err
	}
	if hidden > 0 && !s.Verbose {
		s.note("notes are shown one by one with -v; diwan check --explain CODE tells what a code means")
	}
	return nil
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// checkJSON is the JSON line of a game.
func checkJSON(file string, p *pgn.Replay, sound []string, m mended) []byte {
	tags := make(map[string]string, p.Game.TagCount())
	for _, t := range p.Game.Tags() {
		if _, ok := tags[t.Name]; !ok {
			tags[t.Name] = t.Value
		}
	}
	ds := p.Diagnostics
	if ds == nil {
		ds = []pgn.Diagnostic{}
	}
	// A struct of strings, numbers and a map of strings always encodes.
	line, _ := jsonLine(gameJSON{
		File: file, Game: p.Game.Number, Line: p.Game.Line, Tags: tags, Array: p.Array, Rules: p.Rules.Name,
		Plies: len(p.Moves), Result: p.Result.String(),
		Ending:      endingJSON{p.Ending.Result.String(), string(p.Ending.Reason), p.Ending.Ply},
		Diagnostics: ds, Sound: sound, Fixed: m.fixed, Repairs: m.repairs,
	})
	return line
}

// checkText is what is said of a game to people: the diagnostics, each with its
// line of text.
func checkText(file string, p *pgn.Replay, sound []string, all, notes bool, c colors) []byte {
	var buf bytes.Buffer
	for _, d := range p.Diagnostics {
		if d.Severity == pgn.Note && !notes {
			continue
		}
		writeDiagnostic(&buf, file, p.Game, d, c)
	}
	if all {
		fmt.Fprintf(&buf, "%s:%d: game %d is sound under: %s\n", file, p.Game.Line, p.Game.Number, cmp.Or(strings.Join(sound, ", "), "none"))
	}
	return buf.Bytes()
}

// soundness tells under which rule sets games are sound.
type soundness struct{ pool sync.Pool }

func newSoundness(opts pgn.Options) *soundness {
	s := &soundness{}
	s.pool.New = func() any {
		var rs []*pgn.Replayer
		for _, set := range rules.Rulesets() {
			o := opts
			o.Rules = set
			r, err := pgn.NewReplayer(o)
			if err != nil {
				return rs // the array's name was checked before
			}
			rs = append(rs, r)
		}
		return rs
	}
	return s
}

func (s *soundness) of(g *pgn.Game) []string {
	replayers := s.pool.Get().([]*pgn.Replayer)
	defer s.pool.Put(replayers)
	sound := []string{}
	for i, set := range rules.Rulesets() {
		if pgn.Worst(replayers[i].Replay(g).Diagnostics) < pgn.Error {
			sound = append(sound, set.Name)
		}
	}
	return sound
}

// explain prints a catalogue entry.
func (s *session) explain(code pgn.Code) error {
	ci, ok := pgn.Lookup(code)
	if !ok {
		return usagef("the codes are listed in docs/diagnostics.md", "unknown code %q", code)
	}
	if s.json() {
		return s.encode(map[string]string{"code": string(ci.Code), "severity": ci.Severity.String(), "meaning": ci.Meaning, "example": ci.Example, "fix": ci.Fix})
	}
	_, err := fmt.Fprintf(s.out, "%s (%s)\n\n%s\n\nExample: %s\nFix:     %s\n", ci.Code, ci.Severity, ci.Meaning, ci.Example, ci.Fix)
	return err
}
