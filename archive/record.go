package archive

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/diwan-shatranj/diwan/pgn"
	"github.com/diwan-shatranj/diwan/rules"
)

// Record is one game of an archive.
type Record struct {
	ID           int64     // positive, never given twice
	Tags         []pgn.Tag // as recorded, in order
	Start        rules.Position
	Array        string // the start array's name, or "setup"
	ArrayAssumed bool   // several arrays would do
	Rules        string // the name of the rule set that the game was judged by
	RulesStated  bool   // by the RuleSet tag, or at the import
	Moves        []rules.Move
	Result       rules.Result // as recorded
	Ending       pgn.Ending   // as worked out
	// Preface are the remarks that stand before the tags, as pgn.Parts has them,
	// and Movetext is all that stands behind them, where it is more than the
	// moves, their numbers and the result. Letters names the letters it is
	// written in, "" for the canonical ones.
	Preface, Movetext, Letters string
	Diagnostics                []pgn.Diagnostic
	Source                     Provenance
	// Text is the game's bytes as they came. It is kept for every game with a
	// warning or an error, and where Movetext would not read back the same;
	// otherwise it is nil.
	Text []byte

	fromText bool // Text is to be read, not Tags and Movetext
	noResult bool // no result stands behind the moves
	unread   bool // the text goes on behind the moves with something that could not be read
}

// Provenance is where a game came from.
type Provenance struct {
	File   string   // as it was named at the import
	Offset int64    // of the game's text in the file, decompressed, in bytes
	Size   int64    // of that text, in bytes
	Line   int      // of the game's first tag or move, from 1
	Digest [16]byte // the first half of the SHA-256 of that text
	Import int64    // the import's ID
	Time   time.Time
	Tool   string // program and version
}

// Tag is the value of the first tag with that name.
func (r *Record) Tag(name string) (value string, ok bool) { return tagValue(r.Tags, name) }

// digestOf is what Provenance.Digest holds of a text.
func digestOf(text []byte) (d [16]byte) {
	whole := sha256.Sum256(text)
	copy(d[:], whole[:])
	return d
}

// Replay plays the record again: it makes a game of the text, joined to a board,
// as everything that works on games wants it. The diagnostics are those of the
// record.
func (r *Record) Replay() (*pgn.Replay, error) {
	return NewPlayer().Replay(r)
}

// WritePGN writes the record with w, in that writer's letters and notation.
func (r *Record) WritePGN(w *pgn.Writer) error {
	p, err := r.Replay()
	if err != nil {
		return err
	}
	return w.Write(p)
}

// Player replays records and keeps its memory from one to the next. It is not safe
// for use by several goroutines at once.
type Player struct {
	replayers map[playerKey]*pgn.Replayer
	reader    *pgn.Reader
	text      []byte
	game      pgn.Game
}

// playerKey is what a replayer is made for.
type playerKey struct {
	rules, array, letters string
}

// NewPlayer returns a Player.
func NewPlayer() *Player {
	return &Player{replayers: map[playerKey]*pgn.Replayer{}, reader: pgn.NewReader(nil)}
}

// Replay is [Record.Replay]; what it returns is valid until the next call.
func (pl *Player) Replay(r *Record) (*pgn.Replay, error) {
	replayer, err := pl.replayer(r)
	if err != nil {
		return nil, fmt.Errorf("replay game %d: %w", r.ID, err)
	}
	src := r.Text
	if !r.fromText {
		pl.text = r.appendText(pl.text[:0])
		src = pl.text
	}
	pl.reader.Reset(bytes.NewReader(src))
	if err := pl.reader.Read(&pl.game); err != nil {
		if errors.Is(err, io.EOF) {
			err = &DamagedError{What: fmt.Sprintf("game %d", r.ID), Err: errors.New("there is no game in its text")}
		}
		return nil, fmt.Errorf("replay game %d: %w", r.ID, err)
	}
	p := replayer.Replay(&pl.game)
	p.ArrayAssumed, p.Diagnostics = r.ArrayAssumed, r.Diagnostics
	return p, nil
}

// replayer makes, or finds, the replayer for a record.
func (pl *Player) replayer(r *Record) (*pgn.Replayer, error) {
	key := playerKey{letters: r.Letters}
	if r.RulesStated {
		key.rules = r.Rules
	}
	if r.Array != setup {
		key.array = r.Array
	}
	if rp := pl.replayers[key]; rp != nil {
		return rp, nil
	}
	opts := pgn.Options{Array: key.array}
	if key.rules != "" {
		rs, ok := rules.RulesetByName(key.rules)
		if !ok {
			return nil, fmt.Errorf("unknown rule set %q", key.rules)
		}
		opts.Rules = rs
	}
	letters := key.letters
	if letters == "" {
		letters = "canonical"
	}
	var err error
	if opts.Letters, err = pgn.LettersByName(letters); err != nil {
		return nil, err
	}
	rp, err := pgn.NewReplayer(opts)
	if err != nil {
		return nil, err
	}
	pl.replayers[key] = rp
	return rp, nil
}

// setup is what stands for an array's name where the start is none.
const setup = "setup"

// appendText appends the record as PGN text: the tags as recorded, the moves in
// coordinates where there is no movetext.
func (r *Record) appendText(dst []byte) []byte {
	dst = append(dst, r.Preface...)
	for _, t := range r.Tags {
		dst = appendTag(dst, t.Name, t.Value)
	}
	if _, ok := r.Tag("Variant"); !ok {
		dst = appendTag(dst, "Variant", "Shatranj")
	}
	dst = append(dst, '\n')
	if r.Movetext != "" {
		dst = append(dst, r.Movetext...)
	} else {
		for _, m := range r.Moves {
			dst = append(m.AppendTo(dst), ' ')
		}
		if !r.noResult {
			dst = append(dst, r.Result.String()...)
		}
	}
	return append(dst, '\n', '\n')
}

func appendTag(dst []byte, name, value string) []byte {
	dst = append(dst, '[')
	dst = append(dst, name...)
	dst = append(dst, ' ', '"')
	for i := 0; i < len(value); i++ {
		if value[i] == '"' || value[i] == '\\' {
			dst = append(dst, '\\')
		}
		dst = append(dst, value[i])
	}
	return append(dst, '"', ']', '\n')
}
